"""The PDF painter: the same picture as the SVG's, few operators, subsets, transparency."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
import rasters
from PIL import Image

from card_specs.language.deck import deck
from card_specs.language.load import bundled, load
from deckgen import fonts
from deckgen.drawing import Drawing, Group, Picture, Shape, Stroke, Text
from deckgen.face import Faces
from deckgen.geometry import Rect
from deckgen.paint_pdf import number, operators
from deckgen.svg_path import ellipse, rectangle

PAGE = Rect(0, 0, 40, 30)
LIMIT = 0.01
"""How much two painters may differ (see `rasters.differing`)."""


def code(drawing: Drawing) -> str:
    """The page's operators."""
    data = rasters.pdf_of(drawing, PAGE).decode("latin-1")
    found = re.search(r"stream\r?\n(.*?q\n.*?)endstream", data, re.DOTALL)
    assert found is not None
    return found.group(1)


def square(x: float, fill: str | None, stroke: Stroke | None = None) -> Shape:
    return Shape(rectangle(x, 0, 4, 4, 0, 0), fill, stroke)


def test_a_state_is_written_only_where_it_changes() -> None:
    line = Stroke("#112233", 0.5, (0, 2), "round", "bevel")
    found = code((square(0, "#FF0000", line), square(5, "#FF0000", line), square(9, "#00FF00")))
    assert found.count(" rg") == 2
    assert found.count(" RG") == 1
    assert found.count(" w\n") == 1
    assert found.count("[.001 1.999] 0 d") == 1


def test_dots_do_not_drift() -> None:
    line = Stroke("#112233", 1.5, (0, 4), "round")
    drawing = tuple(Shape((("M", 2, y), ("L", 38.5, y)), None, line) for y in (5, 10, 15, 20))
    first, second = rasters.from_pdf(drawing, PAGE, 150), rasters.from_svg(drawing, PAGE, 150)
    assert rasters.differing(first, second) < 0.002


def test_a_group_gives_the_state_back() -> None:
    red, green = square(0, "#FF0000"), square(5, "#00FF00")
    found = code((red, Group((green,), (1, 0, 0, 1, 5, 5)), red))
    assert found.count("1 0 0 rg") == 1


def test_greys_need_one_number() -> None:
    assert " g\n" in code((square(0, "#808080"),))


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.0001, "0"), (0.5, ".5"), (-0.25, "-.25"), (12.0, "12"), (1 / 3, ".333")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_paths_are_written_once() -> None:
    path = ellipse(5, 5, 3, 3)
    assert operators(path) is operators(ellipse(5, 5, 3, 3))
    assert operators(path).startswith("8 5 m 8 6.657 6.657 8 5 8 c")


def test_only_used_glyphs_are_embedded() -> None:
    text = Text(2, 20, 8, "Lato", "ab", "#000000", fonts.font("Lato").width("ab", 8))
    data = rasters.pdf_of((text,), PAGE)
    assert re.search(rb"/FontName /[A-Z]{6}\+Lato-Regular", data)
    assert len(data) < 14_000


def test_letters_outlined_beneath() -> None:
    stroke = Stroke("#FF0000", 2, (), "round", "round")
    drawing = (Text(5, 24, 20, "Fredoka One", "8", "#FFFFFF", 12, 0.0, stroke),)
    first, second = (
        rasters.from_pdf(drawing, PAGE, 150),
        rasters.from_svg(drawing, PAGE, 150),
    )
    assert rasters.differing(first, second) < LIMIT


def test_letter_spacing_is_the_same_everywhere() -> None:
    width = fonts.font("Lato").width("1000", 8, -0.6)
    drawing = (Text(5, 20, 8, "Lato", "1000", "#000000", width, -0.6),)
    first, second = (
        rasters.from_pdf(drawing, PAGE, 150),
        rasters.from_svg(drawing, PAGE, 150),
    )
    assert rasters.differing(first, second) < LIMIT


def test_transparent_pngs_do_not_turn_black() -> None:
    image = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    image.paste((255, 0, 0, 255), (10, 10, 30, 30))
    out = BytesIO()
    image.save(out, "PNG")
    drawing = (square(0, "#00FF00"), Picture(0, 0, 4, 4, out.getvalue(), "photo"))
    page = Rect(0, 0, 4, 4)
    for picture in (rasters.from_pdf(drawing, page, 254), rasters.from_svg(drawing, page, 254)):
        assert picture.getpixel((3, 3)) == (0, 255, 0)
        assert picture.getpixel((20, 20)) == (255, 0, 0)


def test_clips_and_even_odd() -> None:
    ring = Shape((*ellipse(15, 15, 12, 12), *ellipse(15, 15, 6, 6)), "#0000FF", None, True)
    clip = Shape(rectangle(0, 0, 15, 30, 0, 0))
    drawing = (Group((ring,), (1, 0, 0, 1, 0, 0), clip),)
    first, second = (
        rasters.from_pdf(drawing, PAGE, 150),
        rasters.from_svg(drawing, PAGE, 150),
    )
    assert rasters.differing(first, second) < LIMIT
    assert first.getpixel((150, 90)) == (255, 255, 255)


@pytest.mark.parametrize("name", bundled())
def test_pdf_svg_and_png_show_the_same_faces(name: str) -> None:
    """A face of each kind and every back, compared at 150 dpi."""
    game = load(name)
    faces = Faces(game)
    firsts = {card.kind.name: card for card in deck(game)}
    drawings = [faces.draw(card, "es") for card in firsts.values()]
    drawings += [faces.draw_back(back) for back in faces.style.backs]
    view = faces.card.trim
    for drawing in drawings:
        first, second = rasters.from_pdf(drawing, view, 150), rasters.from_svg(drawing, view, 150)
        assert rasters.differing(first, second) < LIMIT
