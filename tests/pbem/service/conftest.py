"""A signed game for all tests that only read one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from signed_game import SignedGame, play_signed


@pytest.fixture(scope="session")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SignedGame]:
    """A whole game with everything that can be signed; only to be read."""
    made = play_signed(tmp_path_factory.mktemp("signed"))
    yield made
    made.village.folder.close()
