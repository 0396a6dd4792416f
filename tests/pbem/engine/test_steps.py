"""Every step on a small spec: what it does to zones and counters, under fixed chance."""

from __future__ import annotations

import pytest
from conftest import Make
from tiny_specs import begun, counter, do, turn, zone

from pbem import engine

STOCK = ("R1", "R2", "R3", "R4", "R5", "B1", "B2")


def after(
    table: Make, *steps: str, dice: tuple[int, ...] = (), **sections: str
) -> tuple[engine.Table, engine.State]:
    """The table and the state after ana's move `go`."""
    made = table(turn=turn(*steps), **sections)
    state = begun(made, STOCK)
    do(made, state, "ana: go", dice=dice)
    return made, state


def test_deal_gives_cards_one_at_a_time_round_the_players(table: Make) -> None:
    made, state = after(table, "- deal 2 from stock to hand for players")
    assert zone(made, state, "hand.ana") == ["R1", "R3"]
    assert zone(made, state, "hand.beto") == ["R2", "R4"]
    assert zone(made, state, "stock")[0] == "R5"


def test_deal_onto_stacks_puts_each_card_on_top(table: Make) -> None:
    zones = """
        stock: {order: stack, seen: nobody}
        hand: {of: player, order: stack, seen: owner}
        """
    made, state = after(table, "- deal 2 from stock to hand for players", zones=zones)
    assert zone(made, state, "hand.ana") == ["R3", "R1"]


def test_deal_all_until_nothing_is_left(table: Make) -> None:
    made, state = after(table, "- deal all from stock to hand for [me]")
    assert zone(made, state, "stock") == []
    assert len(zone(made, state, "hand.ana")) == 12


@pytest.mark.parametrize(
    ("step", "zone_name", "cards"),
    [
        ("- move top of stock to pile", "pile", ["R1"]),
        ("- move top 3 of stock to pile", "pile", ["R1", "R2", "R3"]),
        ("- move top 2 of stock to row", "row.ana", ["R1", "R2"]),
        ("- move last of stock to pile", "pile", ["JOK"]),
        ("- move [stock where JOK] to row", "row.ana", ["JOK", "JOK"]),
        ("- move first of [stock where rank == 3] to row", "row.ana", ["R3"]),
        ("- move item 2 of stock to row", "row.ana", ["R2"]),
        ("- move item 99 of stock to row", "row.ana", []),
    ],
)
def test_move(table: Make, step: str, zone_name: str, cards: list[str]) -> None:
    made, state = after(table, step)
    assert zone(made, state, zone_name) == cards
    assert len(zone(made, state, "stock")) == 12 - len(cards)


def test_move_to_the_ends_of_a_zone(table: Make) -> None:
    made, state = after(
        table,
        "- move top 2 of stock to row",
        "- move top of stock to left of row",
        "- move top of stock to bottom of stock",
        "- move top 2 of stock to top of pile",
        "- move top of stock to bottom of pile",
    )
    assert zone(made, state, "row.ana") == ["R3", "R1", "R2"]
    assert zone(made, state, "stock")[-1] == "R4"
    assert zone(made, state, "pile") == ["R5", "B1", "B2"]


def test_a_group_may_be_sorted_by_the_deck_first(table: Make) -> None:
    made, state = after(
        table, "- move [stock where rank > 3] to row", "- move row to pile in deck order"
    )
    assert zone(made, state, "pile") == ["R4", "R5", "B4", "B5"]


def test_each_card_comes_from_the_first_zone_that_has_it(table: Make) -> None:
    made, state = after(
        table,
        "- move top of stock to pile",
        "- move [pile + stock where rank == 1] from pile or stock to row",
    )
    assert zone(made, state, "row.ana") == ["R1", "B1"]
    assert zone(made, state, "pile") == []


def test_draw_one_some_and_up_to(table: Make) -> None:
    made, state = after(table, "- draw to hand", "- draw 2 to hand", "- draw up to 4 to hand")
    assert sorted(zone(made, state, "hand.ana")) == ["R1", "R2", "R3", "R4"]


def test_a_draw_names_what_was_taken(table: Make) -> None:
    made, state = after(
        table,
        "- draw to hand as one",
        "- draw 2 to hand as more",
        "- set n to one.rank + 10 * count more",
    )
    assert counter(made, state, "n") == 21


