"""Typed lines as numbers and the table's own words, in the forms that people use."""

from __future__ import annotations

import pytest

from pbem.letters.commands import Chain, Command, Item, parse_line


@pytest.mark.parametrize(
    "line",
    ["3", "3.", "(3)", "#3", "nº 3", "Nº3", "n.º 3", "no. 3", "n. 3", "número 3", "opción 3",
     "**3**", "«3»"],
)  # fmt: skip
def test_numbers(line: str) -> None:
    assert parse_line(line) == Chain((Item(3, ""),))


@pytest.mark.parametrize("line", ["la 3", "jugada 3", "the number 3", "3 por favor", "3 o 4"])
def test_a_number_with_a_word_too_many_is_no_number_alone(line: str) -> None:
    assert parse_line(line) != Chain((Item(3, ""),))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Deshacer.", Command("undo")),
        ("AUSENTE 5 días", Command("away", "5 días")),
        ("¿Ayuda?", Command("help")),
        ("no, gracias", Command("no")),
        ("unirme tres gatos verdes", Command("join", "tres gatos verdes")),
    ],
)
def test_words(line: str, command: Command) -> None:
    assert parse_line(line) == command
