"""Every legal move of every game is read again as it is shown, in Spanish and in English."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from card_specs.language.load import bundled, load
from pbem import engine
from pbem.engine.chance import Fast
from pbem.engine.lexicon import Lexicon
from pbem.engine.moves import Read, read_move
from pbem.engine.table_words import lexicon_of
from pbem.replay.traces import players_named

_known: dict[tuple[str, str, int], tuple[engine.Table, Lexicon]] = {}

_seen: dict[tuple[str, str, int], set[str]] = {}


def _table(name: str, variant: str, players: int) -> tuple[engine.Table, Lexicon]:
    key = name, variant, players
    if key not in _known:
        game, seats = load(name), players_named(players)
        table = engine.compile_table(game, variant, {}, seats)
        _known[key] = table, lexicon_of(game, table.program.rules, seats)
    return _known[key]


@pytest.mark.parametrize("name", bundled())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_moves_round_trip_in_both_languages(name: str, data: st.DataObject) -> None:
    game = load(name)
    variant = data.draw(st.sampled_from(sorted(game.variants)))
    players = data.draw(st.sampled_from(game.variants[variant].players.numbers))
    table, lexicon = _table(name, variant, players)
    chance = Fast(f"words {data.draw(st.integers(0, 10**6))}")
    state = engine.start(table, chance)
    seen = _seen.setdefault((name, variant, players), set())
    for _ in range(60):
        asks = engine.asks(table, state)
        if not asks:
            break
        for moves in asks.values():
            _check(lexicon, moves, seen)
        player = list(asks)[chance.below(len(asks))]
        move = asks[player][chance.below(len(asks[player]))]
        state = engine.apply(table, state, player, move, chance)


def _check(lexicon: Lexicon, moves: list[str], seen: set[str]) -> None:
    """Each move of a table is looked at in the first list that it stands in."""
    for move in set(moves) - seen:
        for lang in lexicon.languages:
            shown = lexicon.show(move, lang)
            assert read_move(lexicon, moves, shown, lang) == Read(move), shown
            assert read_move(lexicon, moves, shown.upper(), lang) == Read(move), shown
            spaced = re.sub(r"(?<= )([a-zñ_]+)=", r"\1 ", shown)
            assert read_move(lexicon, moves, spaced, lang) == Read(move), spaced
        assert read_move(lexicon, moves, move, "es") == Read(move)
    seen.update(moves)
