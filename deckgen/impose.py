"""Cards onto sheets: the grid, the mirrored or folded backs, the room for marks and small print.

Pure: sizes in, places out.  The grid is computed once and is the same on every sheet, so that a
stack can be cut at once.  Where a back goes follows from one reflection (`sheet.Axis`): the edge
over which the paper is turned, or the line along which it is folded.  Nothing here draws a card,
and no paper is ever turned: where more cards fit lying down, the cards lie down (printer drivers
disagree about the long edge of a page in landscape, but not about that of a sheet).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from card_specs.language.problems import PersonError
from deckgen.drawing import IDENTITY, Drawing, Matrix
from deckgen.geometry import Rect
from deckgen.marks import (
    MARK_LEAST,
    MARK_OFFSET,
    Cuts,
    Zones,
    crop_marks,
    cut_lines,
    fold_line,
    zone,
)
from deckgen.papers import Paper
from deckgen.sheet import (
    Axis,
    Backs,
    Band,
    Copies,
    Grid,
    Layout,
    Marks,
    MarksOn,
    Order,
    Page,
    Sheet,
    SheetOptions,
    Side,
    Slot,
)

FOLD_AIR = 3.0
"""Between the bleed and the fold line (mm): room for marks, and for a fold that isn't exact."""

BAND_AIR = 0.6
"""Between the marks and the small print (mm)."""

MOST_SHIFT, MOST_STRETCH = 20.0, 0.1
NEAR = 1e-6


def lay_out(options: SheetOptions) -> Layout:
    """The grid that holds most cards.  Raises `PersonError` where not even one fits."""
    _check(options)
    if options.backs is Backs.FOLD:
        grid, axis = _folded(options)
        whole = grid.block.joined(axis.rect(grid.block))
    else:
        grid, axis = _flat(options), turning_edge(options.paper, options.backs)
        whole = grid.block
    band_at = _band_side(options, axis, whole)
    zones = _zones(options, grid, axis, band_at)
    layout = Layout(options, grid, zones, axis if options.backs is not Backs.NONE else None, {})
    return replace(layout, pages=_pages(layout, _band(options, band_at)))


def impose(layout: Layout, deck: Iterable[Copies]) -> tuple[Sheet, ...]:
    """The pages in the order in which they are printed.

    Alternating, each front is followed by its back.  With `fronts-then-backs` the second half
    holds the backs in the same order: the printed stack is turned over as a whole, so that the
    first sheet lies on top again.  `…-reversed` is for printers that hand the stack out or take
    it in the other way round.  Without any back there are no back pages.
    """
    cards = list(deck)
    per_sheet = layout.grid.count
    total = math.ceil(sum(card.count for card in cards) / per_sheet)
    axis = layout.axis if any(card.back for card in cards) else None
    places: dict[int, tuple[tuple[Slot, ...], tuple[Slot, ...]]] = {}
    fronts: list[Sheet] = []
    backs: list[Sheet] = []
    for number, taken in enumerate(_sheetfuls(cards, per_sheet), 1):
        if len(taken) not in places:
            slots = layout.slots(len(taken))
            places[len(taken)] = slots, tuple(map(axis.slot, slots)) if axis else ()
        slots, mirrored = places[len(taken)]
        names = tuple(card.front for card in taken)
        fronts.append(Sheet(Side.FRONT, number, total, slots, names))
        if axis:
            behind, names = _existing(mirrored, [card.back for card in taken])
            backs.append(Sheet(Side.BACK, number, total, behind, names))
    return _in_order(layout.options, fronts, backs)


def _sheetfuls(cards: list[Copies], size: int) -> Iterator[list[Copies]]:
    singles = (card for card in cards for _ in range(card.count))
    while chunk := list(islice(singles, size)):
        yield chunk


def _existing(
    slots: tuple[Slot, ...], names: list[str | None]
) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    there = tuple(name for name in names if name is not None)
    if len(there) == len(slots):
        return slots, there
    return tuple(s for s, name in zip(slots, names, strict=True) if name is not None), there


def _in_order(options: SheetOptions, fronts: list[Sheet], backs: list[Sheet]) -> tuple[Sheet, ...]:
    if options.backs is Backs.FOLD:
        behind: list[Sheet | None] = [*backs] or [None] * len(fronts)
        return tuple(map(_folded_sheet, fronts, behind))
    if not backs:
        return tuple(fronts)
    if options.order is Order.ALTERNATE:
        return tuple(sheet for pair in zip(fronts, backs, strict=True) for sheet in pair)
    if options.order is Order.BACKS_REVERSED:
        backs = backs[::-1]
    return (*fronts, *backs)


def _folded_sheet(front: Sheet, back: Sheet | None) -> Sheet:
    if back is None:
        return replace(front, side=Side.FOLD)
    slots, faces = front.slots + back.slots, front.faces + back.faces
    return replace(front, side=Side.FOLD, slots=slots, faces=faces)


# --- the grid ---------------------------------------------------------------------------------


