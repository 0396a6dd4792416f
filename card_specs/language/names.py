"""What every name of a spec means at one table, before any expression is read.

One name has one meaning among the things that expressions can speak of; a card attribute and a
word list may share a name (the axis `color` over the list `color`), and a counter may share an
attribute's name if it is always written with its owner.  Moments, rules, orders and verbs stand
where nothing else can, so they may be called like a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from card_specs.language.model import Value
from card_specs.language.nodes import Node
from card_specs.language.problems import Mark, Problems
from card_specs.language.tokens import RESERVED
from card_specs.language.tree import (
    Expr,
)
from card_specs.language.types import (
    Type,
)
from card_specs.language.vocabulary.functions import FUNCTIONS
from card_specs.values import dataclass

STATES = ("down", "paired", "marked")
"""How a card may lie."""

PICK_WORDS = frozenset(["top", "bottom", "first", "last", "item", "sum", "max", "min"])
"""Words that are names only where nothing to pick from follows."""


@dataclass(frozen=True)
class Shape:
    """A zone or counter as its section declares it; `of` are its owners' types."""

    name: str
    mark: Mark
    of: tuple[Type, ...]
    type: Type
    order: str = ""
    seen: str = ""
    faces: int = 0
    fixed: bool = False
    """A derived counter, which no step may write."""


@dataclass
class Term:
    """An own term; `body` is typed when first needed (`busy` while that is under way)."""

    name: str
    mark: Mark
    of: Type | None
    takes: tuple[tuple[str, Type], ...]
    node: Node
    writable: bool
    body: Expr | None = None
    busy: bool = False
    uses_me: bool = False


@dataclass(frozen=True)
class Signature:
    """What a rule takes, or what a moment gives: names with types."""

    name: str
    mark: Mark
    takes: tuple[tuple[str, Type], ...]


@dataclass
class Names:
    """Everything that can be named at a table; `used` collects what was."""

    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    attributes: dict[str, Type] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Each kind's axes."""
    codes: dict[str, str] = field(default_factory=dict)
    """Each card code's kind."""
    options: dict[str, Value] = field(default_factory=dict)
    zones: dict[str, Shape] = field(default_factory=dict)
    counters: dict[str, Shape] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    rules: dict[str, Signature] = field(default_factory=dict)
    moments: dict[str, Signature] = field(default_factory=dict)
    players: int = 2
    depth: int = 0
    """How many terms are being typed, each because the one before needs it."""
    used: set[tuple[str, str]] = field(default_factory=set)

    def sort_of(self, name: str) -> str:
        """What a name stands for, in a word for messages; empty if nothing."""
        for sort, known in self.tables():
            if name in known:
                return sort
        return ""

    def tables(self) -> tuple[tuple[str, Mapping[str, object] | set[str]], ...]:
        """All meanings that a bare name in an expression can have, by sort."""
        return (
            ("zone", self.zones),
            ("counter", self.counters),
            ("term", self.terms),
            ("option", self.options),
            ("card attribute", self.attributes),
            ("tag", self.tags),
            ("kind", self.kinds),
            ("function", FUNCTIONS),
        )

    def values(self) -> set[str]:
        """Every name that a value can begin with, for hints."""
        found = {"it", "me", "this", "true", "false"}
        for _, known in self.tables():
            found.update(known)
        return found

    def word_lists(self, word: str) -> list[str]:
        """The lists that have such a word."""
        return [name for name, words in self.words.items() if word in words]

    def use(self, sort: str, name: str) -> None:
        self.used.add((sort, name))

    def clash(self, name: str, at: Mark, what: str, problems: Problems) -> bool:
        """Report a new name that is taken, reserved or unreadable; true if it is."""
        message = hint = ""
        sort = self.sort_of(name)
        if name in RESERVED:
            message = f"'{name}' is a word of the language and cannot name a {what}"
        elif not name.replace("-", "_").isidentifier():
            message = f"'{name}' cannot be a {what}'s name"
            hint = "names are made of letters, digits and _"
        elif name in STATES:
            message = f"'{name}' says how a card lies and cannot name a {what}"
        elif sort and not (sort == "card attribute" and what == "counter"):
            article = "an" if sort[0] in "aeio" else "a"
            message = f"'{name}' is {article} {sort} already, so it cannot name a {what}"
            hint = "a name means one thing only"
        if message:
            problems.add(at, message, hint)
        return bool(message)
