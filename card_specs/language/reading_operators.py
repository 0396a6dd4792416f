"""What operators mean, and which types they take: unlike types never meet."""

from __future__ import annotations

from card_specs.language.problems import nearest
from card_specs.language.reading import Reading, reads
from card_specs.language.reading_names import is_value, trait_of
from card_specs.language.syntax import Binary, Chain, IfElse, Is, Syntax, Unary
from card_specs.language.tree import (
    All,
    Any,
    Arithmetic,
    CardIs,
    Compare,
    Conditional,
    Expr,
    Joined,
    Member,
    Negative,
    Not,
    Number,
)
from card_specs.language.types import (
    CARD,
    CODE,
    NUMBER,
    TRUTH,
    UNKNOWN,
    Kind,
    Type,
)

_COMPARING = frozenset(["==", "!=", "<", "<=", ">", ">="])


@reads(Unary)
def _unary(reading: Reading, syntax: Unary, expected: Type) -> Expr:
    mark = reading.mark(syntax.at)
    if syntax.operator == "not":
        return Not(mark, TRUTH, reading.truth(syntax.operand))
    operand = reading.wanted(syntax.operand, NUMBER)
    if isinstance(operand, Number):
        return Number(mark, NUMBER, -operand.value)
    return Negative(mark, NUMBER, operand)


@reads(Chain)
def _chain(reading: Reading, syntax: Chain, expected: Type) -> Expr:
    node = All if syntax.operator == "and" else Any
    operands = tuple(reading.truth(one) for one in syntax.operands)
    return node(reading.mark(syntax.at), TRUTH, operands)


@reads(IfElse)
def _conditional(reading: Reading, syntax: IfElse, expected: Type) -> Expr:
    condition = reading.truth(syntax.condition)
    yes, no = pair(reading, syntax.yes, syntax.no, expected)
    found = common(yes.type, no.type)
    if found is None:
        message = f"before 'if' stands {yes.type}, after 'else' {no.type}"
        return reading.wrong(syntax.no.at, message, "both must be of one type")
    return Conditional(reading.mark(syntax.at), found, yes, condition, no)


def common(one: Type, other: Type) -> Type | None:
    """The type that holds values of both, if there is one; a code may stand for a card."""
    if one == other or other.kind is Kind.UNKNOWN:
        return one
    if one.kind is Kind.UNKNOWN:
        return other
    if {one, other} == {CARD, CODE}:
        return CARD
    return None


def pair(
    reading: Reading, left: Syntax, right: Syntax, expected: Type = UNKNOWN
) -> tuple[Expr, Expr]:
    """Two things of one type: a bare word takes its list from the other."""
    if expected.kind is Kind.UNKNOWN and not is_value(reading, left) and is_value(reading, right):
        second = reading.typed(right)
        return reading.typed(left, second.type), second
    first = reading.typed(left, expected)
    second = reading.typed(right, first.type if expected.kind is Kind.UNKNOWN else expected)
    return first, second


@reads(Is)
def _is(reading: Reading, syntax: Is, expected: Type) -> Expr:
    of = reading.typed(syntax.of)
    name = syntax.name
    if of.type.kind not in (Kind.CARD, Kind.CODE, Kind.UNKNOWN):
        message = f"'is' asks about a card, this is {of.type}"
        return reading.wrong(syntax.at, message, "compare values with ==")
    trait = trait_of(reading.names, name.text)
    if trait is None:
        names = reading.names
        if name.text in names.terms or name.text in names.attributes:
            hint = f"write CARD.{name.text}"
            return reading.wrong(name.at, f"'{name.text}' is no kind or tag", hint)
        hint = nearest(name.text, [*names.kinds, *names.tags, "down", "paired", "marked"])
        return reading.wrong(name.at, f"there is no kind or tag '{name.text}'", hint)
    found = CardIs(reading.mark(syntax.at), TRUTH, of, trait, name.text)
    return Not(found.at, TRUTH, found) if syntax.negated else found


@reads(Binary)
def _binary(reading: Reading, syntax: Binary, expected: Type) -> Expr:
    if syntax.operator in _COMPARING:
        return _compare(reading, syntax)
    if syntax.operator == "in":
        return _member(reading, syntax)
    return _arithmetic(reading, syntax)


def _compare(reading: Reading, syntax: Binary) -> Expr:
    left, right = pair(reading, syntax.left, syntax.right)
    mark = reading.mark(syntax.at)
    found = Compare(mark, TRUTH, syntax.operator, left, right)
    one, other = left.type, right.type
    if Kind.UNKNOWN in (one.kind, other.kind):
        return found
    if one != other:
        hint = "write CARD.code" if {one, other} == {CARD, CODE} else ""
        message = f"{one} and {other} cannot be compared"
        return reading.wrong(syntax.operator_at, message, hint)
    if one == TRUTH:
        hint = "write the condition itself, or 'not' before it"
        return reading.wrong(syntax.operator_at, "truths are not compared", hint)
    if syntax.operator not in ("==", "!=") and one != NUMBER:
        message = f"'{syntax.operator}' compares numbers, this is {one}"
        return reading.wrong(syntax.operator_at, message)
    return found


def _member(reading: Reading, syntax: Binary) -> Expr:
    if is_value(reading, syntax.left):
        left = reading.typed(syntax.left)
        right = reading.typed(syntax.right, left.type.many)
    else:
        right = reading.typed(syntax.right)
        left = reading.typed(syntax.left, right.type.item)
    found = Member(reading.mark(syntax.at), TRUTH, left, right)
    if Kind.UNKNOWN in (left.type.kind, right.type.kind):
        return found
    if not right.type.is_list:
        hint = "a list stands in square brackets; compare one thing with =="
        return reading.wrong(syntax.right.at, f"'in' needs a list, this is {right.type}", hint)
    if right.type.item != left.type:
        message = f"{left.type} is never in a list of {right.type}"
        return reading.wrong(syntax.operator_at, message)
    return found


def _arithmetic(reading: Reading, syntax: Binary) -> Expr:
    left = reading.typed(syntax.left)
    right = reading.typed(syntax.right, left.type)
    mark = reading.mark(syntax.at)
    if Kind.UNKNOWN in (left.type.kind, right.type.kind):
        return Expr(mark, UNKNOWN)
    if left.type == right.type == NUMBER:
        return Arithmetic(mark, NUMBER, syntax.operator, left, right)
    if syntax.operator == "+" and left.type.is_list and left.type == right.type:
        return Joined(mark, left.type, left, right)
    message = f"'{syntax.operator}' cannot be used with {left.type} and {right.type}"
    hint = ""
    if left.type.is_list or right.type.is_list:
        hint = "lists of one type are joined with +; put a single one in square brackets"
    return reading.wrong(syntax.operator_at, message, hint)
