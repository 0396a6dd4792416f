"""Random games of the engine, move by move, against the same rules written by hand.

Every line must agree: zones, counters, who is asked what, chance, the end.  Chance is the numbered
stream of the protocol on both sides, so a wrong order before a shuffle shows, too.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from card_specs.language.load import load
from oracles.cinco import Cinco
from oracles.cinco_vivos import CincoVivos
from oracles.cinquillo import Cinquillo
from oracles.diez import Diez
from oracles.oracle import Oracle
from oracles.seis import Seis
from pbem import engine
from pbem.compare import asks_difference, difference
from pbem.engine.chance import Fast, Stream, trace_key
from pbem.traces import players_named

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


@pytest.mark.parametrize(("name", "variant", "players"), tables())
def test_the_engine_plays_as_the_rules_page_says(name: str, variant: str, players: int) -> None:
    for seed in range(GAMES):
        luck = Fast(f"oracle {name} {variant} {players} {seed}")
        play_both(name, variant, options(name, luck), players, seed, luck)


def play_both(
    name: str, variant: str, chosen: dict[str, Any], players: int, seed: int, luck: Fast
) -> None:
    seats = players_named(players)
    about = f"{name} {variant} {players} {chosen} seed {seed}"
    table = engine.compile_table(load(name), variant, chosen, seats)
    sets = engine.set_names(table)
    chance, by_hand = Stream(trace_key(seed)), Stream(trace_key(seed))
    state = engine.start(table, chance)
    oracle = ORACLES[name](list(seats), variant, chosen, by_hand)
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
        player = list(asks)[luck.below(len(asks))]
        move = asks[player][luck.below(len(asks[player]))]
        state = engine.apply(table, state, player, move, chance)
        oracle.move(player, move)
        moves += 1
    result = engine.result(table, state)
    assert (result.over, list(result.winners)) == (oracle.over, oracle.winners), about
    assert dict(result.scores) == oracle.scores, about
