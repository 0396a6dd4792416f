"""What a piece of a program is compiled in: the frame it runs in, and what names mean there.

A frame is a list: where to go on, who acts, the card played, then the locals that outlive a stop.
The main frame carries out set-up and turns; there `me` is whoever the counter `turn` names.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from card_specs.language.tree import Expr
from card_specs.language.types import Type
from card_specs.values import dataclass
from pbem.engine import emit
from pbem.engine.emit import const, expr
from pbem.engine.scope import Scope

if TYPE_CHECKING:
    from pbem.engine.flow import Block, Writer

RESUME, ME, THIS, FIRST_LOCAL = 0, 1, 2, 3
"""Positions in a frame."""

OPERATIONS_A_ROUND = 1000
"""So much work of expressions counts like one more round of a loop."""


@dataclass(frozen=True)
class Recipe:
    """How to find another value for a local that a reader may not know (`sampling.py`).

    `tree` under `scope` gives the value or, with `choose`, the list that it is one of.
    """

    tree: Expr
    scope: Scope
    choose: bool = False


@dataclass(frozen=True)
class Slot:
    """One local of a frame: its name in the spec (made unique), its type, and its recipe."""

    index: int
    name: str
    type: Type | None
    spec_name: str = ""
    """The name in the spec that it belongs to; "" for what only the engine keeps."""
    recipe: Recipe | None = None
    secret: bool = False
    """Nobody may know it (only for what the engine keeps and has no recipe)."""


@dataclass(eq=False)
class Unit:
    """Steps that run in one kind of frame (or in a plain function, if nothing in them stops)."""

    procedure: tuple[str, str]
    """What it is compiled from (`stops.Procedure`)."""
    line: int
    framed: bool
    main: bool = False
    slots: list[Slot] = field(default_factory=list)
    work: int = 0
    """The bound of all expressions in it."""
    weight: ast.Constant = field(default_factory=lambda: ast.Constant(1))
    """What a round of any loop in it counts; a shared node, filled in when the work is known."""

    def slot(
        self,
        name: str,
        type_: Type | None,
        spec_name: str = "",
        recipe: Recipe | None = None,
        secret: bool = False,
    ) -> ast.expr:
        """Room for one more local, as the tree that reads and writes it."""
        taken = {slot.name for slot in self.slots}
        unique, number = name, 1
        while unique in taken:
            number += 1
            unique = f"{name}.{number}"
        index = FIRST_LOCAL + len(self.slots)
        self.slots.append(Slot(index, unique, type_, spec_name, recipe, secret))
        return expr("f[I]", I=const(index))

    def settle(self) -> None:
        """Fill in the weight: all expressions of the unit are known now."""
        self.weight.value = 1 + self.work // OPERATIONS_A_ROUND

    def charge(self) -> list[ast.stmt]:
        """Count a round against the budget."""
        return emit.stmts("S.fuel -= N\nif S.fuel < 0:\n    refuel(S)", N=self.weight)


@dataclass(frozen=True)
class Quick:
    """At the very beginning of an answer's steps, in the block that carries it out.

    There the one who answers and the move's arguments are still Python variables (`scope`), and
    the card that was chosen (`card`) lies in the zone it was chosen from.
    """

    block: Block
    scope: Scope
    card: tuple[str, Expr] | None = None


@dataclass
class Here:
    """Where a step stands.  `scope` grows as names are given; a step list works on a copy.

    `crossing`: a step that may stop follows in the same list, so a new local needs a slot.
    `leave` writes what `leave` does; `again` is the block that puts the question again, and
    `laid` the position of the zone where the card played lies.
    """

    unit: Unit
    scope: Scope
    leave: Callable[[Writer, int], None] | None = None
    again: Block | None = None
    laid: ast.expr | None = None
    crossing: bool = False
    quick: Quick | None = None

    def inner(self) -> Here:
        return replace(self)

    def keep(
        self,
        name: str,
        type_: Type | None,
        recipe: Recipe | None = None,
        of: str = "",
        secret: bool = False,
    ) -> ast.expr:
        """Room in the frame for something that only the engine keeps, in use from here on.

        `of` is the local of the spec that it belongs to.
        """
        place = self.unit.slot(name, type_, of, recipe, secret)
        self.scope = self.scope.knowing(f"\0{self.unit.slots[-1].name}", place)
        return place

    def within(self, scope: Scope) -> Here:
        return replace(self, scope=scope)


def slots_of(scope: Scope) -> frozenset[int]:
    """The positions in the frame that are in use under a scope."""
    reads = [*scope.locals.values(), scope.me, scope.this]
    found = set()
    for read in reads:
        if isinstance(read, ast.Subscript) and isinstance(read.slice, ast.Constant):
            of, index = read.value, read.slice.value
            if isinstance(of, ast.Name) and of.id == "f" and isinstance(index, int):
                found.add(index)
    return frozenset(found)
