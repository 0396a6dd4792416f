"""Where to cut and where to fold: the zone around a block of cards and the lines drawn in it.

Pure; millimetres on the paper.  From the block outwards come the bleed, the crop marks and, on
one side, a band for small print.  Where there is no room for all three the bleed gives way
first, down to a third of what is left, since a mark that isn't printed helps nobody.  No mark ever
lies on a card, and none reaches the paper's edge: viewers shrink a page whose marks do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from card_specs.values import dataclass
from deckgen.drawing import Drawing, Shape, Stroke
from deckgen.geometry import Rect

MARK_OFFSET, MARK_LEAST, MARK_MOST = 0.5, 2.0, 5.0

CROP = Stroke("#000000", 0.2)
CUT = Stroke("#7A7A7A", 0.15)
FOLD = Stroke("#7A7A7A", 0.25, dash=(3.0, 2.0))


@dataclass(frozen=True)
class Zone:
    """What lies beyond one side of the block: mm of bleed, and a mark from … to (equal: none)."""

    bleed: float
    mark_from: float
    mark_to: float


def zone(room: float, bleed: float, marked: bool, band: float = 0.0) -> Zone:
    """Share `room` mm between the bleed wanted, the marks and a band of small print."""
    left = max(room - band, 0.0)
    marks = MARK_OFFSET + MARK_LEAST if marked else 0.0
    seen = min(bleed, max(left - marks, left / 3 if marked else left))
    start = seen + min(MARK_OFFSET, (left - seen) / 5)
    end = min(start + MARK_MOST, left)
    return Zone(seen, start, end) if marked and end > start else Zone(seen, seen, seen)


@dataclass(frozen=True)
class Zones:
    """The four zones around a block."""

    top: Zone
    right: Zone
    bottom: Zone
    left: Zone

    def bleed(self, block: Rect) -> Rect:
        """The block with its outer bleed."""
        return block.outset(*(z.bleed for z in (self.top, self.right, self.bottom, self.left)))

    def reach(self, block: Rect) -> Rect:
        """The block with bleed and marks."""
        return block.outset(*(z.mark_to for z in (self.top, self.right, self.bottom, self.left)))

    def behind(self, upright: bool) -> Zones:
        """The zones as they lie on the other side of the paper, turned over that axis."""
        if upright:
            return Zones(self.top, self.left, self.bottom, self.right)
        return Zones(self.bottom, self.right, self.top, self.left)


@dataclass(frozen=True)
class Cuts:
    """The lines to cut along, by their x and their y, and the block they belong to."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    block: Rect

    @staticmethod
    def around(trims: Iterable[Rect], block: Rect) -> Cuts:
        """Every edge of every card, once."""
        edges = list(trims)
        xs = {round(x, 4) for r in edges for x in (r.x, r.right)}
        ys = {round(y, 4) for r in edges for y in (r.y, r.bottom)}
        return Cuts(tuple(sorted(xs)), tuple(sorted(ys)), block)


def crop_marks(cuts: Cuts, zones: Zones) -> Drawing:
    """Short lines beyond the block, in line with every cut."""
    block = cuts.block
    ends = (
        (block.y - zones.top.mark_to, block.y - zones.top.mark_from),
        (block.bottom + zones.bottom.mark_from, block.bottom + zones.bottom.mark_to),
    )
    upright = [(x, a, x, b) for x in cuts.xs for a, b in ends if b > a]
    ends = (
        (block.x - zones.left.mark_to, block.x - zones.left.mark_from),
        (block.right + zones.right.mark_from, block.right + zones.right.mark_to),
    )
    level = [(a, y, b, y) for y in cuts.ys for a, b in ends if b > a]
    return _lines(upright + level, CROP)


def cut_lines(cuts: Cuts, zones: Zones) -> Drawing:
    """Fine lines along every edge, from end to end of the block and a little beyond."""
    reach = zones.reach(cuts.block)
    upright = [(x, reach.y, x, reach.bottom) for x in cuts.xs]
    level = [(reach.x, y, reach.right, y) for y in cuts.ys]
    return _lines(upright + level, CUT)


def fold_line(upright: bool, at: float, start: float, end: float) -> Drawing:
    """The dashed line to fold along."""
    ends = (at, start, at, end) if upright else (start, at, end, at)
    return _lines([ends], FOLD)


def _lines(lines: Sequence[tuple[float, float, float, float]], stroke: Stroke) -> Drawing:
    path: list[tuple[str | float, ...]] = []
    for x1, y1, x2, y2 in lines:
        path += [("M", x1, y1), ("L", x2, y2)]
    return (Shape(tuple(path), stroke=stroke),) if path else ()
