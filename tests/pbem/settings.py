"""All tables of the bundled games: variant by variant, with each number of players."""

from __future__ import annotations

from collections.abc import Iterator

from card_specs.language.load import bundled, load
from card_specs.language.model import Game


def tables(game: Game) -> Iterator[tuple[str, int]]:
    """Each variant with every number of players that it allows."""
    for name, variant in game.variants.items():
        yield from ((name, players) for players in variant.players.numbers)


def all_tables() -> list[tuple[str, str, int]]:
    """(game, variant, players) of everything bundled."""
    return [(name, *table) for name in bundled() for table in tables(load(name))]
