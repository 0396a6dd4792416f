"""Steps that move cards from one zone to another."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

from card_specs.language.tree import (
    Expr,
    Step,
    Zone,
)
from card_specs.values import dataclass


class Edge(Enum):
    """Where in a zone cards are put; a set has no edges, there it means nothing."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Shuffle(Step):
    line: ClassVar[str] = "shuffle {zone: zone}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "baraja {zone}",
        "en": "shuffle {zone}",
    }
    doc: ClassVar[str] = "Puts the cards of a zone into a random order."
    example: ClassVar[str] = """\
steps:
  - shuffle deck
given:
  zones: {deck: [R1, R2]}
expect:
  top: {deck: R1}           # in a scenario chance is fixed: a shuffle changes nothing
"""

    zone: Zone


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """`number` None deals all; in `target` (one's own zone) `Me` is the player dealt to."""

    line: ClassVar[str] = (
        "deal (all | {number: number}) from {source: zone} to {target: zone} for {players: players}"
    )
    words: ClassVar[Mapping[str, str]] = {
        "es": "reparte [{number:cards} | todo] {source:from}, carta a carta, a {players}",
        "en": "deal [{number:cards} | all cards] {source:from}, one at a time, to {players}",
    }
    doc: ClassVar[str] = (
        "Deals so many cards to each of the players, or all there are, one card at a time "
        "round the players. The target is the zone of each player who is dealt to, so it is "
        "written without an owner."
    )
    example: ClassVar[str] = """\
steps:
  - deal 2 from deck to fan for players
given:
  zones: {deck: [R1, R2, R3, R4, R5]}
expect:
  zones: {fan.ana: [R1, R3], fan.beto: [R2, R4]}
  top: {deck: R5}
"""

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
    words: ClassVar[Mapping[str, str]] = {
        "es": "pon {cards} [{edge} {target:of} | {target:in}][{deck_order}, en orden]",
        "en": "put {cards} [{edge} {target:of} | {target:into}][{deck_order}, in order]",
    }
    doc: ClassVar[str] = (
        "Moves cards. Without 'from' they are taken from where the expression finds them. "
        "They come to the top of a stack and to the right end of a row if nothing else is "
        "said; several keep their order, 'in deck order' sorts them first. What is no longer "
        "there is not moved."
    )
    example: ClassVar[str] = """\
steps:
  - move [fan where rank > 4] to bottom of deck in deck order
  - move first of fan from fan to heap
given:
  zones: {fan.ana: [B6, R5, R1], heap: [B2]}
expect:
  zones: {fan.ana: [], heap: [R1, B2]}
"""

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
    words: ClassVar[Mapping[str, str]] = {
        "es": "roba [hasta tener {limit:cards} | {number:cards} | una carta] {target:to}",
        "en": "draw [up to {limit:cards} | {number:cards} | a card] {target:to}",
    }
    doc: ClassVar[str] = (
        "Draws cards one by one from the deck's zone, or from another one: one card, so many, "
        "or up to a number in the target zone. When the zone is found empty, its 'when_empty' "
        "steps are carried out first; if it stays empty the drawing ends. A card with "
        "'when_drawn' is not taken: its steps are carried out, and the drawing goes on. 'as' "
        "gives the drawn card a name (a list of cards if a number is said)."
    )
    example: ClassVar[str] = """\
steps:
  - draw to fan as drawn
  - if: drawn.color == blue
    then:
      - draw up to 3 to fan
given:
  zones: {deck: [B1, R2, R3, R4]}
expect:
  zones: {fan.ana: [B1, R2, R3]}
  top: {deck: R4}
"""

    number: Expr | None
    limit: Expr | None
    target: Zone
    source: Zone
    name: str


@dataclass(frozen=True, slots=True)
class Pick(Step):
    """A random card; nothing happens if there is none.  `name`: as for `Draw`."""

    line: ClassVar[str] = "pick from {source: zone} to {target: zone} [as {name: new}]"
    words: ClassVar[Mapping[str, str]] = {
        "es": "pasa una carta al azar {source:from} {target:to}",
        "en": "move a random card {source:from} {target:to}",
    }
    doc: ClassVar[str] = (
        "Moves a random card from one zone to another; nothing happens if there is none. 'as' "
        "gives the card a name."
    )
    example: ClassVar[str] = """\
steps:
  - pick from fan.(next(me)) to fan
given:
  zones: {fan.beto: [R4]}
expect:
  zones: {fan.ana: [R4], fan.beto: []}
"""

    source: Zone
    target: Zone
    name: str


@dataclass(frozen=True, slots=True)
class Exchange(Step):
    line: ClassVar[str] = "exchange {one: zone} with {other: zone}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "intercambia {one} y {other}",
        "en": "exchange {one} and {other}",
    }
    doc: ClassVar[str] = "Exchanges all cards of two zones."
    example: ClassVar[str] = """\
steps:
  - exchange fan with fan.(next(me))
given:
  zones: {fan.ana: [R1], fan.beto: [R2, R3]}
expect:
  zones: {fan.ana: [R2, R3], fan.beto: [R1]}
"""

    one: Zone
    other: Zone
