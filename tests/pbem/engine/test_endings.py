"""The end condition stands in every step that can bring it about, and looks at what it must."""

from __future__ import annotations

import ast

import pytest
from conftest import Make
from tiny_specs import begun, do, turn

from pbem.engine import build

END = """
if: "[players where count row.it >= 2] or n == 7"
winners: players
"""


@pytest.mark.parametrize(
    "step",
    [
        "- move top 2 of stock to row",
        "- deal 2 from stock to row for players",
        "- draw 2 to row",
        "- set n to 7",
        "- add 7 to n",
        "- for each: number i in [1 .. 9]\n  do:\n    - add 1 to n",
        "- repeat: 9 times\n  do:\n    - draw to row.(next(me))",
        "- enough",
    ],
)
def test_the_game_ends_at_once(table: Make, step: str) -> None:
    rules = "enough:\n  - set n to 7\n  - set n to 0"
    made = table(turn=turn(step, "- set score to 1"), end=END, rules=rules)
    state = begun(made)
    do(made, state, "ana: go")
    assert state.over is not None
    assert 1 not in state.counters[-2:]


def test_what_cannot_bring_the_end_is_not_looked_at(
    table: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    finish = build.Build.finish

    def watched(self: build.Build) -> dict[str, object]:
        seen.append(ast.unparse(ast.Module(self.functions, [])))
        return finish(self)

    monkeypatch.setattr(build.Build, "finish", watched)
    table(turn=turn("- move top of stock to pile", "- add 1 to score"), end=END)
    assert seen[-1].count("raise Over") == 2  # where the set-up sets n, and after it
    table(turn=turn("- move top of stock to row"), end=END)
    written = seen[-1][seen[-1].index("def b") :]
    assert "if 2 <= len(Z[4 + p]):" in written or "if 2 <= len(Z[4 + C[0]]):" in written


def test_a_game_may_be_over_after_its_setup(table: Make) -> None:
    made = table(setup="- deal 2 from stock to row for players", end=END)
    assert begun(made).over is not None
