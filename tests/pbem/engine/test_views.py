"""What each reader is shown: nothing that is not marked as seen, and no answer before its time."""

from __future__ import annotations

import json

from conftest import Make
from tiny_specs import begun, do

from pbem import engine

SETUP = "- deal 2 from stock to hand for players"
STOCK = ("R1", "B1", "R2", "B2", "R3")
LAY = """
- ask:
    who: players
    how: {how}
    moves:
      - move: lay CARD
        for:
          CARD: hand
        do:
          - move CARD from hand to {to}
"""
ZONES = """
stock: {order: stack, seen: nobody}
hand: {of: player, order: set, seen: owner}
bid: {of: player, order: set, seen: owner}
pile: {order: stack, seen: all}
work: {order: set, seen: all, hidden: true}
"""


def lay(how: str, to: str, more: str = "") -> str:
    return LAY.replace("{how}", how).replace("{to}", to) + more


def test_a_view_is_built_from_what_may_be_seen(table: Make) -> None:
    made = table(setup=SETUP, turn=lay("each", "pile"), zones=ZONES)
    state = begun(made, STOCK)
    ana, nobody = engine.view(made, state, "ana"), engine.view(made, state)
    assert nobody.public["zones"] == {
        "stock": 8, "hand.ana": 2, "hand.beto": 2, "bid.ana": 0, "bid.beto": 0, "pile": [],
    }  # fmt: skip
    assert nobody.own == {"zones": {}}
    assert ana.public == nobody.public
    assert ana.own["zones"] == {"hand.ana": ["R1", "R2"], "bid.ana": []}
    assert ana.own["moves"] == ["lay R1", "lay R2"]
    assert ana.zones["hand.ana"] == ["R1", "R2"]
    assert ana.public["asked"] == ["ana", "beto"]
    assert ana.public["over"] is False
    assert json.loads(json.dumps([ana.public, ana.own, ana.play])) == [
        ana.public,
        ana.own,
        ana.play,
    ]


def test_sets_do_not_show_in_which_order_cards_came(table: Make) -> None:
    made = table(setup=SETUP, turn=lay("each", "pile"), zones=ZONES)
    one, other = begun(made, ("R2", "B1", "R1")), begun(made, ("R1", "B1", "R2"))
    assert engine.view(made, one, "ana").own == engine.view(made, other, "ana").own


def test_a_sealed_answer_changes_nothing_that_others_see(table: Make) -> None:
    made = table(setup=SETUP, turn=lay("sealed", "pile"))
    state = begun(made, STOCK)
    before = engine.view(made, state, "beto")
    assert before.public["asked"] == []
    do(made, state, "ana: lay R2")
    assert engine.view(made, state, "beto").public == before.public
    assert engine.view(made, state, "beto").own == before.own
    assert engine.view(made, state, "ana").own["answer"] == "lay R2"
    assert "moves" not in engine.view(made, state, "ana").own
    do(made, state, "beto: lay B1")
    assert engine.view(made, state, "beto").public["zones"]["pile"] == ["B1", "R2"]


def test_where_it_is_secret_who_answers_sizes_stay_as_they_were(table: Make) -> None:
    """Bids go to zones of their own at once, and nobody else sees a hand become smaller."""
    turn = lay("each", "bid", "    secret: who\n")
    made = table(setup=SETUP, turn=turn, zones=ZONES)
    state = begun(made, STOCK)
    before = engine.view(made, state)
    assert before.public["asked"] == []
    do(made, state, "beto: lay B1")
    assert engine.view(made, state).public == before.public
    assert engine.view(made, state, "ana").public == before.public
    assert engine.view(made, state, "beto").own["zones"]["bid.beto"] == ["B1"]
    assert engine.view(made, state, "beto").public["zones"]["bid.beto"] == 0
    do(made, state, "ana: lay R1")
    assert engine.view(made, state).public["zones"]["bid.beto"] == 1


def test_a_zone_may_be_opened_to_the_one_who_is_asked(table: Make) -> None:
    turn = """
        - ask:
            shows: stock
            moves:
              - move: take CARD
                for:
                  CARD: stock
                do:
                  - move CARD from stock to hand
        """
    made = table(turn=turn)
    state = begun(made, ("R2", "B1", "R1"))
    shown = engine.view(made, state, "ana").zones["stock"]
    assert shown == ["R1", "R2", "R3", "R4", "R5", "B1", "B2", "B3", "B4", "B5", "JOK", "JOK"]
    assert engine.view(made, state, "beto").zones["stock"] == 12


def test_the_end_is_shown(table: Make) -> None:
    made = table(turn="- add 5 to score\n- game over")
    state = begun(made)
    assert engine.view(made, state).public["over"] == {
        "winners": ["ana", "beto"],
        "scores": {"ana": 5, "beto": 0},
    }
    assert engine.asks(made, state) == {}


def test_what_a_reader_may_not_know_of_a_rule_under_way_is_left_out(table: Make) -> None:
    turn = """
        - draw to hand as drawn
        - let shown be count hand
        - let best be highest of hand by rank
        - ask:
            who: next(me)
            moves:
              - move: go
                do:
                  - set n to shown + drawn.rank + count best
        """
    made = table(setup=SETUP, turn=turn)
    state = begun(made, STOCK)
    values = {
        reader: engine.view(made, state, reader).play["frames"][0]["values"]
        for reader in ("ana", "beto", "")
    }
    assert values["ana"] == {"drawn": "R3", "shown": 3, "best": ["R3"]}
    assert values["beto"] == values[""] == {"shown": 3}


def test_facts_go_to_those_who_may_know(table: Make) -> None:
    turn = lay("each", "bid", "    secret: who\n") + "- move bid.(next(me)) to pile\n"
    made = table(setup=SETUP, turn=turn, zones=ZONES)
    state = begun(made, STOCK)
    played = engine.make(made, state, "beto", "lay B1")
    assert played.happened == (
        {"player": "beto", "move": "lay B1", "to": ["beto"]},
        {"zone": "bid.beto", "from": "hand.beto", "gained": ["B1"], "to": ["beto"]},
    )
    assert not played.learned
    played = engine.make(made, state, "ana", "lay R1")
    assert {"zone": "pile", "from": "bid.beto", "gained": ["B1"]} in played.happened
    assert played.learned


def test_a_card_taken_in_secret_is_not_named_to_others(table: Make) -> None:
    turn = """
        - ask:
            shows: stock
            moves:
              - move: take CARD
                for:
                  CARD: stock
                do:
                  - move CARD from stock to hand
        """
    made = table(turn=turn)
    state = begun(made, STOCK)
    played = engine.make(made, state, "ana", "take R3")
    moves = [fact for fact in played.happened if "move" in fact]
    assert moves == [
        {"player": "ana", "move": "take R3", "to": ["ana"]},
        {"player": "ana", "move": "take", "to": ["beto", ""]},
    ]
    cards = [fact for fact in played.happened if "zone" in fact]
    assert cards[1] == {"zone": "hand.ana", "from": "stock", "more": 1, "to": ["beto", ""]}


def test_telling_plays_the_same_game(table: Make) -> None:
    made = table(setup=SETUP, turn=lay("each", "pile"))
    one, other = begun(made, STOCK), begun(made, STOCK)
    do(made, one, "ana: lay R2")
    engine.make(made, other, "ana", "lay R2")
    assert engine.dump(made, one) == engine.dump(made, other)
