"""Small pictures for screens."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from card_specs.language.deck import deck
from card_specs.language.load import load
from deckgen import small_pictures
from deckgen.drawing import as_text


def test_a_card_is_twice_its_shown_size_with_round_corners() -> None:
    game = load("cinco")
    card = deck(game)[0]
    drawing = small_pictures.card_drawing(game, card, "es")
    data = small_pictures.card_picture(game, drawing)
    image = Image.open(BytesIO(data)).convert("RGBA")
    assert image.size == (144, 202)
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert len(data) < 10_000
    assert data == small_pictures.card_picture(game, drawing)


def test_another_language_and_another_card_are_other_pictures() -> None:
    game = load("cinco")
    red = next(card for card in deck(game) if card.code == "R1")
    blue = next(card for card in deck(game) if card.code == "B1")
    drawings = {
        as_text(small_pictures.card_drawing(game, card, lang))
        for card in (red, blue)
        for lang in ("es", "en")
    }
    assert len(drawings) == 3  # blue is A in Spanish, red is R in both


@pytest.mark.parametrize(("game", "words"), [("cinco", "color"), ("cinquillo", "suit")])
def test_symbols_stand_out_from_their_ground(game: str, words: str) -> None:
    spec = load(game)
    for word in spec.words[words].values():
        drawing = small_pictures.symbol_drawing(spec, word)
        data = small_pictures.symbol_picture(drawing)
        colours = Image.open(BytesIO(data)).convert("RGBA").convert("RGB").getcolors()
        assert colours is not None
        light = [
            sum(colour) for count, colour in colours if count > 8 and isinstance(colour, tuple)
        ]
        assert max(light) - min(light) > 150, word.name


def test_a_word_without_a_symbol_has_no_picture() -> None:
    spec = load("cinco_vivos")
    assert small_pictures.symbol_drawing(spec, spec.words["team"]["team1"]) == ()
