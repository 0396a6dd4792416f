"""Steps that put a question."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

from card_specs.language.rules import Decline, Move, Words
from card_specs.language.tree import (
    Block,
    Expr,
    Step,
    Zone,
)
from card_specs.values import dataclass


class How(Enum):
    """Who of `who` answers when, and when the answers take effect."""

    ALONE = "alone"
    EACH = "each"
    SEALED = "sealed"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class Ask(Step):
    """A question; in all but `who`, `Me` is the player asked.

    `moves` has named groups already written out (a move's `place` says where it comes from).
    `moment` "": no cards; they lie in `sources` and go to `target`, or to the card's own.
    `standing` is a WORD of the list `orders`.  `shows` is opened to the one asked.
    """

    words: ClassVar[Mapping[str, str]] = {
        "es": "{who:asked} {itself}",
        "en": "{who:asked} {itself}",
    }
    doc: ClassVar[str] = (
        "Puts a question to a player or to several. See 'Questions' below for its keys."
    )
    example: ClassVar[str] = """\
steps:
  - ask:
      plays: action
      from: fan
      to: heap
      or: pass
      moves:
        - move: give CARD to=WHO
          for:
            CARD: [fan where number]
            WHO: others
          do:
            - move CARD from fan to fan.WHO
cards:
  ACE:
    copies: 2
    when: action
    do:
      - add 5 to score
given:
  zones: {fan.ana: [R1, ACE]}
answers:
  - refused: {ana: give ACE to=beto}
  - ana: play ACE
expect:
  zones: {heap: [ACE]}
  counters: {score.ana: 5}
"""

    who: Expr
    how: How
    moves: tuple[Move, ...]
    moment: str
    only: Expr | None
    sources: tuple[Zone, ...]
    target: Zone | None
    before: Block
    after: Block
    decline: Decline | None
    single: bool
    again: bool
    none: Block
    standing: Expr | None
    shows: Zone | None
    secret: bool
    title: Words


@dataclass(frozen=True, slots=True)
class Window(Step):
    """The players of `who` one after the other, round and round, until all have passed in a row.

    Fields as in `Ask`; whoever has nothing to play passes unasked.
    """

    words: ClassVar[Mapping[str, str]] = {
        "es": "por turno, {who} eligen {itself}, hasta que todos pasen",
        "en": "one after the other, {who} choose {itself}, until all have passed",
    }
    doc: ClassVar[str] = (
        "Puts a question to several players one after the other, round and round, until as "
        "many have passed in a row as there are players. Whoever has nothing to play is not "
        "asked."
    )
    example: ClassVar[str] = """\
steps:
  - window:
      who: players_from(turn)
      plays: action
      from: fan
      to: heap
      or: pass
cards:
  ACE:
    copies: 2
    when: action
    do:
      - add 5 to score
given:
  zones: {fan.ana: [ACE], fan.beto: [ACE]}
answers:
  - ana: play ACE
  - beto: pass
expect:
  zones: {fan.beto: [ACE]}
  counters: {score.ana: 5}
"""

    who: Expr
    moves: tuple[Move, ...]
    moment: str
    sources: tuple[Zone, ...]
    target: Zone | None
    before: Block
    after: Block
    decline: Decline
    standing: Expr | None
    secret: bool
    title: Words
