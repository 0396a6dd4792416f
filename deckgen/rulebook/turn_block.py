"""The strip of a turn: boxes in a row, numerals above their edges, joined by arrows."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.rulebook.content import Item, Turn
from deckgen.rulebook.picture_blocks import arrow, figure
from deckgen.rulebook.setting import Setting
from deckgen.rulebook.text_blocks import token
from deckgen.rulebook.theme import H3, Type
from deckgen.rulebook.units import Chunk, Kit, Node, Unit, decoration, text_chunks

ARROW_GAP = 7.2
TOKEN_ABOVE = 3.0
CARD = 11.0


def turn(kit: Kit, content: Turn, width: float) -> list[Unit]:
    """A unit for each row of boxes."""
    per_row = content.row if width > 100 else 1
    list_node = Node("L")
    items = list(enumerate(content.items, 1))
    rows = [items[i : i + per_row] for i in range(0, len(items), per_row)]
    return [_row(kit, row, per_row, width, list_node) for row in rows]


def _row(
    kit: Kit, row: list[tuple[int, Item]], per_row: int, width: float, list_node: Node
) -> Unit:
    box = (width - (per_row - 1) * ARROW_GAP) / per_row
    type_ = Type(8.8, 11.4) if kit.body.size > 9.1 else Type(8.4, 10.8)
    name = H3.scaled(1.12) if box > 30 else H3.scaled(0.95)
    titles = [kit.setter.set(item.title, name, box - 5.4) for _, item in row]
    texts = [kit.setter.set(item.text, type_, box - 5.4) for _, item in row]
    tall = CARD * kit.shelf.height / kit.shelf.width
    cards = tall + 2.0 if any(item.cards for _, item in row) else 0.0
    title_height = max(one.height for one in titles)
    height = 6.2 + title_height + max(one.height for one in texts) + cards + 3.2

    def draw(x: float, y: float) -> Iterator[Chunk]:
        top = y + TOKEN_ABOVE
        for index, (number, item) in enumerate(row):
            left = x + index * (box + ARROW_GAP)
            node = Node("LI", list_node)
            yield decoration(kit.ground(left, top, box, height))
            yield Chunk(Node("Lbl", node), token(kit, left + 6.8, top + 0.6, str(number)))
            yield from _words(kit, titles[index], texts[index], left, top, title_height, node)
            yield from _cards(kit, item, left, top + height - cards - 1.6, box)
            if index < len(row) - 1:
                yield decoration(arrow(kit, left + box + ARROW_GAP / 2, top + height / 2, 4.6))

    return Unit(height + TOKEN_ABOVE, draw, 3.6)


def _words(
    kit: Kit, title: Setting, text: Setting, x: float, y: float, title_height: float, node: Node
) -> Iterator[Chunk]:
    body = Node("LBody", node)
    top = y + 5.2
    yield from text_chunks(kit, title, x + 3.1, top, body, kit.strong)
    yield from text_chunks(kit, text, x + 3.1, top + title_height + 0.4, body)


def _cards(kit: Kit, item: Item, x: float, y: float, width: float) -> Iterator[Chunk]:
    count = len(item.cards)
    if not count:
        return
    face = min(CARD, (width - 6.2 - (count - 1) * 1.2) / count)
    left = x + 3.1
    for code in item.cards:
        yield figure(kit, code, kit.shelf.card(code, left, y, face))
        left += face + 1.2
