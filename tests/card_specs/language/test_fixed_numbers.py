"""Named numbers: constants that depend on options, players and one another."""

from __future__ import annotations

from pathlib import Path

from card_specs.language.deck import deck
from card_specs.language.fixed_numbers import fixed_numbers, named_constants
from card_specs.language.load import load

SPEC = """\
game: mine
title: {es: Mío, en: Mine}
players: 2-4
options:
  lives: {default: 5, values: [3, 4, 5]}
  size: {as: hand_limit, default: 6, min: 5, max: 9}
zones:
  stock: {order: stack, seen: nobody}
names:
  hand_size: 5
  fresh: hand_size + 2
  most: lives * players
  limit: hand_limit - 1
  open: top of stock
  later: later + 1
cards:
  ONE:
    copies: 4
    text: {es: "Roba **{fresh:word}** cartas.", en: "Draw **{fresh:card|cards}**."}
"""


def spec(folder: Path) -> Path:
    path = folder / "mine.yaml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def test_constants_are_worked_out(tmp_path: Path) -> None:
    game = load(spec(tmp_path))
    numbers = fixed_numbers(game, {"lives": 3}, 2)
    assert numbers["fresh"] == 7
    assert numbers["most"] == 6
    assert numbers["limit"] == 5
    assert "open" not in numbers
    assert "later" not in numbers
    assert named_constants(game) == {"hand_size", "fresh", "most", "limit"}


def test_texts_of_cards_say_them(tmp_path: Path) -> None:
    (card,) = deck(load(spec(tmp_path)))
    assert card.text == {"es": "Roba **siete** cartas.", "en": "Draw **seven\u00a0cards**."}
