"""Expressions of the language -> Python expressions.

In a program `Z` is the list of zones and `C` that of counters.  Players are seats from 0, cards and
words are strings, nothing is None.  A list may be a zone itself: whoever keeps it copies it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import Order
from pbem.engine import emit
from pbem.engine.budgets import Budgets, grows
from pbem.engine.build import Build
from pbem.engine.cards import Attribute, HasTag, IsKind, Lies
from pbem.engine.emit import const, expr
from pbem.engine.layout import Layout, Places
from pbem.engine.lists import Lists
from pbem.engine.scope import Scope
from pbem.engine.seating import Seating
from pbem.engine.trees import Trees, parts

_TRAITS = {t.Trait.KIND: IsKind, t.Trait.TAG: HasTag, t.Trait.STATE: Lies}
_COMPARED = {
    "==": ("A == B", "equal"),
    "!=": ("A != B", "unequal"),
    "<": ("A < B", "less"),
    "<=": ("A <= B", "at_most"),
}
_TURNED = {">": "<", ">=": "<="}
_ARITHMETIC = {
    "+": ("A + B", "plus"),
    "-": ("A - B", "minus"),
    "*": ("A * B", "times"),
    "/": ("A // B", "over"),
    "%": ("A % B", "rest"),
}
_SIMPLE = t.Zone | t.Local | t.Candidate | t.Me | t.This | t.Number | t.Word | t.Code | t.Counter


class Values:
    """The compiler of expressions for one table."""

    def __init__(
        self,
        build: Build,
        layout: Layout,
        trees: Trees,
        plain_zones: frozenset[str] = frozenset(),
    ) -> None:
        self.build = build
        self.plain_zones = plain_zones
        """Zones in which cards surely lie as plain codes."""
        self.layout = layout
        self.trees = trees
        self.budgets = Budgets(trees)
        self.seating = Seating(layout.players)
        self._terms: dict[str, str] = {}
        self.lists = Lists(self)

    # --- from outside ---------------------------------------------------------------------------

    def value(self, tree: t.Expr, scope: Scope) -> ast.expr:
        """An expression's value; terms are written out and bounds checked first."""
        tree = self.trees.expand(tree)
        self.budgets.check(tree)
        return self.plain(tree, scope)

    def kept(self, tree: t.Expr, scope: Scope) -> ast.expr:
        """A value that is going to be stored: lists as tuples, truths as such, numbers checked."""
        tree = self.trees.expand(tree)
        self.budgets.check(tree)
        made = self.plain(tree, scope)
        if tree.type.is_list:
            return made if isinstance(made, ast.Constant) else emit.call("tuple", made)
        if tree.type.kind is types.Kind.TRUTH and not isinstance(tree, t.Truth | t.Compare | t.Not):
            return emit.call("bool", made)
        risky = grows(tree) or self.trees.nullable(tree)
        checked = tree.type.kind is types.Kind.NUMBER and risky
        return emit.call("some", made) if checked else made

    def steady(self, tree: t.Expr, scope: Scope) -> ast.expr:
        """A value taken out of a condition: a list used as a truth becomes one."""
        made = self.plain(tree, scope)
        sure = isinstance(tree, t.Compare | t.Not | t.Truth | t.CardIs | t.Local)
        return made if tree.type.kind is not types.Kind.TRUTH or sure else emit.call("bool", made)

    # --- one node -------------------------------------------------------------------------------

    def plain(self, tree: t.Expr, scope: Scope) -> ast.expr:
        """The value of a tree whose terms are written out already."""
        method: Callable[[Any, Scope], ast.expr] = getattr(
            self, "_" + type(tree).__name__.lower(), self.lists.of
        )
        return method(tree, scope)

    def _number(self, tree: t.Number, scope: Scope) -> ast.expr:
        return const(tree.value)

    def _truth(self, tree: t.Truth, scope: Scope) -> ast.expr:
        return const(tree.value)

    def _word(self, tree: t.Word, scope: Scope) -> ast.expr:
        return const(tree.value)

    def _code(self, tree: t.Code, scope: Scope) -> ast.expr:
        return const(tree.value)

    def _me(self, tree: t.Me, scope: Scope) -> ast.expr:
        assert scope.me is not None
        return scope.me

    def _this(self, tree: t.This, scope: Scope) -> ast.expr:
        return const(None) if scope.this is None else scope.this

    def _candidate(self, tree: t.Candidate, scope: Scope) -> ast.expr:
        return scope.candidates[tree.level]

    def _local(self, tree: t.Local, scope: Scope) -> ast.expr:
        return scope.locals[tree.name]

    def _nobody(self, tree: t.Nobody, scope: Scope) -> ast.expr:
        return const(())

    def _zone(self, tree: t.Zone, scope: Scope) -> ast.expr:
        places = self.layout.zones[tree.zone]
        index = self._index(places, tree.owners, scope)
        if index is not None:
            return expr("Z[INDEX]", INDEX=index)
        return expr(
            "(lambda k: NOWHERE if k is None else Z[k])(INDEX)",
            INDEX=self._looked_up(places, tree.owners, scope),
        )

    def _counter(self, tree: t.Counter, scope: Scope) -> ast.expr:
        places = self.layout.counters[tree.counter]
        index = self._index(places, tree.owners, scope)
        if index is not None:
            return expr("C[INDEX]", INDEX=index)
        return expr(
            "(lambda k: None if k is None else C[k])(INDEX)",
            INDEX=self._looked_up(places, tree.owners, scope),
        )

    def zone_index(self, tree: t.Zone, scope: Scope) -> ast.expr:
        """The position of a zone, for steps that put cards there."""
        places = self.layout.zones[tree.zone]
        index = self._index(places, tree.owners, scope)
        return self._looked_up(places, tree.owners, scope) if index is None else index

    def counter_index(self, tree: t.Counter, scope: Scope) -> ast.expr:
        places = self.layout.counters[tree.counter]
        index = self._index(places, tree.owners, scope)
        return self._looked_up(places, tree.owners, scope) if index is None else index

    def _index(self, places: Places, owners: tuple[t.Expr, ...], scope: Scope) -> ast.expr | None:
        """base + part + seat, folded where the part is known; None if an owner may be nobody."""
        if any(map(self.trees.nullable, owners)):
            return None
        words, seat = (owners[:-1], owners[-1]) if places.owned else (owners, None)
        if all(isinstance(word, t.Word) for word in words):
            offset = places.by_words[tuple(w.value for w in words if isinstance(w, t.Word))]
            first: ast.expr = const(places.base + offset)
        else:
            first = self._part(places, words, scope)
        if seat is None:
            return first
        player = self.plain(seat, scope)
        if isinstance(first, ast.Constant):
            base: Any = first.value
            if isinstance(player, ast.Constant):
                return const(base + player.value)
            if base == 0:
                return player
        return expr("FIRST + SEAT", FIRST=first, SEAT=player)

    def _part(self, places: Places, words: tuple[t.Expr, ...], scope: Scope) -> ast.expr:
        """The first position of a part whose words are only known in play."""
        table: dict[Any, int] = {
            (key[0] if len(key) == 1 else key): places.base + offset
            for key, offset in places.by_words.items()
        }
        known = self.build.object("i", table, ("part", type(places), id(places), len(words)))
        return expr("KNOWN[KEY]", KNOWN=known, KEY=self._key(words, scope))

    def _key(self, words: tuple[t.Expr, ...], scope: Scope) -> ast.expr:
        made = [self.plain(word, scope) for word in words]
        return made[0] if len(made) == 1 else emit.tuple_of(made)

    def _looked_up(self, places: Places, owners: tuple[t.Expr, ...], scope: Scope) -> ast.expr:
        """The position by a table of all owners; None for owners who don't exist."""
        table: dict[Any, int] = {}
        for spot in places.spots:
            key = spot.words if spot.seat is None else (*spot.words, spot.seat)
            table[key[0] if len(key) == 1 else key] = spot.index
        known = self.build.object("i", table.get, ("all", id(places)))
        return expr("KNOWN(KEY)", KNOWN=known, KEY=self._key(owners, scope))

    def _attribute(self, tree: t.Attribute, scope: Scope) -> ast.expr:
        table = self.build.table(Attribute, tree.name)
        return expr("TABLE[CARD]", TABLE=table, CARD=self.plain(tree.of, scope))

    def _cardis(self, tree: t.CardIs, scope: Scope) -> ast.expr:
        table = self.build.table(_TRAITS[tree.trait], tree.name)
        return expr("TABLE[CARD]", TABLE=table, CARD=self.plain(tree.of, scope))

    def _termvalue(self, tree: t.TermValue, scope: Scope) -> ast.expr:
        """A term that stays a function: of the state, `me`, and its arguments."""
        me = scope.me or const(None)
        arguments = [self.plain(argument, scope) for argument in tree.arguments]
        return emit.call(self._term(tree.term), emit.name("S"), me, *arguments)

    def _term(self, term: str) -> str:
        if term in self._terms:
            return self._terms[term]
        identifier = self._terms[term] = self.build.fresh("t")
        rules = self.trees.terms[term]
        subject = ["x"] if rules.of is not None else []
        takes = [f"p{number}" for number in range(len(rules.takes))]
        known = {p.name: emit.name(v) for p, v in zip(rules.takes, takes, strict=True)}
        scope = Scope(emit.name("me"), None, known, {0: emit.name("x")} if subject else {})
        body = self.trees.body(term)
        self.budgets.check(body)
        steps = emit.stmts("Z = S.zones\nC = S.counters\nreturn V", V=self.plain(body, scope))
        self.build.add(identifier, ["S", "me", *subject, *takes], steps, self.build.line(rules.at))
        return identifier

    def _call(self, tree: t.Call, scope: Scope) -> ast.expr:
        return self.seating.call(self, tree, scope)

    def _codeof(self, tree: t.CodeOf, scope: Scope) -> ast.expr:
        faces = self.trees.deck.faces
        table = {
            tuple(face.axes.values()): code
            for code, face in faces.items()
            if face.kind == tree.kind
        }
        known = self.build.object("c", table.get, ("codes", tree.kind))
        key = emit.tuple_of(self.plain(argument, scope) for argument in tree.arguments)
        return expr("KNOWN(KEY)", KNOWN=known, KEY=key)

    # --- operators ------------------------------------------------------------------------------

    def _conditional(self, tree: t.Conditional, scope: Scope) -> ast.expr:
        yes, no = self.plain(tree.yes, scope), self.plain(tree.no, scope)
        return ast.IfExp(self.plain(tree.condition, scope), yes, no)

    def _all(self, tree: t.All, scope: Scope) -> ast.expr:
        return emit.both([self.plain(operand, scope) for operand in tree.operands])

    def _any(self, tree: t.Any, scope: Scope) -> ast.expr:
        return emit.either([self.plain(operand, scope) for operand in tree.operands])

    def _not(self, tree: t.Not, scope: Scope) -> ast.expr:
        return emit.negated(self.plain(tree.operand, scope))

    def _exists(self, tree: t.Exists, scope: Scope) -> ast.expr:
        if tree.operand.type.is_list:
            return self.lists.exists(tree.operand, scope)
        made = self.plain(tree.operand, scope)
        return expr("X is not None", X=made)

    def _compare(self, tree: t.Compare, scope: Scope) -> ast.expr:
        operator, left, right = tree.operator, tree.left, tree.right
        if operator in _TURNED:
            operator, left, right = _TURNED[operator], right, left
        template, careful = _COMPARED[operator]
        a, b = self.plain(left, scope), self.plain(right, scope)
        if isinstance(a, ast.Constant) and isinstance(b, ast.Constant):
            return _folded(template, a, b)
        missing = [x for x, tree in ((a, left), (b, right)) if self.trees.nullable(tree)]
        if not missing or (operator == "==" and len(missing) < 2):
            return expr(template, A=a, B=b)
        if all(isinstance(one, ast.Name) for one in missing):
            there = [expr("X is not None", X=one) for one in missing]
            return emit.both([*there, expr(template, A=a, B=b)])
        return emit.call(careful, a, b)

    def _member(self, tree: t.Member, scope: Scope) -> ast.expr:
        left = self.plain(tree.left, scope)
        if isinstance(tree.right, t.Listed):
            items = emit.tuple_of(self.plain(item, scope) for item in tree.right.items)
            if self.trees.nullable(tree.left):
                return expr("X in there(*MANY)", X=left, MANY=items)
            return expr("X in MANY", X=left, MANY=items)
        return expr("X in MANY", X=left, MANY=self.plain(tree.right, scope))

    def _arithmetic(self, tree: t.Arithmetic, scope: Scope) -> ast.expr:
        template, careful = _ARITHMETIC[tree.operator]
        a, b = self.plain(tree.left, scope), self.plain(tree.right, scope)
        missing = [x for x, one in ((a, tree.left), (b, tree.right)) if self.trees.nullable(one)]
        if not missing:
            return expr(template, A=a, B=b)
        if all(isinstance(one, ast.Name) for one in missing):
            there = emit.both([expr("X is not None", X=one) for one in missing])
            return ast.IfExp(there, expr(template, A=a, B=b), const(None))
        return emit.call(careful, a, b)

    def _negative(self, tree: t.Negative, scope: Scope) -> ast.expr:
        made = self.plain(tree.operand, scope)
        if self.trees.nullable(tree.operand):
            return emit.call("negative", made)
        return expr("-X", X=made)

    # --- what other parts of the compiler ask ---------------------------------------------------

    def is_simple(self, tree: t.Expr) -> bool:
        """Whether the value costs next to nothing, so that it may be written out twice."""
        return isinstance(tree, _SIMPLE) and all(isinstance(p, _SIMPLE) for p in parts(tree))

    def is_stack(self, zone: str) -> bool:
        return self.layout.order(zone) is Order.STACK


def _folded(template: str, a: ast.Constant, b: ast.Constant) -> ast.Constant:
    """A comparison of two constants of the table."""
    one: Any = a.value
    other: Any = b.value
    if one is None or other is None:
        return const(False)
    if template == "A == B":
        return const(one == other)
    if template == "A != B":
        return const(one != other)
    return const(one < other if template == "A < B" else one <= other)
