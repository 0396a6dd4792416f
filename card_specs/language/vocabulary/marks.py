"""Steps that change how a card lies: face down, standing for another, paired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from card_specs.language.tree import (
    Expr,
    Step,
    Zone,
)


@dataclass(frozen=True, slots=True)
class TurnDown(Step):
    line: ClassVar[str] = "turn down {card: card} in {zone: zone}"

    card: Expr
    zone: Zone


@dataclass(frozen=True, slots=True)
class TurnUp(Step):
    line: ClassVar[str] = "turn up {card: card} in {zone: zone}"

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

    card: Expr
    zone: Zone | None
    code: Expr