def test_a_draw_from_nothing_stops(table: Make) -> None:
    made, state = after(
        table,
        "- move stock to pile",
        "- draw to hand as one",
        "- if: not one\n  then:\n    - set n to 7",
    )
    assert counter(made, state, "n") == 7


def test_an_empty_zone_may_be_filled_in_the_middle_of_a_draw(table: Make) -> None:
    zones = """
        stock:
          order: stack
          seen: nobody
          when_empty:
            - move pile to stock
        hand: {of: player, order: set, seen: owner}
        pile: {order: stack, seen: all}
        row: {of: player, order: row, seen: all}
        """
    made, state = after(
        table, "- move top 3 of stock to row", "- move stock to pile", "- draw 2 to hand",
        zones=zones,
    )  # fmt: skip
    assert sorted(zone(made, state, "hand.ana")) == ["R4", "R5"]


def test_a_card_that_interrupts_is_not_drawn_and_the_draw_goes_on(table: Make) -> None:
    cards = """
        number:
          code: "{color}{rank}"
          color: all
          rank: 1-5
          title: {es: número, en: number}
        JOK:
          copies: 2
          title: {es: comodín, en: joker}
          when_drawn:
            - move top of stock to pile
            - add 1 to n
        """
    made = table(turn=turn("- draw 2 to hand"), cards=cards)
    state = begun(made, ["JOK", "R1", "JOK", "R2"])
    do(made, state, "ana: go")
    assert zone(made, state, "hand.ana") == ["R1", "R2"]
    assert zone(made, state, "pile") == ["JOK", "JOK"]
    assert counter(made, state, "n") == 2


def test_pick_takes_the_first_in_deck_order_under_fixed_chance(table: Make) -> None:
    made, state = after(
        table,
        "- move [stock where color == blue] to row",
        "- move top 2 of stock to row",
        "- pick from row to pile as found",
        "- set n to found.rank",
    )
    assert zone(made, state, "pile") == ["R1"]
    assert counter(made, state, "n") == 1


def test_exchange_swaps_whole_zones(table: Make) -> None:
    made, state = after(table, "- move top of stock to row", "- exchange row with row.(next(me))")
    assert zone(made, state, "row.ana") == []
    assert zone(made, state, "row.beto") == ["R1"]


def test_cards_turn_down_and_up_and_nothing_happens_without_a_card(table: Make) -> None:
    made, state = after(
        table,
        "- move top 3 of stock to row",
        "- turn down first of [row where rank > 1] in row",
        "- turn down first of [row where rank == 9] in row",
        "- turn down last of row in row",
        "- turn up last of row in row",
    )
    assert zone(made, state, "row.ana") == ["R1", "R2~", "R3"]


def test_a_mark_lasts_as_long_as_the_card_stays(table: Make) -> None:
    made, state = after(
        table,
        "- move [stock where JOK] to row",
        "- mark first of row in row as number(blue, 3)",
        '- if: "[row where rank == 3 and JOK and marked]"\n  then:\n    - set n to 1',
        "- move last of row to pile",
    )
    assert zone(made, state, "row.ana") == ["JOK=B3"]
    assert counter(made, state, "n") == 1
    do(made, state, "beto: go", "ana: go")
    assert "JOK=B3" not in zone(made, state, "pile")


def test_lay_over_a_place_and_together(table: Make) -> None:
    made, state = after(
        table,
        "- lay R2 with JOK as number(blue, 1) from stock to row",
        "- lay R3 from stock to row",
        "- lay B1 from stock to row place 1 old to pile",
    )
    assert zone(made, state, "row.ana") == ["B1", "R3"]
    assert zone(made, state, "pile") == ["R2", "JOK"]


def test_values(table: Make) -> None:
    made, state = after(
        table,
        "- let x be 4",
        "- set x to x * 2",
        "- add x to n",
        "- add -3 to n",
        "- set score.(next(me)) to n",
    )
    assert counter(made, state, "n") == 5
    assert counter(made, state, "score.beto") == 5


def test_a_counter_keeps_within_its_bounds(table: Make) -> None:
    counters = """
        n: {min: 0, max: 3}
        score: {of: player}
        """
    made, state = after(table, "- add 9 to n", "- add -1 to n", counters=counters)
    assert counter(made, state, "n") == 2
    made, state = after(table, "- add -9 to n", counters=counters)
    assert counter(made, state, "n") == 0


