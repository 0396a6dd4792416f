"""The village: see `tests/pbem/village.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from village import Village


@pytest.fixture
def village(tmp_path: Path) -> Iterator[Village]:
    made = Village(tmp_path / "host")
    yield made
    made.folder.close()
