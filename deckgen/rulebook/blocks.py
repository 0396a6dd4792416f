"""Content -> units: which module sets which block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from deckgen.rulebook import (
    card_blocks,
    content,
    example_block,
    picture_blocks,
    seat_block,
    table_blocks,
    text_blocks,
    turn_block,
)
from deckgen.rulebook.content import Coloured, Columns, Content, Group, PageBreak
from deckgen.rulebook.theme import PAD_X, PAD_Y
from deckgen.rulebook.units import Chunk, Kit, Unit, decoration

GUTTER = 6.0
BELOW_HEADING = 1.5


def units_of(kit: Kit, blocks: Sequence[Content], width: float) -> list[Unit]:
    """The blocks as units of that width, in order."""
    units: list[Unit] = []
    for block in blocks:
        built = _BUILDERS[type(block)](kit, block, width)
        if built and units and units[-1].keep and not built[0].breaks:
            built[0] = replace(built[0], gap=min(built[0].gap, BELOW_HEADING))
        units += built
    return units


def page_break(kit: Kit, block: PageBreak, width: float) -> list[Unit]:
    def draw(x: float, y: float) -> Iterator[Chunk]:
        return iter(())

    return [Unit(0.0, draw, 0.0, breaks=True, title=block.title, subtitle=block.subtitle)]


def columns(kit: Kit, block: Columns, width: float) -> list[Unit]:
    """Blocks side by side, as one unit."""
    room = width - GUTTER * (len(block.columns) - 1)
    total = sum(block.shares)
    stacks = []
    for blocks, share in zip(block.columns, block.shares, strict=True):
        own = room * share / total
        stacks.append((_stacked(units_of(kit, blocks, own)), own))
    height = max((tall for (_, tall), _ in stacks), default=0.0)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        for (placed, _), own in stacks:
            for unit, top in placed:
                yield from unit.draw(x, y + top)
            x += own + GUTTER

    return [Unit(height, draw)]


def coloured(kit: Kit, block: Coloured, width: float) -> list[Unit]:
    """Blocks in colours of their own."""
    return units_of(kit.having(kit.look.of(block.color)), block.blocks, width)


def group(kit: Kit, block: Group, width: float) -> list[Unit]:
    """Blocks on a tinted ground, placed whole."""
    placed, tall = _stacked(units_of(kit, block.blocks, width - 2 * PAD_X))
    height = tall + 2 * PAD_Y

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield decoration(kit.ground(x, y, width, height))
        for unit, top in placed:
            yield from unit.draw(x + PAD_X, y + PAD_Y + top)

    return [Unit(height, draw)]


def _stacked(units: Sequence[Unit]) -> tuple[list[tuple[Unit, float]], float]:
    placed = []
    y = 0.0
    for index, unit in enumerate(units):
        y += unit.gap if index else 0.0
        placed.append((unit, y))
        y += unit.height
    return placed, y


Builder = Callable[[Kit, Any, float], list[Unit]]
_BUILDERS: dict[type, Builder] = {
    content.Paragraph: text_blocks.paragraph,
    content.Heading: text_blocks.heading,
    content.Bullets: text_blocks.bullets,
    content.Steps: text_blocks.steps,
    content.Hints: text_blocks.hints,
    content.Note: text_blocks.note,
    content.Gold: text_blocks.gold,
    content.Box: text_blocks.box,
    content.Facts: text_blocks.facts,
    content.Cases: text_blocks.cases,
    content.Contents: text_blocks.contents,
    content.Credits: text_blocks.credits_,
    content.Turn: turn_block.turn,
    content.Table: table_blocks.table,
    content.Columns: columns,
    content.Group: group,
    content.Coloured: coloured,
    content.Fan: picture_blocks.fan,
    content.CardRow: picture_blocks.card_row,
    content.Panel: picture_blocks.panel,
    content.ArtPicture: picture_blocks.art_picture,
    content.Choices: picture_blocks.choices,
    content.Example: example_block.example,
    content.Seats: seat_block.seats,
    content.Legend: card_blocks.legend,
    content.CardTable: card_blocks.card_table,
    content.Parts: card_blocks.parts,
    content.Entries: card_blocks.entries,
    content.PageBreak: page_break,
}
