"""A drawing in other colours: paints resolved, or everything grey; and how far it reaches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from deckgen.drawing import Colour, Drawing, Group, Mark, Picture, Shape, Stroke, Text

Change = Callable[[Colour], Colour | None]


def recoloured(marks: Drawing, change: Change) -> Drawing:
    """The marks with every colour changed; a colour that becomes None is not painted."""
    return tuple(_mark(mark, change) for mark in marks)


def _mark(mark: Mark, change: Change) -> Mark:
    if isinstance(mark, Group):
        return Group(recoloured(mark.marks, change), mark.matrix, mark.clip)
    if isinstance(mark, Picture):
        return mark
    stroke = _stroke(mark.stroke, change) if mark.stroke else None
    if isinstance(mark, Text):
        return replace(mark, fill=change(mark.fill) or mark.fill, stroke=stroke)
    return Shape(mark.path, change(mark.fill) if mark.fill else None, stroke, mark.even_odd)


def _stroke(stroke: Stroke, change: Change) -> Stroke | None:
    colour = change(stroke.colour)
    if colour == stroke.colour:
        return stroke
    return replace(stroke, colour=colour) if colour else None


def bounds(marks: Drawing) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of what is painted, lines counted; None if nothing is.

    Curves count with their handles, letters with their em: never too small, seldom too large.
    """
    boxes = [box for box in map(_box, marks) if box is not None]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _box(mark: Mark) -> tuple[float, float, float, float] | None:
    if isinstance(mark, Group):
        inner = bounds(mark.marks)
        return _seen(inner, mark) if inner is not None else None
    if isinstance(mark, Text):
        return mark.x, mark.y - mark.size, mark.x + mark.width, mark.y + 0.25 * mark.size
    if isinstance(mark, Picture):
        return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
    xs = [float(v) for segment in mark.path for v in segment[1::2]]
    ys = [float(v) for segment in mark.path for v in segment[2::2]]
    if not xs:
        return None
    half = mark.stroke.width / 2 if mark.stroke else 0.0
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _seen(
    box: tuple[float, float, float, float], group: Group
) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = group.matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
