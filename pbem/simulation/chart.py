"""A simulation as one page of charts: wins by seat and bot, lengths, what cards are worth.

The page is a display list like a card's face; `write` hands it to the PDF or PNG writer.
Lengths are millimetres from the page's top left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from card_specs.language.problems import PersonError
from deckgen.drawing import Drawing, Mark, Shape, Stroke, Text
from deckgen.files import write_whole
from deckgen.fonts import font
from deckgen.geometry import Rect
from deckgen.matrices import to_points
from pbem.simulation.report import MOST_CARDS, About, histogram, percent, texts
from pbem.simulation.tally import Share, Tally, by_kind, card_figures, quantile, share

PAGE = Rect(0, 0, 210, 297)
MARGIN = 16.0
INK, GREY, PALE = "#26282B", "#8A8F98", "#E4E7EB"
BLUE, RED, GREEN = "#2F6DB5", "#C2483B", "#3C8D5A"
BODY, BOLD = "Lato", "Lato Bold"
SMALL, NORMAL, LARGE = 3.2, 3.8, 6.0
ROW = 6.2
BAR = 3.6


def chart(tally: Tally, about: About, lang: str) -> Drawing:
    """The whole page."""
    say = texts(lang)
    pen = _Pen(MARGIN + LARGE, say)
    _title(pen, tally, about)
    _wins(pen, tally, about)
    pen.heading(
        say["length"].format(
            median=quantile(tally.lengths, 0.5),
            p95=quantile(tally.lengths, 0.95),
            most=max(tally.lengths, default=0),
        )
    )
    pen.columns(histogram(tally.lengths, 24))
    pen.heading(say["cards"])
    cards = card_figures(by_kind(tally, about.kinds), len(about.bots))
    shown = cards[: min(MOST_CARDS, pen.rows_left)]
    titles = about.kind_titles
    pen.effects([(titles.get(c.code, c.code), c.effect, c.clear) for c in shown])
    return tuple(pen.marks)


def _title(pen: _Pen, tally: Tally, about: About) -> None:
    pen.write(about.title, LARGE, BOLD)
    pen.skip(2.4)
    subtitle = pen.say["title"].format(
        title=about.title,
        variant=about.variant,
        players=len(about.bots),
        games=tally.games,
        seed=about.seed,
    )
    pen.write(subtitle, SMALL, BODY, GREY)


def _wins(pen: _Pen, tally: Tally, about: About) -> None:
    """Wins by seat and, with several bots, by bot."""
    say, seats = pen.say, range(len(about.bots))
    even = 1 / len(seats)
    pen.heading(say["seats"].format(even=percent(even, say)))
    won = [share(tally.seats[seat], tally.games) for seat in seats]
    pen.shares([(say["seat"].format(n=seat + 1), won[seat]) for seat in seats], even)
    names = sorted(set(about.bots))
    if len(names) > 1:
        pen.heading(say["bots"])
        pen.shares([(bot, share(tally.bots[bot], tally.bot_games[bot])) for bot in names], even)


@dataclass
class _Pen:
    """Draws downwards from `y`; mutable, since a page is written from top to bottom."""

    y: float
    say: Mapping[str, str]

    def __post_init__(self) -> None:
        self.marks: list[Mark] = []

    @property
    def rows_left(self) -> int:
        """How many rows of bars the page still has room for."""
        return max(0, int((PAGE.height - MARGIN - self.y) / (ROW - 1)))

    def skip(self, by: float) -> None:
        self.y += by

    def write(self, text: str, size: float, name: str, colour: str = INK) -> None:
        self.marks.append(_text(MARGIN, self.y, text, size, name, colour))
        self.y += size

    def heading(self, text: str) -> None:
        """A line above a chart."""
        self.y += 6.0
        self.write(text, NORMAL, BOLD)

    _LEFT = MARGIN + 34.0
    _WIDTH = PAGE.width - 2 * MARGIN - 34.0 - 18.0

    def shares(self, rows: Sequence[tuple[str, Share]], even: float) -> None:
        """Bars with intervals; a dashed line where an even share would end."""
        top = self.y
        most = max([even * 1.5, *(one.high for _, one in rows)])
        for name, one in rows:
            fair = one.low <= even <= one.high
            self._name(name)
            self._bar(self._LEFT, one.value / most * self._WIDTH, BLUE if fair else RED)
            low, high = (self._LEFT + v / most * self._WIDTH for v in (one.low, one.high))
            middle = self.y + BAR / 2
            self._line(low, middle, high, middle)
            self._line(low, middle - 1, low, middle + 1)
            self._line(high, middle - 1, high, middle + 1)
            self._value(percent(one.value, self.say))
            self.y += ROW
        x = self._LEFT + even / most * self._WIDTH
        dashed = Stroke(GREY, 0.3, (1.0, 1.0))
        self.marks.append(_path([(x, top - 1), (x, self.y - 1)], dashed))

    def columns(self, rows: Sequence[tuple[int, int, int]]) -> None:
        """A histogram; the first, middle and last columns are named."""
        height, width = 34.0, PAGE.width - 2 * MARGIN
        most = max((games for _, _, games in rows), default=1)
        step = width / max(1, len(rows))
        for place, (low, _, games) in enumerate(rows):
            x, tall = MARGIN + place * step, height * games / most
            self._box(Rect(x, self.y + height - tall, step * 0.86, tall), BLUE)
            if place in (0, len(rows) // 2, len(rows) - 1):
                mark = _text(x, self.y + height + 4, str(low), SMALL, BODY, GREY)
                self.marks.append(mark)
        base = self.y + height
        self._line(MARGIN, base, MARGIN + width, base, GREY)
        self.y += height + 5

    def effects(self, rows: Sequence[tuple[str, float, bool]]) -> None:
        """Bars to the right (wins more) and left (wins less); pale where it may be luck."""
        most = max((abs(effect) for _, effect, _ in rows), default=1.0) or 1.0
        middle, half = self._LEFT + self._WIDTH / 2, self._WIDTH / 2
        top = self.y
        for name, effect, clear in rows:
            self._name(name)
            length = abs(effect) / most * half
            colour = (GREEN if effect > 0 else RED) if clear else PALE
            self._bar(middle if effect > 0 else middle - length, length, colour)
            self._value(percent(effect, self.say, "+"))
            self.y += ROW - 1
        self._line(middle, top - 1, middle, self.y - 1, GREY)

    def _name(self, name: str) -> None:
        text = _fitting(name, 33.0)
        self.marks.append(_text(MARGIN, self.y + BAR - 0.6, text, SMALL, BODY, INK))

    def _value(self, text: str) -> None:
        right = PAGE.width - MARGIN
        x = right - font(BODY).width(text, SMALL)
        self.marks.append(_text(x, self.y + BAR - 0.6, text, SMALL, BODY, INK))

    def _bar(self, x: float, length: float, colour: str) -> None:
        self._box(Rect(x, self.y, length, BAR), colour)

    def _box(self, rect: Rect, colour: str) -> None:
        if rect.width > 0 and rect.height > 0:
            self.marks.append(Shape(_corners(rect), fill=colour))

    def _line(self, x: float, y: float, to_x: float, to_y: float, colour: str = INK) -> None:
        self.marks.append(_path([(x, y), (to_x, to_y)], Stroke(colour, 0.3)))


def _text(x: float, y: float, text: str, size: float, name: str, colour: str) -> Text:
    return Text(x, y, size, name, text, colour, font(name).width(text, size))


def _path(points: Sequence[tuple[float, float]], stroke: Stroke) -> Shape:
    letters = ("M", *("L" for _ in points[1:]))
    segments = tuple((letter, *point) for letter, point in zip(letters, points, strict=True))
    return Shape(segments, stroke=stroke)


def _corners(rect: Rect) -> tuple[tuple[str | float, ...], ...]:
    return (
        ("M", rect.x, rect.y),
        ("L", rect.right, rect.y),
        ("L", rect.right, rect.bottom),
        ("L", rect.x, rect.bottom),
        ("Z",),
    )


def _fitting(text: str, width: float) -> str:
    """The text, cut where it is too wide."""
    measure = font(BODY).width
    if measure(text, SMALL) <= width:
        return text
    return next(_cuts(text, lambda one: measure(one, SMALL) <= width), "…")


def _cuts(text: str, fits: Callable[[str], bool]) -> Iterator[str]:
    for size in range(len(text) - 1, 0, -1):
        if fits(text[:size].rstrip() + "…"):
            yield text[:size].rstrip() + "…"


# --- files -----------------------------------------------------------------------------------


def write(drawing: Drawing, title: str, lang: str, path: Path) -> None:
    """The page as a PDF or PNG file, by the file's ending."""
    if path.suffix.lower() == ".pdf":
        data = _pdf(drawing, title, lang)
    elif path.suffix.lower() == ".png":
        data = _png(drawing)
    else:
        raise PersonError(f"a chart is a .pdf or .png file, not {path.name}")
    write_whole(path, data, tell=False)


def _pdf(drawing: Drawing, title: str, lang: str) -> bytes:
    from deckgen.pdf_file import About as FileAbout
    from deckgen.pdf_file import Boxes, PdfFile, concat

    file = PdfFile(FileAbout(title, lang))
    upright = concat(to_points(PAGE.height))
    file.add_page(
        Boxes(PAGE.width, PAGE.height, PAGE, PAGE), [f"q {upright}\n{file.painted(drawing)}\nQ"]
    )
    return file.data()


def _png(drawing: Drawing) -> bytes:
    from deckgen.to_png import png

    paper = Shape(_corners(PAGE), fill="#FFFFFF")
    return png((paper, *drawing), PAGE, 120)
