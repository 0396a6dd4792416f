"""One browser for all tests that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from turn_page.chromium import PROGRAM, Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running Chromium; without one the test is skipped (never in CI)."""
    if not PROGRAM:
        pytest.skip("Chromium is not installed")
    with Browser() as running:
        yield running
