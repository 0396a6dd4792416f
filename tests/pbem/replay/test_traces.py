"""Traces: those handed to us come out as written, and ours can be fed back in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from card_specs.language.load import bundled, load
from pbem.replay.traces import players_named, replay, write

TRACES = Path(__file__).parents[2] / "traces"
FIRST = "cinco_vivos"


def settings() -> list[tuple[str, str, int]]:
    """Every bundled game and variant with every number of players."""
    found = []
    for name in bundled():
        game = load(name)
        for variant, one in game.variants.items():
            found += [(name, variant, players) for players in one.players.numbers]
    return found


@pytest.mark.parametrize("path", sorted(TRACES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_handed_traces_come_out_as_written(path: Path) -> None:
    game = load(path.name.split(".")[0])
    with path.open(encoding="utf-8") as lines:
        assert replay(game, lines, path.name) is None


@pytest.mark.parametrize(("name", "variant", "players"), settings())
def test_written_traces_can_be_fed_back_in(name: str, variant: str, players: int) -> None:
    game = load(name)
    lines = list(write(game, variant, {}, players_named(players), 3))
    assert replay(game, lines, "t") is None


def a_trace() -> list[str]:
    return list(write(load(FIRST), "standard", {"lives": 3}, players_named(2), 5))


def test_the_lines_have_the_members_of_the_contract() -> None:
    head, first, *moves, last = map(json.loads, a_trace())
    assert head == {
        "trace": 1,
        "game": FIRST,
        "variant": "standard",
        "players": ["p1", "p2"],
        "options": {"lives": 3},
        "seed": 5,
    }
    assert list(first) == ["chance", "state", "asks"]
    assert list(first["state"]) == ["zones", "counters"]
    assert all(list(move) == ["player", "move", "chance", "state", "asks"] for move in moves)
    assert list(last) == ["over", "winners", "scores"]
    assert moves[-1]["asks"] == {}


def test_the_same_arguments_give_the_same_bytes_in_every_process() -> None:
    code = (
        "import sys; from card_specs.language.load import load; from pbem.replay.traces import *;"
        f"lines = write(load('{FIRST}'), 'standard', {{}}, ['a', 'b', 'c'], 9);"
        "sys.stdout.write('\\n'.join(lines))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def _changed(lines: list[str], line: int, **members: Any) -> list[str]:
    changed = {**json.loads(lines[line]), **members}
    return [*lines[:line], json.dumps(changed), *lines[line + 1 :]]


def test_the_first_difference_is_named_with_its_line() -> None:
    game, lines = load(FIRST), a_trace()
    state = json.loads(lines[4])["state"]
    other = {**state, "counters": {**state["counters"], "total": 99}}
    found = replay(game, _changed(lines, 4, state=other), "t.jsonl")
    assert str(found).startswith("t.jsonl:5:1: total: expected 99, got ")


@pytest.mark.parametrize(
    ("line", "members", "what"),
    [
        (0, {"trace": 2}, 't:1:1: the first line of a trace has "trace": 1'),
        (0, {"game": "other"}, "t:1:1: a trace of 'other', and this is cinco_vivos"),
        (0, {"players": "p1"}, 't:1:1: "players" is a list'),
        (1, {"chance": []}, "t:2:1: the rules have a chance event (first) that the trace lacks"),
        (2, {"move": "play Z9"}, "t:3:1: 'p"),
        (2, {"asks": {}}, "t:3:1: asks p"),
        (2, {"chance": [["die", "p1", 3]]}, "t:3:1: the trace has a chance event that the rules"),
        (-1, {"winners": []}, ": winners: expected [], got [p"),
        (-1, {"scores": {"p1": 77}}, ": score of p1: expected 77, got "),
    ],
)
def test_differences(line: int, members: dict[str, Any], what: str) -> None:
    lines = a_trace()
    assert what in str(replay(load(FIRST), _changed(lines, line % len(lines), **members), "t"))


def test_broken_files() -> None:
    game, lines = load(FIRST), a_trace()
    assert "this is not a line of JSON" in str(replay(game, [lines[0], "{"], "t"))
    assert "a line of a trace is a JSON object" in str(replay(game, ["[]"], "t"))
    assert str(replay(game, [], "t")) == "t:1:1: the trace ends before its game is over"
    assert "the trace ends before" in str(replay(game, lines[:-1], "t"))
    assert "a line after the end" in str(replay(game, [*lines, lines[-1]], "t"))
    assert "the trace is over, the game is not" in str(replay(game, [*lines[:3], lines[-1]], "t"))
