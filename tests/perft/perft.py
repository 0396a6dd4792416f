"""Perft, as in chess: how many sequences of moves there are to a depth, whoever is asked.

    python tests/perft/perft.py            prints the goldens anew (look at the difference!)

What no single scenario catches (a move too many in some rare position, a question too few) changes
these numbers.  Chance is the protocol's stream, whose events are numbered in the state, so the tree
is the same everywhere.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from card_specs.language.load import bundled, load
from card_specs.language.model import Game
from pbem import engine
from pbem.engine.chance import Stream, trace_key
from pbem.replay.traces import players_named

GOLDENS = Path(__file__).parent / "goldens.json"
SEEDS = (1, 2)
MOST_LEAVES = 600
"""Deepen until a level has as many sequences as this: small enough for every test run."""
MOST_DEPTH = 6


def settings(game: Game) -> Iterator[tuple[str, int]]:
    """Each variant with the fewest and the most players that it allows."""
    for name, variant in (game.variants or {"": None}).items():
        allowed = variant.players if variant is not None else game.players
        yield from ((name, players) for players in sorted({allowed.least, allowed.most}))


def perft(game: Game, variant: str, players: int, seed: int) -> list[int]:
    """Sequences of 1, 2, 3 … moves; ends with the first level that is large, or the depth."""
    table = engine.compile_table(game, variant, {}, players_named(players))
    chance = Stream(trace_key(seed))
    level = [engine.start(table, chance)]
    counts: list[int] = []
    while len(counts) < MOST_DEPTH and (not counts or counts[-1] < MOST_LEAVES):
        level = [
            engine.apply(table, engine.clone(state), player, move, chance)
            for state in level
            for player, moves in engine.asks(table, state).items()
            for move in moves
        ]
        counts.append(len(level))
    return counts


def goldens() -> dict[str, list[int]]:
    """All figures by `game/variant/players/seed`."""
    found = {}
    for name in bundled():
        game = load(name)
        for variant, players in settings(game):
            for seed in SEEDS:
                key = f"{name}/{variant}/{players}/{seed}"
                found[key] = perft(game, variant, players, seed)
    return found


if __name__ == "__main__":
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in goldens().items()]
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")
