"""Steps that write counters and locals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from card_specs.language.tree import (
    Counter,
    Expr,
    Local,
    Step,
    TermValue,
)
from card_specs.values import dataclass

Target = Counter | TermValue | Local
"""What a value can be written to; a `TermValue` is that of a writable term."""


@dataclass(frozen=True, slots=True)
class SetValue(Step):
    line: ClassVar[str] = "set {target: target} to {value: value}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "pon {target} en {value}",
        "en": "set {target} to {value}",
    }
    doc: ClassVar[str] = "Gives a counter, a term with a place, or a local another value."
    example: ClassVar[str] = """\
steps:
  - set score.beto_seat to 4
  - set score to score.beto_seat + 1
names:
  beto_seat: item 2 of players
expect:
  counters: {score.ana: 5, score.beto: 4}
"""

    target: Target
    value: Expr


@dataclass(frozen=True, slots=True)
class AddValue(Step):
    line: ClassVar[str] = "add {value: number} to {target: target}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "suma {value} a {target}",
        "en": "add {value} to {target}",
    }
    doc: ClassVar[str] = "Adds a number to a counter or local; a negative one takes away."
    example: ClassVar[str] = """\
steps:
  - add 3 to score
  - add -1 to score
expect:
  counters: {score.ana: 2}
"""

    value: Expr
    target: Target


@dataclass(frozen=True, slots=True)
class Let(Step):
    """A new local of the frame; it is known to the end of the step list it stands in."""

    line: ClassVar[str] = "let {name: new} be {value: value}"
    words: ClassVar[Mapping[str, str]] = {
        "es": "{name:name} es {value}",
        "en": "let {name:name} be {value}",
    }
    doc: ClassVar[str] = (
        "Gives a value a name, which is known to the end of the list of steps. 'set' changes it."
    )
    example: ClassVar[str] = """\
steps:
  - let best be highest of fan by rank
  - move best from fan to heap
given:
  zones: {fan.ana: [R2, R5, B1]}
expect:
  zones: {heap: [R5], fan.ana: [R2, B1]}
"""

    name: str
    value: Expr
