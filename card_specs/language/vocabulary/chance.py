"""Steps that ask chance, besides `shuffle` and `pick`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from card_specs.language.tree import (
    Counter,
    Expr,
    Step,
)
from card_specs.language.vocabulary.values import Target
from card_specs.values import dataclass


@dataclass(frozen=True, slots=True)
class Roll(Step):
    """Chance `die`: 1 to the counter's `faces` (repeated here)."""

    line: ClassVar[str] = "roll {counter: counter}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "lanza {counter}",
        "en": "roll {counter}",
    }
    doc: ClassVar[str] = (
        "Throws a die and keeps the number in a counter, which says how many 'faces' the die has."
    )
    example: ClassVar[str] = """\
steps:
  - roll die
dice: [4]
expect:
  counters: {die.ana: 4}
"""

    counter: Counter
    faces: int


@dataclass(frozen=True, slots=True)
class DrawLots(Step):
    """Chance `first`: one of `among` (None: all seats), written to `target`."""

    line: ClassVar[str] = "draw lots for {target: target} [among {among: players}]"
    words: ClassVar[Mapping[str, str]] = {
        "es": "[se sortea {target} entre {among} | se sortea {target}]",
        "en": "[draw lots for {target} among {among} | draw lots for {target}]",
    }
    doc: ClassVar[str] = (
        "Draws a player by lot, among all seats or among some, and keeps the player in a counter."
    )
    example: ClassVar[str] = """\
steps:
  - draw lots for leader among others
counters:
  leader: {is: player}
expect:
  counters: {leader: beto}
"""

    target: Target
    among: Expr | None
