"""Specs that mean harm come to an end, with problems and nothing else."""

from __future__ import annotations

import pytest

from card_specs.language.check_rules import check_rules
from card_specs.language.checking import MOST_STEPS
from card_specs.language.problems import MOST_PROBLEMS, Problems
from card_specs.language.read_game import read_game
from card_specs.language.source import parse

HEAD = """
game: hostile
title: {en: Hostile}
players: 2
words: {color: [red, blue]}
zones:
  deck: {order: stack, seen: nobody}
  hand: {of: player, order: set, seen: owner}
deck: deck
cards:
  number: {code: "{color}{rank}", color: all, rank: 1-6}
end: {if: not deck, winners: players}
"""
TURN = "turn:\n  - draw to hand\n"


def problems_of(more: str) -> list[str]:
    problems = Problems()
    node = parse(HEAD + more, "spec", problems)
    game = read_game(node, (), problems) if node is not None else None
    assert game is not None
    return [str(problem) for problem in check_rules(game).found]


def test_a_long_chain_of_terms() -> None:
    names = "".join(f"  t{n}: t{n + 1} + 1\n" for n in range(500))
    found = problems_of(f"{TURN}names:\n{names}  t500: 1\n")
    assert any("terms that need terms, more than 30" in problem for problem in found)


@pytest.mark.parametrize(
    "body", ["t{m}(p) + t{m}(p)", "t{m}(next(p)) + t{m}(previous(p))", "[t{m}(p) where rank > 1]"]
)
def test_terms_that_double(body: str) -> None:
    names = "".join(
        f'  t{n}:\n    takes: {{p: player}}\n    is: "{body.format(m=n + 1)}"\n' for n in range(25)
    )
    last = "  t25:\n    takes: {p: player}\n    is: hand.p\n"
    turn = "turn:\n  - move t0(me) to hand\n  - ask:\n      moves:\n        - move: take CARD\n"
    found = problems_of(
        f"{turn}          for:\n            CARD: t0(next(me))\nnames:\n{names}{last}"
    )
    assert len(found) < 10


def test_many_mistakes() -> None:
    steps = "".join(f"  - shuffle nothing{n}\n" for n in range(1500))
    found = problems_of(f"turn:\n{steps}")
    assert len(found) == MOST_PROBLEMS + 1
    assert "there are more than 200 problems" in found[-1] + found[0]


def test_many_steps() -> None:
    steps = "  - draw to hand\n" * (MOST_STEPS + 50)
    assert sum("more than 2000 steps" in problem for problem in problems_of(f"turn:\n{steps}")) == 1


def test_deep_blocks() -> None:
    lines, indent = [], "  "
    for _ in range(12):
        lines += [f"{indent}- if: deck", f"{indent}  then:"]
        indent += "    "
    lines.append(f"{indent}- draw to hand")
    assert problems_of("turn:\n" + "\n".join(lines) + "\n") == []


def test_rules_that_call_one_another() -> None:
    rules = "rules:\n  one:\n    - two\n  two:\n    - one\n    - draw to hand\n"
    assert problems_of(f"{rules}turn:\n  - one\n") == []


def test_many_variants() -> None:
    variants = "".join(
        f"  v{n}:\n    title: {{en: v}}\n    set: {{end.if: {n} > 3}}\n" for n in range(300)
    )
    problems_of(f"{TURN}variants:\n{variants}")
