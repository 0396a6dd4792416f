"""The sheet that measures a printer: how far its backs are off, and whether its millimetres are.

Two ways to see the offset.  A pin through the front's cross comes out in the back's labelled
grid: good to half a millimetre.  Then the two rows of strokes: each stroke of the back is moved a
fifth of a millimetre more than the one before it, like a vernier, and against the light one of
them continues its front stroke; its label is the shift to ask for.  Another may continue its
neighbour, four millimetres away: the pin tells which is meant.
The two rulers, 100 mm each way, show whether the printer's millimetres are
millimetres.

All millimetres; the sheet is laid out from the middle of the paper, which no flip moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from card_specs.language.problems import PersonError
from deckgen.drawing import Drawing, Mark, Shape, Stroke
from deckgen.papers import Paper
from deckgen.plain_text import centred, line, width, wrapped
from deckgen.sheet import Axis

STEP, PITCH, STROKES = 0.2, 4.0, 20
"""Each stroke is moved by one step more; the distance between strokes; how many each way."""

SHORT, LONG = 6.0, 9.0
"""A stroke's length on each side; every fifth is long and has a label."""

LABELLED = 5

RULER = 100
LEAST_WIDTH, LEAST_HEIGHT = 194.0, 240.0
INK, FINE, GRID = "#000000", Stroke("#000000", 0.15), Stroke("#8A8A8A", 0.1)
PLAIN, BOLD = "Lato", "Lato Bold"

WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "es": {
            "front": "Hoja de calibración: anverso",
            "back": "Hoja de calibración: reverso",
            "across": "X: a lo ancho (mm)",
            "down": "Y: a lo alto (mm)",
            "pin": "alfiler",
            "how": (
                "1. Imprime las dos páginas a doble cara en una hoja, al 100 %. |"
                "2. Mide las dos reglas. Si no miden 100 mm, apunta lo que miden. |"
                "3. Clava un alfiler en el centro de la cruz: en el reverso, la cuadrícula dice "
                "más o menos cuánto se ha movido. |"
                "4. Mira la hoja a contraluz: en la fila y en la columna, busca la raya del "
                "reverso que continúa una del anverso (si hay dos, la que cuadra con el alfiler). "
                "Su número es el ajuste: X en la fila, Y en la columna. |"
                "5. Guárdalo y úsalo:"
            ),
            "corrected": (
                "Ya corregida: X {x}, Y {y}. La fila y la columna deben dar 0; si no, suma lo que "
                "den."
            ),
        },
        "en": {
            "front": "Calibration sheet: front",
            "back": "Calibration sheet: back",
            "across": "X: across (mm)",
            "down": "Y: down (mm)",
            "pin": "pin",
            "how": (
                "1. Print both pages on the two sides of one sheet, at 100 %. |"
                "2. Measure both rulers. If they are not 100 mm, write down what they are. |"
                "3. Push a pin through the middle of the cross: on the back, the grid says roughly "
                "how far it has moved. |"
                "4. Hold the sheet against the light: in the row and in the column, find the "
                "stroke of the back that continues one of the front (of two, the one that agrees "
                "with the pin). Its number is the shift: X in the row, Y in the column. |"
                "5. Remember it and use it:"
            ),
            "corrected": (
                "Corrected already: X {x}, Y {y}. Row and column should give 0; if not, add what "
                "they give."
            ),
        },
    }
)


@dataclass(frozen=True)
class Calibration:
    """The two sides of the sheet; the paper is turned over `axis`."""

    paper: Paper
    front: Drawing
    back: Drawing
    axis: Axis


def calibration(
    paper: Paper, axis: Axis, lang: str, printer: str = "", shift: tuple[float, float] = (0.0, 0.0)
) -> Calibration:
    """The sheet for a paper and the edge it is turned over.

    `printer` is the name in the commands shown, `shift` the correction that the back is printed
    with already.  Raises `PersonError` for a paper that is too small.
    """
    if paper.width < LEAST_WIDTH or paper.height < LEAST_HEIGHT:
        raise PersonError(
            f"{paper} is too small for the calibration sheet"
            f" — at least {LEAST_WIDTH:g} x {LEAST_HEIGHT:g} mm; a printer errs alike on all papers"
        )
    words = WORDS.get(lang, WORDS["en"])
    sheet = _Sheet(paper, axis, words)
    front = (*sheet.front(), *sheet.text(printer or "NAME", shift))
    return Calibration(paper, front, tuple(sheet.back()), axis)


