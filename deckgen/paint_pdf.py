"""A drawing on a reportlab canvas whose unit is 1 mm and whose y runs downwards.

Decides nothing.  The operators go straight into the canvas's page (`canvas._code`), since
reportlab's own methods cost twice the time and write six decimals; a state (colour, line) is
written only where it changes.  Fonts are registered when first painted and embedded as subsets
that hold the used glyphs alone.  The canvas's own state is the same afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from card_specs.language.problems import PersonError
from deckgen import fonts
from deckgen.drawing import IDENTITY, Colour, Drawing, Group, Mark, Picture, Shape, Stroke, Text
from deckgen.fonts import drawing_fonts
from deckgen.svg_path import Path

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

__all__ = ["drawing_fonts", "paint", "registered"]

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_DOT = 0.001  # mm
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


@dataclass
class _State:
    """What the page's graphics state is known to be; None where it is not known."""

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float | None = None
    dash: tuple[float, ...] | None = None
    cap: str | None = None
    join: str | None = None


def paint(canvas: Canvas, drawing: Drawing) -> None:
    """Paint a drawing; units are mm and y runs downwards in the canvas already."""
    brush = _Brush(canvas)
    brush.out.append("q")
    brush.marks(drawing)
    brush.out.append("Q")


@lru_cache(maxsize=64)
def registered(name: str) -> Any:
    """reportlab's font object of that name, embedded as a subset of the used glyphs."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    font = fonts.font(name)
    inside = "deck:" + font.name
    if inside not in pdfmetrics.getRegisteredFontNames():
        try:
            pdfmetrics.registerFont(TTFont(inside, str(font.file), asciiReadable=False))
        except TTFError as error:
            raise PersonError(f"the font '{name}' cannot be embedded: {error}") from error
    return pdfmetrics.getFont(inside)


class _Brush:
    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.out: list[str] = canvas._code
        self.state = _State()

    def marks(self, marks: Drawing) -> None:
        for mark in marks:
            self.mark(mark)

    def mark(self, mark: Mark) -> None:
        if isinstance(mark, Shape):
            self.shape(mark)
        elif isinstance(mark, Group):
            self.group(mark)
        elif isinstance(mark, Text):
            self.text(mark)
        else:
            self.picture(mark)

    def group(self, group: Group) -> None:
        if group.matrix == IDENTITY and group.clip is None:
            self.marks(group.marks)
            return
        before = replace(self.state)
        self.out.append("q")
        if group.matrix != IDENTITY:
            self.out.append(" ".join(map(_fine, group.matrix)) + " cm")
        if group.clip is not None:
            rule = "W*" if group.clip.even_odd else "W"
            self.out.append(f"{operators(group.clip.path)} {rule} n")
        self.marks(group.marks)
        self.out.append("Q")
        self.state = before

    def shape(self, shape: Shape) -> None:
        fill, stroke = shape.fill, shape.stroke
        if fill is None and stroke is None:
            return
        if fill is not None:
            self.fill(fill)
        if stroke is not None:
            self.stroke(stroke)
        if fill is None:
            last = "S"
        else:
            last = ("f" if stroke is None else "B") + ("*" if shape.even_odd else "")
        self.out.append(f"{operators(shape.path)} {last}")

    def fill(self, colour: Colour) -> None:
        if colour != self.state.fill:
            self.state.fill = colour
            self.out.append(_colour(colour) + ("g" if _is_grey(colour) else "rg"))

    def stroke(self, stroke: Stroke) -> None:
        state = self.state
        if stroke.colour != state.stroke:
            state.stroke = stroke.colour
            self.out.append(_colour(stroke.colour) + ("G" if _is_grey(stroke.colour) else "RG"))
        if stroke.width != state.width:
            state.width = stroke.width
            self.out.append(number(stroke.width) + " w")
        if stroke.dash != state.dash:
            state.dash = stroke.dash
            self.out.append(f"[{' '.join(map(number, _dots(stroke.dash)))}] 0 d")
        if stroke.cap != state.cap:
            state.cap = stroke.cap
            self.out.append(f"{_CAPS[stroke.cap]} J")
        if stroke.join != state.join:
            state.join = stroke.join
            self.out.append(f"{_JOINS[stroke.join]} j")

    def text(self, text: Text) -> None:
        """A run of glyphs: its outline first, so that the fill lies on top of it."""
        show = self.glyphs(text)
        place = f"1 0 0 -1 {number(text.x)} {number(text.y)} Tm"
        self.fill(text.fill)
        outline = ""
        if text.stroke is not None:
            self.stroke(text.stroke)
            outline = f"1 Tr {place} {show} 0 Tr "
        spacing = f"{number(text.spacing)} Tc " if text.spacing else ""
        reset = " 0 Tc" if text.spacing else ""
        self.out.append(f"BT {spacing}{outline}{place} {show}{reset} ET")

    def glyphs(self, text: Text) -> str:
        """The operators that show a run's glyphs, each pair as far apart as its font says."""
        font, doc = registered(text.font), self.canvas._doc
        face = fonts.font(text.font)
        kerns = iter((*face.kerns(text.text), 0))
        shown = []
        for subset, codes in font.splitString(text.text, doc):
            name = font.getSubsetInternalName(subset, doc)
            parts = [""]
            for code in codes:
                parts[-1] += f"{code:02x}"
                kern = next(kerns)
                if kern:
                    parts += [number(-1000 * kern / face.tables.units), ""]
            shown.append(f"{name} {number(text.size)} Tf {_shown(parts)}")
        return " ".join(shown)

    def picture(self, picture: Picture) -> None:
        self.out.append(f"q 1 0 0 -1 {number(picture.x)} {number(picture.y + picture.height)} cm")
        image = _decoded(picture.data)
        self.canvas.drawImage(image, 0, 0, picture.width, picture.height, mask="auto")
        self.out.append("Q")