def _check(options: SheetOptions) -> None:
    """Refuse what no printer does; all of it at once."""
    wrong = []
    for name, value in (
        ("margin", options.margin),
        ("gap", options.gap or 0.0),
        ("bleed", options.card.bleed_by),
    ):
        if not 0 <= value <= 100:
            wrong.append(f"{name} {value:g} mm — between 0 and 100")
    wrong += errors_of(options.shift, options.scale)
    if wrong:
        raise PersonError("\n".join(wrong))


def errors_of(shift: tuple[float, float], scale: tuple[float, float]) -> list[str]:
    """What is wrong with a printer's correction, in words."""
    wrong = []
    if not all(abs(by) <= MOST_SHIFT for by in shift):
        x, y = shift
        wrong.append(f"shift {x:g},{y:g} mm — at most {MOST_SHIFT:g} mm each way")
    if not all(abs(by - 1) <= MOST_STRETCH for by in scale):
        x, y = scale
        wrong.append(f"scale {x:g},{y:g} — between {1 - MOST_STRETCH:g} and {1 + MOST_STRETCH:g}")
    return wrong


def _fitting(options: SheetOptions, area: Rect, lying: bool, gap: float) -> tuple[int, int]:
    """Columns and rows of cards that fit into an area."""
    width, height = _lying(options, lying)
    columns = math.floor((area.width + gap) / (width + gap) + NEAR)
    rows = math.floor((area.height + gap) / (height + gap) + NEAR)
    return (columns, rows) if columns > 0 and rows > 0 else (0, 0)


def _lying(options: SheetOptions, lying: bool) -> tuple[float, float]:
    card = options.card
    return (card.height, card.width) if lying else (card.width, card.height)


def _gap(options: SheetOptions, area: Rect, columns: int, rows: int, lying: bool) -> float:
    """The gap asked for, or the widest of use (two bleeds) that leaves so many cards."""
    if options.gap is not None:
        return options.gap
    marks = MARK_OFFSET + MARK_LEAST if options.marks is Marks.CROP else 0.0
    width, height = _lying(options, lying)
    across = (area.width - columns * width - 2 * marks) / columns
    down = (area.height - rows * height - 2 * (marks + options.band)) / rows
    # Down to whole tenths: a person measures with a ruler.
    widest = math.floor(10 * min(2 * options.card.bleed_by, across, down)) / 10
    return max(widest, 0.0)


def _grid(options: SheetOptions, area: Rect, lying: bool) -> Grid:
    """The grid with its first cell at the area's corner."""
    columns, rows = _fitting(options, area, lying, options.gap or 0.0)
    gap = _gap(options, area, columns, rows, lying) if columns else 0.0
    return Grid(
        columns, rows, 90 if lying else 0, Rect(area.x, area.y, *_lying(options, lying)), gap
    )


def _moved(grid: Grid, x: float, y: float) -> Grid:
    return replace(grid, cell=Rect(x, y, grid.cell.width, grid.cell.height))


def _flat(options: SheetOptions) -> Grid:
    """The best grid in the middle of the paper."""
    paper = options.paper
    area = Rect(0, 0, paper.width, paper.height).grown(-options.margin)
    upright, lying = (_grid(options, area, turned) for turned in (False, True))
    best = lying if lying.count > upright.count else upright
    if not best.count:
        raise _too_big(options, "")
    block = best.block
    return _moved(best, (paper.width - block.width) / 2, (paper.height - block.height) / 2)


def _folded(options: SheetOptions) -> tuple[Grid, Axis]:
    """The best grid on one half of the paper, next to the fold, and the fold.

    Of equals the one with fewest cards away from the fold wins: what is near it registers best.
    """
    paper, margin = options.paper, options.margin
    air = options.card.bleed_by + FOLD_AIR
    found: list[tuple[tuple[int, int, bool], Grid, Axis]] = []
    for upright in (True, False):
        axis = Axis(upright, (paper.width if upright else paper.height) / 2)
        width = (axis.at - air if upright else paper.width - margin) - margin
        height = (paper.height - margin if upright else axis.at - air) - margin
        for lying in (False, True):
            grid = _grid(options, Rect(margin, margin, width, height), lying)
            away = grid.columns if upright else grid.rows
            block = grid.block
            x = axis.at - air - block.width if upright else (paper.width - block.width) / 2
            y = (paper.height - block.height) / 2 if upright else axis.at - air - block.height
            found.append(((grid.count, -away, not lying), _moved(grid, x, y), axis))
    _, grid, axis = max(found, key=lambda one: one[0])
    if not grid.count:
        raise _too_big(options, "folded ")
    return grid, axis


def _too_big(options: SheetOptions, how: str) -> PersonError:
    card, paper = options.card, options.paper
    return PersonError(
        f"a card of {card.width:g} x {card.height:g} mm does not fit on {how}{paper}"
        f" ({paper.width:g} x {paper.height:g} mm) with a margin of {options.margin:g} mm"
        " — choose a larger paper, a smaller card or a smaller margin"
    )


