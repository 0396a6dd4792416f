"""Sheets as a PDF: translates what `impose` and `small_print` decided, and chooses how to store it.

A face is painted once.  Where it lies on several pages its operators are either repeated or kept
as a Form XObject, whichever makes the smaller file; that is measured, since a form has a price of
its own and a second copy on the same page costs next to nothing.  Pages that show the same cards
share their contents, so that time, memory and size grow with the faces and not with the copies.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from card_specs.values import dataclass
from deckgen import small_print
from deckgen.drawing import IDENTITY, Drawing, Matrix
from deckgen.geometry import Rect
from deckgen.matrices import moved, times, to_points
from deckgen.papers import Paper
from deckgen.pdf_file import About, Boxes, PdfFile, concat, number
from deckgen.placements import KEY, TAG, record
from deckgen.sheet import Layout, Sheet, Side
from deckgen.small_print import SmallPrint

FORM_COST, SHOW_COST, REPEAT_COST = 150, 8, 24
"""Bytes that a form's object, one showing of it, and an equal copy on the same page cost."""

WINDOW = 32 * 1024
"""How far back deflate sees (RFC 1951): an equal copy beyond that is paid in full."""


@dataclass(frozen=True)
class Job:
    """Everything that goes to paper; `faces` holds a drawing for each name on the sheets."""

    layout: Layout
    sheets: Sequence[Sheet]
    faces: Mapping[str, Drawing]
    small: SmallPrint
    about: About


@dataclass(frozen=True)
class PaperPage:
    """A page that is one drawing in the paper's own mm; `adjust` undoes a printer's errors."""

    paper: Paper
    drawing: Drawing
    adjust: Matrix = IDENTITY


def write_pages(pages: Sequence[PaperPage], about: About) -> bytes:
    """A file of pages that are not cut: trim and bleed are the paper's edge."""
    file = PdfFile(about)
    for page in pages:
        paper = page.paper
        edge = Rect(0, 0, paper.width, paper.height)
        matrix = times(page.adjust, to_points(paper.height))
        code = f"q {concat(matrix)}\n{file.painted(page.drawing)}\nQ"
        file.add_page(Boxes(paper.width, paper.height, edge, edge), [code])
    return file.data()


def write(job: Job, step: Callable[[], None] = lambda: None) -> bytes:
    """The file; `step` is called after each page."""
    writer = _Writer(job)
    for sheet in job.sheets:
        writer.page(sheet)
        step()
    writer.file.keep(KEY, record(job.layout, job.sheets))
    return writer.file.data()


_Key = tuple[int, tuple[str, ...]]


def _key(sheet: Sheet) -> _Key:
    """What sheets that show the same have in common; `impose` shares equal slots."""
    return id(sheet.slots), sheet.faces


class _Writer:
    def __init__(self, job: Job) -> None:
        self.job = job
        self.file = PdfFile(job.about)
        self.layout = job.layout
        used = {name: None for sheet in job.sheets for name in sheet.faces}
        codes = {name: self.file.painted(job.faces[name]) for name in used}
        self.codes = self._stored(codes)
        self.cards: dict[_Key, str] = {}
        self.shared = Counter(map(_key, job.sheets))
        self.to_paper = {side: self._to_paper(side) for side in self.layout.pages}
        self.fixed = {side: self._fixed(side) for side in self.layout.pages}
        self.boxes = {side: self._boxes(side) for side in self.layout.pages}

    def page(self, sheet: Sheet) -> None:
        key = _key(sheet)
        if key not in self.cards:
            self.cards[key] = self._cards(sheet)
        page = self.layout.pages[sheet.side]
        head = self.job.small.head(sheet.side)
        numbered = small_print.numbered(page.band, head, sheet.number, sheet.of)
        own = self._drawn(sheet.side, numbered)
        if self.shared[key] > 1:
            contents = [self.cards[key], own, self.fixed[sheet.side]]
        else:
            contents = [self.cards.pop(key) + "\n" + own, self.fixed[sheet.side]]
        self.file.add_page(self.boxes[sheet.side], [part for part in contents if part.strip()])

    def _cards(self, sheet: Sheet) -> str:
        """Every card in its slot, each in marked content of its own."""
        outer = self.to_paper[sheet.side]
        return "\n".join(
            f"/{TAG} BMC q {concat(times(slot.matrix, outer))} {_clip(slot.window)}"
            f"\n{self.codes[name]}\nQ EMC"
            for slot, name in zip(sheet.slots, sheet.faces, strict=True)
        )

    def _to_paper(self, side: Side) -> Matrix:
        return times(self.layout.pages[side].adjust, to_points(self.layout.options.paper.height))

    def _boxes(self, side: Side) -> Boxes:
        page, paper = self.layout.pages[side], self.layout.options.paper
        trim, bleed = (moved(box, page.adjust) for box in (page.trim, page.bleed))
        return Boxes(paper.width, paper.height, trim, bleed)

    def _fixed(self, side: Side) -> str:
        """What every page of that side has: marks, heads, and the terms on the fronts."""
        page, small = self.layout.pages[side], self.job.small
        drawing = page.marks + small_print.head(page.band, small.head(side))
        if side is not Side.BACK:
            last = self.job.sheets[-1].of
            drawing += small_print.terms(self.layout, small, last)
        return self._drawn(side, drawing)

    def _drawn(self, side: Side, drawing: Drawing) -> str:
        if not drawing:
            return ""
        return f"q {concat(self.to_paper[side])}\n{self.file.painted(drawing)}\nQ"

    def _stored(self, codes: Mapping[str, str]) -> dict[str, str]:
        """For each face the operators that show it: its own, or those of a form."""
        pages: Counter[str] = Counter()
        copies: Counter[str] = Counter()
        for _, faces in set(map(_key, self.job.sheets)):
            pages.update(set(faces))
            copies.update(faces)
        box = self.layout.options.card.bleed
        shown: dict[str, str] = {}
        before = ""
        for name, code in codes.items():
            worth = pages[name] > 1 or len(code) * 9 > WINDOW
            if worth and _form_is_smaller(code, before, pages[name], copies[name]):
                shown[name] = self.file.add_form(code, box)
            else:
                shown[name] = code
            before = code
        return shown


def _form_is_smaller(code: str, before: str, pages: int, copies: int) -> bool:
    """Whether a form is smaller than repeating; `before` is what stands in front on the page."""
    alone = _packed(code)
    first = _packed(before + code) - _packed(before)
    again = REPEAT_COST if len(code) < WINDOW else alone
    repeated = pages * first + (copies - pages) * again
    return alone + FORM_COST + copies * SHOW_COST < repeated


def _packed(code: str) -> int:
    return len(zlib.compress(code.encode("latin-1"), 6))


def _clip(rect: Rect) -> str:
    return f"{' '.join(number(v, 3) for v in (rect.x, rect.y, rect.width, rect.height))} re W n"
