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
from pbem.engine.invariants import KEY, Split, keyed
from pbem.engine.kit import Memo, Memos
from pbem.engine.scope import Scope

if TYPE_CHECKING:
    from pbem.engine.values import Values

MOST_KEYS = 4
_CARDS = (types.Kind.CARD, types.Kind.CODE)


class Conditions:
    """Remembered conditions of one program."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def test(self, where: t.Where, scope: Scope) -> ast.expr | None:
        """The look-up card -> true or false for a `where`, or None if it can't be remembered."""
        if where.type.item.kind not in _CARDS:
            return None
        splits = keyed(self.values.trees, [where.condition], where.level, MOST_KEYS)
        if splits is None:
            return None
        split = splits[0]
        body = self.bodies(splits, where.level)[0]
        steps = emit.stmts("return bool(V)", V=body)
        key = ("test", split.body, where.level)
        return self.remembered(steps, split, scope, self.values.build.line(where.at), key)

    def bodies(self, splits: Sequence[Split], level: int) -> list[ast.expr]:
        """Conditions as expressions of the candidate `c` and the values `k0`, `k1`, …"""
        scope = Scope().looking_at(level, emit.name("c"))
        for number in range(len(splits[0].keys)):
            scope = scope.knowing(f"{KEY}{number}", emit.name(f"k{number}"))
        return [self.values.plain(split.body, scope) for split in splits]

    def remembered(
        self,
        steps: list[ast.stmt],
        split: Split,
        scope: Scope,
        line: int,
        key: tuple[object, ...] = (),
    ) -> ast.expr:
        """A function of `c`, `k0`, … as a look-up, under the values that the parts have here."""
        build = self.values.build
        memo = build.known(key) if key else None
        if memo is None:
            identifier = build.fresh("w")
            names = [f"k{number}" for number in range(len(split.keys))]
            build.add(identifier, ["c", *names], steps, line)
            made = Memos(_not_yet) if split.keys else Memo(_not_yet)
            build.later.append((made, identifier))
            memo = build.object("m", made if split.keys else made.__getitem__, key)
        if not split.keys:
            return memo
        parts = [self.values.steady(part, scope) for part in split.keys]
        return expr("M[K]", M=memo, K=parts[0] if len(parts) == 1 else emit.tuple_of(parts))


def _not_yet(*_: object) -> object:
    raise AssertionError("the program is not finished")
