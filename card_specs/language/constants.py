"""Expressions that depend on nothing but the table: options and the number of players."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from card_specs.language.tree import (
    All,
    Any,
    Arithmetic,
    Code,
    Compare,
    Conditional,
    Expr,
    Negative,
    Not,
    Number,
    Truth,
    Word,
)
from card_specs.language.types import NUMBER, TRUTH

Constant = int | bool | str

_COMPARING: Mapping[str, Callable[[Constant, Constant], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_COUNTING: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}


def constant(expr: Expr) -> Constant | None:
    """The value, or None where it may change during a game."""
    if isinstance(expr, Number | Truth | Word | Code):
        return expr.value
    if isinstance(expr, Not):
        value = constant(expr.operand)
        return None if value is None else not value
    if isinstance(expr, Negative):
        value = constant(expr.operand)
        return None if value is None else -int(value)
    if isinstance(expr, All | Any):
        return _chain(expr)
    if isinstance(expr, Conditional):
        condition = constant(expr.condition)
        return None if condition is None else constant(expr.yes if condition else expr.no)
    if isinstance(expr, Compare | Arithmetic):
        return _binary(expr)
    return None


def folded(expr: Expr) -> Expr:
    """A number or truth that is fixed for the table as such; anything else as it is."""
    value = constant(expr) if expr.type in (NUMBER, TRUTH) else None
    if isinstance(value, bool):
        return Truth(expr.at, TRUTH, value)
    return Number(expr.at, NUMBER, value) if isinstance(value, int) else expr


def _chain(expr: All | Any) -> bool | None:
    """One operand can decide, even where others are not known."""
    deciding = isinstance(expr, Any)
    values = [constant(one) for one in expr.operands]
    if any(value is not None and bool(value) is deciding for value in values):
        return deciding
    return None if None in values else not deciding


def _binary(expr: Compare | Arithmetic) -> Constant | None:
    left, right = constant(expr.left), constant(expr.right)
    if left is None or right is None:
        return None
    if isinstance(expr, Compare):
        return _COMPARING[expr.operator](left, right)
    if expr.operator in "/%" and right == 0:
        return None
    return _COUNTING[expr.operator](int(left), int(right))
