"""Colours, sizes and spaces of a rulebook's page (mm; type in points), by format and by ink.

The figures are those of the visual guide of the rulebooks.  A chapter's colours are a `Paints`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from card_specs.language.book import Book
from card_specs.language.problems import Problem, SpecError, nearest
from card_specs.values import dataclass
from deckgen import colours
from deckgen.drawing import Colour
from deckgen.face import Faces

PT = 25.4 / 72
INK, WHITE, GOLD = colours.INK, colours.WHITE, "#F4B41A"
GREY_INK = "#4A4D66"
LINE, EDGE = "#B4B6D0", "#C3C5D9"
SUN = "#FFD84F"
YES, NO = "#17624A", "#9C1526"
"""Deep green and deep red of the signs for what may and may not be played."""

RADIUS = 3.2
SMALL, STEP, BLOCK, PART = 1.4, 3.0, 4.6, 6.0
PAD_X, PAD_Y = 4.4, 3.4
TIGHT_BLOCK = 3.4


@dataclass(frozen=True)
class Paints:
    """One set of colours: `on` is what is written on the base."""

    base: Colour
    deep: Colour
    tint: Colour
    on: Colour

    def as_names(self) -> Mapping[str, Colour]:
        return {"base": self.base, "deep": self.deep, "tint": self.tint, "on": self.on}


@dataclass(frozen=True)
class Type:
    """A use of letters: size and distance of lines in points."""

    size: float
    leading: float
    font: str = "Lato"
    bold: str = "Lato Black"
    italic: str = "Lato Italic"
    spacing: float = 0.0

    @property
    def em(self) -> float:
        """mm"""
        return self.size * PT

    @property
    def pitch(self) -> float:
        """mm from one line to the next."""
        return self.leading * PT

    def scaled(self, factor: float) -> Type:
        return replace(self, size=self.size * factor, leading=self.leading * factor)


_TITLE = ("Fredoka One",) * 3
H1 = Type(24, 26, *_TITLE)
H2 = Type(13.5, 17, *_TITLE)
H3 = Type(11, 13, *_TITLE)
LEAD = Type(11, 15)
BODY = Type(9.5, 13)
NOTE = Type(8.6, 11.4)
CAPTION = Type(8.5, 11.2)
TABLE = Type(8.8, 11.6)
LABEL = Type(7.2, 9, "Lato Black", spacing=0.3 * PT)
CODE = Type(7.4, 9, "Lato Bold")
COUNT = Type(11.5, 12, *_TITLE)
CREDITS = Type(7.4, 10.4)
NAME = Type(7.8, 9.4, "Lato Black")


@dataclass(frozen=True)
class Look:
    """All colours of one book, and how much ink it may take."""

    house: Paints
    sets: tuple[Paints, ...]
    named: Mapping[str, Paints]
    saver: bool = False

    def of(self, color: str, turn: int = 0) -> Paints:
        """A chapter's colours: those it names, or the set whose turn it is."""
        if color in self.named:
            return self.named[color]
        return self.sets[turn % len(self.sets)] if self.sets else self.house


def look_of(book: Book, faces: Faces, saver: bool) -> Look:
    """The colours that a spec gives its book; `SpecError` for a name that is none."""
    house = _house(book, faces)
    named = {"house": house, "gold": Paints(GOLD, "#8A5A00", "#FDF0C4", INK)}
    for words in faces.game.words.values():
        for word in words.values():
            base = word.paints.get("base", "")
            if base:
                deep = word.paints.get("deep") or colours.deep_of(base)
                tint = word.paints.get("tint") or colours.tint_of(base)
                on = word.paints.get("on") or colours.on_of(base)
                named.setdefault(word.name, Paints(base, deep, tint, on))
    for name in (*book.look.colors, *(chapter.color for chapter in book.chapters)):
        if name and name not in named:
            mark = book.look.marks.get("colors", book.at)
            raise SpecError(
                [Problem(mark, f"no word has paints called '{name}'", nearest(name, named))]
            )
    sets = tuple(named[name] for name in book.look.colors) or (house,)
    return Look(house, sets, named, saver)


def _house(book: Book, faces: Faces) -> Paints:
    given = book.look.house_paints
    base = given.get("base") or _paint(faces, book.look.house or "house") or "#2F3570"
    deep = given.get("deep") or _darker(base)
    return Paints(
        base, deep, given.get("tint") or colours.mix(base, WHITE, 11), given.get("on") or WHITE
    )


def _darker(base: Colour) -> Colour:
    return (
        colours.mix(base, INK, 72) if colours.contrast(base, WHITE) > 7 else colours.deep_of(base)
    )


def _paint(faces: Faces, name: str) -> Colour:
    """A paint of the style that is a plain colour."""
    value = faces.style.paints.get(name)
    found = getattr(value, "value", value)
    return found if isinstance(found, str) and found.startswith("#") else ""
