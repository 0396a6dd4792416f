"""Numbers as a rulebook says them."""

from __future__ import annotations

import pytest

from card_specs.language import numerals


@pytest.mark.parametrize(
    ("value", "form", "language", "said"),
    [
        (5, "", "es", "5"),
        (5, "word", "es", "cinco"),
        (12, "word", "es", "12"),
        (5, "ordinal", "es", "quinto"),
        (3, "ordinal-f", "es", "tercera"),
        (11, "ordinal", "en", "11th"),
        (22, "ordinal", "en", "22nd"),
        (112, "ordinal", "en", "112th"),
        (2, "times", "es", "dos veces"),
        (1, "times", "en", "once"),
        (2, "+", "es", "+2"),
        (1, "-", "es", "−1"),
        (-3, "", "en", "−3"),
        (7, "carta|cartas", "es", "siete\u00a0cartas"),
        (1, "carta|cartas", "es", "una\u00a0carta"),
        (1, "mazo|mazos", "es", "un\u00a0mazo"),
        (1, "card|cards", "en", "one\u00a0card"),
        (40, "card|cards", "en", "40\u00a0cards"),
    ],
)
def test_forms(value: int, form: str, language: str, said: str) -> None:
    assert numerals.said(value, form, language) == said


def test_what_is_a_form() -> None:
    assert all(map(numerals.is_form, ("", "word", "carta|cartas", "+", "-")))
    assert not any(map(numerals.is_form, ("wordy", "a|b|c", "|cards")))
