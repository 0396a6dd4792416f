"""Names in a spec never become program text, whatever they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.load import bundled, load
from card_specs.language.load_rules import rules_for
from card_specs.language.model import Game
from card_specs.language.problems import SpecError
from card_specs.language.rules import CardRules, Part
from card_specs.language.vocabulary.choices import Ask
from pbem import engine
from pbem.engine import build, emit
from pbem.engine.cards import Deck
from pbem.engine.program import compile_program
from pbem.engine.table import read_deck

EVIL = "x\"\n    S.hacked(1) #\\'); import os"
"""Ends a string, a comment, a line, a call."""


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[ast.Module]:
    """Every program that is compiled, as its tree."""
    seen: list[ast.Module] = []
    finish = build.Build.finish

    def watched(self: build.Build) -> dict[str, Any]:
        seen.append(ast.Module(self.functions, []))
        return finish(self)

    monkeypatch.setattr(build.Build, "finish", watched)
    return seen


@pytest.mark.parametrize("name", bundled())
def test_identifiers_are_ours_and_words_are_constants(
    name: str, programs: list[ast.Module]
) -> None:
    """Every name in a program is one of the compiler's, and no two words of a spec are joined."""
    game = load(name)
    for variant in game.variants:
        players = game.variants[variant].players.least
        table = engine.compile_table(game, variant, {}, players)
        ours = set(table.program.winners.__globals__)
        for node in ast.walk(programs[-1]):
            if isinstance(node, ast.Name):
                assert node.id in ours or LOCAL.fullmatch(node.id), node.id
            elif isinstance(node, ast.Attribute):
                assert node.attr in ATTRIBUTES, node.attr
            elif isinstance(node, ast.FunctionDef):
                assert node.name[0].islower()
                assert node.name.rstrip("0123456789") in FUNCTIONS


LOCAL = re.compile("S|Z|C|M|P|H|f|p|m|c|k|x|me|this|one|[a-z]_?[0-9]+")
"""Variables of a function; the others are the compiler's numbered names and functions of ours."""
FUNCTIONS = {"b", "e", "l", "r", "s", "t", "w"}
ATTRIBUTES = {
    "zones", "counters", "frames", "who", "moves", "orders", "chosen", "fuel", "append", "extend",
    "insert", "remove", "pop", "clear", "fromkeys", "isdisjoint", "__contains__", "__getitem__",
}  # fmt: skip


def test_a_kind_a_verb_and_a_code_that_are_program_text_are_only_text(
    programs: list[ast.Module],
) -> None:
    """What the reader of specs would refuse does no harm in the engine either."""
    game = load("crazy_eights")
    rules = rules_for(game, "", {}, 2)
    deck = read_deck(game, rules.options, 2)
    faces = {EVIL + code: replace(face, kind=EVIL) for code, face in deck.faces.items()}
    evil_deck = Deck(faces, {EVIL + code: copies for code, copies in deck.copies.items()})
    question = next(step for step in rules.turn if isinstance(step, Ask))
    moves = tuple(replace(move, verb=EVIL) for move in question.moves)
    card = CardRules(
        EVIL, question.at, EVIL, EVIL, ((EVIL, Part(EVIL, False)),), (), None, None, (), None
    )
    hand = t.Zone(question.at, types.CARDS, "hand", (t.Me(question.at, types.PLAYER),))
    asked = replace(question, moves=moves, moment=EVIL, place=EVIL, sources=(hand,), target=hand)
    turn = (asked, *rules.turn[1:])
    evil = replace(rules, turn=turn, cards={EVIL: card}, game=EVIL)
    program = compile_program(evil, evil_deck)
    whole = ast.unparse(ast.Module(programs[-1].body, []))
    assert "hacked" not in {n.attr for n in ast.walk(programs[-1]) if isinstance(n, ast.Attribute)}
    assert not any(isinstance(n, ast.Import | ast.ImportFrom) for n in ast.walk(programs[-1]))
    assert "import os" not in whole.replace(repr(EVIL), "")
    assert program.options


def test_a_program_has_no_builtins(programs: list[ast.Module]) -> None:
    table = engine.compile_table(load("cinco"), "", {}, 2)
    assert table.program.winners.__globals__["__builtins__"] == {}


def test_a_template_is_never_filled_with_text() -> None:
    filled = emit.expr("X + 1", X=emit.const(EVIL))
    assert isinstance(filled, ast.BinOp)
    assert isinstance(filled.left, ast.Constant)
    assert filled.left.value == EVIL
    with pytest.raises(AssertionError):
        emit.expr("X + 1", X=EVIL)  # type: ignore[arg-type]


def test_specs_enter_programs_only_through_const() -> None:
    """No module of the engine formats text into a template."""
    folder = Path(engine.__file__).parent
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("expr", "stmts") and node.args:
                literal = _is_constant_text(node.args[0])
                assert literal, f"{path.name}:{node.lineno} is no constant template"


def _is_constant_text(template: ast.expr) -> bool:
    """A literal, a choice of literals, or a variable that only ever holds literals."""
    match template:
        case ast.Constant():
            return isinstance(template.value, str)
        case ast.IfExp():
            return _is_constant_text(template.body) and _is_constant_text(template.orelse)
        case ast.JoinedStr():
            parts = [v.value for v in template.values if isinstance(v, ast.FormattedValue)]
            return all(isinstance(part, ast.Name) and part.id in ("put", "name") for part in parts)
        case ast.Name():
            return template.id in ("template", "put", "found", "stop", "taken", "whole")
    return False


def test_a_name_that_is_program_text_is_refused_with_its_line(
    read: Callable[..., Game],
) -> None:
    cards = 'number:\n  code: "{color}{rank}\\") #"\n  color: all\n  rank: 1-5\n'
    with pytest.raises(SpecError, match=r"tiny\.yaml:"):
        read(cards=cards)
