"""Braces and marks in texts."""

from __future__ import annotations

from card_specs.language.placeholders import Hole, Plain, filled, pieces


def test_bold_italic_and_holes() -> None:
    found = list(pieces("Roba **{hand_size:carta|cartas}** y _wait_."))
    assert found == [
        Plain("Roba ", offset=0),
        Hole("hand_size", "carta|cartas", bold=True, offset=8),
        Plain(" y ", offset=33),
        Plain("wait", italic=True, offset=37),
        Plain(".", offset=42),
    ]


def test_underscores_inside_words_stay() -> None:
    assert list(pieces("snake_case and 2 _ 3")) == [Plain("snake_case and 2 _ 3")]


def test_an_expression_may_hold_anything_but_braces() -> None:
    (hole,) = pieces("{move play EMB card=R5 from=beto}")
    assert hole == Hole("move play EMB card=R5 from=beto", "", offset=1)
    (hole,) = pieces("{2 * 7:word}")
    assert hole == Hole("2 * 7", "word", offset=1)


def test_filled_leaves_what_nobody_knows() -> None:
    assert filled("{a} {b}", lambda hole: "1" if hole.text == "a" else None) == "1 {b}"