class _Sheet:
    def __init__(self, paper: Paper, axis: Axis, words: Mapping[str, str]) -> None:
        self.paper, self.axis, self.words = paper, axis, words
        self.x, self.y = paper.width / 2, paper.height / 2
        # The row of strokes for X, and the column for Y.
        self.row, self.column = self.y - 96.0, self.x - 78.0

    def front(self) -> Iterator[Mark]:
        yield centred(self.x, self.y - 111.5, self.words["front"], 5.0, BOLD, INK)
        yield from self._strokes_front()
        yield from self._rulers()
        yield from self._cross()

    def back(self) -> Iterator[Mark]:
        yield centred(self.x, self.y + 108.0, self.words["back"], 5.0, BOLD, INK)
        yield from self._strokes_back()
        yield from self._grid()

    def _strokes_front(self) -> Iterator[Mark]:
        lines = []
        for n in range(-STROKES, STROKES + 1):
            x, y, long = self.x + n * PITCH, self.y + n * PITCH, _long(n)
            lines.append((x, self.row - long, x, self.row))
            lines.append((self.column - long, y, self.column, y))
            if n % LABELLED == 0:
                label = _signed(n * STEP)
                at = self.column - LONG - 1.0 - width(label, 2.4, PLAIN)
                yield centred(x, self.row - LONG - 1.2, label, 2.4, PLAIN, INK)
                yield line(at, y + 0.85, label, 2.4, PLAIN, INK)
        yield _drawn(lines, FINE)
        across, right = self.words["across"], self.x + STROKES * PITCH
        start = right - width(across, 2.8, BOLD)
        yield line(start, self.row + 14.0, across, 2.8, BOLD, INK)
        yield line(self.column - 10.0, self.y + 88.0, self.words["down"], 2.8, BOLD, INK)

    def _strokes_back(self) -> Iterator[Mark]:
        """Each stroke goes on where its front stroke ends, moved by what its label says."""
        lines = []
        for n in range(-STROKES, STROKES + 1):
            x, y, long, step = self.x + n * PITCH, self.y + n * PITCH, _long(n), n * STEP
            (x1, y1), (x2, y2) = self._behind(x, self.row), self._behind(x, self.row + long)
            lines.append((x1 + step, y1, x2 + step, y2))
            (x1, y1), (x2, y2) = self._behind(self.column, y), self._behind(self.column + long, y)
            lines.append((x1, y1 + step, x2, y2 + step))
        yield _drawn(lines, FINE)

    def _behind(self, x: float, y: float) -> tuple[float, float]:
        at = self.axis.at
        return (2 * at - x, y) if self.axis.upright else (x, 2 * at - y)

    def _rulers(self) -> Iterator[Mark]:
        """Two rulers that share their zero."""
        x0, y0 = self.x - 40.0, self.y - 60.0
        lines = [(x0, y0, x0 + RULER, y0), (x0, y0, x0, y0 + RULER)]
        for mm in range(RULER + 1):
            tick = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.8
            lines.append((x0 + mm, y0, x0 + mm, y0 - tick))
            lines.append((x0, y0 + mm, x0 - tick, y0 + mm))
            if mm % 10 == 0 and mm:
                yield centred(x0 + mm, y0 - 5.0, str(mm), 2.4, PLAIN, INK)
                label = str(mm)
                at = x0 - 5.0 - width(label, 2.4, PLAIN)
                yield line(at, y0 + mm + 0.85, label, 2.4, PLAIN, INK)
        yield _drawn(lines, FINE)

    def _cross(self) -> Iterator[Mark]:
        x, y = self._pin()
        yield _drawn([(x - 6, y, x + 6, y), (x, y - 6, x, y + 6)], FINE)
        yield line(x + 2.0, y - 2.0, self.words["pin"], 2.8, PLAIN, INK)

    def _pin(self) -> tuple[float, float]:
        return self.x + 50.0, self.y - 44.0

    def _grid(self) -> Iterator[Mark]:
        """Millimetres around the place of the pin, labelled with the shift to ask for."""
        x, y = self._behind(*self._pin())
        reach = 8
        lines = []
        for mm in range(-reach, reach + 1):
            lines.append((x + mm, y - reach, x + mm, y + reach))
            lines.append((x - reach, y + mm, x + reach, y + mm))
        yield _drawn(lines, GRID)
        yield _drawn([(x - reach, y, x + reach, y), (x, y - reach, x, y + reach)], FINE)
        for mm in (-5, 5):
            yield centred(x + mm, y - reach - 1.0, _signed(mm), 2.4, PLAIN, INK)
            yield line(x + reach + 1.0, y + mm + 0.85, _signed(mm), 2.4, PLAIN, INK)
        yield line(x + reach + 6.0, y - reach - 1.0, "X", 2.8, BOLD, INK)
        yield line(x + reach + 1.0, y + reach + 4.5, "Y", 2.8, BOLD, INK)

    def text(self, printer: str, shift: tuple[float, float]) -> Iterator[Mark]:
        """The instructions, below the level ruler and right of the upright one."""
        x, y, size = self.x - 30.0, self.y - 22.0, 3.3
        quoted = f'"{printer}"' if " " in printer else printer
        commands = (
            f"deckgen calibrate --printer {quoted} --shift X,Y --ruler 100,100",
            f"deckgen deck SPEC --printer {quoted}",
        )
        for paragraph in self.words["how"].split("|"):
            for text in wrapped(paragraph, 118.0, size, PLAIN):
                yield line(x, y, text, size, PLAIN, INK)
                y += 4.4
            y += 1.6
        for text in commands:
            yield line(x, y, text, 3.0, BOLD, INK)
            y += 4.6
        if shift != (0.0, 0.0):
            said = self.words["corrected"].format(x=_signed(shift[0]), y=_signed(shift[1]))
            for text in wrapped(said, 118.0, size, BOLD):
                yield line(x, y + 3.0, text, size, BOLD, INK)
                y += 4.4


def _long(n: int) -> float:
    return LONG if n % LABELLED == 0 else SHORT


def _signed(value: float) -> str:
    return f"{value:+.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def _drawn(lines: list[tuple[float, float, float, float]], stroke: Stroke) -> Shape:
    path: list[tuple[str | float, ...]] = []
    for x1, y1, x2, y2 in lines:
        path += [("M", x1, y1), ("L", x2, y2)]
    return Shape(tuple(path), stroke=stroke)
