"""Measuring a printer: writes the calibration sheet, and keeps what the sheet showed."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from card_specs.language.problems import PersonError
from deckgen import printers
from deckgen.calibrate import RULER, calibration
from deckgen.files import write_whole
from deckgen.impose import correction, turning_edge
from deckgen.papers import paper_named
from deckgen.pdf_file import About
from deckgen.printers import Printer
from deckgen.sheet_choices import Backs
from deckgen.to_pdf import PaperPage, write_pages

TITLES = {"es": "Hoja de calibración", "en": "Calibration sheet"}
_DUPLEX = {Backs.DUPLEX_LONG: "DuplexFlipLongEdge", Backs.DUPLEX_SHORT: "DuplexFlipShortEdge"}


@dataclass(frozen=True)
class SheetWish:
    """Which sheet is asked for."""

    paper: str = "a4"
    backs: Backs = Backs.DUPLEX_LONG
    printer: str = ""
    language: str = "en"


def print_sheet(wish: SheetWish, output: Path | None, *, tell: bool = True) -> dict[str, object]:
    """Write the sheet; for a printer that is known already it is corrected, to see whether it is.

    Raises `PersonError`, `CannotWriteError`.
    """
    if wish.backs not in _DUPLEX:
        raise PersonError(f"'{wish.backs}' has no back pages to measure — duplex-long or -short")
    paper = paper_named(wish.paper)
    known = printers.printers().get(wish.printer, Printer())
    axis = turning_edge(paper, wish.backs)
    sheet = calibration(paper, axis, wish.language, wish.printer, known.shift)
    title = TITLES.get(wish.language, TITLES["en"])
    about = About(title, wish.language, duplex=_DUPLEX[wish.backs])
    pages = [
        PaperPage(paper, sheet.front, correction(paper, known.scale)),
        PaperPage(paper, sheet.back, correction(paper, known.scale, known.shift)),
    ]
    path = output or Path("output") / f"calibration-{paper}-{wish.language}.pdf"
    write_whole(path, write_pages(pages, about), tell=tell)
    return {"file": str(path), "paper": str(paper), "corrected": _figures(known)}


def remember(
    name: str,
    shift: tuple[float, float] | None,
    ruler: tuple[float, float] | None,
    *,
    tell: bool = True,
) -> dict[str, object]:
    """Keep a printer's shift, and its scale as its 100 mm rulers measured it.

    What is not given stays as it was.  Raises `PersonError`, `CannotWriteError`.
    """
    if not name:
        raise PersonError("which printer? — add --printer NAME")
    profile = printers.printers().get(name, Printer())
    if shift is not None:
        profile = replace(profile, shift=shift)
    if ruler is not None:
        profile = replace(profile, scale=_scale(ruler))
    printers.check(profile)
    file = printers.remember(name, profile)
    if tell:
        x, y = profile.shift
        sx, sy = (100 * by for by in profile.scale)
        sys.stdout.write(
            f"{name}: backs moved by {x:g},{y:g} mm, scale {sx:.2f},{sy:.2f} %\n{file}\n"
        )
    return {"file": str(file), "printer": name, **_figures(profile)}


def _scale(ruler: tuple[float, float]) -> tuple[float, float]:
    """What makes 100 mm of what the rulers of an uncorrected sheet measured."""
    if min(ruler) <= 0:
        raise PersonError(f"a ruler of {ruler[0]:g},{ruler[1]:g} mm? — measure both, in mm")
    x, y = (round(RULER / measured, 6) for measured in ruler)
    return x, y


def _figures(profile: Printer) -> dict[str, object]:
    return {"shift_mm": list(profile.shift), "scale": list(profile.scale)}