def turning_edge(paper: Paper, backs: Backs) -> Axis:
    """The axis over which a duplex printer turns the sheet; a square one counts as upright."""
    upright = (paper.height >= paper.width) == (backs is not Backs.DUPLEX_SHORT)
    return Axis(upright, (paper.width if upright else paper.height) / 2)


# --- what lies around it ----------------------------------------------------------------------


def _band_side(options: SheetOptions, axis: Axis, whole: Rect) -> str:
    """Where the small print goes: where there is room for everything, else where there is most.

    With a level fold the foot of the paper belongs to the backs, so the head is taken.
    """
    if options.band <= 0:
        return ""
    foot = "top" if options.backs is Backs.FOLD and not axis.upright else "bottom"
    rooms = {foot: whole.y - options.margin, "left": whole.x - options.margin}
    marks = MARK_OFFSET + MARK_LEAST if options.marks is Marks.CROP else 0.0
    for side, room in rooms.items():
        if room >= options.card.bleed_by + marks + options.band - NEAR:
            return side
    side, room = max(rooms.items(), key=lambda one: one[1])
    return side if room >= options.band - NEAR else ""


def _band(options: SheetOptions, side: str) -> Band | None:
    """The outermost strip of the printable area; the air above the letters is part of it."""
    paper, margin = options.paper, options.margin
    inner = Rect(0, 0, paper.width, paper.height).grown(-margin)
    high = options.band - BAND_AIR
    if side == "left":
        return Band(Rect(inner.x, inner.y, high, inner.height), 270)
    if side == "top":
        return Band(Rect(inner.x, inner.y, inner.width, high))
    if side == "bottom":
        return Band(Rect(inner.x, inner.bottom - high, inner.width, high))
    return None


def _zones(options: SheetOptions, grid: Grid, axis: Axis, band_at: str) -> Zones:
    paper, block = options.paper, grid.block
    room = {
        "top": block.y - options.margin,
        "right": paper.width - options.margin - block.right,
        "bottom": paper.height - options.margin - block.bottom,
        "left": block.x - options.margin,
    }
    if options.backs is Backs.FOLD:
        room["right" if axis.upright else "bottom"] = options.card.bleed_by + FOLD_AIR
    marked = options.marks is not Marks.NONE
    made = {
        side: zone(mm, options.card.bleed_by, marked, options.band if side == band_at else 0.0)
        for side, mm in room.items()
    }
    return Zones(**made)


def _pages(layout: Layout, band: Band | None) -> dict[Side, Page]:
    options, axis, block, zones = layout.options, layout.axis, layout.grid.block, layout.zones
    marks = _marks(layout, None)
    page = Page(block, zones.bleed(block), marks, band, correction(options.paper, options.scale))
    if axis is None:
        return {Side.FRONT: page}
    both = options.marks_on is MarksOn.BOTH
    behind = _marks(layout, axis) if both else ()
    if options.backs is Backs.FOLD:
        return {
            Side.FOLD: replace(
                page,
                trim=block.joined(axis.rect(block)),
                bleed=page.bleed.joined(axis.rect(page.bleed)),
                marks=marks + behind + _fold(options, axis, band),
            )
        }
    back = Page(
        axis.rect(block),
        axis.rect(page.bleed),
        behind,
        _behind(band, axis),
        correction(options.paper, options.scale, options.shift),
    )
    return {Side.FRONT: page, Side.BACK: back}


def _marks(layout: Layout, axis: Axis | None) -> Drawing:
    """The marks of the fronts or, given an axis, those that come to lie behind them."""
    grid, zones = layout.grid, layout.zones
    trims = [grid.trim(*grid.at(n)) for n in range(grid.count)]
    block = grid.block
    if axis is not None:
        trims, block, zones = [*map(axis.rect, trims)], axis.rect(block), zones.behind(axis.upright)
    cuts = Cuts.around(trims, block)
    if layout.options.marks is Marks.NONE:
        return ()
    return (crop_marks if layout.options.marks is Marks.CROP else cut_lines)(cuts, zones)


def _fold(options: SheetOptions, axis: Axis, band: Band | None) -> Drawing:
    """The fold line, from margin to margin, but not through the small print."""
    paper, margin = options.paper, options.margin
    start, end = margin, (paper.height if axis.upright else paper.width) - margin
    if band and axis.upright and band.turn == 0:
        end -= options.band
    if band and not axis.upright and band.turn == 270:
        start += options.band
    return fold_line(axis.upright, axis.at, start, end)


def _behind(band: Band | None, axis: Axis) -> Band | None:
    if band is None:
        return None
    turn = (360 - band.turn) % 360 if axis.upright else band.turn
    return Band(axis.rect(band.box), turn)


def correction(
    paper: Paper, scale: tuple[float, float], shift: tuple[float, float] = (0.0, 0.0)
) -> Matrix:
    """Stretch about the middle of the paper, then move."""
    (sx, sy), (dx, dy) = scale, shift
    if (sx, sy, dx, dy) == (1.0, 1.0, 0.0, 0.0):
        return IDENTITY
    return (sx, 0.0, 0.0, sy, paper.width / 2 * (1 - sx) + dx, paper.height / 2 * (1 - sy) + dy)
