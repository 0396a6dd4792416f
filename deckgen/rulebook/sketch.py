"""Sketches: drawing marks, and stamps of drawings that a book shows many times.

A stamp is a card, a back or a symbol by its key on the `Shelf`; a PDF keeps it once and shows it
through a matrix, an HTML file as `<use>`.  Millimetres, y downwards, like all drawings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from card_specs.values import dataclass
from deckgen.drawing import IDENTITY, Colour, Drawing, Group, Mark, Matrix, Shape, Stroke
from deckgen.matrices import times


@dataclass(frozen=True)
class Stamp:
    """A drawing of the shelf, through a matrix."""

    key: str
    matrix: Matrix = IDENTITY


Piece = Mark | Stamp
Sketch = tuple[Piece, ...]


def shifted(sketch: Iterable[Piece], x: float, y: float) -> Sketch:
    """The sketch moved."""
    return through(sketch, (1.0, 0.0, 0.0, 1.0, x, y))


def through(sketch: Iterable[Piece], matrix: Matrix) -> Sketch:
    """The sketch seen through a matrix; neighbouring marks share a group."""
    out: list[Piece] = []
    marks: list[Mark] = []
    for piece in sketch:
        if isinstance(piece, Stamp):
            if marks:
                out.append(Group(tuple(marks), matrix))
                marks = []
            out.append(Stamp(piece.key, times(piece.matrix, matrix)))
        else:
            marks.append(piece)
    if marks:
        out.append(Group(tuple(marks), matrix))
    return tuple(out)


def stamps(sketch: Iterable[Piece]) -> Iterator[str]:
    """The keys of the stamps in a sketch."""
    return (piece.key for piece in sketch if isinstance(piece, Stamp))


def expanded(sketch: Iterable[Piece], find: object) -> Drawing:
    """The sketch as a plain drawing; `find(key)` gives the drawing of a stamp."""
    assert callable(find)
    return tuple(
        Group(find(piece.key), piece.matrix) if isinstance(piece, Stamp) else piece
        for piece in sketch
    )


# --- shapes --------------------------------------------------------------------------------------

_BEND = 0.5523


def rounded(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    fill: Colour | None = None,
    stroke: Stroke | None = None,
) -> Shape:
    """A rectangle with round corners."""
    return corners(x, y, width, height, (radius,) * 4, fill, stroke)


def corners(
    x: float,
    y: float,
    width: float,
    height: float,
    radii: tuple[float, float, float, float],
    fill: Colour | None = None,
    stroke: Stroke | None = None,
) -> Shape:
    """A rectangle with a radius for each corner: top left, top right, bottom right, bottom left."""
    a, b, c, d = (min(r, width / 2, height / 2) for r in radii)
    right, bottom = x + width, y + height
    path: list[tuple[str | float, ...]] = [("M", x + a, y), ("L", right - b, y)]
    if b:
        k = b * (1 - _BEND)
        path.append(("C", right - k, y, right, y + k, right, y + b))
    path.append(("L", right, bottom - c))
    if c:
        k = c * (1 - _BEND)
        path.append(("C", right, bottom - k, right - k, bottom, right - c, bottom))
    path.append(("L", x + d, bottom))
    if d:
        k = d * (1 - _BEND)
        path.append(("C", x + k, bottom, x, bottom - k, x, bottom - d))
    path.append(("L", x, y + a))
    if a:
        k = a * (1 - _BEND)
        path.append(("C", x, y + k, x + k, y, x + a, y))
    path.append(("Z",))
    return Shape(tuple(path), fill, stroke)


def circle(
    x: float, y: float, r: float, fill: Colour | None = None, stroke: Stroke | None = None
) -> Shape:
    """A circle round its middle."""
    return rounded(x - r, y - r, 2 * r, 2 * r, r, fill, stroke)


def line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Shape:
    """A straight line."""
    return Shape((("M", x1, y1), ("L", x2, y2)), None, stroke)


def polygon(
    points: Iterable[tuple[float, float]],
    fill: Colour | None = None,
    stroke: Stroke | None = None,
) -> Shape:
    """A closed outline through the points."""
    path: list[tuple[str | float, ...]] = [
        ("L" if index else "M", x, y) for index, (x, y) in enumerate(points)
    ]
    return Shape((*path, ("Z",)), fill, stroke)
