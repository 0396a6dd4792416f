"""Random play in one loop is the same play."""

from __future__ import annotations

import pytest

from card_specs.language.load import bundled, load
from pbem import engine
from pbem.engine.chance import Fast


@pytest.mark.parametrize("name", bundled())
def test_it_plays_the_games_that_apply_plays(name: str) -> None:
    game = load(name)
    variant = next(iter(game.variants))
    players = game.variants[variant].players.least
    table = engine.compile_table(game, variant, {}, players)
    one, other = engine.start(table, Fast("s")), engine.start(table, Fast("s"))
    chance, draws, number = Fast("c"), Fast("d"), 0
    while other.over is None:
        seats = engine.to_move(table, other)
        seat = seats[draws.below(len(seats))] if other.who < 0 else seats[0]
        moves = engine.legal_moves(table, other, seat)
        engine.apply(table, other, seat, moves[draws.below(len(moves))], chance)
        number += 1
    assert engine.playout(table, one, Fast("d"), Fast("c")) == number
    assert engine.dump(table, one) == engine.dump(table, other)


def test_it_stops_after_so_many_decisions() -> None:
    table = engine.compile_table(load("hearts"), "", {}, 4)
    luck = Fast("x")
    state = engine.start(table, luck)
    assert engine.playout(table, state, luck, luck, most=9) == 9
    assert state.made == 9
