"""Standing orders and the host's answer: policies over the legal moves."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Make
from tiny_specs import begun, counter, do, zone

from pbem import engine

TURN = """
- ask:
    standing: play
    moves:
      - move: lay CARD
        for:
          CARD: hand
        do:
          - move CARD from hand to pile
      - move: wait
        if: n < 2
        do:
          - add 1 to n
"""
ORDERS = """
play:
  title: {es: jugar, en: playing}
  low:
    - take: lay
      prefer: -CARD.rank
  high:
    - take: lay
      prefer: CARD.rank
      ties: deck
  red:
    - take: lay
      if: CARD.color == red
  quick:
    - take: wait
    - take: lay
      alone: true
  cards: {take: lay}
  rules: {wait: wait, ask: ask, else: lay JOK}
"""
CONDITIONS = """
start:
  is: n == 0
n<=N:
  is: n <= N
me=P:
  is: me == P
"""
STOCK = ("R4", "B1", "B4", "R1", "JOK", "JOK")


def made(table: Make, standing: Any = None) -> engine.Table:
    options = {} if standing is None else {"standing": standing}
    return table(
        options=options,
        setup="- deal 3 from stock to hand for players",
        turn=TURN,
        orders=ORDERS,
        conditions=CONDITIONS,
        mail="play: low",
        deadline="- take: lay\n  prefer: CARD.rank\n- take: wait",
    )


def test_without_an_order_the_player_is_asked(table: Make) -> None:
    one = made(table)
    state = begun(one, STOCK)
    assert engine.asks(one, state) == {"ana": ["lay B4", "lay JOK", "lay R4", "wait"]}


@pytest.mark.parametrize(
    ("order", "pile", "n"),
    [
        ("low", ["B4"], 0),
        ("high", ["R4"], 0),
        ("red", ["R4"], 0),
        ("quick", [], 1),
        (["B4", "R4"], ["B4"], 0),
        (["R1", "JOK"], ["JOK"], 0),
        ([{"wait": ["start"]}], [], 1),
        ({"wait": ["n<=0"]}, [], 1),
        ([{"wait": ["n<=-1"]}], ["JOK"], 0),
        ([{"wait": ["me=beto"]}, {"wait": ["me=ana"]}], [], 1),
    ],
)
def test_what_an_order_answers(table: Make, order: Any, pile: list[str], n: int) -> None:
    one = made(table, {"ana": order})
    state = begun(one, STOCK)
    assert zone(one, state, "pile") == pile
    assert counter(one, state, "n") == n
    assert list(engine.asks(one, state)) == ["beto"]


def test_an_order_that_says_ask_or_matches_nothing_leaves_the_question(table: Make) -> None:
    for order in ("ask", {"play": "ask"}, ["B5"], [{"ask": ["start"]}, {"wait": []}]):
        one = made(table, {"ana": order})
        assert list(engine.asks(one, begun(one, STOCK))) == ["ana"]


def test_orders_act_inside_the_move_before_again_and_again(table: Make) -> None:
    one = made(table, {"beto": "low"})
    state = begun(one, STOCK)
    played = engine.make(one, state, "ana", "lay R4")
    assert played.then == (("beto", "lay B1"),)
    assert list(engine.asks(one, state)) == ["ana"]


def test_a_card_of_a_list_is_struck_off_and_the_list_is_saved(table: Make) -> None:
    one = made(table, {"ana": ["B4", "R4"]})
    state = begun(one, STOCK)
    assert state.orders is not None
    assert state.orders[0] == {"play": ["R4"]}
    again = engine.load(one, engine.dump(one, state))
    do(one, again, "beto: lay B1")
    assert zone(one, again, "pile") == ["R4", "B1", "B4"]


def test_mail_stands_for_the_defaults_of_the_spec(table: Make) -> None:
    one = made(table, {"ana": "mail"})
    assert zone(one, begun(one, STOCK), "pile") == ["B4"]
    one = made(table, "mail")
    state = begun(one, STOCK)
    assert state.orders == [{"play": "low"}, {"play": "low"}]


def test_orders_may_be_changed_and_hold_for_questions_put_later(table: Make) -> None:
    one = made(table)
    state = begun(one, STOCK)
    engine.set_orders(one, state, "ana", "low")
    assert list(engine.asks(one, state)) == ["ana"]
    do(one, state, "ana: wait", "beto: wait")
    assert zone(one, state, "pile") == ["B4"]
    engine.set_orders(one, state, "ana", "ask")
    assert state.orders is None


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("lowe", "no order 'lowe' for 'play' — did you mean 'low'?"),
        ({"plays": "low"}, "there are no orders for 'plays' — did you mean 'play'?"),
        (["X9"], "there is no card 'X9'"),
        ({"wait": 3}, "'wait' takes a list of conditions"),
        ({"wait": ["begin"]}, "no condition 'begin'"),
        ({"wait": ["me=zoe"]}, "no condition 'me=zoe'"),
        ([{"walk": ["start"]}], "no rule 'walk' for 'play'"),
        (17, "a rule for 'play' is one word"),
    ],
)
def test_an_order_that_cannot_be_changes_nothing(table: Make, orders: Any, said: str) -> None:
    one = made(table)
    state = begun(one, STOCK)
    before = engine.dump(one, state)
    with pytest.raises(engine.OrderError, match=said.split("—")[0].strip()):
        engine.set_orders(one, state, "ana", orders)
    assert engine.dump(one, state) == before


def test_a_table_with_orders_that_cannot_be_does_not_begin(table: Make) -> None:
    for standing in ({"zoe": "low"}, "post", {"ana": "lowe"}):
        with pytest.raises(engine.OrderError):
            begun(made(table, standing), STOCK)


def test_the_host_answers_for_a_player_who_is_late(table: Make) -> None:
    one = made(table)
    state = begun(one, STOCK)
    assert engine.deadline(one, state, "ana") == "lay B4"
    with pytest.raises(engine.Refused):
        engine.deadline(one, state, "beto")


def test_orders_are_secret(table: Make) -> None:
    one = made(table, {"beto": "low"})
    state = begun(one, STOCK)
    assert "orders" not in engine.view(one, state, "beto").own
    assert engine.view(one, state, "ana").own["orders"] == {}
