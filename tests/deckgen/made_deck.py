"""A deck of plain cards for the tests of sheets and files: no spec, no art, known places."""

from __future__ import annotations

import sys
from pathlib import Path

from deckgen.drawing import Drawing, Shape, Text
from deckgen.geometry import CardFormat, Rect
from deckgen.impose import impose
from deckgen.pdf_file import About
from deckgen.sheet import Copies, SheetOptions
from deckgen.small_print import SmallPrint, lay_out_with
from deckgen.to_pdf import Job, write

TERMS = (
    "Juego de un aficionado, compartido gratis con todos: imprímelo, juégalo y regálalo, pero no"
    " lo vendas ni ganes dinero con él."
)
SMALL = SmallPrint("CINCO", TERMS, "es")


def box(rect: Rect, fill: str) -> Shape:
    path = (
        ("M", rect.x, rect.y),
        ("L", rect.right, rect.y),
        ("L", rect.right, rect.bottom),
        ("L", rect.x, rect.bottom),
        ("Z",),
    )
    return Shape(path, fill=fill)


def two_tone(card: CardFormat, top: str = "#000000", rest: str = "#808080") -> Drawing:
    """A card whose upper half and whose edge can be found in a picture; no bleed."""
    half = Rect(0, 0, card.width, card.height / 2)
    return (box(card.trim, rest), box(half, top))


def lettered(card: CardFormat, text: str, ground: str) -> Drawing:
    """A card with ground into the bleed and a text on it."""
    return (
        box(card.bleed, ground),
        box(card.safe, "#FFFFFF"),
        Text(5, 14, 9, "Fredoka One", text, "#1F2238", 10),
        Text(5, 24, 3, "Lato", f"carta número {text}", "#1F2238", 30),
    )


def lettered_job(cards: int = 22, copies: int = 1, options: SheetOptions | None = None) -> Job:
    """A job of so many different cards with two different backs in turn."""
    options = options or SheetOptions()
    grounds = ("#D12B38", "#1148A8", "#2C9770", "#FFD84F")
    faces = {f"c{n}": lettered(options.card, str(n), grounds[n % 4]) for n in range(cards)}
    faces |= {f"b{n}": lettered(options.card, "AB"[n], "#2F3570") for n in range(2)}
    deck = [Copies(f"c{n}", f"b{n % 2}", copies) for n in range(cards)]
    layout, _ = lay_out_with(options, SMALL, 9)
    return Job(layout, impose(layout, deck), faces, SMALL, About("CINCO", "es"))


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(write(lettered_job()))
