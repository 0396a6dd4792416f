"""Random games at every bundled table end and keep their cards (10,000 each: docs/performance.md).

What some clauses say of every game is looked at here: one player is asked at a time where nothing
is simultaneous, somebody wins, and no limit of turns is needed.
"""

from __future__ import annotations

import pytest

from card_specs.language.load import bundled, load
from pbem import engine
from pbem.engine.chance import Fast
from pbem.simulation.simulate import Plan, simulate


def tables() -> list[tuple[str, str, int]]:
    """(game, variant, players) of everything bundled."""
    return [
        (name, variant, players)
        for name in bundled()
        for variant, one in load(name).variants.items()
        for players in one.players.numbers
    ]


@pytest.mark.parametrize(("name", "variant", "players"), tables())
def test_random_games_end_and_keep_their_cards(name: str, variant: str, players: int) -> None:
    tally = simulate(Plan(name, variant, {}, players, games=4, seed=99), load)
    assert tally.games == 4


@pytest.mark.parametrize("name", ["cinquillo", "cinco_vivos"])
def test_one_player_is_asked_at_a_time(name: str) -> None:
    """CINQ-9.1, VIVOS-8.1: nothing is simultaneous and nothing can be interrupted."""
    table = engine.compile_table(load(name), "", {}, 3)
    chance = Fast("one at a time")
    state = engine.start(table, chance)
    while seats := engine.to_move(table, state):
        assert len(seats) == 1
        moves = engine.legal_moves(table, state, seats[0])
        state = engine.apply(table, state, seats[0], moves[chance.below(len(moves))], chance)


@pytest.mark.parametrize("variant", ["standard", "sudden", "teams"])
def test_somebody_always_wins(variant: str) -> None:
    """VIVOS-6.3: nobody is left cannot happen."""
    tally = simulate(Plan("cinco_vivos", variant, {"lives": 3}, 4, games=40), load)
    assert sum(tally.seats.values()) == 60 * tally.games


@pytest.mark.parametrize("variant", ["classic", "random", "mirror"])
def test_no_limit_of_turns_is_needed(variant: str) -> None:
    """SEIS-9.2, SEIS-9.5: every game ends with exactly one winner, by probability alone."""
    tally = simulate(Plan("seis", variant, {}, 3, games=40), load)
    assert tally.shared == 0
    assert max(tally.lengths) < 1000
