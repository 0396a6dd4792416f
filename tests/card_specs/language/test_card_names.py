"""What cards are called in sentences."""

from __future__ import annotations

import pytest

from card_specs.language.card_names import card_name, kind_title, made_of
from card_specs.language.deck import deck
from card_specs.language.load import load


@pytest.mark.parametrize(
    ("game", "code", "es", "en"),
    [
        ("cinco", "R7", "7 rojo", "red 7"),
        ("cinco", "R-WILD7", "comodín numérico 7 rojo", "red numeric wild 7"),
        ("cinco", "R-REV", "Reversa roja", "red Reverse"),
        ("cinco", "B-REV", "Reversa azul", "blue Reverse"),
        ("cinco", "EMB", "Embargo", "Embargo"),
        ("cinquillo", "O5", "5 de oros", "5 of coins"),
        ("cinquillo", "C10", "sota de copas", "jack of cups"),
    ],
)
def test_names(game: str, code: str, es: str, en: str) -> None:
    spec = load(game)
    card = next(card for card in deck(spec) if card.code == code)
    assert card_name(spec, card, "es") == es
    assert card_name(spec, card, "en") == en


def test_what_kinds_are_made_of() -> None:
    game = load("cinco")
    numbers = "1, 2, 3, 4, 6, 7, 8"
    assert made_of(game, game.kinds["number"], 2, "es") == f"{numbers} y 9, dos veces en cada color"
    assert made_of(game, game.kinds["number"], 2, "en") == f"{numbers} and 9, twice in each colour"
    assert made_of(game, game.kinds["wild"], 1, "es") == "3 y 7 de cada color"
    assert made_of(game, game.kinds["REV"], 2, "en") == "two of each colour"
    assert made_of(game, game.kinds["EMB"], 5, "es") == ""


def test_titles_without_their_axes() -> None:
    game = load("cinquillo")
    titles = {kind_title(kind, "es") for kind in game.kinds.values()}
    assert {"as", "sota", "caballo", "rey"} <= titles
