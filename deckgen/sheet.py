"""What a sheet is: the options a person gives, a card's slot, the grid, the pages' boxes.

Values only, all in millimetres from the paper's top left corner; `impose` computes them and
`to_pdf` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum

from card_specs.values import dataclass
from deckgen.drawing import IDENTITY, Drawing, Matrix
from deckgen.geometry import CardFormat, Rect
from deckgen.marks import Zones
from deckgen.papers import PAPERS, Paper
from deckgen.sheet_choices import Backs, Marks, MarksOn, Order

__all__ = [
    "Axis",
    "Backs",
    "Band",
    "Copies",
    "Grid",
    "Layout",
    "Marks",
    "MarksOn",
    "Order",
    "Page",
    "Sheet",
    "SheetOptions",
    "Side",
    "Slot",
]


class Side(Enum):
    """What a page shows; a folded sheet shows fronts and backs."""

    FRONT = "front"
    BACK = "back"
    FOLD = "fold"


@dataclass(frozen=True)
class SheetOptions:
    """What a person asks of the sheets; mm.  `gap` None: the widest that costs no card.

    `shift` moves the backs right and down, `scale` stretches every page about its centre: both
    undo what a printer does wrong.  The bleed wanted is the card format's, the height wanted for
    small print is `band` (0: none).
    """

    paper: Paper = PAPERS["a4"]
    card: CardFormat = field(default_factory=CardFormat)
    backs: Backs = Backs.DUPLEX_LONG
    gap: float | None = 0.0
    margin: float = 4.0
    marks: Marks = Marks.CROP
    marks_on: MarksOn = MarksOn.FRONTS
    order: Order = Order.ALTERNATE
    shift: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (1.0, 1.0)
    band: float = 2.6


@dataclass(frozen=True)
class Slot:
    """A card's place: its trimmed edge, how far its top is turned clockwise, what is seen of it."""

    trim: Rect
    turn: int
    clip: Rect

    @property
    def matrix(self) -> Matrix:
        """From the card's own mm to the paper's."""
        r = self.trim
        return {
            0: (1.0, 0.0, 0.0, 1.0, r.x, r.y),
            90: (0.0, 1.0, -1.0, 0.0, r.right, r.y),
            180: (-1.0, 0.0, 0.0, -1.0, r.right, r.bottom),
            270: (0.0, -1.0, 1.0, 0.0, r.x, r.bottom),
        }[self.turn]

    @property
    def window(self) -> Rect:
        """What is seen of the card, in the card's own mm."""
        r, c = self.trim, self.clip
        top, right, bottom, left = r.y - c.y, c.right - r.right, c.bottom - r.bottom, r.x - c.x
        if self.turn in (90, 270):
            card = Rect(0, 0, r.height, r.width)
        else:
            card = Rect(0, 0, r.width, r.height)
        # The card's sides in the order top, right, bottom, left, as they lie on the paper.
        sides = (top, right, bottom, left)
        first = self.turn // 90
        return card.outset(*(sides[(first + n) % 4] for n in range(4)))


@dataclass(frozen=True)
class Axis:
    """The line over which the paper is turned or folded; `at` is its x if upright, else its y."""

    upright: bool
    at: float

    def rect(self, r: Rect) -> Rect:
        """The rectangle that comes to lie behind `r`."""
        if self.upright:
            return Rect(2 * self.at - r.right, r.y, r.width, r.height)
        return Rect(r.x, 2 * self.at - r.bottom, r.width, r.height)

    def turn(self, turn: int) -> int:
        """The turn that makes the tops of front and back come together."""
        return (-turn if self.upright else 180 - turn) % 360

    def slot(self, slot: Slot) -> Slot:
        """The slot that comes to lie behind `slot`."""
        return Slot(self.rect(slot.trim), self.turn(slot.turn), self.rect(slot.clip))


@dataclass(frozen=True)
class Grid:
    """Columns and rows of cells on the paper; `turn` is 90 where the cards lie down."""

    columns: int
    rows: int
    turn: int
    cell: Rect  # the first cell, top left; the others follow at its size plus the gap
    gap: float

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def block(self) -> Rect:
        first, gap = self.cell, self.gap
        width = self.columns * (first.width + gap) - gap
        return Rect(first.x, first.y, width, self.rows * (first.height + gap) - gap)

    def at(self, index: int) -> tuple[int, int]:
        """Column and row of the nth card, in the order in which the cards are read."""
        if self.turn == 0:
            return index % self.columns, index // self.columns
        return self.columns - 1 - index // self.rows, index % self.rows

    def trim(self, column: int, row: int) -> Rect:
        first, gap = self.cell, self.gap
        x = first.x + column * (first.width + gap)
        return Rect(x, first.y + row * (first.height + gap), first.width, first.height)


@dataclass(frozen=True)
class Band:
    """Room for a line of small print, and the turn (0, 90 or 270) of that line."""

    box: Rect
    turn: int = 0


@dataclass(frozen=True)
class Page:
    """One side of the paper, the same on every sheet; `adjust` undoes the printer's errors."""

    trim: Rect
    bleed: Rect
    marks: Drawing
    band: Band | None
    adjust: Matrix = IDENTITY


@dataclass(frozen=True)
class Layout:
    """The grid on its paper.  `axis` is None where there are no backs."""

    options: SheetOptions
    grid: Grid
    zones: Zones
    axis: Axis | None
    pages: Mapping[Side, Page]

    def slots(self, cards: int) -> tuple[Slot, ...]:
        """The first places; a card's bleed runs on where no neighbour is in the way."""
        taken = {self.grid.at(n) for n in range(cards)}
        return tuple(self._slot(*self.grid.at(n), taken) for n in range(cards))

    def _slot(self, column: int, row: int, taken: set[tuple[int, int]]) -> Slot:
        grid, zones = self.grid, self.zones
        wanted = self.options.card.bleed_by
        shared = min(wanted, grid.gap / 2)

        def seen(dx: int, dy: int, at_edge: bool, outer: float) -> float:
            if at_edge:
                return outer
            return shared if (column + dx, row + dy) in taken else wanted

        left = seen(-1, 0, column == 0, zones.left.bleed)
        right = seen(1, 0, column == grid.columns - 1, zones.right.bleed)
        top = seen(0, -1, row == 0, zones.top.bleed)
        bottom = seen(0, 1, row == grid.rows - 1, zones.bottom.bleed)
        trim = grid.trim(column, row)
        return Slot(trim, grid.turn, trim.outset(top, right, bottom, left))


@dataclass(frozen=True)
class Copies:
    """So many copies of one card: the names of its two faces (no back: None)."""

    front: str
    back: str | None
    count: int


@dataclass(frozen=True)
class Sheet:
    """One page: `faces[n]` goes to `slots[n]`.  `number` counts the sheets of paper from 1."""

    side: Side
    number: int
    of: int
    slots: tuple[Slot, ...]
    faces: tuple[str, ...]
