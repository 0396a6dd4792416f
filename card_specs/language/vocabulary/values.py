"""Steps that write counters and locals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from card_specs.language.tree import (
    Counter,
    Expr,
    Local,
    Step,
    TermValue,
)

Target = Counter | TermValue | Local
"""What a value can be written to; a `TermValue` is that of a writable term."""


@dataclass(frozen=True, slots=True)
class SetValue(Step):
    line: ClassVar[str] = "set {target: target} to {value: value}"

    target: Target
    value: Expr


@dataclass(frozen=True, slots=True)
class AddValue(Step):
    line: ClassVar[str] = "add {value: number} to {target: target}"

    value: Expr
    target: Target


@dataclass(frozen=True, slots=True)
class Let(Step):
    """A new local of the frame; it is known to the end of the step list it stands in."""

    line: ClassVar[str] = "let {name: new} be {value: value}"

    name: str
    value: Expr