def test_chance(table: Make) -> None:
    counters = """
        n: {faces: 6}
        score: {of: player, faces: 4}
        lucky: {is: player}
        """
    made, state = after(
        table, "- roll n", "- roll score", "- draw lots for lucky", dice=(5, 3), counters=counters
    )
    assert (counter(made, state, "n"), counter(made, state, "score.ana")) == (5, 3)
    assert counter(made, state, "lucky") == "ana"


def test_if_for_each_and_repeat(table: Make) -> None:
    made, state = after(
        table,
        "- for each: player p in players\n  do:\n    - add 1 to score.p",
        "- for each: number i in [1 .. 4]\n  do:\n    - add i to n",
        "- repeat: 3 times\n  do:\n    - add 10 to n",
        "- repeat: while n < 100\n  do:\n    - add 20 to n",
        "- if: n == 100\n  then:\n    - add 1 to n\n  else:\n    - add 2 to n",
    )
    assert counter(made, state, "n") == 100 + 1
    assert counter(made, state, "score.beto") == 1


def test_the_list_of_a_loop_is_fixed_at_its_start(table: Make) -> None:
    made, state = after(
        table,
        "- move top 3 of stock to row",
        "- for each: card c in row\n  do:\n    - move c from row to pile",
    )
    assert zone(made, state, "pile") == ["R3", "R2", "R1"]


def test_rules_take_arguments_and_can_be_left(table: Make) -> None:
    rules = """
        give:
          takes: {who: player, much: number}
          do:
            - add much to score.who
            - if: much > 5
              then:
                - leave
            - add 100 to score.who
        """
    made, state = after(table, "- give(next(me), 6)", "- give(me, 2)", rules=rules)
    assert counter(made, state, "score.beto") == 6
    assert counter(made, state, "score.ana") == 102


def test_reverse_and_the_order_of_play(table: Make) -> None:
    made = table(
        players=3,
        turn=turn("- reverse", "- set n to seat(next(me))", "- set score to seat(left_of(me))"),
    )
    state = begun(made)
    do(made, state, "ana: go")
    assert counter(made, state, "direction") == "counterclockwise"
    assert counter(made, state, "n") == 3
    assert counter(made, state, "score.ana") == 2
    assert counter(made, state, "turn") == "carla"


def test_jumps_of_the_turn(table: Make) -> None:
    made = table(
        players=3,
        turn=turn("- end turn") + "\n- add 50 to n",
        pass_turn="- add 1 to n\n- set turn to next(turn)",
    )
    state = begun(made)
    do(made, state, "ana: go")
    assert (counter(made, state, "n"), counter(made, state, "turn")) == (1, "beto")
    made = table(players=3, turn=turn("- start turn of next(next(me))"))
    state = begun(made)
    do(made, state, "ana: go")
    assert counter(made, state, "turn") == "carla"


def test_counters_of_the_turn_go_back_when_it_passes(table: Make) -> None:
    counters = """
        n: {each_turn: 2}
        score: {of: player}
        """
    made, state = after(table, "- add 1 to n", "- pass turn", "- add 5 to n", counters=counters)
    assert counter(made, state, "n") == 2
    assert counter(made, state, "turn") == "ana"


def test_the_end_is_found_in_the_middle_of_a_loop(table: Make) -> None:
    end = """
        if: "[players where score.it >= 2]"
        winners: "[players where score.it >= 2]"
        scores: score.it
        """
    steps = "- for each: player p in players\n  do:\n    - add 2 to score.p"
    _made, state = after(table, steps, end=end)
    assert state.over == ((0,), (2, 0))


@pytest.mark.parametrize(("when", "scores"), [("turn_end", (2, 2)), ("said", (2, 2))])
def test_the_end_may_be_looked_at_later(table: Make, when: str, scores: tuple[int, int]) -> None:
    end = f"""
        at: {when}
        if: "[players where score.it >= 2]"
        winners: "[players where score.it >= 2]"
        scores: score.it
        """
    steps = "- for each: player p in players\n  do:\n    - add 2 to score.p"
    _made, state = after(table, steps, "- check end", end=end)
    assert state.over == ((0, 1), scores)


def test_game_over(table: Make) -> None:
    made, state = after(table, "- game over", "- add 1 to n")
    assert state.over is not None
    assert counter(made, state, "n") == 0
