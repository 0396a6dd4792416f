"""One certificate for all faulty servers."""

from __future__ import annotations

from pathlib import Path

import pytest
from faulty import certificate


@pytest.fixture(scope="session")
def cert(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("tls"))
