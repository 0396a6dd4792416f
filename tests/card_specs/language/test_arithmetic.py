"""Formulas: what they give; what they refuse is in tests/bad_specs/meaning/formula_*."""

from __future__ import annotations

import pytest

from card_specs.language.arithmetic import ArithmeticProblem, Formula, read_formula
from card_specs.language.nodes import Mapping, Scalar
from card_specs.language.problems import Problems
from card_specs.language.source import parse

TABLE: dict[str, int | bool | str] = {"players": 3, "custom": "none", "fast": True}


def formula(text: str) -> Formula:
    problems = Problems()
    node = parse(f"n: {text!r}", "f", problems)
    assert isinstance(node, Mapping)
    scalar = node.items[0][1]
    assert isinstance(scalar, Scalar)
    read = read_formula(scalar, problems)
    assert read is not None, problems.found
    return read


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("=7", 7),
        ("=2 * players", 6),
        ("=1 + 2 * 3", 7),
        ("=(1 + 2) * 3", 9),
        ("=10 - 4 - 3", 3),
        ("=7 / 2", 3),
        ("=7 % 4", 3),
        ("=0 if custom == none else 4", 0),
        ("=0 if custom != none else 4 if players > 4 else 5", 5),
        ("=2 if fast and not players < 3 else 1", 2),
        ("=2 if fast == true or custom == x else 1", 2),
        ("=(1 if players >= 4 else 2) + (1 if players <= 3 else 2)", 3),
    ],
)
def test_value(text: str, number: int) -> None:
    assert formula(text).value(TABLE) == number


def test_names() -> None:
    assert set(formula("=2 * players if custom == none else x").names()) == {
        "players",
        "custom",
        "none",
        "x",
    }


@pytest.mark.parametrize("text", ["=1 - 2", "=none", "=players > 1", "=1 / 0", "=none * 2"])
def test_no_sensible_number(text: str) -> None:
    with pytest.raises(ArithmeticProblem):
        formula(text).value(TABLE)
