"""Two positions are the same or differ in words."""

from __future__ import annotations

from typing import Any

from pbem.replay.compare import asks_difference, difference, same, shown

Position = dict[str, dict[str, Any]]


def test_empty_zones_zero_counters_and_the_order_of_sets_do_not_count() -> None:
    one: Position = {
        "zones": {"hand.ana": ["B", "A"], "row": []},
        "counters": {"skip": 0, "turn": "ana"},
    }
    other: Position = {
        "zones": {"hand.ana": ["A", "B"]},
        "counters": {"turn": "ana", "open": False},
    }
    assert difference(one, other, ["hand"]) == ""


def test_the_order_of_stacks_and_rows_counts() -> None:
    one, other = {"zones": {"row": ["B", "A"]}}, {"zones": {"row": ["A", "B"]}}
    assert difference(one, other, ["hand"]) == "row: expected [B, A], got [A, B]"


def test_a_counter_that_differs() -> None:
    one: Position = {"counters": {"total": 7}}
    other: Position = {"counters": {}}
    assert difference(one, other, ()) == "total: expected 7, got 0"


def test_long_lists_say_what_is_missing() -> None:
    one = {"zones": {"stock": list("abcdefgh")}}
    other = {"zones": {"stock": list("abcdefgx")}}
    said = difference(one, other, ())
    assert said.endswith(" (missing [h], too many [x])")
    swapped = {"zones": {"stock": list("bacdefgh")}}
    assert difference(one, swapped, ()).endswith(" (the order differs from place 1 on)")


def test_asks() -> None:
    assert asks_difference({"ana": ["a", "b"]}, {"ana": ["b", "a"]}) == ""
    assert asks_difference({}, {"ana": ["a"]}) == "asks ana: expected [], got [a]"


def test_truths_are_numbers_and_nothing_is_zero() -> None:
    assert same(True, 1)
    assert same(0, None)
    assert not same("1", 1)


def test_values_as_people_read_them() -> None:
    assert shown({"ana": ("R1", "R2"), "on": True}) == "{ana: [R1, R2], on: true}"
    assert len(shown("x" * 1000)) < 500
