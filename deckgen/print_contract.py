"""What a print-ready deck promises, checked on the file itself.

Every page states its trim and bleed, the paper is exact to 0.01 mm, nothing asks to be scaled,
every font is embedded as a subset, title, language and producer are set, no page is blank, and
every card lies within 0.1 mm of its place with its back behind it.  The places come from the
record in the file (`placements`), and are compared with what the operators do (`read_pdf`).  A
file by another program is checked as far as that goes, and is told what it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from card_specs.language.problems import Mark, Problem
from deckgen.drawing import Matrix
from deckgen.geometry import Rect
from deckgen.matrices import inverse, moved, times
from deckgen.papers import PAPERS, Paper
from deckgen.placements import NO_CARDS, PlacedPage, Placements, PlacementsError, read
from deckgen.read_pdf import PageFact, PdfFacts, UnreadableError, read_pdf
from deckgen.sheet import Axis, Side

EXACT = 0.01
"""A paper's size may differ by that much (mm)."""

PLACE = 0.1
"""A card may be off by that much (mm)."""

LIKE = 2.0
"""A size that is nearer to a known paper than this was meant to be that paper (mm)."""

LEAST_DPI = 300
UNTITLED = frozenset(("", "untitled", "anonymous", "unspecified"))


@dataclass(frozen=True)
class Report:
    """What was found in a file: its problems, and its figures for those who want to know."""

    file: str
    problems: tuple[Problem, ...]
    pages: int = 0
    paper: str = ""
    cards: int = 0
    fonts: int = 0
    bitmaps: int = 0
    off_place: float | None = None
    off_front: float | None = None

    @property
    def good(self) -> bool:
        """Whether nothing is wrong; warnings don't count."""
        return not any(problem.level == "error" for problem in self.problems)

    def as_data(self) -> dict[str, object]:
        """The report for `--json`: lengths in mm, null where nothing could be measured."""
        return {
            "file": self.file,
            "ok": self.good,
            "pages": self.pages,
            "paper": self.paper,
            "cards": self.cards,
            "fonts": self.fonts,
            "bitmaps": self.bitmaps,
            "off_place_mm": _rounded(self.off_place),
            "off_front_mm": _rounded(self.off_front),
            "problems": [
                {"page": p.at.line, "level": p.level, "message": p.message, "hint": p.hint}
                for p in self.problems
            ],
        }

    def __str__(self) -> str:
        """One line: `deck.pdf: 30 pages a4, 135 cards, vector, 3 fonts embedded, …`"""
        parts = [f"{self.pages} pages {self.paper}".strip()]
        if self.cards:
            parts.append(f"{self.cards} cards")
        parts.append(f"{self.bitmaps} bitmaps" if self.bitmaps else "all vector")
        parts.append(f"{self.fonts} fonts")
        if self.off_place is not None:
            parts.append(f"cards within {self.off_place:.3f} mm of their places")
        if self.off_front is not None:
            parts.append(f"backs within {self.off_front:.3f} mm of their fronts")
        return f"{self.file}: {', '.join(parts)}"


def check_pdf(path: str | Path) -> Report:
    """The report on one file.  A file that cannot be read is a problem like any other."""
    name = str(path)
    try:
        return check(Path(path).read_bytes(), name)
    except OSError as error:
        reason = error.strerror or str(error)
        return Report(name, (Problem(Mark(name, 1, 1), f"cannot be opened ({reason})"),))


def check(data: bytes, name: str) -> Report:
    """The report on a file's bytes; `name` is what to call it."""
    try:
        facts = read_pdf(data)
    except UnreadableError as error:
        return Report(name, (Problem(Mark(name, 1, 1), str(error)),))
    return _Check(facts, name).report()


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


