"""Saved states: JSON with names, and refusals that say why."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import Make
from tiny_specs import begun, do, turn

from card_specs.language.model import Game
from pbem import engine

NESTED = """
- ask:
    moves:
      - move: lay CARD
        for:
          CARD: hand
        do:
          - move CARD from hand to pile
          - answer(next(me), CARD)
          - add 1 to n
"""
RULES = """
answer:
  takes: {who: player, what: card}
  do:
    - let much be what.rank
    - ask:
        who: players_from(who)
        how: sealed
        moves:
          - move: say much=N
            for:
              N: [1 .. 3]
            do:
              - add N + much to score
    - add 10 to n
"""


def nested(table: Make) -> tuple[engine.Table, engine.State]:
    made = table(setup="- deal 2 from stock to hand for players", turn=NESTED, rules=RULES)
    state = begun(made, ("R1", "B1", "R2", "B2"))
    do(made, state, "ana: lay R2", "ana: say much=3")
    return made, state


def test_a_state_names_places_and_values(table: Make) -> None:
    made, state = nested(table)
    saved = engine.dump(made, state)
    assert [frame["at"] for frame in saved["frames"]] == [
        "turn/0/moves/lay/do/1",
        "rules/answer/1",
    ]
    values = saved["frames"][1]["values"]
    assert (values["who"], values["what"], values["much"]) == (1, "R2", 2)
    assert values["asking"]["given"] == [[0, "say much=3"]]
    assert saved["frames"][0]["values"]["CARD"] == "R2"
    assert saved["format"] == 1


def test_play_goes_on_from_a_copy_as_from_the_original(table: Make) -> None:
    made, state = nested(table)
    again = engine.load(made, json.loads(json.dumps(engine.dump(made, state))))
    assert engine.asks(made, again) == engine.asks(made, state)
    for one in (state, again):
        do(made, one, "beto: say much=1")
    assert engine.dump(made, again) == engine.dump(made, state)
    assert engine.trace_state(made, state)["counters"]["score.ana"] == 5


def test_a_clone_shares_nothing_that_changes(table: Make) -> None:
    made, state = nested(table)
    before = engine.dump(made, state)
    do(made, engine.clone(state), "beto: say much=1", "beto: lay B1")
    assert engine.dump(made, state) == before


def test_a_finished_game_can_be_saved(table: Make) -> None:
    made = table(turn="- game over")
    state = begun(made)
    again = engine.load(made, engine.dump(made, state))
    assert engine.result(made, again) == engine.result(made, state)
    assert engine.asks(made, again) == {}


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("format", 2, "has the format 2; this version reads 1"),
        ("format", None, "has the format None"),
        ("game", "other", "a saved game of other"),
        ("rules", "0" * 16, "the rules or options have changed"),
        ("players", ["ana", "zoe"], "a game of ana, zoe"),
    ],
)
def test_another_games_state_is_refused(table: Make, key: str, value: object, said: str) -> None:
    made, state = nested(table)
    saved = {**engine.dump(made, state), key: value}
    with pytest.raises(engine.LoadError, match=said):
        engine.load(made, saved)


def test_a_place_or_value_that_is_gone_is_refused(table: Make) -> None:
    made, state = nested(table)
    saved = engine.dump(made, state)
    saved["frames"][1]["at"] = "rules/answer/7"
    with pytest.raises(engine.LoadError, match="no place 'rules/answer/7'"):
        engine.load(made, saved)
    saved = engine.dump(made, state)
    saved["frames"][1]["values"]["wit"] = 3
    with pytest.raises(engine.LoadError, match="no wit"):
        engine.load(made, saved)
    saved = engine.dump(made, state)
    saved["frames"][1]["values"]["asking"]["given"] = [[0, "say nothing"]]
    with pytest.raises(engine.LoadError, match="'say nothing' is no answer"):
        engine.load(made, saved)


def test_a_damaged_file_is_refused(table: Make) -> None:
    made, state = nested(table)
    saved = engine.dump(made, state)
    del saved["counters"]["n"]
    with pytest.raises(engine.LoadError, match="damaged"):
        engine.load(made, saved)
    with pytest.raises(engine.LoadError):
        engine.load(made, {})


def test_other_rules_have_another_digest_and_other_words_do_not(
    read: Callable[..., Game],
) -> None:
    def digest(**sections: str) -> str:
        return engine.compile_table(read(**sections), "", None, 2).fingerprint

    plain = digest()
    assert digest(turn=turn("- add 1 to n", "- add 0 to n")) != plain
    assert digest(end="if: n == 98\nwinners: players\nscores: score.it") != plain
    assert engine.compile_table(read(), "", None, 3).fingerprint != plain
    names = "n: {title: {es: cosa, en: thing}}\nscore: {of: player}"
    assert digest(counters=names) == plain
