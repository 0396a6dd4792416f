"""Tables: a head in small capitals, thin rules, rows that are never split."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from card_specs.values import dataclass
from deckgen import colours
from deckgen.drawing import Stroke
from deckgen.rulebook.content import Table
from deckgen.rulebook.inline import Rich, Span
from deckgen.rulebook.setting import Setting
from deckgen.rulebook.sketch import line
from deckgen.rulebook.theme import GREY_INK, INK, LABEL, NOTE, TABLE, Type
from deckgen.rulebook.units import (
    Chunk,
    Kit,
    Node,
    Unit,
    decoration,
    joined,
    text_chunks,
    text_unit,
)
from deckgen.rulebook.wording import say as phrase

CELL_X, CELL_Y, LOW_Y = 2.0, 1.3, 0.62
"""Air round a cell; less of it in lists of words."""
LEAST_ROWS = 3
"""A table that is split keeps so many rows on either side …"""
SPLIT_FROM = 8
"""… and is split only from so many rows on."""


@dataclass(frozen=True, eq=False)
class _Row:
    cells: tuple[Setting, ...]
    nodes: tuple[Node, ...]
    height: float
    head: bool = False


@dataclass(frozen=True, eq=False)
class _Grid:
    """A table set: widths of its columns, its rows, what it looks like."""

    kit: Kit
    content: Table
    widths: tuple[float, ...]
    node: Node

    @property
    def width(self) -> float:
        return sum(self.widths)


def table(kit: Kit, content: Table, width: float) -> list[Unit]:
    """The table as one unit that may be split between rows, and its caption."""
    if width < 100 and content.sort in ("words", "index", "moves"):
        content = _narrow(content)
    widths = _widths(kit, content, width)
    grid = _Grid(kit, content, widths, Node("Table"))
    rows = [_row(grid, row) for row in content.rows]
    head = _row(grid, tuple(_capitals(cell) for cell in content.head), head=True)
    unit = _table_unit(grid, head if content.head else None, rows)
    if not content.caption:
        return [unit]
    caption = text_unit(kit, content.caption, NOTE, width - CELL_X, gap=1.6, indent=CELL_X)
    return [joined((unit, caption), unit.gap)]


def _narrow(content: Table) -> Table:
    """A table of two halves side by side with one below the other, for a narrow column."""
    half = len(content.rows[0]) // 2
    rows = [*(row[:half] for row in content.rows), *(row[half:] for row in content.rows)]
    kept = tuple(row for row in rows if any(row))
    if content.sort == "moves":
        kept = tuple(part for row in content.rows for part in (row[:half], row[half:]) if any(part))
    return replace(content, head=content.head[:half], rows=kept, shares=content.shares[:half])


def _widths(kit: Kit, content: Table, width: float) -> tuple[float, ...]:
    """The shares of the width; a column of a table of moves is as wide as its moves."""
    if content.sort != "moves":
        total = sum(content.shares)
        return tuple(width * share / total for share in content.shares)
    natural = [
        max(kit.setter.set(row[i], _type(content, i), 400).width for row in content.rows)
        + 2 * CELL_X
        for i in range(len(content.rows[0]))
    ]
    spare = (width - sum(natural)) / len(natural)
    if spare >= 0:
        return tuple(one + spare for one in natural)
    moves = sum(natural[::2])
    rest = (width - moves) / sum(natural[1::2])
    return tuple(one if i % 2 == 0 else one * rest for i, one in enumerate(natural))


def _type(content: Table, column: int) -> Type:
    if content.sort == "moves" and column % 2 == 0:
        return replace(TABLE, bold="Lato Bold")
    if content.sort == "index":
        return TABLE.scaled(0.92)
    return TABLE


def _capitals(rich: Rich) -> Rich:
    return tuple(
        replace(one, text=one.text.upper()) if isinstance(one, Span) else one for one in rich
    )


def _row(grid: _Grid, cells: Sequence[Rich], head: bool = False) -> _Row:
    set_cells = []
    row_node = Node("TR", grid.node)
    for column, cell in enumerate(cells):
        other = grid.content.sort == "words" and column % 2 == 1
        rich = _in_other(cell, grid.content.other) if other else cell
        type_ = LABEL if head else _type(grid.content, column)
        width = grid.widths[column] - 2 * CELL_X
        set_cells.append(grid.kit.setter.set(rich, type_, width))
    air = LOW_Y if grid.content.sort in ("words", "index") else CELL_Y
    height = max((cell.height for cell in set_cells), default=0.0) + 2 * air
    first = head or grid.content.sort in ("words", "moves", "index")
    nodes = tuple(
        Node("TH", row_node, scope="Column" if head else "Row")
        if head or (first and column == 0)
        else Node("TD", row_node)
        for column in range(len(cells))
    )
    return _Row(tuple(set_cells), nodes, height, head)


def _in_other(cell: Rich, language: str) -> Rich:
    """A cell in the other language: italics, with the language marked."""
    return tuple(
        replace(one, italic=True, lang=language) if isinstance(one, Span) else one for one in cell
    )


def _table_unit(grid: _Grid, head: _Row | None, rows: Sequence[_Row], gap: float = 2.8) -> Unit:
    heads = head.height if head else 0.0
    height = heads + sum(row.height for row in rows)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield from _drawn(grid, head, rows, x, y)

    def split(room: float) -> tuple[Unit, Unit] | None:
        taken, count = heads, 0
        while count < len(rows) and taken + rows[count].height <= room - 3.4:
            taken += rows[count].height
            count += 1
        count = min(count, len(rows) - LEAST_ROWS)
        if count < LEAST_ROWS:
            return None
        first = _continued(grid, _table_unit(grid, head, rows[:count], gap))
        return first, _table_unit(grid, head, rows[count:], 0.0)

    return Unit(height, draw, gap, split=split if len(rows) >= SPLIT_FROM else None)


def _continued(grid: _Grid, unit: Unit) -> Unit:
    """A part of a table with a word that it goes on."""
    word = (Span(phrase(grid.kit.language, "continued"), italic=True),)
    setting = grid.kit.setter.set(word, NOTE, grid.width)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield from unit.draw(x, y)
        left = x + grid.width - setting.width
        stretches = grid.kit.setter.draw(setting, left, y + unit.height - 0.4, GREY_INK)
        yield decoration(tuple(piece for one in stretches for piece in one.sketch))

    return Unit(unit.height + 3.4, draw, unit.gap)


def _drawn(
    grid: _Grid, head: _Row | None, rows: Sequence[_Row], x: float, y: float
) -> Iterator[Chunk]:
    kit = grid.kit
    moves = grid.content.sort == "moves"
    light = colours.contrast(kit.paints.base, "#FFFFFF") < 1.9
    rule = kit.paints.deep if light else kit.paints.base
    thin = Stroke(kit.paints.base if moves else rule, 0.28)
    if moves:
        yield decoration((line(x, y, x + grid.width, y, thin),))
    for index, row in enumerate(([head] if head else []) + list(rows)):
        yield from _cells(grid, row, x, y)
        y += row.height
        if row.head or index < len(rows) - (0 if head else 1):
            stroke = Stroke(rule, 0.5) if row.head else thin
            yield decoration((line(x, y, x + grid.width, y, stroke),))


def _cells(grid: _Grid, row: _Row, x: float, y: float) -> Iterator[Chunk]:
    kit = grid.kit
    for index, (cell, node) in enumerate(zip(row.cells, row.nodes, strict=True)):
        colour = kit.strong if row.head else INK
        strong = ""
        if grid.content.sort == "moves" and index % 2 == 0:
            strong = kit.look.house.deep
        elif grid.content.sort == "words" and index % 2 == 1 and not row.head:
            colour = GREY_INK
        elif grid.content.sort == "text" and index:
            strong = "#17624A"
        top = y + (row.height - cell.height if row.head else (row.height - cell.height) / 2)
        top -= LOW_Y if row.head else 0.0
        yield from text_chunks(kit, cell, x + CELL_X, top, node, colour, strong=strong)
        x += grid.widths[index]
