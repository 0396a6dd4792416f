"""The engine and the plain interpreter play the same games, move by move, on the same chance."""

from __future__ import annotations

import random
from typing import Any

import pytest
from plain.play import Play

from card_specs.language.load import bundled, load
from pbem import engine
from pbem.engine.chance import Stream, trace_key

EFFECT = {
    "id": "carnival",
    "target": "opponent",
    "steps": [
        {"pick": {"from": "reserve.target", "to": "hand.self"}},
        {"give": {"who": "all", "from": "any", "to": "next", "received": True}},
        {"draw": {"who": "others", "count": 2}},
        {"shuffle": {"zone": "stock"}},
    ],
}


class Recorded:
    """Hands on what chance did in the engine, and wants it asked for in the same order."""

    def __init__(self) -> None:
        self.events: list[list[Any]] = []

    def _next(self, kind: str, name: str) -> Any:
        event = self.events.pop(0)
        assert event[:-1] == [kind, name] if kind != "first" else event[0] == kind
        return event[-1]

    def shuffle(self, zone: str, cards: list[str]) -> list[str]:
        order: list[str] = self._next("shuffle", zone)
        assert sorted(order) == sorted(cards)
        return order

    def die(self, player: str, faces: int) -> int:
        number: int = self._next("die", player)
        return number

    def pick(self, zone: str, cards: list[str]) -> str:
        card: str = self._next("pick", zone)
        return card

    def first(self, players: list[str]) -> str:
        player: str = self._next("first", "")
        return player


def same_game(spec: str, variant: str, options: dict[str, Any], players: int, seed: int) -> None:
    """Plays a random game in both and compares asks, state, chance and result at every move."""
    game = load(spec)
    table = engine.compile_table(game, variant, options, players)
    chance, recorded, bot = Stream(trace_key(seed)), Recorded(), random.Random(seed)
    state = engine.start(table, chance)
    recorded.events = chance.take_events()
    plain = Play(game, variant, options, table.players, recorded)
    for number in range(3000):
        where = f"{spec} {variant} {options} {players} players, seed {seed}, move {number}"
        asks = engine.asks(table, state)
        assert plain.asks() == asks, where
        assert recorded.events == [], where
        assert plain.state() == _compared(engine.trace_state(table, state), plain), where
        if not asks:
            break
        player = bot.choice(sorted(asks))
        move = bot.choice(asks[player])
        engine.apply(table, state, player, move, chance)
        recorded.events = chance.take_events()
        plain.answer(player, move)
    result = engine.result(table, state)
    assert result.over == plain.over
    if plain.over:
        assert (list(result.winners), dict(result.scores)) == plain.result()


def _compared(traced: Any, plain: Play) -> tuple[dict[str, Any], dict[str, Any]]:
    sets = {name for name, zone in plain.rules.zones.items() if zone.order.value == "set"}
    zones = {
        name: sorted(cards) if name.split(".")[0] in sets else cards
        for name, cards in traced["zones"].items()
        if cards
    }
    return zones, {key: value for key, value in traced["counters"].items() if value}


def _tables() -> list[Any]:
    found = []
    for spec in bundled():
        game = load(spec)
        for variant, rules in game.variants.items():
            for players in rules.players.numbers:
                quick = players == rules.players.numbers[0]
                marks = [] if quick else [pytest.mark.slow]
                found.append(pytest.param(spec, variant, players, marks=marks))
    return found


@pytest.mark.parametrize(("spec", "variant", "players"), _tables())
def test_both_play_the_same_game(spec: str, variant: str, players: int) -> None:
    same_game(spec, variant, {}, players, 100 + players)


@pytest.mark.slow
@pytest.mark.parametrize("spec", bundled())
def test_both_play_the_same_game_with_every_option(spec: str) -> None:
    game = load(spec)
    for seed, option in enumerate(game.options.values()):
        for value in option.values:
            for variant, rules in game.variants.items():
                same_game(spec, variant, {option.name: value}, rules.players.numbers[0], seed)


@pytest.mark.parametrize("variant", ["triad", "points"])
def test_both_play_an_effect_of_the_table(variant: str) -> None:
    same_game("diez", variant, {"custom": EFFECT}, 3, 5)
