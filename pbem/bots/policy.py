"""The spec's own habits: what the host would answer for a player who is late.

A spec's `deadline` policies rank the legal moves; where they name none of them, chance decides.
The policies are read against a state sampled from the view, so they cannot see more than the
player.
"""

from __future__ import annotations

from card_specs.values import dataclass
from pbem import engine
from pbem.bots.seat import Seat


@dataclass(frozen=True)
class Policy:
    """Greedy by the spec: the move of its deadline policies."""

    name: str = "policy"

    def choose(self, seat: Seat) -> str:
        if len(seat.moves) == 1:
            return seat.moves[0]
        world = engine.determinize(seat.table, seat.view, seat.draws)
        move = engine.deadline(seat.table, world, seat.player)
        if move in seat.moves:
            return move
        return seat.moves[seat.draws.below(len(seat.moves))]
