"""Trees before they are compiled: own terms written out, and what can be read off an expression.

A term whose arguments are simple is replaced by its body, so that the compiler sees one expression
(and can take what does not change out of a loop); otherwise it stays and becomes a function.
Levels of candidates are renumbered on the way: no two nested lists share one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import TermRules
from pbem.engine.cards import Attribute, Deck
from pbem.engine.layout import DIRECTION, TURN, Layout

Read = tuple[str, str]
"""Something a tree looks at: ("zone", its name) or ("counter", its name)."""

MOST_NODES = 1500
"""A term that is larger than this when written out stays a function."""

MOST_WRITTEN_OUT = 20_000
"""When so many nodes of terms have been written out for a table, the others stay functions."""

_SCALARS = {
    types.Kind.NUMBER,
    types.Kind.TRUTH,
    types.Kind.WORD,
    types.Kind.CARD,
    types.Kind.CODE,
    types.Kind.PLAYER,
}
_ALWAYS_THERE = {types.Kind.NUMBER, types.Kind.TRUTH} | {
    kind for kind in types.Kind if kind not in _SCALARS
}
_ORDERED_FUNCTIONS = {"others", "next", "previous", "players_from", "after"}
Levelled = t.Where | t.Folded | t.Ranked


def is_scalar(expr: t.Expr) -> bool:
    """Whether the value is one thing and not a list."""
    return expr.type.kind in _SCALARS


_CHILDREN: dict[type[t.Expr], tuple[str, ...]] = {}


def _child_names(kind: type[t.Expr]) -> tuple[str, ...]:
    """The fields of a class that may hold expressions."""
    if kind not in _CHILDREN:
        _CHILDREN[kind] = tuple(
            one.name for one in fields(kind) if one.name not in _LEAVES and "Expr" in str(one.type)
        )
    return _CHILDREN[kind]


_LEAVES = ("at", "type")

MAYBE = "?"
"""Ends the name of a stand-in for something that may not be there."""


def parts(expr: t.Expr) -> list[t.Expr]:
    """The expressions directly inside this one, in reading order."""
    found: list[t.Expr] = []
    for name in _child_names(type(expr)):
        value = getattr(expr, name)
        if isinstance(value, tuple):
            found += value
        elif value is not None:
            found.append(value)
    return found


def rebuild(expr: t.Expr, change: Callable[[t.Expr], t.Expr]) -> t.Expr:
    """The same expression with its direct parts changed."""
    changed: dict[str, Any] = {}
    for name in _child_names(type(expr)):
        old = getattr(expr, name)
        if isinstance(old, t.Expr):
            new = change(old)
            if new is not old:
                changed[name] = new
        elif isinstance(old, tuple) and old and isinstance(old[0], t.Expr):
            many = tuple(change(item) for item in old)
            if any(a is not b for a, b in zip(many, old, strict=True)):
                changed[name] = many
    return replace(expr, **changed) if changed else expr


def walk(expr: t.Expr) -> list[t.Expr]:
    """The expression and everything inside it."""
    found = [expr]
    for one in found:
        found += parts(one)
    return found


def about(expr: Levelled) -> tuple[t.Expr, t.Expr]:
    """What a levelled expression goes through, and what it says about each."""
    if isinstance(expr, t.Where):
        return expr.source, expr.condition
    return expr.of, expr.by


class Trees:
    """What one table's compiler asks about trees."""

    def __init__(self, layout: Layout, deck: Deck, sure: frozenset[str] = frozenset()) -> None:
        self.layout = layout
        self.sure = sure
        """Locals that always stand for something."""
        self.deck = deck
        self.terms: Mapping[str, TermRules] = layout.rules.terms
        self.attributes = {name: Attribute(deck, name) for name in layout.rules.attributes}
        self.attributes.setdefault("code", Attribute(deck, "code"))
        self._bodies: dict[str, t.Expr] = {}
        self._sizes: dict[str, int] = {}
        self._reads: dict[str, frozenset[Read]] = {}
        self._level = 1000
        self.written = 0
        """How many nodes of terms have been written out."""
        self._free: dict[int, tuple[t.Expr, frozenset[int]]] = {}
        self._nullables: dict[int, tuple[t.Expr, bool]] = {}

    # --- writing terms out ----------------------------------------------------------------------

    def expand(self, expr: t.Expr) -> t.Expr:
        """The expression with every term and derived counter written out, where that is cheap."""
        expr = rebuild(expr, self.expand)
        if isinstance(expr, t.TermValue):
            return self._expanded_term(expr)
        if isinstance(expr, t.Counter):
            derived = self.layout.counter_rules[expr.counter].derived
            if derived is not None:
                subject = expr.owners[-1] if expr.owners else None
                return self._put(self.expand(derived), {}, subject, {})
        return expr

    def body(self, term: str) -> t.Expr:
        """A term's body, written out."""
        if term not in self._bodies:
            self._bodies[term] = self.terms[term].body
            self._bodies[term] = self.expand(self.terms[term].body)
            self._sizes[term] = sum(1 for _ in walk(self._bodies[term]))
        return self._bodies[term]

    def _expanded_term(self, expr: t.TermValue) -> t.Expr:
        body = self.body(expr.term)
        size = self._sizes.get(expr.term, MOST_NODES)
        too_large = size >= MOST_NODES or self.written > MOST_WRITTEN_OUT
        if too_large or not all(self._may_repeat(a, body) for a in expr.arguments):
            return expr
        self.written += size
        subject, params = self.bind(expr)
        return self._put(body, params, subject, {})

    def written_out(self, expr: t.TermValue) -> t.Expr:
        """A writable term as the counter that it stands for."""
        subject, params = self.bind(expr)
        return self._put(self.body(expr.term), params, subject, {})

    def bind(self, expr: t.TermValue) -> tuple[t.Expr | None, dict[str, t.Expr]]:
        """A term's arguments: what it is about, and its parameters by name."""
        term = self.terms[expr.term]
        arguments = list(expr.arguments)
        subject = arguments.pop(0) if term.of is not None else None
        return subject, {p.name: a for p, a in zip(term.takes, arguments, strict=True)}

    def _may_repeat(self, argument: t.Expr, body: t.Expr) -> bool:
        """Whether an argument may be written wherever the body names it."""
        return sum(1 for _ in walk(argument)) <= 4 and not isinstance(argument, Levelled)

    def _put(
        self,
        expr: t.Expr,
        params: Mapping[str, t.Expr],
        subject: t.Expr | None,
        levels: Mapping[int, int],
    ) -> t.Expr:
        """A body with its parameters, its subject (`it`) and fresh levels put in."""
        if isinstance(expr, t.Local):
            return params.get(expr.name, expr)
        if isinstance(expr, t.Candidate):
            if expr.level in levels:
                return replace(expr, level=levels[expr.level])
            return subject if expr.level == 0 and subject is not None else expr
        if isinstance(expr, Levelled):
            self._level += 1
            inner = {**levels, expr.level: self._level}
            source, said = about(expr)
            source = self._put(source, params, subject, levels)
            said = self._put(said, params, subject, inner)
            if isinstance(expr, t.Where):
                return replace(
                    expr, source=source, condition=said, level=self._level_of(inner, expr)
                )
            return replace(expr, of=source, by=said, level=self._level_of(inner, expr))
        return rebuild(expr, lambda part: self._put(part, params, subject, levels))

    @staticmethod
    def _level_of(levels: Mapping[int, int], expr: Levelled) -> int:
        return levels[expr.level]

    # --- what can be read off -------------------------------------------------------------------

    def free(self, expr: t.Expr) -> frozenset[int]:
        """The levels of the candidates that the expression is about."""
        known = self._free.get(id(expr))
        if known is None:
            known = self._free[id(expr)] = expr, self._find_free(expr)
        return known[1]

    def _find_free(self, expr: t.Expr) -> frozenset[int]:
        if isinstance(expr, t.Candidate):
            return frozenset((expr.level,))
        if isinstance(expr, Levelled):
            source, said = about(expr)
            return self.free(source) | (self.free(said) - {expr.level})
        levels: frozenset[int] = frozenset()
        for part in parts(expr):
            levels |= self.free(part)
        return levels

    def nullable(self, expr: t.Expr) -> bool:
        """Whether there may be nothing instead of the value."""
        known = self._nullables.get(id(expr))
        if known is None:
            known = self._nullables[id(expr)] = expr, self._may_be_nothing(expr)
        return known[1]

    def _may_be_nothing(self, expr: t.Expr) -> bool:
        match expr:
            case t.Attribute():
                return self.nullable(expr.of) or not self.attributes[expr.name].total
            case t.Take() | t.Item():
                return not expr.type.is_list
            case t.Local():
                return self._nullable_local(expr)
            case t.Counter():
                return expr.counter not in (TURN, DIRECTION) and expr.type.kind not in _ALWAYS_THERE
            case t.CodeOf():
                return True
            case t.TermValue():
                return expr.type.kind is not types.Kind.NUMBER or self.nullable(
                    self.body(expr.term)
                )
            case t.Conditional():
                return self.nullable(expr.yes) or self.nullable(expr.no)
            case t.Arithmetic() | t.Negative():
                return any(map(self.nullable, parts(expr)))
            case t.Call():
                return not expr.type.is_list and any(map(self.nullable, expr.arguments))
        return False

    def _nullable_local(self, local: t.Local) -> bool:
        if local.name[0] < " ":
            return local.name.endswith(MAYBE)
        return local.type.kind not in _ALWAYS_THERE and local.name not in self.sure

    def stand_in(self, value: t.Expr, prefix: str, number: int) -> t.Local:
        """A name for a part of an expression that is worked out elsewhere.

        Its prefix is a control character, which no name of a spec has.
        """
        name = f"{prefix}{number}{MAYBE if self.nullable(value) else ''}"
        return t.Local(value.at, value.type, name)

    def reads(self, expr: t.Expr) -> frozenset[Read]:
        """The zones and counters that the value depends on."""
        found: set[Read] = set()
        for part in walk(expr):
            match part:
                case t.Zone():
                    found.add(("zone", part.zone))
                case t.Counter():
                    found.add(("counter", part.counter))
                    derived = self.layout.counter_rules[part.counter].derived
                    if derived is not None:
                        found |= self.reads(self.expand(derived))
                case t.Call() if part.function in _ORDERED_FUNCTIONS:
                    found.add(("counter", DIRECTION))
                case t.TermValue():
                    found |= self._term_reads(part.term)
        return frozenset(found)

    def _term_reads(self, term: str) -> frozenset[Read]:
        if term not in self._reads:
            self._reads[term] = frozenset()
            self._reads[term] = self.reads(self.body(term))
        return self._reads[term]
