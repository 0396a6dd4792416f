"""A position of a game: plain values, changed in place by the program, cheap to copy.

`frames` is the agenda: what is still to be carried out, innermost last.  Nothing in here refers to
the program: `saving.py` writes it as JSON with the places in the spec by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.chance import Chance

FUEL = 200_000
"""How many rounds of loops one move may take (rounds with heavy expressions count more).

The counter goes on from move to move and is filled up when it is empty, but only once in a move: so
ordinary moves need not touch it.
"""

NOBODY = -1

Move = tuple[Any, ...]
"""A move: the number of its option, then its arguments.  Text is made only when shown."""


class NoChance:
    """What a state asks when no chance was given; a game that needs none plays without."""

    count = 0

    def _refuse(self, *_: object) -> Any:
        raise AssertionError("this move needs chance, and none was given")

    shuffle = die = pick = first = _refuse


NO_CHANCE: Chance = NoChance()


class State:
    """`who` is the one player asked and `moves` that player's legal moves; NOBODY while several
    (or none) are asked: then the frame's question knows who.

    `made` counts moves, `count` is the number of the next chance event, `orders` the standing
    orders by seat (None: nobody has any), `over` the winners and scores once it has ended.
    """

    __slots__ = (
        "chance",
        "chosen",
        "count",
        "counters",
        "filled",
        "frames",
        "fuel",
        "made",
        "moves",
        "names",
        "orders",
        "over",
        "patterns",
        "then",
        "told",
        "who",
        "zones",
    )  # fmt: skip

    zones: list[list[str]]
    counters: list[Any]
    frames: list[list[Any]]
    who: int
    moves: list[Move]
    made: int
    count: int
    orders: list[Mapping[str, Any]] | None
    over: tuple[tuple[int, ...], tuple[int | None, ...]] | None
    names: tuple[str, ...]
    patterns: tuple[tuple[str, int | None], ...]
    chance: Chance
    fuel: int
    filled: int
    """The move at which the fuel was last filled up."""
    chosen: Move | None
    told: list[Any] | None
    then: list[tuple[int, Move]] | None

    def __init__(
        self,
        zones: list[list[str]],
        counters: list[Any],
        names: tuple[str, ...],
        patterns: tuple[tuple[str, int | None], ...],
    ) -> None:
        self.zones = zones
        self.counters = counters
        self.frames = []
        self.who = NOBODY
        self.moves = []
        self.made = 0
        self.count = 0
        self.orders = None
        self.over = None
        self.names = names
        self.patterns = patterns
        self.chance = NO_CHANCE
        self.fuel = FUEL
        self.filled = -1
        self.chosen = None
        self.told = None
        self.then = None

    def zone_name(self, index: int) -> str:
        """The name of a zone as in the contract: `hand.ana`."""
        name, seat = self.patterns[index]
        return name if seat is None else f"{name}.{self.names[seat]}"


def clone(state: State) -> State:
    """A copy that shares nothing which changes."""
    copy = State.__new__(State)
    copy.zones = [zone[:] for zone in state.zones]
    copy.counters = state.counters[:]
    copy.frames = [frame[:] for frame in state.frames]
    copy.who = state.who
    copy.moves = state.moves
    copy.made = state.made
    copy.count = state.count
    copy.orders = state.orders
    copy.over = state.over
    copy.names = state.names
    copy.patterns = state.patterns
    copy.chance = NO_CHANCE
    copy.fuel = FUEL
    copy.filled = -1
    copy.chosen = None
    copy.told = None
    copy.then = None
    return copy
