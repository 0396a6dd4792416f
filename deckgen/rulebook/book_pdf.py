"""Pages as a PDF: tagged, with an outline, links, page labels; or imposed as a booklet.

Each stamp is a form, kept once.  The same pages give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from card_specs.values import dataclass
from deckgen import colours
from deckgen.drawing import IDENTITY, Mark, Matrix, Stroke
from deckgen.geometry import Rect
from deckgen.matrices import POINT, times, to_points
from deckgen.pdf_file import About, Boxes, PdfFile, concat, number, text_string
from deckgen.placements import KEY, NO_CARDS
from deckgen.recolour import recoloured
from deckgen.rulebook.pages import Entry, Goal, Page, Pages
from deckgen.rulebook.shelf import Shelf
from deckgen.rulebook.sketch import Sketch, Stamp, line
from deckgen.rulebook.structure import Structure
from deckgen.rulebook.units import Chunk


class _Writer:
    """Turns chunks into operators; stamps become forms when first used."""

    def __init__(self, file: PdfFile, shelf: Shelf) -> None:
        self.file, self.shelf = file, shelf
        self.forms: dict[str, str] = {}

    def code(self, sketch: Sketch) -> str:
        """The operators of a sketch, in mm and y downwards."""
        parts: list[str] = []
        marks: list[Mark] = []
        for piece in sketch:
            if isinstance(piece, Stamp):
                parts += self._marks(marks)
                marks = []
                parts.append(f"q {concat(piece.matrix)} {self._form(piece.key)} Q")
            else:
                marks.append(piece)
        parts += self._marks(marks)
        return "\n".join(parts)

    def _marks(self, marks: Sequence[Mark]) -> list[str]:
        if not marks:
            return []
        drawing = tuple(marks)
        if self.shelf.ink == "grey":
            drawing = recoloured(drawing, colours.grey)
        return [self.file.painted(drawing)]

    def _form(self, key: str) -> str:
        if key not in self.forms:
            kept = self.shelf.get(key)
            self.forms[key] = self.file.add_form(
                self.file.painted(kept.drawing), kept.box.grown(0.5)
            )
        return self.forms[key]


def write_pages(pages: Pages, shelf: Shelf, about: About) -> bytes:
    """A tagged file of single pages."""
    file = PdfFile(about)
    writer = _Writer(file, shelf)
    structure = Structure(file, about.lang)
    numbers = []
    waiting = []
    for page in pages.pages:
        annots, page_number = file.reserve(), file.reserve()
        code, key, links = _page_code(page, writer, structure, page_number)
        entries = f"/StructParents {key}/Tabs/S/Annots {annots} 0 R"
        file.add_page(_boxes(page), [code], entries, page_number)
        numbers.append(page_number)
        waiting.append((annots, page_number, page, links))
    for annots, real, page, links in waiting:
        _links(file, structure, annots, real, page, links, pages, numbers)
    file.catalog = structure.close() + _outline(file, pages, numbers)
    file.catalog += "/PageLabels<</Nums[0<</S/D>>]>>"
    file.keep(KEY, NO_CARDS)
    return file.data()


def _boxes(page: Page) -> Boxes:
    width, height = page.format.width, page.format.height
    edge = Rect(0, 0, width, height)
    return Boxes(width, height, edge, edge)


def _page_code(
    page: Page, writer: _Writer, structure: Structure, number_: int
) -> tuple[str, int, list[Chunk]]:
    """The page's operators, its key in the parent tree, and the chunks that are links."""
    key = structure.begin_page()
    parts = [f"q {concat(to_points(page.format.height))}"]
    links = []
    for chunk in page.chunks:
        code = writer.code(chunk.sketch)
        if not code:
            continue
        begin = "/Artifact BMC"
        if chunk.node is not None:
            begin = structure.mark(chunk.node, key, number_)
        parts.append(f"{begin}\n{code}\nEMC")
        if chunk.link and chunk.box is not None:
            links.append(chunk)
    return "\n".join([*parts, "Q"]), key, links


def _links(
    file: PdfFile, structure: Structure, annots: int, real: int, page: Page,
    links: Sequence[Chunk], pages: Pages, numbers: Sequence[int],
) -> None:  # fmt: skip
    """The page's link annotations: no frame, no colour."""
    made = []
    for chunk in links:
        goal = pages.goals.get(chunk.link)
        if goal is None or chunk.box is None or chunk.node is None:
            continue
        annotation = file.reserve()
        key = structure.annotation(chunk.node, real, annotation)
        box, height = chunk.box, page.format.height
        corners = (box.x, height - box.bottom, box.right, height - box.y)
        rect = " ".join(number(v / POINT) for v in corners)
        file.fill(
            annotation,
            f"<</Type/Annot/Subtype/Link/Rect[{rect}]/Border[0 0 0]/F 4/StructParent {key}"
            f"/Dest{_destination(goal, pages, numbers)}>>",
        )
        made.append(f"{annotation} 0 R")
    file.fill(annots, f"[{' '.join(made)}]")


