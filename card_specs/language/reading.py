"""From syntax to typed trees: what every part of that work shares.

A `Reading` is one text with the names that hold where it stands.  The forms of the language
register their readers here (`reads`); they are in `reading_names.py`, `reading_operators.py` and
`reading_lists.py`.  A mistake becomes a problem and an expression of unknown type, about which
nobody complains again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from card_specs.language.constants import folded
from card_specs.language.expressions import read_expression
from card_specs.language.names import Names, Term
from card_specs.language.nodes import Node
from card_specs.language.problems import Mark, Problems
from card_specs.language.syntax import Syntax
from card_specs.language.tokens import NotReadableError, Text, text_of
from card_specs.language.tree import (
    Attribute,
    Candidate,
    Exists,
    Expr,
    Me,
)
from card_specs.language.types import (
    CARD,
    CODE,
    TRUTH,
    UNKNOWN,
    Kind,
    Type,
)
from card_specs.values import dataclass


@dataclass(frozen=True)
class Scope:
    """What can be said at a place: locals, and whether there is a `me`, a `this`, an `it`.

    `candidates` are the levels and types of `it`, the innermost last.
    """

    locals: Mapping[str, Type] = field(default_factory=dict)
    me: bool = True
    this: bool = False
    choosing: bool = False
    """A `for` of a move, where `choose` may stand."""
    answering: bool = False
    """Inside an answer to a question, where `again` may stand."""
    candidates: tuple[tuple[int, Type], ...] = ()
    constants: Mapping[str, Expr] = field(default_factory=dict)
    """Parameters whose values are known: those of a rule called by an effect of the table."""

    @property
    def level(self) -> int:
        """The level of the next `where`."""
        return self.candidates[-1][0] + 1 if self.candidates else 1

    def about(self, item: Type) -> Scope:
        """The scope inside a `where` or `by` over such items."""
        candidates = (*self.candidates, (self.level, item))
        return replace(self, candidates=candidates, choosing=False)

    def knowing(self, **types: Type) -> Scope:
        """The scope with more locals."""
        return replace(self, locals={**self.locals, **types})


Reader = Callable[["Reading", Any, Type], Expr]
_READERS: dict[type, Reader] = {}


def reads(*syntax: type) -> Callable[[Reader], Reader]:
    """Register the reader of a form of syntax."""

    def register(reader: Reader) -> Reader:
        for one in syntax:
            _READERS[one] = reader
        return reader

    return register


@dataclass
class Reading:
    """One text being read; `facts` has "me" if what is one's own was spoken of."""

    names: Names
    problems: Problems
    text: Text
    scope: Scope
    facts: set[str] = field(default_factory=set)

    def mark(self, at: int) -> Mark:
        return self.text.at(at)

    def wrong(self, at: int, message: str, hint: str = "") -> Expr:
        """Report a problem; gives an expression of unknown type to go on with."""
        mark = self.mark(at)
        self.problems.add(mark, message, hint)
        return Expr(mark, UNKNOWN)

    def typed(self, syntax: Syntax, expected: Type = UNKNOWN) -> Expr:
        """The tree of a piece of syntax; `expected` helps words to be found, no more."""
        return _READERS[type(syntax)](self, syntax, expected)

    def inside(self, item: Type) -> Reading:
        """The same text inside a `where` or `by` over such items."""
        return replace(self, scope=self.scope.about(item))

    def mine(self, at: int, name: str) -> Expr:
        """The owner of what is written without one."""
        self.facts.add("me")
        if not self.scope.me:
            owner = "it" if self.scope.candidates else "PLAYER"
            return self.wrong(at, f"whose '{name}'?", f"write {name}.{owner}")
        return Me(self.mark(at), Type(Kind.PLAYER))

    def truth(self, syntax: Syntax) -> Expr:
        """A condition: a truth, or whether there is something."""
        found = self.typed(syntax, TRUTH)
        kind = found.type.kind
        if kind in (Kind.TRUTH, Kind.UNKNOWN):
            return found
        if kind in (Kind.CARD, Kind.PLAYER) or found.type.is_list:
            return Exists(found.at, TRUTH, found)
        if kind is Kind.WORD and isinstance(found, Attribute):
            return Exists(found.at, TRUTH, found)
        hint = "compare it, for example with > 0" if kind is Kind.NUMBER else "compare it with =="
        return self.wrong(syntax.at, f"{found.type} is no condition", hint)

    def wanted(self, syntax: Syntax, wanted: Type, what: str = "") -> Expr:
        """An expression that must be of a type; `what` begins the message, as `the limit`."""
        found = self.typed(syntax, wanted)
        if fits(found.type, wanted):
            return found
        belongs = f"{what} must be {wanted}" if what else f"here belongs {wanted}"
        hint = "put it in square brackets" if found.type.many == wanted else ""
        return self.wrong(syntax.at, f"{belongs}, this is {found.type}", hint)

    def candidate(self, at: int) -> Candidate | None:
        """The innermost `it`, if it is a card or a code."""
        if not self.scope.candidates:
            return None
        level, item = self.scope.candidates[-1]
        if item.kind not in (Kind.CARD, Kind.CODE):
            return None
        return Candidate(self.mark(at), item, level)

    def term(self, name: str) -> Term:
        """An own term with its body typed."""
        term = self.names.terms[name]
        read_term(self.names, self.problems, term)
        return term


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value may stand where such a type is wanted; a code may stand for a card."""
    if found == wanted or Kind.UNKNOWN in (found.kind, wanted.kind):
        return True
    return found == CODE and wanted == CARD


MOST_TERMS = 30
"""How many terms may need one another in a row."""


def read_term(names: Names, problems: Problems, term: Term) -> None:
    """Type a term's body, once; a term that needs itself is a problem."""
    if term.body is not None:
        return
    if term.busy:
        message = f"'{term.name}' is defined by itself"
        problems.add(term.mark, message, "a term may use only others")
        term.body = Expr(term.mark, UNKNOWN)
        return
    if names.depth == MOST_TERMS:
        message = f"terms that need terms, more than {MOST_TERMS} one after the other"
        problems.add(term.mark, message)
        term.body = Expr(term.mark, UNKNOWN)
        return
    names.depth += 1
    term.busy = True
    candidates = ((0, term.of),) if term.of else ()
    scope = Scope(dict(term.takes), candidates=candidates)
    found, uses_me = read_text(names, problems, term.node, scope)
    term.busy = False
    names.depth -= 1
    if term.body is None:
        term.body, term.uses_me = folded(found), uses_me


def read_text(
    names: Names, problems: Problems, node: Node, scope: Scope, wanted: Type = UNKNOWN
) -> tuple[Expr, bool]:
    """A node's expression, and whether it speaks of `me`; of type `wanted` if that is given."""
    text = text_of(node)
    if text is None:
        problems.add(node.mark, "an expression is missing here", "write it in one line")
        return Expr(node.mark, UNKNOWN), False
    try:
        syntax = read_expression(text.string)
    except NotReadableError as wrong:
        problems.add(text.at(wrong.at), wrong.message, wrong.hint)
        return Expr(node.mark, UNKNOWN), False
    reading = Reading(names, problems, text, scope)
    if wanted.kind is Kind.TRUTH:
        found = reading.truth(syntax)
    elif wanted.kind is Kind.UNKNOWN:
        found = reading.typed(syntax)
    else:
        found = reading.wanted(syntax, wanted)
    return found, "me" in reading.facts
