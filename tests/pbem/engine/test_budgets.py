"""Nothing that a stranger writes into a spec makes the engine run, grow or recurse without end.

Every such spec ends in a `SpecError` that names its line.
"""

from __future__ import annotations

import pytest
from conftest import Make
from tiny_specs import begun, do, turn

from card_specs.language.problems import SpecError
from pbem import engine
from pbem.engine.chance import Fixed


def fails(table: Make, *steps: str, **sections: str) -> str:
    """The first problem that ana's move `go` runs into (or the compiler finds)."""

    def played() -> None:
        made = table(turn=turn(*steps), **sections)
        do(made, begun(made), "ana: go")

    with pytest.raises(SpecError) as error:
        played()
    return str(error.value.problems[0]).split("tiny.yaml:", 1)[1]


def test_a_loop_without_end(table: Make) -> None:
    said = fails(table, "- repeat: while n < 5\n  do:\n    - set n to 1")
    line = said.split(":")[0]
    assert "play does not come to a question" in said
    assert line == "33"


def test_loops_inside_loops(table: Make) -> None:
    inner = "- repeat: 1000 times\n  do:\n"
    nested = inner + "".join(
        "    " * depth + line + "\n"
        for depth in range(1, 4)
        for line in ("- repeat: 1000 times", "  do:")
    )
    assert "play does not come" in fails(table, nested + "                - add 1 to score")


def test_rules_that_call_one_another_without_end(table: Make) -> None:
    rules = """
        a:
          - b
        b:
          - a
        """
    assert "rules that call one another" in fails(table, "- a", rules=rules)


def test_a_game_in_which_nobody_is_asked(table: Make) -> None:
    made = table(turn="- add 1 to n\n- add -1 to n", end="if: n == 99\nwinners: players")
    with pytest.raises(SpecError, match="somebody must be asked"):
        begun(made)


def test_a_question_that_never_has_a_move(table: Make) -> None:
    turn = (
        "- ask:\n    moves:\n      - move: go\n        if: n > 5\n        do:\n          - reverse"
    )
    made = table(turn=turn)
    with pytest.raises(SpecError, match="somebody must be asked"):
        begun(made)


def test_numbers_that_explode(table: Make) -> None:
    steps = "- set n to 2\n- repeat: 100 times\n  do:\n    - set n to n * n"
    assert "a number beyond" in fails(
        table, *steps.split("\n- ")[0:1], "- " + steps.split("\n- ")[1]
    )
    product = " * ".join(["n"] * 120)
    assert "enormous number" in fails(table, f"- set n to {product}")


def test_terms_that_explode(table: Make) -> None:
    names = "a0:\n  is: n + 1\n" + "".join(
        f"a{i}:\n  is: a{i - 1} + a{i - 1}\n" for i in range(1, 60)
    )
    assert "operations" in fails(table, "- set n to a59", names=names)


def test_searches_inside_searches(table: Make) -> None:
    numbers = "[1 .. 900]"
    inner = "it"
    for _ in range(4):
        inner = f"count [{numbers} where it > {inner}]"
    assert "operations" in fails(table, f"- set n to {inner.replace('> it]', '> 1]')}")


def test_lists_that_are_too_long(table: Make) -> None:
    assert "more than 1000 numbers" in fails(table, "- set n to count [1 .. 100000 + n]")


def test_a_division_by_zero(table: Make) -> None:
    assert fails(table, "- add 1 to score", "- set n to 5 / n").startswith("34:")


def test_a_number_that_a_card_lacks_is_not_stored(table: Make) -> None:
    said = fails(table, "- set n to (first of [stock where JOK]).rank")
    assert "there is no number here" in said


def test_too_many_moves(table: Make) -> None:
    moves = """
- ask:
    moves:
      - move: say a=A b=B
        for:
          A: [1 .. 400]
          B: [1 .. 400]
        do:
          - add 1 to n
"""
    made = table(turn=moves)
    with pytest.raises(SpecError, match="legal moves are more than a question may have"):
        begun(made)


def test_too_many_choices(table: Make) -> None:
    moves = """
- ask:
    moves:
      - move: keep CARDS
        for:
          CARDS: choose 6 of stock
        do:
          - add 1 to n
"""
    cards = "number:\n  code: 'N{rank}'\n  rank: 1-60\n  title: {es: n, en: n}\n"
    made = table(turn=moves, cards=cards, words="")
    with pytest.raises(SpecError, match="ways to choose"):
        begun(made)


def test_the_budget_is_that_of_one_move_and_not_of_the_game(table: Make) -> None:
    step = "- repeat: 30000 times\n  do:\n    - add 1 to score\n- set score to 0"
    made = table(turn=turn(*["- " + s for s in step[2:].split("\n- ")]))
    state = begun(made)
    for _ in range(12):
        player = next(iter(engine.asks(made, state)))
        engine.apply(made, state, player, "go", Fixed())


def test_chance_that_is_asked_for_and_not_given_is_our_mistake(table: Make) -> None:
    made = table(turn=turn("- shuffle stock"))
    with pytest.raises(AssertionError, match="chance"):
        engine.apply(made, begun(made), "ana", "go")


def test_terms_that_are_used_everywhere_do_not_make_enormous_programs(table: Make) -> None:
    """Beyond a limit own terms are called and not written out; the game is the same."""
    names = "t0:\n  is: " + " + ".join(["n"] * 60) + "\n"
    names += "".join(f"t{i}:\n  is: t{i - 1} + t{i - 1} + 1\n" for i in range(1, 4))
    steps = ["- set score to " + " + ".join(["t3"] * 40) for _ in range(40)]
    made = table(turn=turn(*steps), names=names)
    state = begun(made)
    do(made, state, "ana: go")
    assert state.counters[-2:] == [40 * 7, 0]
