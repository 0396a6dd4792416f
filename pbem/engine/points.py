"""Where a frame can wait: the places after calls and at questions, by number and by name.

In play a frame holds a number; in a saved state it holds the name, which is the place in the spec.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.engine.units import Recipe, Unit, slots_of

if TYPE_CHECKING:
    from pbem.engine.flow import Block
    from pbem.engine.question import Question
    from pbem.engine.scope import Scope
    from pbem.engine.stops import Procedure

Go = Callable[[Any, Any], Any]
"""A piece of the program: of the state and the frame; gives the next piece, or None."""


@dataclass(eq=False)
class Point:
    """One such place; `go` is where play goes on, `again` what `again` in a called rule does."""

    index: int
    name: str
    unit: Unit
    live: frozenset[int] = frozenset()
    """The slots that are in use here."""
    called: Procedure | None = None
    """What was called here, if anything, and how its arguments are found."""
    arguments: tuple[Recipe, ...] = ()
    block: Block | None = None
    again_block: Block | None = None
    question: Question | None = None
    go: Go | None = None
    again: Go | None = None


@dataclass
class Points:
    """All of one program; number 0 is no place."""

    all: list[Point] = field(default_factory=list)
    _names: set[str] = field(default_factory=set)

    def new(self, name: str, unit: Unit, scope: Scope) -> Point:
        """A place with a name that no other has: `turn/2`, then `turn/2#2`, …"""
        unique, number = name, 1
        while unique in self._names:
            number += 1
            unique = f"{name}#{number}"
        self._names.add(unique)
        point = Point(len(self.all) + 1, unique, unit, slots_of(scope))
        self.all.append(point)
        return point

    def by_name(self) -> dict[str, Point]:
        return {point.name: point for point in self.all}
