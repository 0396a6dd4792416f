"""Expressions that are compiled when they are first needed: policies, guesses of hidden values.

Each becomes a small program of its own, as a function of the state, the frame, a player, and values
by name for locals that the frame doesn't have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from card_specs.language import tree as t
from card_specs.language.rules import Rules
from pbem.engine.build import Build
from pbem.engine.cards import Deck
from pbem.engine.emit import const, expr, stmts
from pbem.engine.kit import EXPRESSION_KIT
from pbem.engine.layout import lay_out
from pbem.engine.scope import Scope
from pbem.engine.trees import Trees, walk
from pbem.engine.values import Values

FILE = "<look>"
"""Another file name than a program's: lines here are no places in the program's list."""

Look = Callable[[Any, list[Any], int, Mapping[str, Any]], Any]


class MoveValues(dict[str, Any]):
    """A move's values by name; nothing for a key that the move lacks."""

    def __missing__(self, key: str) -> None:
        return None


class Looks:
    """Such expressions of one table, each compiled once."""

    def __init__(self, rules: Rules, deck: Deck) -> None:
        self.layout = lay_out(rules)
        self.deck = deck
        self._made: dict[tuple[int, int], tuple[t.Expr, Scope, Look]] = {}

    def at(self, tree: t.Expr, scope: Scope) -> Look:
        """The expression as a function; names mean what they mean under the scope."""
        key = (id(tree), id(scope))
        if key not in self._made:
            self._made[key] = tree, scope, self._compiled(tree, scope)
        return self._made[key][2]

    def _compiled(self, tree: t.Expr, scope: Scope) -> Look:
        build = Build(self.deck, FILE)
        values = Values(build, self.layout, Trees(self.layout, self.deck))
        build.objects |= EXPRESSION_KIT
        for part in walk(tree):
            if isinstance(part, t.Local) and part.name not in scope.locals:
                scope = scope.knowing(part.name, expr("v[NAME]", NAME=const(part.name)))
        steps = stmts("Z = S.zones\nC = S.counters\nreturn V", V=values.value(tree, scope))
        build.add("look", ["S", "f", "p", "v"], steps, build.line(tree.at))
        look: Look = build.finish()["look"]
        return look
