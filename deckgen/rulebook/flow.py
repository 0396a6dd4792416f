"""Units -> columns: what fits goes in, headings stay with what follows, nothing is squeezed.

Two books of different languages may flow together: what opens a column is then the same in both, so
that a mixed table can say "page 7".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from card_specs.values import dataclass
from deckgen.rulebook.units import Unit

TIGHTER = (1.0, 0.88, 0.74)
"""By how much gaps may shrink where that saves a column (4.6 mm becomes 3.4)."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A unit and how far below the column's top it stands."""

    unit: Unit
    y: float


@dataclass(frozen=True, eq=False)
class Column:
    """What stands in one column; `opening` is the unit that began it, if that says a title."""

    placed: tuple[Placed, ...]
    opening: Unit | None = None

    @property
    def height(self) -> float:
        last = self.placed[-1] if self.placed else None
        return last.y + last.unit.height if last else 0.0


def flow(units: Sequence[Unit], room: float, first_room: float | None = None) -> list[Column]:
    """The units in columns of that height; gaps are a little tighter where it saves a column."""
    best: list[Column] = []
    for factor in TIGHTER:
        tight = [replace(unit, gap=unit.gap * factor) for unit in units]
        found = _flowed(tight, room, first_room if first_room is not None else room)
        if not best or len(found) < len(best):
            best = found
    return best


def _flowed(units: Sequence[Unit], room: float, first_room: float) -> list[Column]:
    columns: list[Column] = []
    placed: list[Placed] = []
    opening: Unit | None = None
    y, limit = 0.0, first_room
    waiting = list(units)[::-1]
    while waiting:
        unit = waiting.pop()
        if unit.breaks:
            if placed:
                columns.append(Column(tuple(placed), opening))
                placed, y, limit = [], 0.0, room
            opening = unit
            continue
        gap = unit.gap if placed else 0.0
        if y + gap + needed(unit, waiting) <= limit + 1e-6 or (not placed and unit.height > limit):
            parts = None
            if unit.height > limit and not placed and unit.split:
                parts = unit.split(limit)
            if parts:
                placed.append(Placed(parts[0], y + gap))
                waiting.append(parts[1])
                columns.append(Column(tuple(placed), opening))
                placed, y, limit, opening = [], 0.0, room, None
                continue
            placed.append(Placed(unit, y + gap))
            y += gap + unit.height
            continue
        parts = unit.split(limit - y - gap) if unit.split else None
        if parts:
            placed.append(Placed(parts[0], y + gap))
            waiting.append(parts[1])
        else:
            waiting.append(unit)
        columns.append(Column(tuple(placed), opening))
        placed, y, limit, opening = [], 0.0, room, None
    if placed or opening is not None or not columns:
        columns.append(Column(tuple(placed), opening))
    return columns


def needed(unit: Unit, waiting: Sequence[Unit]) -> float:
    """What must fit with a unit: itself, and for a heading what follows (`waiting`, reversed)."""
    height = unit.height
    depth = 1
    while unit.keep and depth <= len(waiting):
        unit = waiting[-depth]
        if unit.breaks:
            break
        least = min(unit.height, 26.0) if unit.split else unit.height
        height += unit.gap + least
        depth += 1
    return height


# --- two languages -------------------------------------------------------------------------------


def together(books: Sequence[Sequence[Unit]], room: float) -> list[list[Column]]:
    """The units of the same chapter in several languages, their columns opened by the same unit.

    Where that would cost a column, or the books are not built alike, each flows by itself.
    """
    alone = [flow(units, room) for units in books]
    starts = [_starts(units, columns) for units, columns in zip(books, alone, strict=True)]
    if len(books) < 2 or len({len(units) for units in books}) > 1 or len(set(starts)) == 1:
        return alone
    if any(start is None for start in starts):
        return alone
    for factor in TIGHTER:
        forced = _common(books, room, factor)
        if len(forced) + 1 <= max(len(columns) for columns in alone):
            return [flow(_broken_at(units, forced, factor), room) for units in books]
    return alone


def _starts(units: Sequence[Unit], columns: Sequence[Column]) -> tuple[int, ...] | None:
    """The numbers of the units that open columns; None where a unit was split."""
    numbers = {id(unit.draw): number for number, unit in enumerate(units)}
    found = []
    for column in columns[1:]:
        if not column.placed:
            continue
        number = numbers.get(id(column.placed[0].unit.draw))
        if number is None:
            return None
        found.append(number)
    return tuple(found)


def _common(books: Sequence[Sequence[Unit]], room: float, factor: float) -> list[int]:
    """Where columns begin if all books break at the same units."""
    starts: list[int] = []
    start = 0
    count = len(books[0])
    while start < count:
        ends = [start + _fitting(units[start:], room, factor) for units in books]
        start = max(start + 1, min(ends))
        if start < count:
            starts.append(start)
    return starts


def _fitting(units: Sequence[Unit], room: float, factor: float) -> int:
    """How many units the first column holds."""
    tight = [replace(unit, gap=unit.gap * factor, split=None) for unit in units]
    count, y = 0, 0.0
    for index, unit in enumerate(tight):
        if unit.breaks:
            if index:
                break
            count += 1
            continue
        gap = unit.gap if count and y else 0.0
        if y + gap + needed(unit, tight[index + 1 :][::-1]) > room + 1e-6:
            break
        y += gap + unit.height
        count += 1
    return max(count, 1)


def _broken_at(units: Sequence[Unit], starts: Sequence[int], factor: float) -> list[Unit]:
    """The units with breaks put in (a break that is there already is left alone)."""
    out: list[Unit] = []
    for number, unit in enumerate(units):
        if number in starts and not unit.breaks and not (out and out[-1].breaks):
            out.append(Unit(0.0, lambda x, y: (), 0.0, breaks=True))
        out.append(replace(unit, gap=unit.gap * factor))
    return out
