"""The typed trees of the rules half: expressions, and the bases that steps are made of.

`check_*.py` builds these from what `expressions.py` and `lines.py` read; the engine compiles them
and `prose.py` says them.  Whoever holds a tree may rely on it: every name in it exists, every
operand has the right type, what is implied in the text is written out here (`hand` is
`Zone("hand", (Me,))`, a list used as a condition is `Exists`), and options and the number of
players have become constants of the one table that the tree was made for.

Equality and hash look at the meaning, not at the place: two equal expressions are `==`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from enum import Enum
from typing import ClassVar, Protocol

from card_specs.language.phrases import filled
from card_specs.language.problems import Mark
from card_specs.language.types import Type
from card_specs.values import dataclass


@dataclass(frozen=True, slots=True)
class Expr:
    """Any expression: where it stands and what it gives."""

    at: Mark = field(compare=False, repr=False)
    type: Type

    def parts(self) -> Iterator[Expr]:
        """The expressions directly inside this one, in reading order."""
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, Expr):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Expr))


@dataclass(frozen=True, slots=True)
class Number(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class Word(Expr):
    """A word of the list `type.words`."""

    value: str


@dataclass(frozen=True, slots=True)
class Code(Expr):
    """A card code, canonical."""

    value: str


@dataclass(frozen=True, slots=True)
class Me(Expr):
    """The player who acts or is asked; the one dealt to in the target of a deal."""


@dataclass(frozen=True, slots=True)
class This(Expr):
    """The card that was played."""


@dataclass(frozen=True, slots=True)
class Candidate(Expr):
    """`it`: what a `where` or `by` looks at.

    `level` is that of the `Where` or `Ranked` it belongs to; level 0 is what a term, a derived
    counter or the end's scores are about.
    """

    level: int


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A `let`, a loop's name, a parameter, a move's argument, or what a moment hands over."""

    name: str


@dataclass(frozen=True, slots=True)
class Nobody(Expr):
    """No cards at all: the empty list of the type."""


@dataclass(frozen=True, slots=True)
class Zone(Expr):
    """The cards of a zone (CARDS); one owner for each entry of the zone's `of`, in that order."""

    zone: str
    owners: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Counter(Expr):
    """A counter's value; `turn` (PLAYER) and `direction` are counters, too."""

    counter: str
    owners: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    """An axis or `has` value of a card or code, or its `code`; none if the card has no such."""

    of: Expr
    name: str


class Trait(Enum):
    """What `CardIs` asks about a card."""

    KIND = "kind"
    TAG = "tag"
    STATE = "state"
    """`down`, `paired` or `marked`."""


@dataclass(frozen=True, slots=True)
class CardIs(Expr):
    """Whether a card or code is of a kind, has a tag, or lies so (TRUTH)."""

    of: Expr
    trait: Trait
    name: str


@dataclass(frozen=True, slots=True)
class TermValue(Expr):
    """An own term (`Rules.terms`) with its arguments; a term `of` something has it as the first."""

    term: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A built-in function of `vocabulary.functions`, or the set `players` or `others`."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CodeOf(Expr):
    """The code of the card of that kind with these axis values, in the kind's order (CODE)."""

    kind: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    """`yes if condition else no`."""

    yes: Expr
    condition: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class All(Expr):
    """`a and b and …`, from left to right."""

    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Any(Expr):
    """`a or b or …`, from left to right."""

    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Exists(Expr):
    """A list is not empty; there is a card or a player (TRUTH)."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`operator` is one of == != < <= > >=; false when an attribute is none, also for !=."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Member(Expr):
    """`left in right` (`not in` is a `Not` around it)."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    """`operator` is one of + - * / %; `/` rounds down, by zero it stops the game with an error."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """Two lists, one after the other."""

    left: Expr
    right: Expr


# --- lists and picks -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """`[a, b]`; a single card or player that is not there gives no item."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """`[low .. high]`, both ends included; empty when high < low."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Where(Expr):
    """Those of `source`, in its order, for which `condition` (a TRUTH about `it`) holds."""

    source: Expr
    condition: Expr
    level: int


@dataclass(frozen=True, slots=True)
class Count(Expr):
    of: Expr


class End(Enum):
    """The end of a list from which something is taken; `top` is the first of a stack."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Take(Expr):
    """One from an end (`number` None: an item or nothing), or as many as there are up to N."""

    end: End
    number: Expr | None
    of: Expr


@dataclass(frozen=True, slots=True)
class AllBut(Expr):
    """`all but top of X`: without the one at that end."""

    end: End
    of: Expr


@dataclass(frozen=True, slots=True)
class Item(Expr):
    """`item N of X`, counted from 1; nothing if there are fewer."""

    number: Expr
    of: Expr


class Fold(Enum):
    SUM = "sum"
    MAX = "max"
    MIN = "min"


@dataclass(frozen=True, slots=True)
class Folded(Expr):
    """`sum of X by E` and so on (NUMBER); 0 for an empty list. E is about `it`."""

    fold: Fold
    of: Expr
    by: Expr
    level: int


@dataclass(frozen=True, slots=True)
class Ranked(Expr):
    """`highest of X by E` (`highest` true) or `lowest`: all that share the best E, in order."""

    highest: bool
    of: Expr
    by: Expr
    level: int


@dataclass(frozen=True, slots=True)
class EveryWord(Expr):
    """All words of the list `type.words`, in its order."""


@dataclass(frozen=True, slots=True)
class EveryCode(Expr):
    """All codes of a kind that the table's deck has, in deck order."""

    kind: str


@dataclass(frozen=True, slots=True)
class EveryValue(Expr):
    """The distinct values of an attribute among cards: words in list order, numbers ascending."""

    attribute: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Choose(Expr):
    """`choose N of CARDS`: every choice of N of them, a value being a list (only in a `for`)."""

    number: Expr
    of: Expr


# --- steps ---------------------------------------------------------------------------------------


class Speaker(Protocol):
    """What a step needs to say itself in one language (`prose.py`)."""

    @property
    def language(self) -> str: ...

    def said(self, value: object, form: str) -> str | None:
        """A field of a step in a grammatical form; None if it is missing."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `place` is its path in the spec, such as `turn/2/moves/draw/do/0`.

    A step's class says how it is written (`line`, or the keys of a block), what it says (`words`,
    a phrase for each language: see `phrases.py`), what it is for (`doc`), and shows it at work
    (`example`: see `examples.py`).
    """

    line: ClassVar[str] = ""
    words: ClassVar[Mapping[str, str]] = {}
    doc: ClassVar[str] = ""
    example: ClassVar[str] = ""

    at: Mark = field(compare=False, repr=False)
    place: str = field(compare=False)

    def say(self, speaker: Speaker) -> str:
        """The step as a clause in the speaker's language, without capital or full stop.

        A field that the step does not have (`{itself}`) stands for the whole step.
        """
        phrase = self.words[speaker.language]
        return filled(phrase, lambda name, form: speaker.said(getattr(self, name, self), form))


Block = tuple[Step, ...]
"""Steps carried out one after the other."""
