"""Scenario files are read whole, and every mistake in one is said with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_specs.language.problems import SpecError
from pbem.replay.scenario_files import Expected, Late, Moved, Refused, read_file

HANDED = Path(__file__).parents[2] / "scenarios" / "handed"

WHOLE = b"""
game: some_game
variant: first
scenarios:
  - id: one
    clause: [GAME-1.1, GAME-1.2]
    title: {es: uno, en: one}
    players: [ana, beto]
    options: {deal: 12, standing: {ana: {roll: auto}}, open: true, word: "12"}
    given:
      turn: ana
      direction: counterclockwise
      rest: aside
      zones: {hand.ana: [R1, R2~], stock: []}
      counters: {total: 7, color.ana: red}
    dice: [4, 2]
    steps:
      - ana: play R1
      - {ana: bid R1, beto: bid B2}
      - refused: {ana: play R9}
      - deadline: beto
      - expect: {size: {stock: 3}}
    expect:
      asks: {ana: [draw, play R1]}
      to_move: []
      over: false
      scores: {ana: -1}
  - id: two
    variant: second
    players: [ana, beto]
    given: {start: true}
"""


def test_a_whole_file() -> None:
    file = read_file(WHOLE, "s.yaml")
    one, two = file.scenarios
    assert (file.game, one.variant, two.variant) == ("some_game", "first", "second")
    assert one.clause == ("GAME-1.1", "GAME-1.2")
    assert one.options == {
        "deal": 12,
        "standing": {"ana": {"roll": "auto"}},
        "open": True,
        "word": "12",
    }
    assert (one.given.turn, one.given.direction, one.given.rest) == (
        "ana",
        "counterclockwise",
        "aside",
    )
    assert one.given.zones == {"hand.ana": ("R1", "R2~"), "stock": ()}
    assert one.given.counters == {"total": 7, "color.ana": "red"}
    assert one.dice == (4, 2)
    assert two.given.start
    assert two.steps == ()
    assert two.expect is None


def test_steps_keep_their_order_and_their_lines() -> None:
    steps = read_file(WHOLE, "s.yaml").scenarios[0].steps
    said = [(type(step), step.at.line) for step in steps]
    assert said == [
        (Moved, 18),
        (Moved, 19),
        (Moved, 19),
        (Refused, 20),
        (Late, 21),
        (Expected, 22),
    ]


def test_what_a_check_does_not_name_is_none() -> None:
    check = read_file(WHOLE, "s.yaml").scenarios[0].expect
    assert check is not None
    assert check.asks == {"ana": ("draw", "play R1")}
    assert check.to_move == ()
    assert check.over is False
    assert check.scores == {"ana": -1}
    assert check.zones is None
    assert check.winners is None


BEGIN = "scenarios:\n  - id: a\n    players: [ana, beto]\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("- a\n", "s.yaml:1:1: error: a scenario file is a mapping — write key: value"),
        ("game: x\n", "s.yaml:1:1: error: a scenario file needs 'scenarios'"),
        ("scenario: []\nscenarios: []\n", "did you mean 'scenarios'?"),
        ("scenarios: {a: b}\n", "s.yaml:1:12: error: the scenarios are a list"),
        ("scenarios:\n  - id: a\n", "s.yaml:2:5: error: a scenario needs 'players'"),
        (BEGIN + "    given: {zones: {}}\n", "s.yaml:4:12: error: `given` says neither whose turn"),
        (BEGIN + "    given: {turn: anna}\n", "s.yaml:4:19: error: 'anna' is no player of this"),
        (
            BEGIN + "    given: {turn: ana, rest: asid}\n",
            "s.yaml:4:30: error: `rest` is not 'asid'",
        ),
        (BEGIN + "    given: {start: yes}\n", "s.yaml:4:20: error: true or false belongs here"),
        (BEGIN + "    given: {start: true}\n    dice: 4\n", "s.yaml:5:11: error: `dice` is a list"),
        (BEGIN + "    given: {start: true}\n    dice: [x]\n", "s.yaml:5:12: error: a whole number"),
        (
            BEGIN + "    given: {start: true}\n    steps: [ana]\n",
            "s.yaml:5:13: error: a step is a mapping — write '- NAME: move'",
        ),
        (
            BEGIN + "    given: {start: true}\n    steps:\n      - carla: draw\n",
            "s.yaml:6:9: error: 'carla' is no player of this scenario",
        ),
        (
            BEGIN + "    given: {start: true}\n    expect: {zone: {}}\n",
            "s.yaml:5:14: error: `expect` has no 'zone' — did you mean 'zones'?",
        ),
        (
            BEGIN + "    given: {start: true}\n    expect: {winners: [carla]}\n",
            "s.yaml:5:24: error: 'carla' is no player",
        ),
        (
            BEGIN + "    given: {start: true}\n    expect: {size: {hand: x}}\n",
            "s.yaml:5:27: error: a whole number belongs here",
        ),
        (
            BEGIN + "    given: {start: true}\n    expect: {zones: {hand: R1}}\n",
            "s.yaml:5:28: error: a list belongs here — write [a, b]",
        ),
    ],
)
def test_mistakes(text: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_file(text.encode(), "s.yaml")
    assert problem in str(caught.value)


def test_all_mistakes_at_once() -> None:
    text = BEGIN + "    given: {turn: eva}\n    steps:\n      - eva: draw\n      - deadline: eva\n"
    with pytest.raises(SpecError) as caught:
        read_file(text.encode(), "s.yaml")
    assert [problem.at.line for problem in caught.value.problems] == [4, 6, 7]


def test_two_scenarios_may_not_share_an_id() -> None:
    text = WHOLE.replace(b"id: two", b"id: one")
    with pytest.raises(SpecError, match="two scenarios are called 'one' — the first is in line 5"):
        read_file(text, "s.yaml")


@pytest.mark.parametrize("path", sorted(HANDED.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_handed_files_can_be_read(path: Path) -> None:
    assert len(read_file(path.read_bytes(), path.name).scenarios) > 20
