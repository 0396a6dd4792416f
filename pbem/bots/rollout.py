"""A sampled world played on with random moves, and what it was worth to each player."""

from __future__ import annotations

from collections.abc import Mapping

from pbem import engine
from pbem.engine.chance import Draws, Fast

Worth = Mapping[str, float]
"""For each player from 0 (lost) to 1 (won alone)."""


def luck(draws: Draws) -> Fast:
    """Chance of its own for one sampled world."""
    return Fast(f"world {draws.below(1 << 62)}")


def play_out(
    table: engine.Table, state: engine.State, chance: Fast, most_moves: int
) -> engine.State:
    """The state after random moves to the end of the game, or after so many of them."""
    for _ in range(most_moves):
        seats = engine.to_move(table, state)
        if not seats:
            break
        seat = seats[chance.below(len(seats))] if len(seats) > 1 else seats[0]
        moves = engine.legal_moves(table, state, seat)
        state = engine.apply(table, state, seat, moves[chance.below(len(moves))], chance)
    return state


def worth(table: engine.Table, state: engine.State) -> Worth:
    """The win shared among its winners; of a game cut short, ranks by score with half the weight.

    A game without scores that is cut short is worth the same to everybody.
    """
    result = engine.result(table, state)
    players = table.players
    if result.over:
        winners = result.winners
        return {p: 1 / len(winners) if p in winners else 0.0 for p in players}
    scores = {p: table.program.score(state, seat) or 0 for seat, p in enumerate(players)}
    spread = max(scores.values()) - min(scores.values())
    even = 1 / len(players)
    if not spread:
        return dict.fromkeys(players, even)
    low = min(scores.values())
    return {p: even / 2 + (scores[p] - low) / spread / 2 for p in players}
