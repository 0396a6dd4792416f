"""Steps that decide what is carried out next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from card_specs.language.tree import (
    Block,
    Expr,
    Step,
)
from card_specs.language.types import (
    Type,
)
from card_specs.values import dataclass


@dataclass(frozen=True, slots=True)
class If(Step):
    words: ClassVar[Mapping[str, str]] = {
        "es": "si {condition:if}, {then}[; si no, {otherwise}]",
        "en": "if {condition:if}, {then}[; if not, {otherwise}]",
    }
    doc: ClassVar[str] = "Carries out steps if a condition holds, and others if it does not."
    example: ClassVar[str] = """\
steps:
  - if: fan
    then:
      - add 1 to score
    else:
      - add 1 to score.(next(me))
expect:
  counters: {score.beto: 1}
"""
    condition: Expr
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class ForEach(Step):
    """`items` is read once, before the first; `name` is a local of the steps in `do`."""

    words: ClassVar[Mapping[str, str]] = {
        "es": "con {items:loop}: {do}",
        "en": "for {items:loop}: {do}",
    }
    doc: ClassVar[str] = (
        "Carries out steps once for each of a list: player, card, word, number or code, and a "
        "name for it. The list is fixed before the first."
    )
    example: ClassVar[str] = """\
steps:
  - for each: player p in players
    do:
      - set score.p to count fan.p
given:
  zones: {fan.ana: [R1], fan.beto: [R2, R3]}
expect:
  counters: {score.ana: 1, score.beto: 2}
"""

    name: str
    type: Type
    items: Expr
    do: Block


@dataclass(frozen=True, slots=True)
class Repeat(Step):
    """`times` rounds, or while `condition` holds, looked at before each round."""

    words: ClassVar[Mapping[str, str]] = {
        "es": "[{times:times}: {do} | mientras {condition:if}: {do}]",
        "en": "[{times:times}: {do} | while {condition:if}: {do}]",
    }
    doc: ClassVar[str] = (
        "Carries out steps so many times, or as long as a condition holds; it is looked at "
        "before each round."
    )
    example: ClassVar[str] = """\
steps:
  - repeat: 2 times
    do:
      - draw to fan
  - repeat: while [fan where color == blue]
    do:
      - move first of [fan where color == blue] from fan to heap
given:
  zones: {deck: [R1, B2, R3], fan.ana: [B1]}
expect:
  zones: {fan.ana: [R1], heap: [B2, B1]}
"""

    times: Expr | None
    condition: Expr | None
    do: Block


@dataclass(frozen=True, slots=True)
class CallRule(Step):
    """Carries out an own rule; `me` and `this` stay the same."""

    words: ClassVar[Mapping[str, str]] = {
        "es": "{itself}",
        "en": "{itself}",
    }
    doc: ClassVar[str] = (
        "Carries out an own rule of the section 'rules', with arguments if it takes any."
    )
    example: ClassVar[str] = """\
steps:
  - pay(next(me), 3)
rules:
  pay:
    takes: {who: player, amount: number}
    do:
      - add amount to score.who
expect:
  counters: {score.beto: 3}
"""

    rule: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Leave(Step):
    """Drops the rest of the rule (the card's effect, the move) that the step stands in."""

    line: ClassVar[str] = "leave"
    words: ClassVar[Mapping[str, str]] = {
        "es": "y nada más",
        "en": "and nothing more",
    }
    doc: ClassVar[str] = (
        "Drops the rest of the rule, the move or the card's effect in which it stands."
    )
    example: ClassVar[str] = """\
steps:
  - if: not fan
    then:
      - leave
  - add 1 to score
expect:
  counters: {score.ana: 0}
"""


@dataclass(frozen=True, slots=True)
class Again(Step):
    """Puts the question again that the move answered."""

    line: ClassVar[str] = "again"
    words: ClassVar[Mapping[str, str]] = {
        "es": "y eliges otra vez",
        "en": "and you choose again",
    }
    doc: ClassVar[str] = "In a move: puts the question again when the move has been carried out."
    example: ClassVar[str] = """\
steps:
  - ask:
      moves:
        - move: drop CARD
          for:
            CARD: fan
          do:
            - move CARD from fan to heap
            - again
given:
  zones: {fan.ana: [R1, R2]}
answers:
  - ana: drop R1
  - ana: drop R2
expect:
  zones: {heap: [R2, R1]}
"""


@dataclass(frozen=True, slots=True)
class EndTurn(Step):
    """Drops the rest of the turn and passes it."""

    line: ClassVar[str] = "end turn"
    words: ClassVar[Mapping[str, str]] = {
        "es": "el turno termina",
        "en": "the turn is over",
    }
    doc: ClassVar[str] = "Drops what is left of the turn and passes it on."
    example: ClassVar[str] = """\
steps:
  - if: not fan
    then:
      - end turn
  - add 1 to score
expect:
  counters: {turn: beto, score.ana: 0}
"""


@dataclass(frozen=True, slots=True)
class PassTurn(Step):
    """Carries out `pass_turn` here."""

    line: ClassVar[str] = "pass turn"
    words: ClassVar[Mapping[str, str]] = {
        "es": "el turno pasa",
        "en": "the turn passes",
    }
    doc: ClassVar[str] = "Carries out the section 'pass_turn' here; the steps go on."
    example: ClassVar[str] = """\
steps:
  - pass turn
  - add 1 to score.turn
expect:
  counters: {turn: beto, score.beto: 1}
"""


@dataclass(frozen=True, slots=True)
class StartTurn(Step):
    """Drops everything under way and begins that player's turn."""

    line: ClassVar[str] = "start turn of {player: player}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "empieza el turno {player:of}",
        "en": "the turn of {player} begins",
    }
    doc: ClassVar[str] = (
        "Drops everything that is under way and begins a player's turn, as after a round of a "
        "match."
    )
    example: ClassVar[str] = """\
steps:
  - add 1 to round
  - start turn of next(me)
expect:
  counters: {turn: beto, round: 1}
"""

    player: Expr


@dataclass(frozen=True, slots=True)
class CheckEnd(Step):
    line: ClassVar[str] = "check end"
    words: ClassVar[Mapping[str, str]] = {
        "es": "se mira si la partida ha terminado",
        "en": "see whether the game is over",
    }
    doc: ClassVar[str] = "Looks whether the game is over; only needed where 'end' says 'at: said'."
    example: ClassVar[str] = """\
steps:
  - add 100 to round
  - check end
end:
  if: round > 99
  winners: me_first
  at: said
names:
  me_first: item 1 of players
expect:
  over: true
  winners: [ana]
"""


@dataclass(frozen=True, slots=True)
class GameOver(Step):
    line: ClassVar[str] = "game over"
    words: ClassVar[Mapping[str, str]] = {
        "es": "la partida termina",
        "en": "the game is over",
    }
    doc: ClassVar[str] = "Ends the game at once; 'end' says who has won."
    example: ClassVar[str] = """\
steps:
  - add 1 to score
  - game over
expect:
  over: true
"""


@dataclass(frozen=True, slots=True)
class Reverse(Step):
    line: ClassVar[str] = "reverse"
    words: ClassVar[Mapping[str, str]] = {
        "es": "cambia el sentido del juego",
        "en": "turn the direction of play round",
    }
    doc: ClassVar[str] = "Turns the direction of play round."
    example: ClassVar[str] = """\
steps:
  - reverse
expect:
  counters: {direction: counterclockwise}
"""
