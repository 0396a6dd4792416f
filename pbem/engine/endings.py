"""The end condition, woven into every step that writes something it looks at.

So "the game ends at the moment when …" needs no care in a spec.  Only those parts of the condition
are looked at that the step can have changed; for a condition about all players, where the step
wrote one player's own zone or counter, only that player's.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import EndAt
from pbem.engine import emit
from pbem.engine.emit import const, expr
from pbem.engine.layout import TURN
from pbem.engine.scope import Scope
from pbem.engine.trees import Read, walk

if TYPE_CHECKING:
    from pbem.engine.values import Values

Written = t.Zone | t.Counter
"""Something that a step writes, with its owners."""


def read_of(written: Written) -> Read:
    """What a reader of it is found under."""
    if isinstance(written, t.Zone):
        return ("zone", written.zone)
    return ("counter", written.counter)


class Endings:
    """The end condition of one table in its parts."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.end = values.layout.rules.end
        condition = self.end.condition
        self.parts: tuple[t.Expr, ...] = ()
        if condition is not None:
            expanded = values.trees.expand(condition)
            values.budgets.check(expanded)
            self.parts = expanded.operands if isinstance(expanded, t.Any) else (expanded,)

    def scope(self) -> Scope:
        """The end is nobody's doing: `me` is whose turn it is."""
        index = const(self.values.layout.counters[TURN].base)
        return Scope(expr("C[TURN]", TURN=index))

    def whole(self) -> list[ast.stmt]:
        """Look at the whole condition."""
        if not self.parts:
            return []
        test = emit.either([self.values.plain(part, self.scope()) for part in self.parts])
        return emit.stmts("if TEST:\n    raise Over", TEST=test)

    def at(self, when: EndAt) -> list[ast.stmt]:
        """Look at the condition if that is to happen at this sort of moment."""
        return self.whole() if self.end.when is when else []

    def after(self, written: Sequence[Written], scope: Scope) -> list[ast.stmt]:
        """Look at what a step that wrote these can have changed."""
        if self.end.when is not EndAt.ONCE:
            return []
        reads = {read_of(one) for one in written}
        tests: list[ast.expr] = []
        for part in self.parts:
            if self.values.trees.reads(part) & reads:
                tests += self._tests(part, written, scope)
        return emit.stmts("if TEST:\n    raise Over", TEST=emit.either(tests)) if tests else []

    def _tests(self, part: t.Expr, written: Sequence[Written], scope: Scope) -> list[ast.expr]:
        touched = [one for one in written if read_of(one) in self.values.trees.reads(part)]
        owners = [self._owner(part, one) for one in touched]
        if not isinstance(part, t.Exists) or not isinstance(part.operand, t.Where):
            return [self.values.plain(part, self.scope())]
        about = part.operand
        known = [owner for owner in owners if owner is not None]
        if len(known) < len(owners) or not all(map(self.values.is_simple, known)):
            return [self.values.plain(part, self.scope())]
        tests = []
        for owner in dict.fromkeys(known):
            player = self.values.plain(owner, scope)
            inside = self.end_of(about, player)
            tests.append(inside)
        return tests

    def end_of(self, about: t.Where, player: ast.expr) -> ast.expr:
        """The condition for one player."""
        scope = self.scope().looking_at(about.level, player)
        return self.values.plain(about.condition, scope)

    def _owner(self, part: t.Expr, written: Written) -> t.Expr | None:
        """The only player about whom a part can have changed, or None if that isn't sure."""
        if not isinstance(part, t.Exists) or not isinstance(part.operand, t.Where):
            return None
        about = part.operand
        if not (isinstance(about.source, t.Call) and about.source.function == "players"):
            return None
        if not written.owners or written.owners[-1].type != types.PLAYER:
            return None
        if self.values.trees.nullable(written.owners[-1]):
            return None
        for inside in walk(about.condition):
            if isinstance(inside, t.TermValue):
                return None
            touched = isinstance(inside, t.Zone | t.Counter) and read_of(inside) == read_of(written)
            if touched and _owner_of(inside) != t.Candidate(part.at, types.PLAYER, about.level):
                return None
        return written.owners[-1]


def _owner_of(expr: t.Expr) -> t.Expr | None:
    """The player of a zone or counter."""
    assert isinstance(expr, t.Zone | t.Counter)
    return expr.owners[-1] if expr.owners else None
