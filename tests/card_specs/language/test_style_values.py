"""Values of a face description: formulas, patterns, choices, and what they refuse."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from card_specs.language import style_parts
from card_specs.language.nodes import Node, Scalar, Source
from card_specs.language.problems import Problems
from card_specs.language.source import parse
from card_specs.language.style_values import Plain, ValueProblem, holds, say


@dataclass
class Card:
    """Names with fixed values."""

    values: dict[str, Plain] = field(default_factory=dict)
    language: str = "es"

    def find(self, name: str) -> Plain:
        return self.values.get(name)

    def knows(self, name: str) -> bool:
        return name in self.values


SEVEN = Card({"rank": 7.0, "color": "red", "color.symbol": "heart", "title": "Siete", "chip": None})


def node(text: str) -> Node:
    problems = Problems()
    found = parse(f"v: {text}\n", "look.yaml", problems)
    assert found is not None
    assert problems.found == []
    value = found.get("v")  # type: ignore[union-attr]
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12.5", 12.5),
        ("=86 - 6.5 * rank", 40.5),
        ("=-rank + 2 * (3 - 1)", -3.0),
        ("=26 if rank > 9 else 31", 31.0),
        ("=min(rank, 3) + max(1, 2) + abs(-1)", 6.0),
        ("=rank % 4", 3.0),
        ("{by: rank, 7: 13.6, else: 20}", 13.6),
        ("{by: color, blue: 1, else: =rank / 2}", 3.5),
    ],
)
def test_numbers(text: str, value: float) -> None:
    assert style_parts.NUMBER.read(node(text)).of(SEVEN) == value


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("rank", True),
        ("chip", False),
        ("nothing", False),
        ("rank >= 4 and color != blue", True),
        ("color == red", True),
        ("color in [blue, red]", True),
        ("rank in [1, 7]", True),
        ("not chip or rank == 1", True),
        ("rank == 1 or chip", False),
        ("=rank > 9", False),
        ("=color == color", False),  # what stands on the right is a word
    ],
)
def test_conditions(text: str, truth: bool) -> None:
    assert holds(style_parts.CONDITION.read(node(text)).of(SEVEN)) is truth


def test_zero_is_something() -> None:
    assert holds(0.0)
    assert not holds(None)
    assert not holds("")
    assert not holds(False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("plain", "plain"),
        ('"{rank} de {color.symbol}"', "7 de heart"),
        ('"V{=86 - 6.5 * rank}H4"', "V40.5H4"),
        ('"{chip}"', ""),
        ('"roba {card}"', "roba {card}"),
        ("{es: hola, en: hello}", "hola"),
        ("{by: color, red: '{title}', else: x}", "Siete"),
    ],
)
def test_texts(text: str, said: str) -> None:
    assert say(style_parts.TEXT.read(node(text)).of(SEVEN)) == said


def test_a_pattern_that_is_no_text_has_no_icons() -> None:
    assert style_parts.PATTERN.read(node('"frame-{nothing}"')).of(SEVEN) == "frame-"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tint", "tint"),
        ("none", None),
        ('"#d12b38"', "#D12B38"),
        ("mix(base, tint, 16)", "mix(base,tint,16)"),
        ('"{color.symbol}"', "heart"),
    ],
)
def test_colours(text: str, value: str | None) -> None:
    assert style_parts.COLOUR.read(node(text)).of(SEVEN) == value


def test_places_are_threes() -> None:
    assert style_parts.PLACES.read(node("[0 -18, 1.5 2 90, =rank 0]")).of(SEVEN) == (
        *(0.0, -18.0, 0.0),
        *(1.5, 2.0, 90.0),
        *(7.0, 0.0, 0.0),
    )


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (style_parts.NUMBER, "abc", "1:4: 'abc' is not a number"),
        (style_parts.NUMBER, "=3 +", "1:8: a number or a name is missing before 'the end'"),
        (style_parts.NUMBER, "=3 $ 4", "1:7: '$' means nothing in a formula"),
        (style_parts.NUMBER, "=3 4", "1:7: '4' does not fit here"),
        (style_parts.NUMBER, "=(3", "1:7: ')' is missing before 'the end'"),
        (style_parts.NUMBER, "=sqrt(3)", "1:5: there is no function 'sqrt' (min max abs round)"),
        (style_parts.NUMBER, "{1: 3}", "1:4: a choice needs `by: ATTRIBUTE`"),
        (
            style_parts.NUMBER,
            "=" + "(" * 30 + "1" + ")" * 30,
            "1:25: the formula is nested too deeply",
        ),
        (style_parts.TEXT, '"a {rank"', "1:7: a { without its }"),
        (style_parts.TEXT, '"a {}"', "1:8: a number or a name is missing before 'the end'"),
        (style_parts.COLOUR, '"#12345"', "1:4: '#12345' is not a colour"),
        (style_parts.COLOUR, "very red", "1:4: 'very red' is not a colour"),
        (
            style_parts.COLOUR,
            "mix(a, b, 160)",
            "1:4: 'mix(a, b, 160)': a percentage goes from 0 to 100",
        ),
        (style_parts.OUTLINE, "[red]", "1:4: an outline is [colour, width]"),
        (style_parts.PLACES, "[3]", "1:5: '3' is no place"),
        (style_parts.PLACES, "[3 x]", "1:7: 'x' is not a number"),
        (style_parts.numbers(2), "[1, 2, 3]", "1:4: 2 numbers are expected, found 3"),
        (style_parts.word("round", "bevel"), "sharp", "1:4: 'sharp' is none of round, bevel"),
    ],
)
def test_what_is_refused(kind: style_parts.Kind, text: str, message: str) -> None:
    with pytest.raises(ValueProblem) as caught:
        kind.read(node(text))
    found = caught.value
    assert f"{found.mark.line}:{found.mark.column}: {found.message}" == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("=nothing + 1", "'nothing + 1' cannot be computed: the card has no such number"),
        ("=color * 2", "'color * 2' cannot be computed: 'red' is no number"),
        ("=1 / 0", "'1 / 0' cannot be computed: it has no such number"),
    ],
)
def test_what_a_card_lacks(text: str, message: str) -> None:
    value = style_parts.NUMBER.read(node(text))
    with pytest.raises(ValueProblem, match=r".") as caught:
        value.of(SEVEN)
    assert caught.value.message == message


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """A formula from a stranger ends in a number or a problem, never in our own bug."""
    source = Source("x", text)
    scalar = Scalar(source.mark(0), source, 0, len(text), "=" + text)
    with contextlib.suppress(ValueProblem):
        style_parts.NUMBER.read(scalar).of(SEVEN)
