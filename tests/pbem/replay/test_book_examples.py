"""Examples as the rulebook gets them: positions, rounds of moves, values that come and go."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from card_specs.language.load import BUNDLED, load
from card_specs.language.problems import SpecError
from pbem.replay.book_examples import play_examples

GAME = load("cinco")


def test_answers_to_one_question_are_one_round() -> None:
    tie = play_examples(GAME, ["tie"])["tie"]
    bids = [[move for _, move in made.moves] for made in tie.rounds]
    assert bids == [["bid R8", "bid B8", "bid Y2"], ["bid R1", "bid B3"]]
    assert tie.rounds[0].after.zones["offer.ana"] == ("R8",)
    assert tie.last.zones["fives.beto"] == ("G5",)


def test_values_are_those_before_they_are_cleared() -> None:
    points = play_examples(GAME, ["points-in-an-auction"])["points-in-an-auction"]
    assert points.rounds[0].values["value.ana"] == 7
    assert points.rounds[1].values["value.ana"] == 9
    assert points.last.counters.get("value.ana", 0) == 0


def test_the_set_up_is_played() -> None:
    setup = play_examples(GAME, ["setup"])["setup"]
    assert setup.rounds == ()
    assert setup.turn == "ana"
    assert len(setup.before.zones["hand.dani"]) == 5


def test_what_fails_is_told_with_its_line(tmp_path: Path) -> None:
    for part in ("looks", "rulebooks", "examples", "art"):
        shutil.copytree(BUNDLED / part, tmp_path / part)
    shutil.copy(BUNDLED / "cinco.yaml", tmp_path)
    examples = tmp_path / "examples" / "cinco.yaml"
    text = examples.read_text("utf-8")
    line = text[: text.index("zones: {fives.beto: [G5]}")].count("\n") + 1
    examples.write_text(text.replace("zones: {fives.beto: [G5]}", "zones: {fives.ana: [G5]}"))
    with pytest.raises(SpecError) as raised:
        play_examples(load(tmp_path / "cinco.yaml"), ["tie", "setup"])
    (problem,) = raised.value.problems
    assert problem.at.line == line
    assert "the example 'tie' does not come out: zone fives.ana" in problem.message


def test_an_unknown_example_is_told() -> None:
    with pytest.raises(SpecError, match="there is no example 'tye'"):
        play_examples(GAME, ["tye"])
