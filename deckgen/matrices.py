"""Matrices between a card's mm, the paper's mm (y downwards) and a PDF page's points (y upwards).

A matrix is `a b c d e f` as in SVG and PDF (`drawing.Matrix`).
"""

from __future__ import annotations

from deckgen.drawing import Matrix
from deckgen.geometry import Rect
from deckgen.papers import INCH

POINT = INCH / 72
"""One point in mm."""


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that does `inner` first, then `outer`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def to_points(height: float) -> Matrix:
    """From mm to a page of that height (mm) in points."""
    return (1 / POINT, 0.0, 0.0, -1 / POINT, 0.0, height / POINT)


def to_mm(height: float) -> Matrix:
    """From the points of a page of that height (points) to mm."""
    return (POINT, 0.0, 0.0, -POINT, 0.0, height * POINT)


def moved(rect: Rect, matrix: Matrix) -> Rect:
    """The least upright rectangle that holds `rect` after the matrix."""
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that undoes another, which must not be flat."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return (
        d / det,
        -b / det,
        -c / det,
        a / det,
        (c * f - d * e) / det,
        (b * e - a * f) / det,
    )
