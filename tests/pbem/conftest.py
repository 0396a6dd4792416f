"""A village, and one browser for all tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from turn_page.chromium import PROGRAM, Browser
from village import Village


@pytest.fixture
def village(tmp_path: Path) -> Iterator[Village]:
    """A host and its players: see `village.py`."""
    made = Village(tmp_path / "host")
    yield made
    made.folder.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running Chromium; without one the test is skipped (never in CI)."""
    if not PROGRAM:
        pytest.skip("Chromium is not installed")
    with Browser() as running:
        yield running
