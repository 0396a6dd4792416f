"""Expressions: what texts mean, and that no text at all does anything but give problems."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_specs.language.expressions import MAX_DEPTH, read_expression
from card_specs.language.lines import lines, read_line
from card_specs.language.load import load
from card_specs.language.load_rules import READERS, TableReading
from card_specs.language.names import Names
from card_specs.language.problems import Mark, Problems
from card_specs.language.reading import Reading, Scope
from card_specs.language.tokens import MAX_LENGTH, NotReadableError, Text, tokens_of
from card_specs.language.tree import (
    Arithmetic,
    CardIs,
    Compare,
    Count,
    Counter,
    Exists,
    Expr,
    Local,
    Me,
    Not,
    Number,
    Where,
    Word,
    Zone,
)
from card_specs.language.types import CARD, NUMBER, PLAYER, TRUTH

PRACTICE = Path(__file__).parents[3] / "docs" / "practice.yaml"
assert READERS


@pytest.fixture(scope="module")
def names() -> Names:
    game = load(PRACTICE)
    table = TableReading(game, "", {}, 2, Problems())
    assert table.rules() is not None
    return table.names


SCOPE = Scope({"p": PLAYER, "c": CARD, "n": NUMBER})


def typed(names: Names, text: str) -> tuple[Expr, list[str]]:
    """An expression's tree and the problems met on the way."""
    problems = Problems()
    place = Text(text, lambda offset: Mark("text", 1, offset + 1))
    reading = Reading(names, problems, place, SCOPE)
    found = reading.typed(read_expression(text))
    return found, [str(problem) for problem in problems.found]


def test_what_is_understood_is_written_out(names: Names) -> None:
    found, problems = typed(names, "[fan where color == red and not JOK]")
    assert not problems
    assert isinstance(found, Where)
    assert isinstance(found.source, Zone)
    assert isinstance(found.source.owners[0], Me)
    left, right = found.condition.operands  # type: ignore[attr-defined]
    assert isinstance(left, Compare)
    assert isinstance(left.right, Word)
    assert isinstance(right, Not)
    assert isinstance(right.operand, CardIs)


def test_an_owner_is_a_player_or_computed(names: Names) -> None:
    for text in ("score.p", "score.(next(me))", "score.turn"):
        found, problems = typed(names, text)
        assert (type(found), problems) == (Counter, [])


def test_the_number_of_players_is_a_constant(names: Names) -> None:
    assert typed(names, "count players - 1")[0] == Arithmetic(
        Mark("", 1, 1),
        NUMBER,
        "-",
        Number(Mark("", 1, 1), NUMBER, 2),
        Number(Mark("", 1, 1), NUMBER, 1),
    )


def test_equality_is_of_meaning(names: Names) -> None:
    assert typed(names, "count fan")[0] == typed(names, "  count   fan.me ")[0]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("n", Local),
        ("count [players where fan.it]", Count),
        ("not fan", Not),
        ("1 + 2 * 3", Arithmetic),
        ("c is not JOK", Not),
    ],
)
def test_forms(names: Names, text: str, kind: type) -> None:
    found, problems = typed(names, text)
    assert (type(found), problems) == (kind, [])


def test_a_list_is_a_condition_and_a_number_is_not(names: Names) -> None:
    found, _ = typed(names, "fan and fan.p")
    assert all(isinstance(one, Exists) for one in found.operands)  # type: ignore[attr-defined]
    assert found.type == TRUTH
    _, problems = typed(names, "fan and n")
    assert problems == [
        "text:1:9: error: a number is no condition — compare it, for example with > 0"
    ]


def test_several_mistakes_of_one_expression_are_all_found(names: Names) -> None:
    _, problems = typed(names, "[fan where colr == red] + lin + deck.p")
    assert [problem.split(":")[2] for problem in problems] == ["12", "27", "38"]


WORDS = """
fan line deck heap score die turn me it this p c n red R1 JOK number rank color code next others
players count every item first top all but of by where if else and or not in is to from as 'red'
( ) [ ] , . .. + - * / % == != < <= > >= 1 0 99 R-X 10H choose sum highest down
"""
PIECES = st.sampled_from(re.findall(r"\S+", WORDS))


def refused(read: Callable[[str], object], text: str) -> bool:
    """Whether a text is refused; it may be, with a place in it, but nothing else may happen."""
    try:
        read(text)
    except NotReadableError as wrong:
        return 0 <= wrong.at <= len(text) and bool(wrong.message)
    return True


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=14))
def test_no_order_of_words_does_harm(names: Names, pieces: list[str]) -> None:
    assert refused(lambda text: typed(names, text), " ".join(pieces))


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_no_text_does_harm(text: str) -> None:
    assert refused(read_expression, text)
    assert refused(lambda text: read_line(text, {}), text)


@settings(max_examples=200)
@given(st.sampled_from(sorted(lines())), st.lists(PIECES, max_size=9))
def test_no_line_does_harm(verb: str, pieces: list[str]) -> None:
    assert refused(lambda text: read_line(text, {"refill": 1}), " ".join([verb, *pieces]))


@pytest.mark.parametrize("text", ["(" * 5000, "not " * 5000, "[" * 900, "-" * 900, "1+" * 400])
def test_depth_and_length_are_limited(text: str) -> None:
    with pytest.raises(NotReadableError):
        read_expression(text)


def test_what_is_long_and_flat_is_read() -> None:
    assert len(tokens_of("1 + " * 200 + "1")) == 402
    read_expression("1 + " * 200 + "1")
    with pytest.raises(NotReadableError, match="longer than"):
        tokens_of("1" * (MAX_LENGTH + 1))
    read_expression("(" * (MAX_DEPTH - 1) + "1" + ")" * (MAX_DEPTH - 1))
