"""What holds in every position of every bundled game, tried on random games (hypothesis)."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_specs.language.load import bundled, load
from card_specs.language.rules import Seen
from pbem import engine
from pbem.engine.cards import loose
from pbem.engine.chance import Fast

TABLES = [
    (name, variant, players)
    for name in bundled()
    for variant, one in load(name).variants.items()
    for players in {one.players.least, one.players.most}
]
OPTIONS: dict[str, dict[str, Any]] = {"diez": {"custom": "pass"}, "cinco": {"wild_bid": "any"}}


@cache
def table(name: str, variant: str, players: int) -> engine.Table:
    return engine.compile_table(load(name), variant, OPTIONS.get(name, {}), players)


def random_move(made: engine.Table, state: engine.State, draws: Fast) -> tuple[int, engine.Move]:
    seats = engine.to_move(made, state)
    seat = seats[draws.below(len(seats))]
    moves = engine.legal_moves(made, state, seat)
    return seat, moves[draws.below(len(moves))]


def advanced(made: engine.Table, seed: int, decisions: int) -> engine.State:
    """A position of a random game."""
    draws = Fast(f"bots {seed}")
    chance = Fast(f"chance {seed}")
    state = engine.start(made, chance)
    engine.playout(made, state, draws, chance, most=decisions)
    return state


some = settings(max_examples=25, deadline=None, derandomize=True)
seeds = st.integers(0, 10**6)


@some
@given(st.sampled_from(TABLES), seeds)
def test_every_position_has_all_cards_and_a_move_or_an_end(
    which: tuple[str, str, int], seed: int
) -> None:
    made = table(*which)
    cards = sorted(made.program.deck.cards)
    draws, chance = Fast(f"bots {seed}"), Fast(f"chance {seed}")
    state = engine.start(made, chance)
    for _ in range(120):
        assert sorted(c for zone in state.zones for card in zone for c in loose(card)) == cards
        asks = engine.asks(made, state)
        if not asks:
            assert engine.result(made, state).over
            return
        for moves in asks.values():
            assert moves == sorted(set(moves))
            assert moves
        seat, move = random_move(made, state, draws)
        engine.apply(made, state, seat, move, chance)


@some
@given(st.sampled_from(TABLES), seeds)
def test_a_game_saved_at_every_move_goes_on_the_same(
    which: tuple[str, str, int], seed: int
) -> None:
    made = table(*which)
    draws = Fast(f"bots {seed}")
    one = engine.start(made, Fast(f"chance {seed}"))
    for number in range(60):
        if one.over is not None:
            return
        saved = engine.dump(made, one)
        two = engine.load(made, json.loads(json.dumps(saved)))
        assert engine.dump(made, two) == saved
        assert engine.asks(made, two) == engine.asks(made, one)
        copy = engine.clone(one)
        seat, move = random_move(made, one, draws)
        text = made.texts[move]
        engine.apply(made, one, seat, move, Fast(f"{seed} {number}"))
        engine.apply(made, two, made.players[seat], text, Fast(f"{seed} {number}"))
        engine.make(made, copy, made.players[seat], text, Fast(f"{seed} {number}"))
        assert engine.dump(made, two) == engine.dump(made, one)
        assert engine.dump(made, copy) == engine.dump(made, one)


@some
@given(st.sampled_from(TABLES), seeds, st.integers(0, 80), st.text(max_size=12))
def test_refused_moves_change_nothing(
    which: tuple[str, str, int], seed: int, decisions: int, text: str
) -> None:
    made = table(*which)
    state = advanced(made, seed, decisions)
    before = json.dumps(engine.dump(made, state), sort_keys=True)
    everything = {m for moves in engine.asks(made, state).values() for m in moves}
    for player in made.players:
        mine = engine.asks(made, state).get(player, ())
        for move in [*sorted(everything - set(mine))[:5], text, ""]:
            if move not in mine:
                with pytest.raises(engine.Refused):
                    engine.apply(made, state, player, move)
    assert json.dumps(engine.dump(made, state), sort_keys=True) == before


@some
@given(st.sampled_from(TABLES), seeds, st.integers(0, 80))
def test_text_of_moves_comes_back_as_the_same_move(
    which: tuple[str, str, int], seed: int, decisions: int
) -> None:
    made = table(*which)
    state = advanced(made, seed, decisions)
    for seat in engine.to_move(made, state):
        legal = engine.legal_moves(made, state, seat)
        texts = {made.texts[move]: move for move in legal}
        assert len(texts) == len(legal)
        assert sorted(texts) == engine.asks(made, state)[made.players[seat]]


def swapped(made: engine.Table, state: engine.State, reader: str, draws: Fast) -> bool:
    """Swap hidden cards of others, in place; whether there were any to swap."""
    shown = engine.view(made, state, reader).zones
    hidden = [
        spot.index
        for spot in made.program.layout.zone_spots
        if isinstance(shown.get(spot.name(made.players)), int) and state.zones[spot.index]
    ]
    if not hidden:
        return False
    for _ in range(12):
        a, b = (hidden[draws.below(len(hidden))] for _ in range(2))
        i, k = draws.below(len(state.zones[a])), draws.below(len(state.zones[b]))
        one, other = state.zones[a], state.zones[b]
        one[i], other[k] = other[k], one[i]
    return True


@some
@given(st.sampled_from(TABLES), seeds, st.integers(0, 60))
def test_views_and_asks_tell_nothing_of_what_is_hidden(
    which: tuple[str, str, int], seed: int, decisions: int
) -> None:
    made = table(*which)
    state = advanced(made, seed, decisions)
    if state.over is not None:
        return
    shows = any(
        rules.derived is not None and not rules.hidden
        for rules in made.program.layout.counter_rules.values()
    )
    for reader in (*made.players, ""):
        other = engine.clone(state)
        if not swapped(made, other, reader, Fast(f"{seed}")):
            continue
        one, two = engine.view(made, state, reader), engine.view(made, other, reader)
        if shows and one.public["counters"] != two.public["counters"]:
            continue  # what others hold is partly public there
        assert (one.public, one.own, one.play) == (two.public, two.own, two.play)
        if reader:
            assert engine.asks(made, state).get(reader) == engine.asks(made, other).get(reader)


@some
@given(st.sampled_from(TABLES), seeds, st.integers(0, 60))
def test_what_is_told_of_a_move_tells_nothing_of_what_is_hidden(
    which: tuple[str, str, int], seed: int, decisions: int
) -> None:
    """The same move over other hidden cards: where the views after it are equal, so is the news."""
    made = table(*which)
    state = advanced(made, seed, decisions)
    if state.over is not None:
        return
    seat, move = random_move(made, state, Fast(f"{seed}"))
    player, text = made.players[seat], made.texts[move]
    for reader in (*(p for p in made.players if p != player), ""):
        one, other = engine.clone(state), engine.clone(state)
        if not swapped(made, other, reader, Fast(f"{seed}")):
            continue
        if other.who >= 0:
            question = engine.load(made, engine.dump(made, other))
            if text not in engine.asks(made, question).get(player, ()):
                continue
            other = question
        told = engine.make(made, one, player, text, Fast("same"))
        try:
            again = engine.make(made, other, player, text, Fast("same"))
        except engine.Refused:
            continue
        if engine.view(made, one, reader) == engine.view(made, other, reader):
            assert news(told, reader) == news(again, reader)


def news(played: engine.Played, reader: str) -> list[Any]:
    return [fact for fact in played.happened if reader in fact.get("to", (reader,))]


@some
@given(st.sampled_from(TABLES), seeds, st.integers(0, 80))
def test_a_zone_that_is_not_marked_as_seen_is_a_number(
    which: tuple[str, str, int], seed: int, decisions: int
) -> None:
    made = table(*which)
    state = advanced(made, seed, decisions)
    layout = made.program.layout
    public = engine.view(made, state).public["zones"]
    for spot in layout.zone_spots:
        name = spot.name(made.players)
        if layout.zone_rules[spot.thing].hidden:
            assert name not in public
        elif layout.seen(spot.thing) is not Seen.ALL:
            assert isinstance(public[name], int)