def _destination(goal: Goal, pages: Pages, numbers: Sequence[int]) -> str:
    height = pages.pages[goal.page].format.height
    return f"[{numbers[goal.page]} 0 R/XYZ null {number((height - goal.y) / POINT)} null]"


def _outline(file: PdfFile, pages: Pages, numbers: Sequence[int]) -> str:
    """The outline's objects; gives the entry of the catalogue."""
    if not pages.outline:
        return ""
    root = file.reserve()
    tree = _nested(pages.outline)
    ids = _outline_items(file, tree, root, pages, numbers)
    first, last, count = ids
    file.fill(root, f"<</Type/Outlines/First {first} 0 R/Last {last} 0 R/Count {count}>>")
    return f"/Outlines {root} 0 R/PageMode/UseOutlines"


@dataclass(eq=False)
class _Item:
    """An entry of the outline with those below it."""

    entry: Entry
    below: list[_Item] = field(default_factory=list)


def _nested(entries: Iterable[Entry]) -> list[_Item]:
    """Entries below those of a lower level that come before them."""
    top: list[_Item] = []
    path: list[tuple[int, list[_Item]]] = [(0, top)]
    for entry in entries:
        while path[-1][0] >= entry.level:
            path.pop()
        item = _Item(entry)
        path[-1][1].append(item)
        path.append((entry.level, item.below))
    return top


def _outline_items(
    file: PdfFile, items: Sequence[_Item], parent: int, pages: Pages, numbers: Sequence[int]
) -> tuple[int, int, int]:
    """Items of one level; gives the first, the last, and how many are open."""
    ids = [file.reserve() for _ in items]
    for index, (item, own) in enumerate(zip(items, ids, strict=True)):
        entry, below = item.entry, item.below
        text = f"<</Title{text_string(entry.text)}/Parent {parent} 0 R"
        text += f"/Dest{_destination(entry.goal, pages, numbers)}"
        text += f"/Prev {ids[index - 1]} 0 R" if index else ""
        text += f"/Next {ids[index + 1]} 0 R" if index < len(ids) - 1 else ""
        if below:
            first, last, count = _outline_items(file, below, own, pages, numbers)
            text += f"/First {first} 0 R/Last {last} 0 R/Count {-count}"
        file.fill(own, text + ">>")
    return ids[0], ids[-1], len(ids)


# --- booklet -------------------------------------------------------------------------------------


def sheet_order(count: int) -> list[tuple[int, int]]:
    """Which pages (from 1) lie left and right on each side; `count` is a multiple of four."""
    sides = []
    low, high = 1, count
    while low < high:
        sides.append((high, low))
        sides.append((low + 1, high - 1))
        low, high = low + 2, high - 2
    return sides


def write_booklet(pages: Pages, shelf: Shelf, about: About, paper: tuple[float, float]) -> bytes:
    """Pages two by two on sheets to print on both sides (short edge), fold and staple."""
    file = PdfFile(about)
    writer = _Writer(file, shelf)
    width, height = paper
    for left, right in sheet_order(len(pages.pages)):
        parts = [f"q {concat(to_points(height))}"]
        for index, page in enumerate((pages.pages[left - 1], pages.pages[right - 1])):
            x = width / 2 - page.format.width if index == 0 else width / 2
            y = (height - page.format.height) / 2
            parts.append(_on_sheet(page, writer, (1.0, 0.0, 0.0, 1.0, x, y)))
        parts.append(writer.code(_fold(width, height)))
        edge = Rect(0, 0, width, height)
        file.add_page(Boxes(width, height, edge, edge), ["\n".join([*parts, "Q"])])
    file.keep(KEY, NO_CARDS)
    return file.data()


def _on_sheet(page: Page, writer: _Writer, matrix: Matrix) -> str:
    clip = f"0 0 {number(page.format.width)} {number(page.format.height)} re W n"
    codes = [writer.code(chunk.sketch) for chunk in page.chunks]
    inner = "\n".join(code for code in codes if code)
    return f"q {concat(times(IDENTITY, matrix))} {clip}\n{inner}\nQ"


def _fold(width: float, height: float) -> Sketch:
    """Ticks where the sheet is folded, outside the text."""
    stroke = Stroke("#8A8DA8", 0.25)
    x = width / 2
    return (line(x, 0, x, 4, stroke), line(x, height - 4, x, height, stroke))
