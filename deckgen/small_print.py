"""The line in the sheet's margin: which deck, which sheet, and on whose terms it may be printed.

It stands in the band that `impose` keeps free beyond the marks, never on a card; where the terms
need two or three lines the band is asked to be higher.  Sizes in mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from card_specs.values import dataclass
from deckgen import plain_text
from deckgen.drawing import Drawing, Group, Matrix, Text
from deckgen.impose import BAND_AIR, lay_out
from deckgen.plain_text import wrapped
from deckgen.sheet import Band, Layout, SheetOptions, Side

FONT, SIZE, PITCH, COLOUR = "Lato", 1.94, 2.2, "#4A4A4A"
SPACE, APART = 0.6, 6.0
"""Between a head and its number, and between the number and the terms (mm)."""

MOST_LINES = 4

WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "es": {
            "sheet": "hoja",
            "front": "imprimir al 100 %",
            "back": "dorsos",
            "fold": "doblar por la línea discontinua, pegar y cortar",
        },
        "en": {
            "sheet": "sheet",
            "front": "print at 100 %",
            "back": "backs",
            "fold": "fold along the dashed line, glue, then cut",
        },
    }
)


@dataclass(frozen=True)
class SmallPrint:
    """The deck's title and terms in the language `lang` (that of the labels: es, else en)."""

    title: str
    terms: str
    lang: str

    def head(self, side: Side) -> str:
        """What every page of that side says: `CINCO · print at 100 % · sheet`"""
        words = WORDS.get(self.lang, WORDS["en"])
        return " · ".join((self.title, words[side.value], words["sheet"]))

    def measure(self) -> float:
        """How long all of it is in mm.  Raises `MissingGlyphError` for what cannot be printed."""
        return sum(_width(text) for text in (*map(self.head, Side), self.terms))


def number(sheet: int, of: int) -> str:
    """What only one page says, after its head."""
    return f"{sheet}/{of}"


def lay_out_with(options: SheetOptions, small: SmallPrint, sheets: int) -> tuple[Layout, str]:
    """The layout whose band holds the small print, and a warning where there is no room for it.

    Cards come first: no card is given up and no margin narrowed for a line of print.
    """
    for lines in range(1, MOST_LINES + 1):
        layout = lay_out(replace(options, band=BAND_AIR + lines * PITCH))
        page = next(iter(layout.pages.values()))
        if page.band and _fits(small, page.band, sheets, lines):
            return layout, ""
    layout = lay_out(replace(options, band=BAND_AIR + PITCH))
    page = next(iter(layout.pages.values()))
    if page.band and _widest_head(small, sheets) <= _length(page.band):
        return layout, _no_room("the deck's credits and licence")
    return lay_out(replace(options, band=0.0)), _no_room("the sheets' titles, credits and licence")


def terms(layout: Layout, small: SmallPrint, sheets: int) -> Drawing:
    """The credits and the licence, at the end of the band of the fronts."""
    page = next(iter(layout.pages.values()))
    if page.band is None:
        return ()
    length = _length(page.band)
    lines = wrapped(small.terms, _room(small, page.band, sheets), SIZE, FONT)
    if len(lines) > _lines(page.band):
        return ()
    marks = tuple(_text(line, length - _width(line), n) for n, line in enumerate(lines))
    return (Group(marks, _matrix(page.band)),) if marks else ()


def head(band: Band | None, text: str) -> Drawing:
    """What all pages of a side say, at the start of the band."""
    if band is None or not _width(text):
        return ()
    return (Group((_text(text, 0.0, 0),), _matrix(band)),)


def numbered(band: Band | None, text: str, sheet: int, of: int) -> Drawing:
    """The sheet's number, after the head `text`."""
    if band is None:
        return ()
    mark = _text(number(sheet, of), _width(text) + SPACE, 0)
    if not band.turn:
        return (replace(mark, x=mark.x + band.box.x, y=mark.y + band.box.y),)
    return (Group((mark,), _matrix(band)),)


def _no_room(what: str) -> str:
    return f"there is no room in the margin for {what} — a smaller --margin, or fewer cards a sheet"


def _text(text: str, x: float, nth: int) -> Text:
    # Lato's capitals are 0.72 em high: they fill the line from its top.
    baseline = 0.72 * SIZE + nth * PITCH
    return plain_text.line(x, baseline, text, SIZE, FONT, COLOUR)


def _width(text: str) -> float:
    return plain_text.width(text, SIZE, FONT)


def _length(band: Band) -> float:
    return band.box.height if band.turn else band.box.width


def _lines(band: Band) -> int:
    return round((band.box.width if band.turn else band.box.height) / PITCH)


def _widest_head(small: SmallPrint, sheets: int) -> float:
    heads = max(_width(small.head(side)) for side in Side)
    return heads + SPACE + _width(number(sheets, sheets))


def _room(small: SmallPrint, band: Band, sheets: int) -> float:
    """What the longest head leaves of the band."""
    return _length(band) - _widest_head(small, sheets) - APART


def _fits(small: SmallPrint, band: Band, sheets: int, lines: int) -> bool:
    room = _room(small, band, sheets)
    if room < 0 or _lines(band) < lines:
        return False
    terms = wrapped(small.terms, room, SIZE, FONT)
    return len(terms) <= lines and all(_width(one) <= room for one in terms)


def _matrix(band: Band) -> Matrix:
    """From the line's own x and y to the paper."""
    box = band.box
    if band.turn == 270:
        return (0.0, -1.0, 1.0, 0.0, box.x, box.bottom)
    if band.turn == 90:
        return (0.0, 1.0, -1.0, 0.0, box.right, box.y)
    return (1.0, 0.0, 0.0, 1.0, box.x, box.y)
