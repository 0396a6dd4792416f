"""Steps that change how a card lies: face down, standing for another, paired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from card_specs.language.tree import (
    Expr,
    Step,
    Zone,
)
from card_specs.values import dataclass


@dataclass(frozen=True, slots=True)
class TurnDown(Step):
    line: ClassVar[str] = "turn down {card: card} in {zone: zone}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "pon boca abajo {card}",
        "en": "turn {card} face down",
    }
    doc: ClassVar[str] = (
        "Turns a card of a zone face down (its code then ends in ~). Nothing happens if there "
        "is no such card."
    )
    example: ClassVar[str] = """\
steps:
  - turn down first of [line where rank > 1] in line
given:
  zones: {line.ana: [R1, R2, R3]}
expect:
  zones: {line.ana: [R1, R2~, R3]}
"""

    card: Expr
    zone: Zone


@dataclass(frozen=True, slots=True)
class TurnUp(Step):
    line: ClassVar[str] = "turn up {card: card} in {zone: zone}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "pon boca arriba {card}",
        "en": "turn {card} face up",
    }
    doc: ClassVar[str] = "Turns a card of a zone face up again."
    example: ClassVar[str] = """\
steps:
  - turn up last of [line where down] in line
given:
  zones: {line.ana: [R1~, R2~, R3]}
expect:
  zones: {line.ana: [R1~, R2, R3]}
"""

    card: Expr
    zone: Zone


@dataclass(frozen=True, slots=True)
class Lay(Step):
    """Lays a card at the right end, or over place `number` (what lay there goes to `old`).

    `together` lies with it (`G4+COL`); `standing` is the code that the place counts as.
    """

    line: ClassVar[str] = (
        "lay {card: card} [with {together: card}] [as {standing: card}] from {sources: zones} "
        "to {target: zone} [place {number: number}] [old to {old: zone}]"
    )
    words: ClassVar[Mapping[str, str]] = {
        "es": "pon {card}[ con {together}] {target:in}[ como {standing}][ en el puesto {number}]",
        "en": "lay {card}[ with {together}] {target:in}[ as {standing}][ on place {number}]",
    }
    doc: ClassVar[str] = (
        "Lays a card at the right end of a row, or over a place of it, counted from 1; what "
        "lay there falls apart and goes to the zone after 'old to'. 'as' says for which card "
        "it stands as long as it lies there, 'with' lays a second card on the same place."
    )
    example: ClassVar[str] = """\
steps:
  - lay JOK as R2 from fan to line
  - lay R1 from fan to line place 1 old to heap
given:
  zones: {fan.ana: [JOK, R1], line.ana: [B1]}
expect:
  zones: {line.ana: [R1, JOK=R2], heap: [B1], fan.ana: []}
"""

    card: Expr
    together: Expr | None
    standing: Expr | None
    sources: tuple[Zone, ...]
    target: Zone
    number: Expr | None
    old: Zone | None


@dataclass(frozen=True, slots=True)
class MarkCard(Step):
    """The card stands for `code` while it stays; `zone` None only for `this`, where it lies."""

    line: ClassVar[str] = "mark {card: card} [in {zone: zone}] as {code: card}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "{card} vale como {code}",
        "en": "{card} stands for {code}",
    }
    doc: ClassVar[str] = (
        "Lets a card stand for another as long as it stays in its zone. For the card just "
        "played (this) no zone is named."
    )
    example: ClassVar[str] = """\
steps:
  - mark first of [line where JOK] in line as number(red, 3)
given:
  zones: {line.ana: [R2, JOK]}
expect:
  zones: {line.ana: [R2, JOK=R3]}
"""

    card: Expr
    zone: Zone | None
    code: Expr
