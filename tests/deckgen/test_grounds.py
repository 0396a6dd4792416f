"""What lies beneath a point of a drawing."""

from __future__ import annotations

import pytest

from deckgen.drawing import Drawing, Group, Picture, Shape, Stroke
from deckgen.grounds import colour_at, flat
from deckgen.svg_path import ellipse, rectangle, rotated

RING = Shape((*ellipse(10, 10, 8, 8), *ellipse(10, 10, 4, 4)), "#0000FF", None, True)
LINE = Shape((("M", 0, 0), ("L", 20, 0)), None, Stroke("#00FF00", 2))


@pytest.mark.parametrize(
    ("drawing", "point", "colour"),
    [
        ((), (1, 1), "#FFFFFF"),
        ((RING,), (10, 10), "#FFFFFF"),
        ((RING,), (10, 4), "#0000FF"),
        ((RING, LINE), (5, 0.9), "#00FF00"),
        ((RING, LINE), (5, 1.1), "#FFFFFF"),
        ((Group((RING,), (2, 0, 0, 2, 0, 0)),), (20, 8), "#0000FF"),
        ((Group((RING,), rotated(90)),), (-4, 10), "#0000FF"),
        ((Group((RING,), clip=Shape(rectangle(0, 0, 9, 20, 0, 0))),), (10, 4), "#FFFFFF"),
        ((Picture(0, 0, 5, 5, b"", "photo"),), (2, 2), None),
        ((Picture(0, 0, 5, 5, b"", "photo"),), (6, 2), "#FFFFFF"),
    ],
)
def test_colours(drawing: Drawing, point: tuple[float, float], colour: str | None) -> None:
    assert colour_at(list(flat(drawing)), *point) == colour
