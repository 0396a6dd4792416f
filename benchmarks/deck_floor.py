"""The floor: the deck of `deck_of_108.yaml` drawn straight with reportlab, and nothing else.

    python benchmarks/deck_floor.py OUT.pdf [--mode flat|forms]
        [--guilds 6] [--ranks 9] [--copies 2]

`forms` keeps each face as a Form XObject, `flat` draws every copy.  No spec is read, no text is
fitted, nothing is checked: this is about the time that the drawing itself takes.
"""

from __future__ import annotations

import argparse
from math import cos, pi, sin

from font_fredoka_one import font_files as fredoka
from font_lato import font_files as lato
from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

GUILDS = (
    ("Net", "#1B5E7A", 3),
    ("Rope", "#8A5A1E", 4),
    ("Anchor", "#3B3F5C", 5),
    ("Lamp", "#A8442A", 6),
    ("Sail", "#2F7D4F", 7),
    ("Tide", "#6A3D8F", 8),
    ("Buoy", "#1B5E7A", 9),
    ("Mast", "#8A5A1E", 10),
)
WIDTH, HEIGHT = 63.5 * mm, 88.9 * mm
LEFT, LOW = (A4[0] - 3 * WIDTH) / 2, (A4[1] - 3 * HEIGHT) / 2
SENTENCE = (
    "Take {n} cards from the quay, then leave one. With another {guild} card in your hand"
    " you also earn {n} coins."
)


def polygon(canvas: Canvas, sides: int, x: float, y: float, radius: float) -> None:
    path = canvas.beginPath()
    for corner in range(sides):
        angle = 2 * pi * corner / sides
        (path.lineTo if corner else path.moveTo)(x + radius * sin(angle), y + radius * cos(angle))
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def face(canvas: Canvas, guild: tuple[str, str, int], n: int) -> None:
    name, colour, sides = guild
    canvas.setFillColor(HexColor(colour))
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.roundRect(3 * mm, 3 * mm, WIDTH - 6 * mm, HEIGHT - 6 * mm, 3 * mm, stroke=0, fill=1)
    canvas.setFillColor(HexColor(colour))
    canvas.setFont("Title", 18)
    canvas.drawString(6 * mm, HEIGHT - 13 * mm, str(n))
    polygon(canvas, sides, 9 * mm, HEIGHT - 20 * mm, 3.4 * mm)
    canvas.setFont("Title", 12)
    canvas.drawCentredString(WIDTH / 2, HEIGHT / 2, f"{name} worker {n}")
    canvas.setFont("Text", 8.2)
    y = HEIGHT / 2 - 8 * mm
    for line in simpleSplit(SENTENCE.format(n=n, guild=name), "Text", 8.2, 49.5 * mm):
        canvas.drawCentredString(WIDTH / 2, y, line)
        y -= 3.6 * mm


def back(canvas: Canvas) -> None:
    canvas.setFillColor(HexColor("#1F2A44"))
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    canvas.setStrokeColor(HexColor("#D9B45B"))
    canvas.setLineWidth(2)
    canvas.roundRect(4 * mm, 4 * mm, WIDTH - 8 * mm, HEIGHT - 8 * mm, 3 * mm)
    canvas.setFillColor(HexColor("#D9B45B"))
    polygon(canvas, 5, WIDTH / 2, HEIGHT / 2, 12 * mm)
    canvas.setFont("Title", 20)
    canvas.drawCentredString(WIDTH / 2, HEIGHT - 66 * mm, "HARBOUR")


def marks(canvas: Canvas) -> None:
    canvas.setStrokeColor(HexColor("#000000"))
    canvas.setLineWidth(0.5)
    for n in range(4):
        x, y = LEFT + n * WIDTH, LOW + n * HEIGHT
        canvas.line(x, LOW - 8 * mm, x, LOW - 3.5 * mm)
        canvas.line(x, A4[1] - LOW + 3.5 * mm, x, A4[1] - LOW + 8 * mm)
        canvas.line(4 * mm, y, LEFT - 3.5 * mm, y)
        canvas.line(A4[0] - LEFT + 3.5 * mm, y, A4[0] - 4 * mm, y)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--mode", choices=("flat", "forms"), default="flat")
    for name, default in (("guilds", 6), ("ranks", 9), ("copies", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    registerFont(TTFont("Title", fredoka["FredokaOne"]))
    registerFont(TTFont("Text", lato["Lato"]))
    canvas = Canvas(args.out, pagesize=A4, pageCompression=1, invariant=1)
    canvas.setViewerPreference("PrintScaling", "None")
    faces = [(guild, n + 1) for guild in GUILDS[: args.guilds] for n in range(args.ranks)]
    if args.mode == "forms":
        for number, (guild, n) in enumerate(faces):
            canvas.beginForm(f"f{number}", 0, 0, WIDTH, HEIGHT)
            face(canvas, guild, n)
            canvas.endForm()
        canvas.beginForm("back", 0, 0, WIDTH, HEIGHT)
        back(canvas)
        canvas.endForm()
    deck = [number for number in range(len(faces)) for _ in range(args.copies)]
    for start in range(0, len(deck), 9):
        for side in (0, 1):
            if not side:
                marks(canvas)
            for place, number in enumerate(deck[start : start + 9]):
                column, row = place % 3, place // 3
                canvas.saveState()
                across = 2 - column if side else column
                canvas.translate(LEFT + across * WIDTH, LOW + (2 - row) * HEIGHT)
                if args.mode == "forms":
                    canvas.doForm("back" if side else f"f{number}")
                elif side:
                    back(canvas)
                else:
                    face(canvas, *faces[number])
                canvas.restoreState()
            canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main()
