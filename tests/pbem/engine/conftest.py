"""Tables of small specs, as fixtures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny_specs import tiny

from card_specs.language.load import load
from card_specs.language.model import Game
from pbem import engine

Make = Callable[..., engine.Table]


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Game]:
    """A small spec with some sections replaced, as a game."""

    def make(**sections: str) -> Game:
        path = tmp_path / "tiny.yaml"
        path.write_text(tiny(**sections), encoding="utf-8")
        return load(path)

    return make


@pytest.fixture
def table(read: Callable[..., Game]) -> Make:
    """A table of such a spec; `players` are ana, beto, … or how many."""

    def make(
        players: int = 2, options: dict[str, Any] | None = None, **sections: str
    ) -> engine.Table:
        names = ("ana", "beto", "carla", "dani")[:players]
        return engine.compile_table(read(**sections), "", options, names)

    return make
