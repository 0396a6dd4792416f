"""A sampled world played on with random moves, and what it was worth to each player."""

from __future__ import annotations

from collections.abc import Mapping

from card_specs.language.problems import SpecError
from pbem import engine
from pbem.engine.chance import Draws, Fast

Worth = Mapping[str, float]
"""For each player from 0 (lost) to 1 (won alone)."""


def luck(draws: Draws) -> Fast:
    """Chance of its own for one sampled world."""
    return Fast(f"world {draws.below(1 << 62)}")


def tried(
    table: engine.Table, state: engine.State, player: str, move: str, chance: Fast, most_moves: int
) -> Worth:
    """What a move was worth in a world, played on at random; the world is used up."""
    try:
        state = engine.apply(table, state, player, move, chance)
        return worth(table, play_out(table, state, chance, most_moves))
    except SpecError:
        return even(table)


def play_out(
    table: engine.Table, state: engine.State, chance: Fast, most_moves: int
) -> engine.State:
    """The state after random moves to the end of the game, or after so many of them.

    Raises `SpecError` in a world that no deal can lead to and in which play comes to no question:
    a view does not say everything that follows from the rules.
    """
    for _ in range(most_moves):
        seats = engine.to_move(table, state)
        if not seats:
            break
        seat = seats[chance.below(len(seats))] if len(seats) > 1 else seats[0]
        moves = engine.legal_moves(table, state, seat)
        state = engine.apply(table, state, seat, moves[chance.below(len(moves))], chance)
    return state


def even(table: engine.Table) -> Worth:
    """The same to everybody: what is not known."""
    return dict.fromkeys(table.players, 1 / len(table.players))


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
    if not spread:
        return even(table)
    low, half = min(scores.values()), 0.5 / len(players)
    return {p: half + (scores[p] - low) / spread / 2 for p in players}
