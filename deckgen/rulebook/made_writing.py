"""Blocks that say what is written in them: paragraphs, lists, boxes, tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from card_specs.language.book import Block
from card_specs.language.shapes import Fields
from deckgen.rulebook.content import (
    Box,
    Bullets,
    Cases,
    Content,
    Facts,
    Gold,
    Heading,
    Hints,
    Item,
    Note,
    PageBreak,
    Paragraph,
    Steps,
    Table,
    Turn,
)
from deckgen.rulebook.desk import Desk
from deckgen.rulebook.inline import paragraphs


def paragraph(desk: Desk, block: Block) -> list[Content]:
    text = desk.fill.rich(block.texts())
    return [Paragraph(block.sort, one) for one in paragraphs(text) if one]


def page(desk: Desk, block: Block) -> list[Content]:
    title = desk.fill.rich(block.texts()) if isinstance(block.value, dict) else ()
    return [PageBreak(title, desk.fill.rich(block.texts("subtitle")))]


def heading(desk: Desk, block: Block) -> list[Content]:
    return [Heading(desk.fill.rich(block.texts()), f"part-{block.at.line}")]


def lists(desk: Desk, block: Block) -> list[Content]:
    items = desk.texts(block)
    if block.sort == "steps":
        return [Steps(items, block.fields.get("start", int) or 1)]
    return [Hints(items) if block.sort == "hints" else Bullets(items)]


def note(desk: Desk, block: Block) -> list[Content]:
    return [Note(desk.fill.rich(block.texts()), block.name("symbol"))]


def gold(desk: Desk, block: Block) -> list[Content]:
    figure = desk.fill.rich(block.texts("figure"))
    return [Gold(desk.fill.rich(block.texts()), block.name("symbol"), figure)]


def box(desk: Desk, block: Block) -> list[Content]:
    cards = desk.cards(block, block.names("cards"))
    title = desk.fill.rich(block.texts("title"))
    return [Box(desk.fill.rich(block.texts()), title, block.name("symbol"), cards)]


def items(desk: Desk, block: Block) -> list[Content]:
    title = block.sort.removesuffix("s") if block.sort != "turn" else "step"
    found = []
    for fields in block.items():
        texts = {name: fields.get(name, dict) or {} for name in (title, "text")}
        codes = fields.get("cards", tuple) if title == "step" else ()
        found.append(
            Item(
                desk.fill.rich(texts[title]),
                desk.fill.rich(texts["text"]),
                fields.text("symbol") if title != "step" else "",
                desk.cards(block, tuple(code.text for code in codes or ())),
            )
        )
    items = tuple(found)
    if block.sort == "turn":
        row = block.fields.get("row", int) or (3 if len(items) != 4 else 2)
        return [Turn(items, row)]
    return [Facts(items) if block.sort == "facts" else Cases(items)]


def table(desk: Desk, block: Block) -> list[Content]:
    inner = block.fields.get("table", Fields)
    if inner is None:
        return []
    head = tuple(desk.fill.rich(one) for one in inner.get("head", tuple) or ())
    rows = tuple(
        tuple(desk.fill.rich(cell) for cell in row) for row in inner.get("rows", tuple) or ()
    )
    width = max((len(row) for row in (head, *rows)), default=0)
    if any(len(row) != width for row in rows) or len(head) not in (0, width):
        desk.problems.add(block.at, "the rows of the table are not equally long")
        return []
    shares = inner.get("shares", tuple) or (1,) * width
    caption = desk.fill.rich(block.texts("text"))
    return [Table(head, rows, shares, caption)]


MAKERS: Mapping[str, Callable[[Desk, Block], list[Content]]] = {
    **dict.fromkeys(("lead", "text"), paragraph),
    **dict.fromkeys(("list", "steps", "hints"), lists),
    **dict.fromkeys(("facts", "cases", "turn"), items),
    "page": page,
    "heading": heading,
    "note": note,
    "gold": gold,
    "box": box,
    "table": table,
}
