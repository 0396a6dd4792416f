"""PNG files: their size in pixels, transparency, and a limit."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from deckgen.drawing import Shape
from deckgen.geometry import CardFormat, Rect
from deckgen.svg_path import rectangle
from deckgen.to_png import pixels, png


def test_a_poker_card_at_300_dpi() -> None:
    assert pixels(CardFormat().trim, 300) == (750, 1050)
    data = png((Shape(rectangle(0, 0, 30, 88.9, 0, 0), "#FF0000"),), CardFormat().trim, 100)
    picture = Image.open(BytesIO(data))
    assert picture.size == (250, 350)
    assert picture.getpixel((10, 10)) == (255, 0, 0, 255)
    assert picture.getpixel((200, 10)) == (0, 0, 0, 0)


def test_no_picture_is_endless() -> None:
    with pytest.raises(ValueError, match="would make a picture of"):
        png((), Rect(0, 0, 1000, 1000), 2400)
