"""What lies beneath a text: the colour that a drawing has at a point, found without painting it.

Used by checks alone.  Curves become eight chords each; a bitmap's colour is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from deckgen.colours import WHITE
from deckgen.drawing import IDENTITY, Colour, Drawing, Group, Matrix, Picture, Shape, Text
from deckgen.svg_path import Path, multiplied

_CHORDS = 8
Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Placed:
    """A mark with the matrix that takes it to the card, and what it is clipped by."""

    mark: Shape | Text | Picture
    matrix: Matrix
    clips: tuple[tuple[Shape, Matrix], ...]


def flat(
    marks: Drawing, matrix: Matrix = IDENTITY, clips: tuple[tuple[Shape, Matrix], ...] = ()
) -> Iterator[Placed]:
    """The marks without groups, in the order of painting."""
    for mark in marks:
        if isinstance(mark, Group):
            inner = multiplied(matrix, mark.matrix)
            more = (*clips, (mark.clip, inner)) if mark.clip else clips
            yield from flat(mark.marks, inner, more)
        else:
            yield Placed(mark, matrix, clips)


def colour_at(below: list[Placed], x: float, y: float) -> Colour | None:
    """The colour at a point of the card; white where nothing is, None where a bitmap is."""
    for placed in reversed(below):
        if isinstance(placed.mark, Text):
            continue
        if not all(_inside(clip, matrix, x, y) for clip, matrix in placed.clips):
            continue
        if isinstance(placed.mark, Picture):
            if _in_picture(placed.mark, placed.matrix, x, y):
                return None
        elif (colour := _shape_at(placed.mark, placed.matrix, x, y)) is not None:
            return colour
    return WHITE


def seen_at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point goes through a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _back(matrix: Matrix, x: float, y: float) -> tuple[float, float] | None:
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-12:
        return None
    x, y = x - e, y - f
    return (d * x - c * y) / area, (a * y - b * x) / area


def _in_picture(picture: Picture, matrix: Matrix, x: float, y: float) -> bool:
    point = _back(matrix, x, y)
    if point is None:
        return False
    across, down = point[0] - picture.x, point[1] - picture.y
    return 0 <= across <= picture.width and 0 <= down <= picture.height


def _shape_at(shape: Shape, matrix: Matrix, x: float, y: float) -> Colour | None:
    """The colour that a shape has at a point: its line lies over its fill."""
    point = _back(matrix, x, y)
    if point is not None and shape.stroke is not None and _on_line(shape, *point):
        return shape.stroke.colour
    return shape.fill if shape.fill and _inside(shape, matrix, x, y) else None


def _on_line(shape: Shape, x: float, y: float) -> bool:
    reach = (shape.stroke.width / 2) ** 2 if shape.stroke else 0.0
    closed = bool(shape.path) and shape.path[-1][0] == "Z"
    return any(
        _distance(x, y, start, end) <= reach
        for ring in _rings(shape.path)
        for start, end in zip(ring, ring[1:] + (ring[:1] if closed else ()), strict=False)
    )


def _distance(x: float, y: float, start: tuple[float, float], end: tuple[float, float]) -> float:
    """The squared distance of a point from a piece of line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = ((x - start[0]) * dx + (y - start[1]) * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return (x - start[0] - along * dx) ** 2 + (y - start[1] - along * dy) ** 2


def _inside(shape: Shape, matrix: Matrix, x: float, y: float) -> bool:
    point = _back(matrix, x, y)
    if point is None:
        return False
    winding = sum(_winding(ring, *point) for ring in _rings(shape.path))
    return bool(winding % 2) if shape.even_odd else bool(winding)


def _winding(ring: Ring, x: float, y: float) -> int:
    turns = 0
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y0 <= y) != (y1 <= y):
            crossing = x0 + (y - y0) / (y1 - y0) * (x1 - x0)
            if crossing > x:
                turns += 1 if y1 > y0 else -1
    return turns


@lru_cache(maxsize=2048)
def _rings(path: Path) -> tuple[Ring, ...]:
    rings: list[list[tuple[float, float]]] = []
    for kind, *values in path:
        v = [float(value) for value in values]
        if kind == "M":
            rings.append([(v[0], v[1])])
        elif kind == "L":
            rings[-1].append((v[0], v[1]))
        elif kind == "C":
            rings[-1] += _chords(rings[-1][-1], v)
    return tuple(tuple(ring) for ring in rings)


def _chords(start: tuple[float, float], v: list[float]) -> Iterator[tuple[float, float]]:
    for i in range(1, _CHORDS + 1):
        t = i / _CHORDS
        s = 1 - t
        weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
        xs, ys = (start[0], *v[0::2]), (start[1], *v[1::2])
        yield (
            sum(w * x for w, x in zip(weights, xs, strict=True)),
            sum(w * y for w, y in zip(weights, ys, strict=True)),
        )
