"""Steps that move cards from one zone to another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from card_specs.language.tree import (
    Expr,
    Step,
    Zone,
)


class Edge(Enum):
    """Where in a zone cards are put; a set has no edges, there it means nothing."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Shuffle(Step):
    line: ClassVar[str] = "shuffle {zone: zone}"

    zone: Zone


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """`number` None deals all; in `target` (one's own zone) `Me` is the player dealt to."""

    line: ClassVar[str] = (
        "deal (all | {number: number}) from {source: zone} to {target: zone} for {players: players}"
    )

    number: Expr | None
    source: Zone
    target: Zone
    players: Expr


@dataclass(frozen=True, slots=True)
class MoveCards(Step):
    """`sources` is never empty: without `from` it is read off the expression.

    Each card is taken from the first source that has it.  `deck_order`: sorted by the deck first.
    """

    line: ClassVar[str] = (
        "move {cards: cards} [from {sources: zones}] to "
        "[{edge: top|bottom|left|right} of] {target: zone} [in deck order {deck_order: flag}]"
    )

    cards: Expr
    sources: tuple[Zone, ...]
    edge: Edge
    target: Zone
    deck_order: bool


@dataclass(frozen=True, slots=True)
class Draw(Step):
    """`number` cards (None: one), or until `target` holds `limit`; `name`, if any, is a local.

    The local is the card taken or nothing; with a number or limit the list of cards taken.
    """

    line: ClassVar[str] = (
        "draw [up to {limit: number} | {number: number}] to {target: zone} "
        "[from {source: zone}] [as {name: new}]"
    )

    number: Expr | None
    limit: Expr | None
    target: Zone
    source: Zone
    name: str


@dataclass(frozen=True, slots=True)
class Pick(Step):
    """A random card; nothing happens if there is none.  `name`: as for `Draw`."""

    line: ClassVar[str] = "pick from {source: zone} to {target: zone} [as {name: new}]"

    source: Zone
    target: Zone
    name: str


@dataclass(frozen=True, slots=True)
class Exchange(Step):
    line: ClassVar[str] = "exchange {one: zone} with {other: zone}"

    one: Zone
    other: Zone
