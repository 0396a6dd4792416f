"""Random games of the engine, move by move, against the same rules written by hand.

Every line must agree: zones, counters, who is asked what, chance, the end.  Chance is the numbered
stream of the protocol on both sides, so a wrong order before a shuffle shows, too.
"""

from __future__ import annotations

import copy
import os
from typing import Any

import pytest

from card_specs.language.load import load
from oracles.cinco import Cinco
from oracles.cinco_vivos import CincoVivos
from oracles.cinquillo import Cinquillo
from oracles.diez import Diez
from oracles.oracle import Oracle
from oracles.orders import by_host, by_order
from oracles.seis import Seis
from pbem import engine
from pbem.engine.chance import Fast, Stream, trace_key
from pbem.replay.compare import asks_difference, difference
from pbem.replay.traces import players_named

GAMES = int(os.environ.get("ORACLE_GAMES", "2"))
"""Games for each table; set it higher to look for rare differences."""

ORACLES: dict[str, type[Oracle]] = {
    "cinco": Cinco,
    "cinco_vivos": CincoVivos,
    "cinquillo": Cinquillo,
    "diez": Diez,
    "seis": Seis,
}
CHOICES: dict[str, dict[str, list[Any]]] = {
    "cinco": {
        "direction": ["clockwise", "counterclockwise"],
        "ties": ["rebid", "order"],
        "wild_bid": ["printed", "any"],
    },
    "cinco_vivos": {"lives": [5, 4, 3], "first": ["random", "seat"]},
    "cinquillo": {"limit": [30, 1, 20], "deal": [10, 12, 15], "competitive": [False, True]},
    "diez": {"custom": ["none", "pass", "draw2", "reserves"], "idle": [60, 20]},
    "seis": {"reverse_two": ["plain", "skip"]},
}


def tables() -> list[tuple[str, str, int]]:
    return [
        (name, variant, players)
        for name in ORACLES
        for variant, one in load(name).variants.items()
        for players in one.players.numbers
    ]


def options(name: str, luck: Fast) -> dict[str, Any]:
    """The defaults, or any of the values."""
    chosen = {key: values[luck.below(len(values))] for key, values in CHOICES[name].items()}
    return chosen if luck.below(2) else {}


SHOTS: list[Any] = [
    "ask",
    "never",
    {"shoot": ["win"]},
    {"shoot": []},
    {"ask": ["leader", "flip"]},
    [{"ask": ["dado"]}, {"shoot": ["up<=2", "flip"]}, {"ask": ["on=p2"]}],
    [{"shoot": ["win"]}, {"ask": ["flip"]}],
]
CARDS: dict[str, list[str]] = {
    "cinquillo": ["O7", "C5", "O10", "E4", "B6", "E5", "C12", "B1"],
    "cinco_vivos": ["N3", "PAS", "N3", "T0", "N0", "SKP", "BOM"],
}
WORDS: dict[str, dict[str, list[Any]]] = {
    "cinco": {
        "draw": ["ask", "auto"],
        "points": ["ask", "never", "win"],
        "bid": ["ask", "low", "high"],
    },
    "diez": {
        "draw": ["ask", "always", "room"],
        "give": ["ask", "spare"],
        "shed": ["ask", "spare"],
    },
    "seis": {
        "roll": ["ask", "auto", "dado"],
        "numeral": ["ask", "never", "rescue"],
        "tirador": SHOTS,
        "self": SHOTS,
        "flip": ["ask", "auto"],
        "end": ["ask", "never"],
        "voltear": ["ask", "low", "high", "mid"],
    },
}
"""The standing orders of each page; a list of cards where there is only one question."""


def standing(name: str, players: tuple[str, ...], luck: Fast) -> dict[str, Any]:
    """Any orders for any of the players."""
    orders: dict[str, Any] = {}
    for player in players:
        if luck.below(2):
            continue
        if name in CARDS:
            cards = [card for card in CARDS[name] if luck.below(2)]
            orders[player] = "single" if luck.below(2) else cards
        else:
            words = WORDS[name].items()
            orders[player] = {key: some[luck.below(len(some))] for key, some in words}
    return orders


@pytest.mark.parametrize(("name", "variant", "players"), tables())
def test_the_engine_plays_as_the_rules_page_says(name: str, variant: str, players: int) -> None:
    for seed in range(GAMES):
        luck = Fast(f"oracle {name} {variant} {players} {seed}")
        play_both(name, variant, options(name, luck), players, seed, luck)


@pytest.mark.parametrize(("name", "variant", "players"), tables())
def test_standing_orders_answer_as_the_rules_page_says(
    name: str, variant: str, players: int
) -> None:
    for seed in range(GAMES):
        luck = Fast(f"orders {name} {variant} {players} {seed}")
        orders = standing(name, players_named(players), luck)
        play_both(name, variant, options(name, luck), players, seed, luck, orders)


def play_both(
    name: str,
    variant: str,
    chosen: dict[str, Any],
    players: int,
    seed: int,
    luck: Fast,
    orders: dict[str, Any] | None = None,
) -> None:
    """A random game on both sides; every difference fails."""
    seats = players_named(players)
    about = f"{name} {variant} {players} {chosen} {orders} seed {seed}"
    given = {**chosen, **({"standing": orders} if orders else {})}
    table = engine.compile_table(load(name), variant, given, seats)
    sets = engine.set_names(table)
    chance, by_hand = Stream(trace_key(seed)), Stream(trace_key(seed))
    mine = copy.deepcopy(orders or {})
    state = engine.start(table, chance)
    oracle = ORACLES[name](list(seats), variant, chosen, by_hand)
    obey(oracle, mine)
    moves = 0
    while True:
        at = f"{about}, move {moves}"
        found = engine.trace_state(table, state)
        assert difference(oracle.position(), found, sets) == "", at
        assert chance.take_events() == by_hand.take_events(), at
        asks = engine.asks(table, state)
        assert asks_difference(oracle.asks, asks) == "", at
        if not asks:
            break
        for player in asks:
            late = by_host(oracle, player, oracle.asks[player])
            assert engine.deadline(table, state, player) == late, f"{at}, {player} is late"
        player = list(asks)[luck.below(len(asks))]
        move = asks[player][luck.below(len(asks[player]))]
        state = engine.apply(table, state, player, move, chance)
        oracle.move(player, move)
        obey(oracle, mine)
        moves += 1
    result = engine.result(table, state)
    assert (result.over, list(result.winners)) == (oracle.over, oracle.winners), about
    assert dict(result.scores) == oracle.scores, about


def obey(oracle: Oracle, orders: dict[str, Any]) -> None:
    """Carry out standing orders until somebody has to be asked."""
    while True:
        for player, moves in oracle.asks.items():
            move = by_order(oracle, player, moves, orders[player]) if player in orders else ""
            if move:
                oracle.move(player, move)
                break
        else:
            return
