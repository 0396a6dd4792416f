"""The display list: what a face or a sheet looks like, as plain values.

Lengths are millimetres, the origin is the top left corner of the trimmed card (or of the
paper), y runs downwards.  Faces, sheets and rulebook pictures are made of these marks and the
writers (`to_pdf`, `to_svg`) only translate them: they decide nothing.  A golden file is a
drawing's text form (`as_text`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from card_specs.values import dataclass

Colour = str
"""An opaque sRGB colour, `#RRGGBB` in capitals."""

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in SVG and PDF: x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Stroke:
    """A line's look; width and dashes in mm."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "butt"  # butt | round | square
    join: str = "miter"  # miter | round | bevel


@dataclass(frozen=True)
class Shape:
    """Segments `("M", x, y)`, `("L", x, y)`, `("C", x1, y1, x2, y2, x, y)` and `("Z",)`."""

    path: tuple[tuple[str | float, ...], ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True)
class Text:
    """One run of glyphs that starts at x on the baseline y; `size` is the em in mm.

    `font` is a name that `fonts` knows; `width` is the run's measured advance in mm, spacing
    (`spacing`, mm after each glyph) included.  An outline (`stroke`) is painted below the fill.
    """

    x: float
    y: float
    size: float
    font: str
    text: str
    fill: Colour
    width: float
    spacing: float = 0.0
    stroke: Stroke | None = None


@dataclass(frozen=True)
class Picture:
    """A bitmap stretched over a rectangle; `data` is the file's bytes (PNG or JPEG)."""

    x: float
    y: float
    width: float
    height: float
    data: bytes = field(repr=False)
    name: str = ""


@dataclass(frozen=True)
class Group:
    """Marks seen through a matrix and, if given, clipped by a path in the group's own space."""

    marks: tuple[Mark, ...]
    matrix: Matrix = IDENTITY
    clip: Shape | None = None


Mark = Shape | Text | Picture | Group
Drawing = tuple[Mark, ...]


def as_text(drawing: Iterable[Mark], indent: str = "") -> str:
    """The drawing as lines of text, for goldens: one mark a line, numbers to 1/1000 mm."""
    return "".join(_line(mark, indent) for mark in drawing)


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _path(shape: Shape) -> str:
    return " ".join(
        " ".join(part if isinstance(part, str) else _number(part) for part in segment)
        for segment in shape.path
    )


def _stroke(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    dash = f" dash {','.join(map(_number, stroke.dash))}" if stroke.dash else ""
    return f" stroke {stroke.colour} {_number(stroke.width)} {stroke.cap} {stroke.join}{dash}"


def _line(mark: Mark, indent: str) -> str:
    if isinstance(mark, Group):
        matrix = " ".join(map(_number, mark.matrix))
        clip = f" clip {_path(mark.clip)}" if mark.clip else ""
        return f"{indent}group {matrix}{clip}\n" + as_text(mark.marks, indent + "  ")
    if isinstance(mark, Text):
        place = f"{_number(mark.x)} {_number(mark.y)} {_number(mark.size)}"
        return f"{indent}text {place} {mark.font} {mark.fill}{_stroke(mark.stroke)} {mark.text!r}\n"
    if isinstance(mark, Picture):
        box = " ".join(map(_number, (mark.x, mark.y, mark.width, mark.height)))
        return f"{indent}picture {box} {mark.name} {len(mark.data)} bytes\n"
    rule = " evenodd" if mark.even_odd else ""
    return f"{indent}shape {mark.fill or '-'}{_stroke(mark.stroke)}{rule} {_path(mark)}\n"
