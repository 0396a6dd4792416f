"""Kerning: known pairs, none beside blanks, the same in every writer."""

from __future__ import annotations

import pytest
import rasters

from deckgen import fonts
from deckgen.drawing import Text
from deckgen.geometry import Rect


@pytest.mark.parametrize(
    ("name", "text", "kerns"),
    [
        ("Lato", "To", (-210,)),
        ("Lato", "AVA", (-136, -136)),
        ("Lato", "T o", (0, 0)),
        ("Lato", "nn", (0,)),
        ("Fredoka One", "Vo", (-100,)),
        ("Lato", "x", ()),
        ("Lato", "", ()),
    ],
)
def test_pairs(name: str, text: str, kerns: tuple[int, ...]) -> None:
    assert fonts.font(name).kerns(text) == kerns


def test_widths_count_it() -> None:
    lato = fonts.font("Lato")
    apart = lato.width("T", 1) + lato.width("o", 1)
    assert lato.width("To", 1) == pytest.approx(apart - 210 / 2000)


def test_pdf_and_svg_place_the_letters_alike() -> None:
    page = Rect(0, 0, 60, 20)
    words = "AVATAR Voltear To"
    width = fonts.font("Lato Black").width(words, 6)
    drawing = (Text(2, 13, 6, "Lato Black", words, "#000000", width),)
    first, second = rasters.from_pdf(drawing, page, 300), rasters.from_svg(drawing, page, 300)
    assert rasters.differing(first, second) < 0.005
    # the last letter ends where the measure says
    ink = second.convert("L").point(lambda value: 255 - value).getbbox()
    assert ink is not None
    assert ink[2] / 300 * 25.4 == pytest.approx(2 + width, abs=0.4)
