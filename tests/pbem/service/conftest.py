"""The village: see `tests/pbem/village.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from signed_game import SignedGame, play_signed
from village import Village


@pytest.fixture
def village(tmp_path: Path) -> Iterator[Village]:
    made = Village(tmp_path / "host")
    yield made
    made.folder.close()


@pytest.fixture(scope="session")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SignedGame]:
    """A whole game with everything that can be signed; only to be read."""
    made = play_signed(tmp_path_factory.mktemp("signed"))
    yield made
    made.village.folder.close()
