"""How fast the engine plays: decisions a processor second, random play, one process.

    python benchmarks/engine.py                 # Crazy Eights against the floor, then every game
    python benchmarks/engine.py --json          # one JSON object a line
    python benchmarks/engine.py --only hearts   # games whose name begins like that
    python benchmarks/engine.py --growth        # how cost grows with players and with the deck

`ours` goes through `apply`, one call a decision; `playout` is the loop for simulation.  Rounds of
ours and of the floor alternate, and the ratio is the median of the rounds' ratios: a machine that
is busy slows both.  Other games have no floor of their own; theirs is that of Crazy Eights.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import engine_floor

from card_specs.language.load import load
from pbem import engine

SPECS = Path(__file__).parents[1] / "card_specs"
GROWTH = Path(__file__).parent / "growth.yaml"
ROUNDS = 15
FLOOR_GAMES = 150


class Luck:
    """Chance and draws by Python's own generator: the fastest there is, as the floor has it."""

    def __init__(self, seed: int) -> None:
        self.count = 0
        self.generator = random.Random(seed)
        self.random = self.generator.random

    def below(self, m: int) -> int:
        return int(self.random() * m)

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        self.count += 1
        order = list(cards)
        self.generator.shuffle(order)
        return order

    def die(self, player: str, faces: int) -> int:
        self.count += 1
        return 1 + int(self.random() * faces)

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        self.count += 1
        return cards[int(self.random() * len(cards))]

    def first(self, players: Sequence[str]) -> str:
        self.count += 1
        return players[int(self.random() * len(players))]


@dataclass(frozen=True)
class Measured:
    """Decisions a processor second, ours and the floor's, and what else was seen."""

    name: str
    ours: float
    floor: float
    ratio: float
    playout: float
    playout_ratio: float
    decisions: float
    """A game's, on average."""
    ready_ms: float
    """Loading, checking and compiling the spec, the best of three."""
    clone_us: float

    def line(self) -> dict[str, object]:
        shown = {"name": self.name, "ours": round(self.ours), "floor": round(self.floor)}
        return shown | {
            "ratio": round(self.ratio, 3),
            "playout": round(self.playout),
            "playout_ratio": round(self.playout_ratio, 3),
            "decisions": round(self.decisions, 1),
            "ready_ms": round(self.ready_ms, 1),
            "clone_us": round(self.clone_us, 2),
        }


def by_apply(table: engine.Table, luck: Luck) -> int:
    """One random game, a call of `apply` for each decision; gives how many there were."""
    apply, random = engine.apply, luck.random
    state = engine.start(table, luck)
    decisions = 0
    while state.over is None:
        seat: int = state.who
        moves: Sequence[engine.Move] = state.moves
        if seat < 0:
            seats = engine.to_move(table, state)
            seat = seats[int(random() * len(seats))]
            moves = engine.legal_moves(table, state, seat)
        apply(table, state, seat, moves[int(random() * len(moves))], luck)
        decisions += 1
    return decisions


def by_playout(table: engine.Table, luck: Luck) -> int:
    return engine.playout(table, engine.start(table, luck), luck, luck)


def floor(luck: Luck) -> int:
    return engine_floor.play(luck.random, luck.generator.shuffle)


def rate(games: int, play: Callable[[Luck], int], luck: Luck) -> tuple[float, float]:
    """Decisions a processor second, and decisions a game."""
    begun = time.process_time()
    decisions = sum(play(luck) for _ in range(games))
    return decisions / (time.process_time() - begun), decisions / games


