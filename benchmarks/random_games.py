"""Random games of every bundled game, variant and number of players: do all of them end, how soon?

    python benchmarks/random_games.py [--games 10000] [--workers 2] [--json] [GAME…]

Prints a Markdown table (or one JSON object a line), the form of docs/performance.md.  Seeds are
those of `pbem simulate --seed 1`, so a game that is named here can be played again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from card_specs.language.load import bundled, load
from card_specs.language.model import Game
from pbem.simulation.simulate import Plan, simulate
from pbem.simulation.tally import Tally, quantile


def tables(game: Game) -> Iterator[tuple[str, int]]:
    """Every variant with every number of players that it allows."""
    for name, variant in (game.variants or {"": None}).items():
        allowed = variant.players if variant is not None else game.players
        for players in allowed.numbers:
            yield name, players


def figures(tally: Tally) -> dict[str, int]:
    return {
        "games": tally.games,
        "median": quantile(tally.lengths, 0.5),
        "p95": quantile(tally.lengths, 0.95),
        "most": max(tally.lengths),
        "shared": tally.shared,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("game", nargs="*")
    args = parser.parse_args()
    if not args.json:
        print(
            "| game | variant | players | games | all ended | median | 95 % | most | shared wins |"
        )
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in args.game or bundled():
        for variant, players in tables(load(name)):
            plan = Plan(name, variant, {}, players, games=args.games)
            found = figures(simulate(plan, load, args.workers))
            if args.json:
                about = {"game": name, "variant": variant, "players": players}
                print(json.dumps({**about, **found}), flush=True)
            else:
                cells = (name, variant, players, found["games"], "yes", found["median"])
                row = (*cells, found["p95"], found["most"], found["shared"])
                print("| " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
