"""What a bot is handed when it is asked, and what it has to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from card_specs.values import dataclass
from pbem import engine
from pbem.engine.chance import Draws


@dataclass(frozen=True)
class Seat:
    """A question put to one player: the table, what the player sees, the legal moves, and luck."""

    table: engine.Table
    player: str
    view: engine.View
    moves: Sequence[str]
    draws: Draws


class Bot(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """The name that commands take."""
        ...

    def choose(self, seat: Seat) -> str:
        """One of the legal moves; the same for the same seat and draws."""
        ...
