"""Papers and card sizes by name, or as WIDTHxHEIGHT; millimetres throughout.

Nothing here knows what is printed.  Sizes are exact: Letter is 215.9 x 279.4 and A4 is not
595 x 842 points, since a printer that is off by a third of a point per page is off by it per cut.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from card_specs.language.problems import PersonError, nearest
from card_specs.language.style import FORMATS
from card_specs.values import dataclass
from deckgen.geometry import CardFormat


@dataclass(frozen=True)
class Paper:
    """A sheet of paper as it is fed: width and height in mm, and what to call it."""

    width: float
    height: float
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"{self.width:g}x{self.height:g}"


# ISO 216 and ANSI/ASME Y14.1.
PAPERS: Mapping[str, Paper] = {
    "a4": Paper(210.0, 297.0, "a4"),
    "letter": Paper(215.9, 279.4, "letter"),
    "a3": Paper(297.0, 420.0, "a3"),
}

LEAST_CARD, LEAST_PAPER, MOST_PAPER = 10.0, 40.0, 2000.0
INCH = 25.4

_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×*]\s*(\d+(?:[.,]\d+)?)\s*(mm|cm|in)?")
_UNITS = {"mm": 1.0, "cm": 10.0, "in": INCH}


def paper_named(text: str) -> Paper:
    """The paper called `text`, or of that size (`210x297`, `8.5x11in`).

    Raises `PersonError` with the nearest name where there is none.
    """
    known = PAPERS.get(_plain(text))
    if known is not None:
        return known
    width, height = _size(text, "paper", PAPERS)
    if not (min(width, height) >= LEAST_PAPER and max(width, height) <= MOST_PAPER):
        raise PersonError(
            f"paper {text}: {width:g} x {height:g} mm cannot be printed"
            f" — both sides between {LEAST_PAPER:g} and {MOST_PAPER:g} mm"
        )
    return Paper(width, height)


def card_format(text: str, base: CardFormat | None = None) -> CardFormat:
    """`base` with the trimmed size called `text`, or of that size (`63x88`).

    Corner, bleed and safe margin stay as in `base`.  Raises `PersonError` like `paper_named`.
    """
    named = FORMATS.get(_plain(text).replace("-", "_"))
    known = {name.replace("_", "-"): size for name, size in FORMATS.items()}
    size = (named.width, named.height) if named else _size(text, "card size", known)
    width, height = size
    if min(width, height) < LEAST_CARD:
        raise PersonError(
            f"card size {text}: {width:g} x {height:g} mm is too small to cut"
            f" — at least {LEAST_CARD:g} mm each way"
        )
    return replace(base or CardFormat(), width=width, height=height)


def _plain(text: str) -> str:
    """A name as it is listed: specs write `small_square`, command lines `small-square`."""
    return text.strip().lower().replace("_", "-")


def _size(text: str, what: str, known: Mapping[str, object]) -> tuple[float, float]:
    found = _SIZE.fullmatch(_plain(text))
    if found is None:
        hint = nearest(_plain(text), known)
        raise PersonError(f"unknown {what} '{text}' — {hint}, or WIDTHxHEIGHT in mm")
    scale = _UNITS[found[3] or "mm"]
    width, height = (round(float(found[n].replace(",", ".")) * scale, 4) for n in (1, 2))
    return width, height