def measure(
    name: str, spec: str, variant: str, players: int, options: dict[str, object]
) -> Measured:
    """One game, variant and number of players."""
    ready = min(_ready(spec, variant, players, options) for _ in range(3))
    table = engine.compile_table(load(SPECS / spec), variant, options, players)
    _, length = rate(5, partial(by_apply, table), Luck(0))
    games = max(2, int(6000 / length))
    ours, floors, playouts, lengths = [], [], [], []
    for seed in range(ROUNDS):
        luck = Luck(seed)
        one, length = rate(games, partial(by_apply, table), luck)
        ours.append(one)
        lengths.append(length)
        floors.append(rate(FLOOR_GAMES, floor, luck)[0])
        playouts.append(rate(games, partial(by_playout, table), luck)[0])
    ratio = statistics.median(a / b for a, b in zip(ours, floors, strict=True))
    quick = statistics.median(a / b for a, b in zip(playouts, floors, strict=True))
    return Measured(
        name,
        statistics.median(ours),
        statistics.median(floors),
        ratio,
        statistics.median(playouts),
        quick,
        statistics.mean(lengths),
        ready * 1e3,
        _clone(table) * 1e6,
    )


def _ready(spec: str, variant: str, players: int, options: dict[str, object]) -> float:
    begun = time.process_time()
    engine.compile_table(load(SPECS / spec), variant, options, players)
    return time.process_time() - begun


def _clone(table: engine.Table) -> float:
    """Seconds for a copy of a state in the middle of a game."""
    luck = Luck(7)
    state = engine.start(table, luck)
    engine.playout(table, state, luck, luck, most=25)
    best = 1.0
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(400):
            engine.clone(state)
        best = min(best, (time.perf_counter() - begun) / 400)
    return best


# --- what is measured ----------------------------------------------------------------------------


def every(only: str) -> Iterator[tuple[str, str, str, int, dict[str, object]]]:
    """The floor's own game first, then all games, variants and numbers of players."""
    rest = sorted(path.name for path in SPECS.glob("*.yaml"))
    for spec in ["crazy_eights.yaml", *(name for name in rest if name != "crazy_eights.yaml")]:
        game = load(SPECS / spec)
        if "turn" not in game.sections or not game.id.startswith(only):
            continue
        for variant in tuple(game.variants) or ("",):
            allowed = game.variants[variant].players if variant else game.players
            order = sorted(allowed.numbers, key=lambda n: (n != 3, n))
            for players in order:
                short = game.id if len(game.variants) < 2 else f"{game.id}-{variant}"
                yield f"{short}-{players}p", spec, variant, players, {}


def growth() -> None:
    """Cost of a decision by the number of players and by the size of the deck (one small game)."""
    for what, cases in (
        ("players", [(n, {"decks": 4}) for n in (2, 4, 8, 12)]),
        ("cards", [(3, {"decks": n}) for n in (1, 2, 4, 8, 16)]),
    ):
        print(f"{what:8} {'us a decision':>13} {'floors':>7} {'ready ms':>8} {'copy us':>8}")
        for players, options in cases:
            found = measure("growth", str(GROWTH), "", players, dict(options))
            size = players if what == "players" else 52 * options["decks"]
            print(f"{size:8} {1e6 / found.ours:13.2f} {found.ratio:7.3f} "
                  f"{found.ready_ms:8.1f} {found.clone_us:8.2f}", flush=True)  # fmt: skip


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--json", action="store_true")
    reader.add_argument("--only", default="")
    reader.add_argument("--growth", action="store_true")
    given = reader.parse_args()
    if given.growth:
        growth()
        return
    if not given.json:
        print(f"{'':24} {'apply/s':>9} {'ratio':>6} {'playout/s':>9} {'ratio':>6} "
              f"{'a game':>7} {'ready ms':>8} {'copy us':>7}")  # fmt: skip
    for one in every(given.only):
        found = measure(*one)
        if given.json:
            print(json.dumps(found.line()), flush=True)
        else:
            print(f"{found.name:24} {found.ours:9,.0f} {found.ratio:6.3f} {found.playout:9,.0f} "
                  f"{found.playout_ratio:6.3f} {found.decisions:7.0f} {found.ready_ms:8.1f} "
                  f"{found.clone_us:7.2f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
