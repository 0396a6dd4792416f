"""Every legal move is as likely as the others."""

from __future__ import annotations

from card_specs.values import dataclass
from pbem.bots.seat import Seat


@dataclass(frozen=True)
class RandomMoves:
    """The bot that everything is measured against."""

    name: str = "random"

    def choose(self, seat: Seat) -> str:
        return seat.moves[seat.draws.below(len(seat.moves))]
