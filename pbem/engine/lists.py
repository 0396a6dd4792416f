"""Lists and picks of the language -> Python expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from card_specs.language import tree as t
from card_specs.language import types
from pbem.engine import emit
from pbem.engine.conditions import Conditions
from pbem.engine.emit import const, expr
from pbem.engine.invariants import hoisted
from pbem.engine.repeats import repeats
from pbem.engine.scope import Scope

if TYPE_CHECKING:
    from pbem.engine.values import Values

MOST_UNROLLED = 120
"""A condition about players that has no more nodes than this for all of them is written out."""


class Lists:
    """The part of the expression compiler that deals with more than one thing."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.trees = values.trees
        self.conditions = Conditions(values)

    def of(self, tree: Any, scope: Scope) -> ast.expr:
        """Any list or pick."""
        method: Callable[[Any, Scope], ast.expr] = getattr(self, "_" + type(tree).__name__.lower())
        return method(tree, scope)

    # --- through a list -------------------------------------------------------------------------

    def exists(self, tree: t.Expr, scope: Scope) -> ast.expr:
        """A list as a condition."""
        if isinstance(tree, t.Where):
            written = self._for_each_player(tree, scope)
            if written is not None:
                return emit.either(written)
            any_of_them = self.conditions.exists(tree, scope)
            if any_of_them is not None:
                return any_of_them
        return self.values.plain(tree, scope)

    def _for_each_player(self, tree: t.Where, scope: Scope) -> list[ast.expr] | None:
        """The condition for player 0, 1, … one after the other, if that is short."""
        if tree.source != t.Call(tree.at, types.PLAYERS, "players", ()):
            return None
        number = self.values.layout.players
        made = []
        for seat in range(number):
            inside = scope.looking_at(tree.level, const(seat))
            made.append(self.values.plain(tree.condition, inside))
            if emit.size(made[0]) * number > MOST_UNROLLED:
                return None
        return made

    def _where(self, tree: t.Where, scope: Scope) -> ast.expr:
        test = self.conditions.test(tree, scope)
        if test is not None:
            source = self.values.plain(tree.source, scope)
            return expr("[*filter(TEST, LIST)]", TEST=test, LIST=source)
        return self._comprehended(tree.source, tree.condition, None, tree.level, scope)

    def _comprehended(
        self,
        source: t.Expr,
        condition: t.Expr | None,
        element: t.Expr | None,
        level: int,
        scope: Scope,
    ) -> ast.expr:
        """`[element for it in source if condition]` with what stays the same taken out."""
        variable = emit.name(self.values.build.fresh("x"))
        said = condition if element is None else element
        assert said is not None
        split = hoisted(self.trees, said, level)
        inside = scope.looking_at(level, variable)
        generators = []
        names = split.names(self.trees)
        for number, part in enumerate(split.keys):
            held = emit.name(self.values.build.fresh("h"))
            value = emit.tuple_of([self.values.steady(part, scope)])
            generators.append(_generator(held, value))
            inside = inside.knowing(names[number], held)
        through = _generator(variable, self.values.plain(source, scope))
        generators.append(through)
        said, again = repeats(self.trees, split.body, level)
        for name, repeated in again:
            held = emit.name(self.values.build.fresh("h"))
            once = emit.tuple_of([self.values.steady(repeated, inside)])
            generators.append(_generator(held, once))
            inside = inside.knowing(name, held)
        body = self.values.plain(said, inside)
        if element is None:
            generators[-1].ifs.append(body)
            body = variable
        return ast.ListComp(body, generators)

    def _values_by(
        self, source: ast.expr, of: t.Expr, by: t.Expr, level: int, scope: Scope
    ) -> ast.expr:
        variable = emit.name(self.values.build.fresh("x"))
        body = self.values.plain(by, scope.looking_at(level, variable))
        return ast.ListComp(body, [_generator(variable, source)])

    # --- one by one -----------------------------------------------------------------------------

    def _joined(self, tree: t.Joined, scope: Scope) -> ast.expr:
        left, right = self.values.plain(tree.left, scope), self.values.plain(tree.right, scope)
        return expr("[*A, *B]", A=left, B=right)

    def _listed(self, tree: t.Listed, scope: Scope) -> ast.expr:
        items = [self.values.plain(item, scope) for item in tree.items]
        if any(map(self.trees.nullable, tree.items)):
            return emit.call("there", *items)
        return emit.tuple_of(items)

    def _range(self, tree: t.Range, scope: Scope) -> ast.expr:
        low, high = self.values.plain(tree.low, scope), self.values.plain(tree.high, scope)
        return emit.call("numbers", low, high)

    def _count(self, tree: t.Count, scope: Scope) -> ast.expr:
        if isinstance(tree.of, t.Where):
            test = self.conditions.test(tree.of, scope)
            if test is not None:
                source = self.values.plain(tree.of.source, scope)
                return expr("sum(map(TEST, LIST))", TEST=test, LIST=source)
        if tree.of == t.Call(tree.at, types.PLAYERS, "players", ()):
            return const(self.values.layout.players)
        return emit.call("len", self.values.plain(tree.of, scope))

    def _take(self, tree: t.Take, scope: Scope) -> ast.expr:
        end = "first" if tree.end is t.End.FIRST else "last"
        if tree.number is None:
            return self._one(tree, end, scope)
        of = self.values.plain(tree.of, scope)
        if isinstance(tree.number, t.Number):
            number = tree.number.value
            if number <= 0:
                return const(())
            bound = const(number if end == "first" else -number)
            return expr("LIST[:N]" if end == "first" else "LIST[N:]", LIST=of, N=bound)
        return emit.call(f"some_{end}", of, self.values.plain(tree.number, scope))

    def _one(self, tree: t.Take, end: str, scope: Scope) -> ast.expr:
        if isinstance(tree.of, t.Where) and end == "first":
            test = self.conditions.test(tree.of, scope)
            if test is not None:
                source = self.values.plain(tree.of.source, scope)
                return expr("next(filter(TEST, LIST), None)", TEST=test, LIST=source)
        of = self.values.plain(tree.of, scope)
        if self.values.is_simple(tree.of):
            at = const(0 if end == "first" else -1)
            return expr("LIST[AT] if LIST else None", LIST=of, AT=at)
        return emit.call(end, of)

    def _allbut(self, tree: t.AllBut, scope: Scope) -> ast.expr:
        of = self.values.plain(tree.of, scope)
        return expr("LIST[1:]" if tree.end is t.End.FIRST else "LIST[:-1]", LIST=of)

    def _item(self, tree: t.Item, scope: Scope) -> ast.expr:
        of = self.values.plain(tree.of, scope)
        return emit.call("item", of, self.values.plain(tree.number, scope))

    def _folded(self, tree: t.Folded, scope: Scope) -> ast.expr:
        made = self._comprehended(tree.of, None, tree.by, tree.level, scope)
        if self.trees.nullable(tree.by):
            made = emit.call("numbers_of", made)
        if tree.fold is t.Fold.SUM:
            return emit.call("sum", made)
        template = "max(LIST, default=0)" if tree.fold is t.Fold.MAX else "min(LIST, default=0)"
        return expr(template, LIST=made)

    def _ranked(self, tree: t.Ranked, scope: Scope) -> ast.expr:
        held = emit.name(self.values.build.fresh("h"))
        source = self.values.plain(tree.of, scope)
        by = self._values_by(held, tree.of, tree.by, tree.level, scope)
        return expr(
            "[one for HELD in (LIST,) for one in ranked(HELD, BY, HIGHEST)]",
            HELD=held,
            LIST=source,
            BY=by,
            HIGHEST=const(tree.highest),
        )

    def _everyword(self, tree: t.EveryWord, scope: Scope) -> ast.expr:
        return const(self.values.layout.rules.words[tree.type.words])

    def _everycode(self, tree: t.EveryCode, scope: Scope) -> ast.expr:
        return const(self.trees.deck.codes_of(tree.kind))

    def _everyvalue(self, tree: t.EveryValue, scope: Scope) -> ast.expr:
        from pbem.engine.cards import Attribute

        words = self.values.layout.rules.words.get(tree.type.words, ())
        order = {word: place for place, word in enumerate(words)}
        known = self.values.build.object("o", order, ("order", tree.type.words))
        table = self.values.build.table(Attribute, tree.attribute)
        of = self.values.plain(tree.of, scope)
        return expr(
            "distinct(map(TABLE.__getitem__, LIST), ORDER)", TABLE=table, LIST=of, ORDER=known
        )

    def _choose(self, tree: t.Choose, scope: Scope) -> ast.expr:
        places = self.values.build.object("o", self.trees.deck.places(), ("places",))
        of = self.values.plain(tree.of, scope)
        return emit.call("choices", of, self.values.plain(tree.number, scope), places)


def _generator(target: ast.Name, through: ast.expr) -> ast.comprehension:
    return ast.comprehension(ast.Name(target.id, ast.Store()), through, [], 0)
