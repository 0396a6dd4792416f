"""Steps that ask chance, besides `shuffle` and `pick`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from card_specs.language.tree import (
    Counter,
    Expr,
    Step,
)
from card_specs.language.vocabulary.values import Target


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """Chance `die`: 1 to the counter's `faces` (repeated here)."""

    line: ClassVar[str] = "roll {counter: counter}"

    counter: Counter
    faces: int


@dataclass(frozen=True, slots=True)
class DrawLots(Step):
    """Chance `first`: one of `among` (None: all seats), written to `target`."""

    line: ClassVar[str] = "draw lots for {target: target} [among {among: players}]"

    target: Target
    among: Expr | None
