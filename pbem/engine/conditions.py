"""Conditions about cards as look-ups: what one says of a card is worked out once and remembered.

`[hand where color == open.color]` depends on the card and on one colour; for each colour there is
a table from card to yes or no, filled as cards are met.  A program then filters a hand without
running any code of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from card_specs.language import tree as t
from card_specs.language import types
from pbem.engine import emit
from pbem.engine.emit import expr
from pbem.engine.invariants import Split, keyed
from pbem.engine.kit import Memos, Remembered, Sets
from pbem.engine.scope import Scope
from pbem.engine.trees import walk

if TYPE_CHECKING:
    from pbem.engine.values import Values

MOST_KEYS = 4
_CARDS = (types.Kind.CARD, types.Kind.CODE)


class Conditions:
    """Remembered conditions of one program."""

    def __init__(self, values: Values) -> None:
        self.values = values

    # --- which cards of a list meet a condition -------------------------------------------------

    def exists(self, where: t.Where, scope: Scope) -> ast.expr | None:
        """Whether there is any, or None if the condition can't be remembered."""
        source = self.values.plain(where.source, scope)
        cards = self._cards(where, scope)
        if cards is not None:
            return expr("not CARDS.isdisjoint(LIST)", CARDS=cards, LIST=source)
        test = self._test(where, scope)
        return None if test is None else expr("any(map(TEST, LIST))", TEST=test, LIST=source)

    def test(self, where: t.Where, scope: Scope) -> ast.expr | None:
        """A function of a card, or None."""
        cards = self._cards(where, scope)
        if cards is not None:
            return expr("CARDS.__contains__", CARDS=cards)
        return self._test(where, scope)

    def _split(self, where: t.Where) -> list[Split] | None:
        if where.type.item.kind not in _CARDS:
            return None
        return keyed(self.values.trees, [where.condition], where.level, MOST_KEYS)

    def _cards(self, where: t.Where, scope: Scope) -> ast.expr | None:
        """The set of all codes that meet the condition, where cards lie plainly."""
        splits = self._split(where)
        if splits is None or not self.lie_plainly(where.source):
            return None
        steps = emit.stmts("return V", V=self.bodies(splits, where.level)[0])
        key = ("set", splits[0].body, where.level)
        line = self.values.build.line(where.at)
        return self.remembered(Sets, steps, splits[0], scope, line, key)

    def _test(self, where: t.Where, scope: Scope) -> ast.expr | None:
        """The look-up card -> true or false, for cards that may lie in any way."""
        splits = self._split(where)
        if splits is None:
            return None
        steps = emit.stmts("return bool(V)", V=self.bodies(splits, where.level)[0])
        key = ("test", splits[0].body, where.level)
        line = self.values.build.line(where.at)
        return self.remembered(Memos, steps, splits[0], scope, line, key)

    def lie_plainly(self, source: t.Expr) -> bool:
        """Whether the cards of a list are plain codes: none turned, marked or paired."""
        return all(self._lies_plainly(part) for part in walk(source))

    def _lies_plainly(self, part: t.Expr) -> bool:
        if isinstance(part, t.Zone):
            return part.zone in self.values.plain_zones
        unknown = isinstance(part, t.Local | t.TermValue | t.This | t.Candidate)
        return not unknown or part.type.item.kind is not types.Kind.CARD

    # --- functions of a card and some keys ------------------------------------------------------

    def bodies(self, splits: Sequence[Split], level: int) -> list[ast.expr]:
        """Conditions as expressions of the candidate `c` and the values `k0`, `k1`, …"""
        scope = Scope().looking_at(level, emit.name("c"))
        for number, name in enumerate(splits[0].names(self.values.trees)):
            scope = scope.knowing(name, emit.name(f"k{number}"))
        return [self.values.plain(split.body, scope) for split in splits]

    def remembered(
        self,
        kind: type[Remembered],
        steps: list[ast.stmt],
        split: Split,
        scope: Scope,
        line: int,
        key: tuple[object, ...] = (),
    ) -> ast.expr:
        """What a function of `c`, `k0`, … says of the cards, under the keys' values here."""
        build = self.values.build
        memo = build.known(key) if key else None
        if memo is None:
            identifier = build.fresh("w")
            names = [f"k{number}" for number in range(len(split.keys))]
            build.add(identifier, ["c", *names], steps, line)
            made = kind(tuple(self.values.trees.deck.faces))
            memo = build.object("m", made, key)
            build.later.append((memo.id, made, identifier, not split.keys))
        if not split.keys:
            return memo
        parts = [self.values.steady(part, scope) for part in split.keys]
        return expr("M[K]", M=memo, K=parts[0] if len(parts) == 1 else emit.tuple_of(parts))
