"""The rules of one table as a value: what `load_rules.rules_for` gives and the engine compiles.

Only shapes, no behaviour: zones, counters, moments, terms, rules, what cards do, the turn, the
end, and what may answer for a player.  Everything is checked; marks lead back to the spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum

from card_specs.language.nouns import NO_WORDS as NO_WORDS
from card_specs.language.nouns import Beginning as Beginning
from card_specs.language.nouns import Noun as Noun
from card_specs.language.nouns import Words as Words
from card_specs.language.problems import Mark
from card_specs.language.tree import (
    Block,
    Expr,
    Zone,
)
from card_specs.language.types import (
    Type,
)
from card_specs.values import dataclass


class Order(Enum):
    """How the cards of a zone lie."""

    STACK = "stack"
    ROW = "row"
    SET = "set"


class Seen(Enum):
    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class ZoneRules:
    """`of`: the types of the owners (PLAYER last, if at all), in the order of the zone's name.

    A `hidden` zone is a working zone: never listed in views, traces or sizes.
    """

    name: str
    at: Mark = field(compare=False, repr=False)
    of: tuple[Type, ...]
    order: Order
    seen: Seen
    hidden: bool
    when_empty: Block
    noun: Noun


@dataclass(frozen=True, slots=True)
class CounterRules:
    """`start`, `each_turn` and `derived` are about `it`, the owner; `derived` is never stored.

    Without a start a number begins at 0, `direction` clockwise, and everything else with nothing.
    """

    name: str
    at: Mark = field(compare=False, repr=False)
    of: tuple[Type, ...]
    type: Type
    start: Expr | None
    each_turn: Expr | None
    derived: Expr | None
    hidden: bool
    faces: int
    low: int | None
    high: int | None
    noun: Noun
    added: Words = field(default_factory=lambda: NO_WORDS)
    becomes: Words = field(default_factory=lambda: NO_WORDS)
    """What it means to add to it, and to set it, in the texts of cards; `{value}` is the number."""


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Moment:
    """When cards may be played; `gives` are locals of the asking frame handed to the cards."""

    name: str
    at: Mark = field(compare=False, repr=False)
    title: Words
    gives: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class TermRules:
    """An own term.  With `of`, the first parameter is `it` (level 0); the others are locals.

    `writable`: the body is a counter, and the term may stand where a counter is set.
    """

    name: str
    at: Mark = field(compare=False, repr=False)
    of: Type | None
    takes: tuple[Parameter, ...]
    body: Expr
    writable: bool
    noun: Noun


@dataclass(frozen=True, slots=True)
class RuleRules:
    """An own rule, called by its name; `condition` says whether calling it would do anything."""

    name: str
    at: Mark = field(compare=False, repr=False)
    place: str
    takes: tuple[Parameter, ...]
    condition: Expr | None
    body: Block
    words: Words


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a move's text: a literal (code, word, number) or the name of an argument."""

    text: str
    argument: bool


@dataclass(frozen=True, slots=True)
class Argument:
    """One thing a player chooses: `choices` is a list (its items are the values) or `Choose`."""

    name: str
    at: Mark = field(compare=False, repr=False)
    type: Type
    choices: Expr


@dataclass(frozen=True, slots=True)
class Move:
    """`verb [card] [key=value …]`; keys in alphabetical order; `place` names its frame."""

    at: Mark = field(compare=False, repr=False)
    place: str
    verb: str
    card: Part | None
    keys: tuple[tuple[str, Part], ...]
    arguments: tuple[Argument, ...]
    condition: Expr | None
    do: Block


@dataclass(frozen=True, slots=True)
class Decline:
    """The `or` of a question."""

    verb: str
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class CardRules:
    """What a kind does: its `moment`, the move's keys and arguments, and its steps.

    `target` None: the question's `to`.  `when_drawn` None: the card is simply taken.
    """

    kind: str
    at: Mark = field(compare=False, repr=False)
    place: str
    moment: str
    keys: tuple[tuple[str, Part], ...]
    arguments: tuple[Argument, ...]
    condition: Expr | None
    target: Zone | None
    do: Block
    when_drawn: Block | None


@dataclass(frozen=True, slots=True)
class Policy:
    """Takes the legal move that begins like one of `takes` with the highest `prefer`.

    In `condition` and `prefer`, `CARD` is the move's card, `ON` the value of its key `on`, …
    (locals); both are read for each candidate.  `alone`: only if it is the only legal move.
    `ties`: `code` (byte order of the moves), `deck` or `row` order of the move's card; what is
    still equal goes by the order of `takes`, then byte order.
    """

    at: Mark = field(compare=False, repr=False)
    takes: tuple[Beginning, ...]
    condition: Expr | None
    prefer: Expr | None
    alone: bool
    ties: str


@dataclass(frozen=True, slots=True)
class RuleList:
    """`rules: {shoot: play TIR, ask: ask, else: pass}`: words of an order and what they do.

    None (written `ask`) leaves the question to the player.
    """

    at: Mark = field(compare=False, repr=False)
    words: Mapping[str, Policy | None]
    otherwise: Policy | None


@dataclass(frozen=True, slots=True)
class CardList:
    """`cards: {take: play}`: an order that is a list of cards, the first legal one is taken."""

    policy: Policy


@dataclass(frozen=True, slots=True)
class OrderRules:
    """The standing orders that may answer the questions of one key."""

    key: str
    at: Mark = field(compare=False, repr=False)
    choices: Mapping[str, tuple[Policy, ...]]
    rules: RuleList | None
    cards: CardList | None
    noun: Noun


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of rule lists: `win`, or a pattern such as `up<=N` (`text` up<=, takes N)."""

    text: str
    at: Mark = field(compare=False, repr=False)
    takes: Parameter | None
    body: Expr
    noun: Noun


class EndAt(Enum):
    ONCE = "once"
    TURN_END = "turn_end"
    SAID = "said"


@dataclass(frozen=True, slots=True)
class EndRules:
    """`scores` is about `it`, a player; None: no scores."""

    at: Mark = field(compare=False, repr=False)
    condition: Expr | None
    winners: Expr | None
    scores: Expr | None
    when: EndAt


@dataclass(frozen=True)
class Rules:
    """The rules of one table: a spec, a variant, options, a number of players."""

    game: str
    variant: str
    options: Mapping[str, object]
    players: int
    words: Mapping[str, tuple[str, ...]]
    """Word lists by name; `direction`, options, inline `of` lists and text attributes included."""
    attributes: Mapping[str, Type]
    """Card attributes by name."""
    zones: Mapping[str, ZoneRules]
    deck: str
    counters: Mapping[str, CounterRules]
    moments: Mapping[str, Moment]
    terms: Mapping[str, TermRules]
    rules: Mapping[str, RuleRules]
    cards: Mapping[str, CardRules]
    """By kind, only kinds that do something."""
    setup: Block
    turn: Block
    pass_turn: Block
    end: EndRules
    orders: Mapping[str, OrderRules]
    conditions: tuple[Condition, ...]
    mail: Mapping[str, object]
    deadline: tuple[Policy, ...]