class _Check:
    def __init__(self, facts: PdfFacts, name: str) -> None:
        self.facts = facts
        self.name = name
        self.found: dict[tuple[str, str, str], list[int]] = {}
        self.cards = 0
        self.off_place: float | None = None
        self.off_front: float | None = None

    def report(self) -> Report:
        facts = self.facts
        self.file()
        self.fonts()
        for number, page in enumerate(facts.pages, 1):
            self.page(number, page)
        record = self.record()
        if record is not None:
            self.places(record)
            self.registration(record)
        return Report(
            self.name,
            self.problems(),
            len(facts.pages),
            ", ".join(dict.fromkeys(_paper_name(page) for page in facts.pages)),
            self.cards,
            len(facts.fonts),
            sum(len(page.bitmaps) for page in facts.pages),
            self.off_place,
            self.off_front,
        )

    def error(self, page: int, message: str, hint: str = "", level: str = "error") -> None:
        """Note a problem of a page, or of the file (0)."""
        self.found.setdefault((level, message, hint), []).append(page)

    def warn(self, page: int, message: str, hint: str = "") -> None:
        self.error(page, message, hint, "warning")

    def problems(self) -> tuple[Problem, ...]:
        """What was noted, the file first; what several pages have in common is said once."""
        made = []
        for (level, message, hint), pages in self.found.items():
            where = f"{_pages(pages)}: " if pages[0] else ""
            at = Mark(self.name, max(pages[0], 1), 1)
            made.append((pages[0], Problem(at, where + message, hint, level)))
        return tuple(problem for _, problem in sorted(made, key=lambda one: one[0]))

    # --- the file ---

    def file(self) -> None:
        facts = self.facts
        if facts.title.strip().lower() in UNTITLED:
            self.error(0, "it has no title", "print services show the title, or 'untitled'")
        if not facts.producer.strip():
            self.error(0, "it does not say which program made it", "set Producer")
        if not facts.lang.strip():
            self.error(0, "it does not say its language", "set Lang, for screen readers")
        if facts.scaling != "/None":
            self.error(
                0,
                "it lets a viewer scale the pages",
                "set PrintScaling to None, or choose 'actual size' whenever it is printed",
            )
        if not facts.pages:
            self.error(0, "it has no pages")

    def fonts(self) -> None:
        for font in self.facts.fonts:
            if not font.embedded:
                self.error(
                    0,
                    f"the font {font.name} is not embedded",
                    "a printer without it will take another",
                )
            elif not font.subset:
                self.warn(0, f"the font {font.name} is embedded whole", "a subset is smaller")

    # --- each page ---

    def page(self, number: int, page: PageFact) -> None:
        self.paper(number, page)
        paper = Rect(0, 0, page.width, page.height)
        for what, box in (("trim box", page.trim), ("bleed box", page.bleed)):
            if box is None:
                self.error(number, f"it has no {what}", "a print shop cannot know where to cut")
            elif not _holds(paper, box):
                self.error(number, f"its {what} is larger than the paper")
        if page.trim and page.bleed and not _holds(page.bleed, page.trim):
            self.error(number, "its bleed box does not hold its trim box")
        if page.turned:
            self.warn(number, f"it is turned by {page.turned}°", "printers differ in what they do")
        if not page.paints:
            self.error(number, "it is blank", "a blank sheet is fed, and may turn all that follow")
        elif not page.has_vectors:
            self.error(number, "it is nothing but bitmaps", "text and drawings should be vectors")
        self.bitmaps(number, page)

    def bitmaps(self, number: int, page: PageFact) -> None:
        for bitmap in dict.fromkeys(page.bitmaps):
            if 0 < bitmap.dpi < LEAST_DPI - 1:
                self.warn(
                    number,
                    f"the bitmap {bitmap.name} is printed with {bitmap.dpi:.0f} dpi",
                    f"under {LEAST_DPI} dpi its edges show",
                )

    def paper(self, number: int, page: PageFact) -> None:
        if page.unit != 1:
            self.error(number, f"its unit is {page.unit:g} points", "few programs know UserUnit")
        near = _near_paper(page)
        if near is not None and _off(page, near) > EXACT:
            self.error(
                number,
                f"its paper is {page.width:.2f} x {page.height:.2f} mm,"
                f" {_off(page, near):.2f} mm off {near}",
                f"{near} is {near.width:g} x {near.height:g} mm",
            )

    # --- the cards ---

    def record(self) -> Placements | None:
        if self.facts.record == NO_CARDS:
            return None
        if self.facts.record is None:
            self.warn(
                0,
                "it has no record of where its cards lie, so their places were not checked",
                "only files by deckgen have one",
            )
            return None
        try:
            record = read(self.facts.record)
        except PlacementsError as error:
            self.error(0, f"the places of its cards cannot be checked: {error}")
            return None
        if len(record.pages) != len(self.facts.pages):
            self.error(
                0,
                f"it has {len(self.facts.pages)} pages where {len(record.pages)} were made",
                "pages were taken out or put in, so backs may come behind the wrong fronts",
            )
            return None
        return record

    def places(self, record: Placements) -> None:
        """Compare each card with its place, and each face with its other copies."""
        looks: dict[str, str] = {}
        worst = 0.0
        for number, meant, page in self._pairs(record):
            if len(meant.faces) != len(page.cards):
                self.error(number, f"{len(page.cards)} cards where {len(meant.faces)} were meant")
                continue
            for slot, name, card in zip(meant.slots, meant.faces, page.cards, strict=True):
                there = times(slot.matrix, meant.adjust)
                off = _apart(there, card.matrix, record.card)
                worst = max(worst, off)
                if off > PLACE:
                    self.error(number, f"card {name} is {off:.2f} mm off its place")
                if card.clip is not None and not _holds(card.clip, Rect(0, 0, *record.card)):
                    self.error(number, f"card {name} is cut off")
                if looks.setdefault(name, card.shows) != card.shows:
                    self.error(number, f"card {name} does not show what its other copies show")
        self.off_place = worst

    def registration(self, record: Placements) -> None:
        """Turn or fold the paper, and see whether every back has a front there."""
        axis = record.axis
        fronts: dict[int, list[Rect]] = {}
        backs: list[tuple[int, int, list[Rect]]] = []
        for number, meant, page in self._pairs(record):
            cards = self._corrected(meant, page, record)
            if meant.side is Side.FOLD and axis is not None:
                fronts[meant.number] = [card for card in cards if _before(card, axis)]
                backs.append((number, meant.number, [c for c in cards if not _before(c, axis)]))
            elif meant.side is Side.BACK:
                backs.append((number, meant.number, cards))
            else:
                fronts[meant.number] = cards
        self.cards = sum(map(len, fronts.values()))
        if axis is not None:
            for page_number, sheet, cards in backs:
                self._behind(page_number, cards, [axis.rect(c) for c in fronts.get(sheet, [])])

    def _behind(self, number: int, backs: Sequence[Rect], fronts: Sequence[Rect]) -> None:
        for back in backs:
            off = min((_corners_apart(back, front) for front in fronts), default=float("inf"))
            self.off_front = max(self.off_front or 0.0, off)
            if off > PLACE:
                self.error(number, f"a back lies {off:.2f} mm away from its front")

    def _corrected(self, meant: PlacedPage, page: PageFact, record: Placements) -> list[Rect]:
        """Where the cards are printed by the printer whose errors the page undoes."""
        undo, (width, height) = inverse(meant.adjust), record.card
        return [moved(Rect(0, 0, width, height), times(c.matrix, undo)) for c in page.cards]

    def _pairs(self, record: Placements) -> Iterator[tuple[int, PlacedPage, PageFact]]:
        for number, pair in enumerate(zip(record.pages, self.facts.pages, strict=True), 1):
            yield number, *pair


