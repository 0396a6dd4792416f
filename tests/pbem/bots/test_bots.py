"""Bots answer legally, the same for the same view and luck, and the thinking ones beat chance."""

from __future__ import annotations

import pytest

from card_specs.language.load import load
from pbem import engine
from pbem.bots import BOTS, FlatMonteCarlo, Policy, RandomMoves, Seat, TreeSearch
from pbem.bots.rollout import worth
from pbem.bots.seat import Bot
from pbem.engine.chance import Fast

WEAK: dict[str, Bot] = {
    "random": RandomMoves(),
    "policy": Policy(),
    "flat": FlatMonteCarlo(worlds=2, depth=30),
    "ismcts": TreeSearch(walks=8, depth=30),
}
"""Quick ones: what is tested here does not depend on strength."""

TABLES = [("cinco", 3), ("cinco_vivos", 3), ("cinquillo", 3), ("diez", 2), ("seis", 2)]


def _play(name: str, players: int, bots: list[Bot], seed: str, most: int) -> engine.State:
    """A game, or its first moves; every answer must be legal."""
    table = engine.compile_table(load(name), "", {}, players)
    chance, luck = Fast(seed), Fast(seed + " luck")
    state = engine.start(table, chance)
    for _ in range(most):
        asks = engine.asks(table, state)
        if not asks:
            break
        player = next(iter(asks))
        seat = Seat(table, player, engine.view(table, state, player), asks[player], luck)
        move = bots[table.seats[player]].choose(seat)
        assert move in asks[player]
        state = engine.apply(table, state, player, move, chance)
    return state


@pytest.mark.parametrize("bot", WEAK)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_answer_is_legal(name: str, players: int, bot: str) -> None:
    _play(name, players, [WEAK[bot]] * players, "legal", 25)


def test_every_bot_has_a_name_that_finds_it() -> None:
    assert set(BOTS) == set(WEAK)
    assert all(name == bot.name for name, bot in BOTS.items())


@pytest.mark.parametrize("bot", WEAK)
def test_the_answer_depends_on_view_and_luck_alone(bot: str) -> None:
    """Two games that differ only in what the player cannot see: the same answer."""
    table = engine.compile_table(load("cinco_vivos"), "", {}, 3)
    state = engine.start(table, Fast("first"))
    player = next(iter(engine.asks(table, state)))
    other = engine.clone(state)
    hidden = [i for i, (zone, seat) in enumerate(table.patterns) if zone in ("hand", "stock")]
    hidden = [i for i in hidden if table.patterns[i][1] != table.seats[player]]
    cards = [card for i in hidden for card in other.zones[i]][::-1]
    for i in hidden:
        size = len(other.zones[i])
        other.zones[i], cards = cards[:size], cards[size:]
    answers = []
    for one in (state, other, state):
        moves = engine.asks(table, one)[player]
        view = engine.view(table, one, player)
        answers.append(WEAK[bot].choose(Seat(table, player, view, moves, Fast("luck"))))
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize(
    "bot", [FlatMonteCarlo(worlds=4, depth=40), TreeSearch(walks=30, depth=30)]
)
def test_thinking_beats_chance(bot: Bot) -> None:
    games, won = 20, 0
    table = engine.compile_table(load("crazy_eights"), "", {}, 2)
    for game in range(games):
        seats: list[Bot] = [bot, RandomMoves()] if game % 2 else [RandomMoves(), bot]
        state = _play("crazy_eights", 2, seats, f"game {game}", 1000)
        mine = table.players[0 if game % 2 else 1]
        won += mine in engine.result(table, state).winners
    assert won > games * 0.6


def test_what_a_finished_game_is_worth() -> None:
    table = engine.compile_table(load("crazy_eights"), "", {}, 2)
    state = _play("crazy_eights", 2, [RandomMoves()] * 2, "worth", 1000)
    found = worth(table, state)
    assert sum(found.values()) == pytest.approx(1)
    assert set(found) == set(table.players)


def test_what_an_unfinished_game_is_worth_is_split_by_score() -> None:
    table = engine.compile_table(load("cinco_vivos"), "", {}, 3)
    state = _play("cinco_vivos", 3, [RandomMoves()] * 3, "half", 60)
    found = worth(table, state)
    assert not engine.result(table, state).over
    assert all(0 <= value <= 1 for value in found.values())
