"""Steps that decide what is carried out next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from card_specs.language.tree import (
    Block,
    Expr,
    Step,
)
from card_specs.language.types import (
    Type,
)


@dataclass(frozen=True, slots=True)
class If(Step):
    condition: Expr
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class ForEach(Step):
    """`items` is read once, before the first; `name` is a local of the steps in `do`."""

    name: str
    type: Type
    items: Expr
    do: Block


@dataclass(frozen=True, slots=True)
class Repeat(Step):
    """`times` rounds, or while `condition` holds, looked at before each round."""

    times: Expr | None
    condition: Expr | None
    do: Block


@dataclass(frozen=True, slots=True)
class CallRule(Step):
    """Carries out an own rule; `me` and `this` stay the same."""

    rule: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Leave(Step):
    """Drops the rest of the rule (the card's effect, the move) that the step stands in."""

    line: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Again(Step):
    """Puts the question again that the move answered."""

    line: ClassVar[str] = "again"


@dataclass(frozen=True, slots=True)
class EndTurn(Step):
    """Drops the rest of the turn and passes it."""

    line: ClassVar[str] = "end turn"


@dataclass(frozen=True, slots=True)
class PassTurn(Step):
    """Carries out `pass_turn` here."""

    line: ClassVar[str] = "pass turn"


@dataclass(frozen=True, slots=True)
class StartTurn(Step):
    """Drops everything under way and begins that player's turn."""

    line: ClassVar[str] = "start turn of {player: player}"

    player: Expr


@dataclass(frozen=True, slots=True)
class CheckEnd(Step):
    line: ClassVar[str] = "check end"


@dataclass(frozen=True, slots=True)
class GameOver(Step):
    line: ClassVar[str] = "game over"


@dataclass(frozen=True, slots=True)
class Reverse(Step):
    line: ClassVar[str] = "reverse"
