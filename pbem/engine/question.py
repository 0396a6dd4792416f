"""A question as the running program knows it, and what its frame remembers while it is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from card_specs.language.problems import Mark
from pbem.engine.scope import Scope
from pbem.engine.state import Move, State

if TYPE_CHECKING:
    from pbem.engine.options import Option
    from pbem.engine.points import Go, Point
    from pbem.engine.units import Recipe, Unit

Frame = list[Any]
Handler = Callable[[State, Frame, int, Move], Any]


class How(Enum):
    """Who of several answers when, and when the answers take effect."""

    ALONE = "alone"
    EACH = "each"
    SEALED = "sealed"
    FIRST = "first"
    WINDOW = "window"


class Asking(NamedTuple):
    """What the frame remembers of a question put to several; never changed, only replaced.

    `who`: those it is for, in order.  `todo`: those still to be looked at before it can be put (or
    whose sealed answers are still to be carried out).  `left`: who still has to answer, with the
    serial number of their question.  `given`: sealed answers.  `sizes`: how many cards everybody
    saw in each zone when it opened, where answers are secret (in a window only passes are).
    `at`, `passes`: where a window is.
    """

    who: tuple[int, ...]
    todo: tuple[int, ...] = ()
    left: tuple[tuple[int, int], ...] = ()
    given: tuple[tuple[int, Move], ...] = ()
    sizes: tuple[int, ...] | None = None
    asked: tuple[int, ...] = ()
    at: int = 0
    passes: int = 0
    done: bool = False
    """All sealed answers are in and are being carried out."""

    def answer_of(self, seat: int) -> Move | None:
        for player, move in self.given:
            if player == seat:
                return move
        return None


@dataclass(eq=False)
class Question:
    """The parts of the program that belong to one question.

    `slot` is where its `Asking` lies in the frame.  The functions are set by `bind`, once the
    program exists: `legal` lists a player's moves without the `or`, which is there if `may_decline`
    says so; `key` gives the standing order that may answer, `shows` the position of the zone
    opened to the one asked, `none` carries out what happens when there is no move, `onward` what
    comes after the question.
    """

    index: int
    place: str
    at: Mark
    how: How
    point: Point
    unit: Unit
    single: bool = False
    again: bool = False
    secret: bool = False
    slot: int = 0
    decline: Option | None = None
    scope: Scope = field(default_factory=Scope)
    """What names mean to the one asked (the Python variable `p`), for policies."""
    who: Recipe | None = None
    """Whom it is for."""
    identifiers: dict[str, str] = field(default_factory=dict)
    legal: Callable[[State, Frame, int], list[Move]] = field(init=False, repr=False)
    may_decline: Callable[[State, Frame, int], bool] | None = None
    key: Callable[[State, Frame, int], str] | None = None
    shows: Callable[[State, Frame, int], int] | None = None
    none: Callable[[State, Frame, int], Any] | None = None
    onward: Go = field(init=False, repr=False)

    def bind(self, program: Mapping[str, Any]) -> None:
        """Take the functions out of the finished program."""
        for attribute, identifier in self.identifiers.items():
            setattr(self, attribute, program[identifier])

    @property
    def declined(self) -> Move | None:
        """The `or` as a move."""
        return None if self.decline is None else (self.decline.index,)

    def moves(self, state: State, frame: Frame, seat: int) -> list[Move]:
        """A player's legal moves, the `or` included; none if there is no other."""
        moves = self.legal(state, frame, seat)
        declined = self.declined
        if not moves or declined is None:
            return moves
        if self.may_decline is None or self.may_decline(state, frame, seat):
            return [*moves, declined]
        return moves
