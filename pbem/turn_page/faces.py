"""The deck's own faces and symbols as small SVG symbols inside the page.

Drawn for a screen, some ninety pixels wide: whole tenths of a millimetre, matrices worked into the
numbers, small print as ordinary text.  Bitmaps would need `data:` addresses, which mail filters
take for smuggling, so a face with a bitmap gives nothing and the page draws a plain one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from card_specs.language.model import Card, Game, Word
from card_specs.language.problems import SpecError
from deckgen import fonts
from deckgen.drawing import IDENTITY, Drawing, Group, Matrix, Picture, Shape, Stroke, Text
from deckgen.face import faces_of
from deckgen.small_pictures import symbol_art

SMALL_PRINT = 3.4
"""Letters lower than this (mm) are no more than a grey line on the screen."""

REGULAR = "Lato"
LONG_RUN = 4
"""Longer runs are words, whose outlines would be most of the page; codes and numbers are drawn."""

LEAST_SHARED = 80
"""Parts of fewer signs are written out each time."""

Segments = Iterable[Sequence[str | float]]


class _Bitmap(Exception):
    """The drawing holds a bitmap."""


@dataclass
class Faces:
    """The symbols of one page; each drawing once, and each part that several have once."""

    game: Game
    prefix: str = ""
    """Before every id, where the drawings of several games are in one page."""
    drawn: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The elements of a symbol, its view first -> its id."""
    clips: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    """What is drawn in several places, such as a symbol: drawn once at the origin."""

    def card(self, card: Card, lang: str) -> str:
        """The id of a card's face; empty if it cannot be drawn here."""
        try:
            faces = faces_of(self.game)  # its corners are rounded and edged by the style sheet
            size = (faces.card.width, faces.card.height)
            return self._symbol("f", faces.draw(card, lang), size)
        except (SpecError, _Bitmap):
            return ""

    def symbol(self, word: Word) -> str:
        """The id of a word's symbol, in one colour, 24 × 24; empty if it has none."""
        try:
            drawing = symbol_art(self.game, word)
            return self._symbol("s", drawing, (24, 24), plain=True) if drawing else ""
        except (SpecError, _Bitmap):
            return ""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a face in the units of its drawing."""
        form = faces_of(self.game).card
        return round(10 * form.width), round(10 * form.height)

    def svg(self) -> str:
        """All symbols, clips and shared parts as elements inside an `<svg>`."""
        counted = Counter(part for parts in self.drawn for part in parts[1:])
        shared = {part: f"{self.prefix}e{number}" for number, part in enumerate(counted)
                  if counted[part] > 1 and len(part) > LEAST_SHARED}  # fmt: skip
        found = [f'<clipPath id="{name}"><path d="{path}"/></clipPath>'
                 for path, name in self.clips.items()]  # fmt: skip
        found += [f'<g id="{name}">{part}</g>' for part, name in self.pieces.items()]
        found += [f'<g id="{name}">{part}</g>' for part, name in shared.items()]
        for (view, *parts), name in self.drawn.items():
            inside = (f'<use href="#{shared[one]}"/>' if one in shared else one for one in parts)
            found.append(f'<symbol id="{name}" viewBox="{view}">{"".join(inside)}</symbol>')
        return f"<defs>{''.join(found)}</defs>"

    def _symbol(
        self, prefix: str, drawing: Drawing, size: tuple[float, float], plain: bool = False
    ) -> str:
        width, height = (round(10 * one) for one in size)
        parts = (f"0 0 {width} {height}", *self._marks(drawing, IDENTITY, plain))
        return self.drawn.setdefault(parts, f"{self.prefix}{prefix}{len(self.drawn)}")

    # --- marks --------------------------------------------------------------------------------

    def _marks(self, marks: Drawing, matrix: Matrix, plain: bool) -> Iterator[str]:
        for mark in marks:
            if isinstance(mark, Shape):
                yield _path(_data(mark.path, matrix), mark, matrix, plain)
            elif isinstance(mark, Text):
                yield _text(mark, matrix)
            elif isinstance(mark, Group):
                yield from self._group(mark, matrix, plain)
            elif isinstance(mark, Picture):
                raise _Bitmap

    def _group(self, group: Group, matrix: Matrix, plain: bool) -> Iterator[str]:
        inner = _times(matrix, group.matrix)
        if group.clip is not None:
            path = _data(group.clip.path, inner)
            name = self.clips.setdefault(path, f"{self.prefix}c{len(self.clips)}")
            for one in self._marks(group.marks, inner, plain):  # apart: cards may share them
                yield f'<g clip-path="url(#{name})">{one}</g>'
            return
        x, y = (round(10 * one) for one in inner[4:])
        drawn = "".join(self._marks(group.marks, (*inner[:4], 0.0, 0.0), plain))
        if len(drawn) < LEAST_SHARED or not (x or y):
            yield from self._marks(group.marks, inner, plain)
            return
        name = self.pieces.setdefault(drawn, f"{self.prefix}g{len(self.pieces)}")
        yield f'<use href="#{name}" x="{x}" y="{y}"/>'


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def _scale(matrix: Matrix) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def _data(path: Segments, matrix: Matrix) -> str:
    """Path data in whole tenths of a millimetre, each point relative to the last."""
    said: list[str] = []
    at = start = (0, 0)
    for kind, *values in path:
        numbers = [float(value) for value in values]
        points = [
            _at(matrix, numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)
        ]  # fmt: skip
        steps = [f"{x - at[0]} {y - at[1]}" for x, y in points]
        said.append(str(kind).lower() + " ".join(steps).replace(" -", "-"))
        at = points[-1] if points else start
        start = at if kind == "M" else start
    return "".join(said)


def _at(matrix: Matrix, x: float, y: float) -> tuple[int, int]:
    a, b, c, d, e, f = matrix
    return round(10 * (a * x + c * y + e)), round(10 * (b * x + d * y + f))


def _path(data: str, shape: Shape, matrix: Matrix, plain: bool) -> str:
    fill = "currentColor" if plain and shape.fill else shape.fill or "none"
    about = f' fill="{fill}"'
    if shape.even_odd:
        about += ' fill-rule="evenodd"'
    if shape.stroke:
        about += _line(shape.stroke, _scale(matrix), plain)
    return f'<path d="{data}"{about}/>'


def _line(stroke: Stroke, scale: float, plain: bool = False) -> str:
    colour = "currentColor" if plain else stroke.colour
    width = max(round(10 * stroke.width * scale), 1)
    about = f' stroke="{colour}" stroke-width="{width}"'
    if stroke.cap != "butt":
        about += f' stroke-linecap="{stroke.cap}"'
    if stroke.join != "miter":
        about += f' stroke-linejoin="{stroke.join}"'
    if stroke.dash:
        dashes = " ".join(str(max(round(10 * part * scale), 1)) for part in stroke.dash)
        about += f' stroke-dasharray="{dashes}"'
    return about


def _text(text: Text, matrix: Matrix) -> str:
    scale = _scale(matrix)
    if text.size * scale < SMALL_PRINT or len(text.text) > LONG_RUN:
        return _as_letters(text, matrix)
    outline = _data(_outlines(text), _times(matrix, _placed(text)))
    line = _line(text.stroke, scale) + ' paint-order="stroke"' if text.stroke else ""
    return f'<path d="{outline}" fill="{text.fill}"{line}/>'


def _placed(text: Text) -> Matrix:
    scale = text.size / fonts.font(text.font).tables.units
    return (scale, 0.0, 0.0, scale, text.x, text.y)


def _outlines(text: Text) -> Iterator[Sequence[str | float]]:
    """The outlines of a run's glyphs one after another, in units of the font."""
    font = fonts.font(text.font)
    scale = text.size / font.tables.units
    x = 0.0
    for char, kern in zip(text.text, (*font.kerns(text.text), 0), strict=True):
        for kind, *values in font.tables.outline(char):
            moved = [float(v) + (0 if i % 2 else x) for i, v in enumerate(values)]
            yield (str(kind), *moved)
        x += (font.tables.advance(char) or 0) + kern + text.spacing / scale


def _as_letters(text: Text, matrix: Matrix) -> str:
    a, b, c, d, e, f = (10 * one for one in _times(matrix, (1, 0, 0, 1, text.x, text.y)))
    turned = "" if not (round(b) or round(c)) and a > 0 else (
        f' transform="matrix({a / 10:.3g} {b / 10:.3g} {c / 10:.3g} {d / 10:.3g} {e:.0f} {f:.0f})"'
    )  # fmt: skip
    place = "" if turned else f' x="{e:.0f}" y="{f:.0f}"'
    size = round(10 * text.size * (1 if turned else _scale(matrix)))
    width = round(10 * text.width * (1 if turned else _scale(matrix)))
    weight = "" if text.font == REGULAR else ' font-weight="bold"'
    return (
        f'<text{place}{turned}{weight} font-size="{size}" textLength="{width}" '
        f'lengthAdjust="spacingAndGlyphs" fill="{text.fill}">{escape(text.text)}</text>'
    )
