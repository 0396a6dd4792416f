"""Putting expressions in place of `it` and locals, and the zones that cards come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from card_specs.language.names import Names
from card_specs.language.tree import (
    AllBut,
    Candidate,
    Choose,
    Conditional,
    Expr,
    Item,
    Joined,
    Listed,
    Local,
    Ranked,
    Take,
    TermValue,
    Where,
    Zone,
)


def substitute(expr: Expr, it: Expr | None, values: Mapping[str, Expr]) -> Expr:
    """The expression with `it` of level 0 and locals replaced by what is given for them."""
    if isinstance(expr, Candidate):
        return it if it is not None and expr.level == 0 else expr
    if isinstance(expr, Local):
        return values.get(expr.name, expr)
    changes: dict[str, Any] = {}
    for one in fields(expr):
        value = getattr(expr, one.name)
        if isinstance(value, Expr):
            new = substitute(value, it, values)
            if new is not value:
                changes[one.name] = new
        elif isinstance(value, tuple) and value and isinstance(value[0], Expr):
            several = tuple(substitute(item, it, values) for item in value)
            if several != value:
                changes[one.name] = several
    return replace(expr, **changes) if changes else expr


def unfolded(expr: TermValue, names: Names) -> Expr | None:
    """What a term stands for, its arguments put in."""
    term = names.terms[expr.term]
    if term.body is None:
        return None
    arguments = list(expr.arguments)
    it = arguments.pop(0) if term.of is not None and arguments else None
    values = {name: value for (name, _), value in zip(term.takes, arguments, strict=False)}
    return substitute(term.body, it, values)


DEEPEST = 8
"""How many terms are looked into, one after the other, for where cards come from."""


def zones_in(expr: Expr, names: Names, depth: int = 0) -> tuple[Zone, ...]:
    """The zones from which the cards of an expression come; empty if that cannot be told."""
    if isinstance(expr, Zone):
        return (expr,)
    if isinstance(expr, Where):
        return zones_in(expr.source, names, depth)
    if isinstance(expr, Take | AllBut | Item | Ranked | Choose):
        return zones_in(expr.of, names, depth)
    if isinstance(expr, TermValue):
        body = unfolded(expr, names) if depth < DEEPEST else None
        return zones_in(body, names, depth + 1) if body is not None else ()
    several: tuple[Expr, ...] = ()
    if isinstance(expr, Joined):
        several = (expr.left, expr.right)
    elif isinstance(expr, Listed):
        several = expr.items
    elif isinstance(expr, Conditional):
        several = (expr.yes, expr.no)
    found: dict[Zone, None] = {}
    for part in several:
        zones = zones_in(part, names, depth)
        if not zones:
            return ()
        found.update(dict.fromkeys(zones))
    return tuple(found)