def _before(card: Rect, axis: Axis) -> bool:
    """Whether a card on a folded sheet lies on the fronts' side of the fold."""
    middle = card.x + card.width / 2 if axis.upright else card.y + card.height / 2
    return middle < axis.at


def _pages(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 1-24`, `pages 2, 4, 6`"""
    runs: list[list[int]] = []
    for number in dict.fromkeys(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    said = ", ".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs)
    return f"pages {said}" if len(set(numbers)) > 1 else f"page {said}"


def _near_paper(page: PageFact) -> Paper | None:
    """The known paper, either way up, that the page was meant to be."""
    turned = [Paper(p.height, p.width, p.name) for p in PAPERS.values()]
    return next((p for p in (*PAPERS.values(), *turned) if _off(page, p) < LIKE), None)


def _off(page: PageFact, paper: Paper) -> float:
    return max(abs(page.width - paper.width), abs(page.height - paper.height))


def _paper_name(page: PageFact) -> str:
    near = _near_paper(page)
    return near.name if near else f"{page.width:.1f}x{page.height:.1f}"


def _holds(outer: Rect, inner: Rect) -> bool:
    return (
        outer.x - EXACT <= inner.x
        and outer.y - EXACT <= inner.y
        and inner.right <= outer.right + EXACT
        and inner.bottom <= outer.bottom + EXACT
    )


def _apart(one: Matrix, other: Matrix, card: tuple[float, float]) -> float:
    """How far the farthest corner of a card is from where it should be."""
    worst = 0.0
    for x in (0.0, card[0]):
        for y in (0.0, card[1]):
            here, there = (
                (a * x + c * y + e, b * x + d * y + f) for a, b, c, d, e, f in (one, other)
            )
            worst = max(worst, abs(here[0] - there[0]), abs(here[1] - there[1]))
    return worst


def _corners_apart(one: Rect, other: Rect) -> float:
    return max(
        abs(one.x - other.x),
        abs(one.y - other.y),
        abs(one.right - other.right),
        abs(one.bottom - other.bottom),
    )
