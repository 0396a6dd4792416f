"""Expressions: what each form gives, and that what is not there does no harm."""

from __future__ import annotations

import pytest
from conftest import Make
from tiny_specs import begun, counter, do, turn

STOCK = ("R1", "B2", "R3", "B4", "JOK")
CARDS = """
number:
  code: "{color}{rank}"
  color: all
  rank: 1-5
  tags: [plain]
  title: {es: número, en: number}
JOK:
  copies: 2
  title: {es: comodín, en: joker}
"""
NAMES = """
big:
  of: card
  is: rank > 2
low:
  of: player
  is: count [row.it where not big]
twice:
  takes: {x: number}
  is: x + x
shared:
  is: top of stock
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4 - 1", 13),
        ("7 / 2 + 7 % 2", 4),
        ("-7 / 2", -4),
        ("abs(2 - 9)", 7),
        ("3 if 2 > 1 else 4", 3),
        ("count row", 5),
        ("count [row where plain]", 4),
        ("count [row where color == red and rank > 1]", 1),
        ("count [row where rank < 9]", 4),
        ("count [row where rank != 1]", 3),
        ("count [row where not rank == 1]", 4),
        ("count [row where big]", 2),
        ("count [players where low.it > 0]", 1),
        ("low", 3),
        ("twice(twice(3))", 12),
        ("sum of row by rank", 10),
        ("max of row by rank", 4),
        ("min of [row where big] by rank", 3),
        ("max of [row where rank == 9] by rank", 0),
        ("count (highest of row by rank)", 1),
        ("sum of (lowest of [row where big] by rank) by rank", 3),
        ("(first of row).rank", 1),
        ("(last of [row where plain]).rank", 4),
        ("(item 3 of row).rank", 3),
        ("count (all but top of row)", 4),
        ("count (first 3 of row)", 3),
        ("count (last 99 of row)", 5),
        ("count (first (0 - 3) of row)", 0),
        ("count every color", 2),
        ("count every number", 10),
        ("count every rank of row", 4),
        ("count every color of row", 2),
        ("count [2 .. 5]", 4),
        ("count [5 .. 2]", 0),
        ("count ([1, 2] + [2 .. 4])", 5),
        ("1 if n in [3, 4] else 0", 0),
        ("1 if 3 in [3, 4] else 0", 1),
        ("1 if (first of row).color in [red] else 0", 1),
        ("1 if first of row is number else 0", 1),
        ("1 if shared is JOK else 0", 0),
        ("seat(next(me)) + seat(previous(me))", 4),
        ("count others + count players", 3),
        ("count after(next(me))", 1),
        ("1 if (first of pile).color == red else 0", 0),
        ("1 if not (first of pile).color else 0", 1),
        ("1 if (first of pile).rank == (first of pile).rank else 0", 0),
        ("count [[row where JOK] where rank == 1]", 0),
        ("count [row where rank < (first of pile).rank]", 0),
        ("count [row where rank + (first of pile).rank > 1]", 0),
        ("count [row where rank != (first of pile).rank]", 0),
        ("count [row where rank < (first of pile).rank + count [row where it is number]]", 0),
        ("count [row where (item rank of row).rank < 4 and (item rank of row).rank > 1]", 2),
        ("count [players where [row.it where color == red]]", 1),
        ("count [row where it in [row where big]]", 2),
        ("count [row where rank == (first of row).rank or color == (first of row).color]", 2),
        ("count [every number where color == red and rank > count [row where color == blue]]", 3),
    ],
)
def test_an_expression(table: Make, expression: str, value: int) -> None:
    steps = ("- move top 5 of stock to row", f"- set n to {expression}")
    made = table(turn=turn(*steps), cards=CARDS, names=NAMES)
    state = begun(made, STOCK)
    do(made, state, "ana: go")
    assert counter(made, state, "n") == value


def test_a_condition_is_worked_out_anew_when_what_it_looks_at_changes(table: Make) -> None:
    steps = (
        "- move top 4 of stock to row",
        (
            "- for each: number i in [1 .. 4]\n  do:\n    - set n to i"
            "\n    - add (count [row where rank > n]) * 10 to score"
        ),
    )
    made = table(turn=turn(*steps), cards=CARDS)
    state = begun(made, STOCK)
    do(made, state, "ana: go")
    assert counter(made, state, "score.ana") == 10 * (3 + 2 + 1 + 0)


def test_zones_and_counters_of_parts(table: Make) -> None:
    zones = """
        stock: {order: stack, seen: nobody}
        heap: {of: [color, player], order: row, seen: all}
        side: {of: [[left, right]], order: row, seen: all}
        """
    counters = """
        n: {}
        score: {of: player}
        part: {of: color}
        """
    steps = (
        "- for each: card c in top 4 of stock\n  do:\n    - move c from stock to heap.(c.color)",
        "- move last of heap.blue to side.left",
        "- add 3 to part.red",
        "- for each: word k in every color\n  do:\n    - add 1 to part.k",
        "- set n to part.red * 10 + part.blue + 100 * count heap.red",
    )
    made = table(turn=turn(*steps), zones=zones, counters=counters)
    state = begun(made, STOCK)
    do(made, state, "ana: go")
    assert counter(made, state, "n") == 241
    assert state.zones[made.program.layout.zones["side"].index(("left",))] == ["B4"]


def test_what_only_shows_is_worked_out(table: Make) -> None:
    counters = """
        n: {}
        score: {of: player}
        held: {of: player, derived: count row.it}
        """
    made = table(turn=turn("- move top 2 of stock to row"), counters=counters)
    state = begun(made, STOCK)
    do(made, state, "ana: go")
    assert (counter(made, state, "held.ana"), counter(made, state, "held.beto")) == (2, 0)


def test_a_writable_term(table: Make) -> None:
    names = """
        lives:
          of: player
          place: score.(next(it))
        """
    made = table(turn=turn("- add 4 to lives.(next(me))", "- add 1 to lives"), names=names)
    state = begun(made, STOCK)
    do(made, state, "ana: go")
    assert (counter(made, state, "score.ana"), counter(made, state, "score.beto")) == (4, 1)
