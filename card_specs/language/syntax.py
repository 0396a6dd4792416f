"""What an expression's text says before anybody knows what its names mean.

`expressions.py` reads text into these, `check_expressions.py` makes typed trees of them.  `at` is
the offset of the first character in the text.
"""

from __future__ import annotations

from typing import NamedTuple


class Num(NamedTuple):
    at: int
    value: int


class Name(NamedTuple):
    """A name, a word, or a card code: which one is for the checks to find out."""

    at: int
    text: str


class Quoted(NamedTuple):
    """`'word'`: a word of a list, never anything else."""

    at: int
    text: str


class Dot(NamedTuple):
    """`of.part`; a part in parentheses is any expression (`computed`)."""

    at: int
    of: Syntax
    part: Syntax
    computed: bool


class Apply(NamedTuple):
    at: int
    name: str
    arguments: tuple[Syntax, ...]


class Unary(NamedTuple):
    """`operator` is `not` or `-`."""

    at: int
    operator: str
    operand: Syntax


class Binary(NamedTuple):
    """Arithmetic and comparisons; `at` is the left operand's, `operator_at` the operator's."""

    at: int
    operator: str
    left: Syntax
    right: Syntax
    operator_at: int


class Is(NamedTuple):
    """`of is name`; `negated` for `is not`."""

    at: int
    of: Syntax
    name: Name
    negated: bool


class Chain(NamedTuple):
    """Two or more operands of `and` or of `or`."""

    at: int
    operator: str
    operands: tuple[Syntax, ...]


class IfElse(NamedTuple):
    at: int
    yes: Syntax
    condition: Syntax
    no: Syntax


class Bracket(NamedTuple):
    """`[a, b]`."""

    at: int
    items: tuple[Syntax, ...]


class Span(NamedTuple):
    """`[low .. high]`."""

    at: int
    low: Syntax
    high: Syntax


class Filter(NamedTuple):
    """`[source where condition]`."""

    at: int
    source: Syntax
    condition: Syntax


class Pick(NamedTuple):
    """`count X`, `top N of X`, `sum of X by E`, `every NAME [of X]`, `all but top of X`, …

    `word` is the picking word (`all but top` for that form); what a form lacks is None.
    """

    at: int
    word: str
    number: Syntax | None
    of: Syntax | None
    by: Syntax | None
    name: Name | None


Syntax = (
    Num
    | Name
    | Quoted
    | Dot
    | Apply
    | Unary
    | Binary
    | Is
    | Chain
    | IfElse
    | Bracket
    | Span
    | Filter
    | Pick
)
