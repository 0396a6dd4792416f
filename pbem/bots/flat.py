"""Determinized flat Monte Carlo: each legal move is tried in the same sampled worlds.

The method is that of the "perfect information" players of the literature (PIMC): worlds are drawn
from the view, every legal move is made in each of them, the game is played on at random, and the
move with the best average is taken.  Its known flaw is to believe that it will know in each world
what it cannot know (strategy fusion).
"""

from __future__ import annotations

from card_specs.values import dataclass
from pbem import engine
from pbem.bots.rollout import luck, tried
from pbem.bots.seat import Seat


@dataclass(frozen=True)
class FlatMonteCarlo:
    """`worlds` sampled states for each question; games are played on for `depth` moves at most."""

    name: str = "flat"
    worlds: int = 12
    depth: int = 120

    def choose(self, seat: Seat) -> str:
        if len(seat.moves) == 1:
            return seat.moves[0]
        total = dict.fromkeys(seat.moves, 0.0)
        for _ in range(self.worlds):
            world = engine.determinize(seat.table, seat.view, seat.draws)
            for move in seat.moves:
                copy, chance = engine.clone(world), luck(seat.draws)
                found = tried(seat.table, copy, seat.player, move, chance, self.depth)
                total[move] += found[seat.player]
        best = max(total.values())
        # Equal averages are common with few worlds; the first would favour low codes.
        equal = [move for move in seat.moves if total[move] == best]
        return equal[seat.draws.below(len(equal))]