@lru_cache(maxsize=8)
def _decoded(data: bytes) -> Any:
    """A bitmap as reportlab takes it; kept, since many faces show the same one."""
    from reportlab.lib.utils import ImageReader

    return ImageReader(BytesIO(data))


def _shown(parts: list[str]) -> str:
    """Codes and, between them, adjustments in thousandths of the em."""
    if len(parts) == 1:
        return f"<{parts[0]}> Tj"
    codes = (part if i % 2 else f"<{part}>" for i, part in enumerate(parts))
    return f"[{''.join(codes)}] TJ"


def _dots(dash: tuple[float, ...]) -> tuple[float, ...]:
    """Dashes of no length, which are dots, a micrometre long.

    PDFium, which prints from many browsers, makes them a tenth of a unit long, so that a row of
    dots drifts by 0.1 mm from one to the next.
    """
    if 0 not in dash[::2]:
        return dash
    out = list(dash)
    for i in range(0, len(out) - 1, 2):
        if out[i] == 0:
            out[i], out[i + 1] = _DOT, max(0.0, out[i + 1] - _DOT)
    return tuple(out)


@lru_cache(maxsize=4096)
def operators(path: Path) -> str:
    """A path's PDF operators; kept, since a deck draws the same art on many faces."""
    parts: list[str] = []
    for kind, *values in path:
        parts += [number(float(v)) for v in values]
        parts.append(_OPERATORS[str(kind)])
    return " ".join(parts)


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A number with at most three decimals (a micrometre), in as few characters as it needs."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return "0" if text in ("", "-0") else text


def _fine(value: float) -> str:
    """A matrix's number: six decimals, since it multiplies others."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _is_grey(colour: Colour) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]


@lru_cache(maxsize=1024)
def _colour(colour: Colour) -> str:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    if _is_grey(colour):
        parts = parts[:1]
    return " ".join(map(number, parts)) + " "
