"""The player aid: a card with two sides, folded, one for each player, on sheets to cut out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen.drawing import Stroke
from deckgen.geometry import Rect
from deckgen.rulebook.content import AidSide, BookContent, CardTable, Turn
from deckgen.rulebook.formats import PageFormat
from deckgen.rulebook.inline import Rich, plain
from deckgen.rulebook.setting import text_mark
from deckgen.rulebook.sketch import Piece, Sketch, corners, line, rounded, through
from deckgen.rulebook.theme import INK, PT, RADIUS, WHITE, Type
from deckgen.rulebook.units import Chunk, Kit, Node, decoration, text_chunks
from deckgen.rulebook.wording import say as phrase

WIDTH, HEIGHT = 63.5, 88.9
HEAD = 11.6
SIGN_WIDE, SIGN_TALL = 8.6, 7.0
MOST_LINES = 8
LINE = Type(8, 9.9)
LANDSCAPE = {
    "a4": PageFormat("a4", 297.0, 210.0, 10, 10, 10, 10, tabbed=False),
    "letter": PageFormat("letter", 279.4, 215.9, 10, 10, 10, 10, tabbed=False),
}
PER_SHEET = 4


def made_or_written(kit: Kit, content: BookContent) -> tuple[AidSide, ...]:
    """The two sides that the spec has, or what can be made of its book."""
    return content.aid or made_sides(kit, content)


def cut_out(kit: Kit, sides: Sequence[AidSide], box: Rect) -> Iterator[Chunk]:
    """Both sides on a page of the book, a little smaller than a card, to cut out and fold."""
    scale = min(1.0, box.width / (2 * WIDTH + 1))
    matrix = (scale, 0.0, 0.0, scale, box.x + (box.width - 2 * WIDTH * scale) / 2, box.y + 6)
    for chunk in _pair(kit, sides, 0.0, 0.0):
        yield Chunk(chunk.node, through(chunk.sketch, matrix))


def aid_sheet(kit: Kit, content: BookContent, format_: PageFormat, count: int) -> Iterator[Chunk]:
    """A sheet of folded aids, at most four."""
    sides = made_or_written(kit, content)
    for place in range(count):
        x, y = _corner(format_, place)
        yield from _pair(kit, sides, x, y)
    yield _hint(kit, format_)


def _corner(format_: PageFormat, place: int) -> tuple[float, float]:
    """The corner of a pair on its sheet: two side by side, two rows."""
    column, row = place % 2, place // 2
    gap_x = (format_.width - 4 * WIDTH) / 3
    gap_y = (format_.height - 2 * HEIGHT) / 3
    return gap_x + column * (2 * WIDTH + gap_x), gap_y + row * (HEIGHT + gap_y)


def made_sides(kit: Kit, content: BookContent) -> tuple[AidSide, ...]:
    """The aid of a book that says nothing of one: its turn, and what its cards do."""
    blocks = [block for chapter in content.chapters for block in chapter.blocks]
    turn = next((block for block in blocks if isinstance(block, Turn)), None)
    table = next((block for block in blocks if isinstance(block, CardTable)), None)
    sides = []
    if turn is not None:
        lines = [(str(n), item.title) for n, item in enumerate(turn.items, 1)]
        sides.append(AidSide(plain(phrase(kit.language, "turn")), "house", tuple(lines)))
    if table is not None:
        cards = [line for line in table.lines if line.target] or list(table.lines)
        named: list[tuple[str, Rich]] = [("card", plain(one.title)) for one in cards[:MOST_LINES]]
        sides.append(AidSide(plain(phrase(kit.language, "the_cards")), "gold", tuple(named)))
    return tuple(sides[:2])


def _pair(kit: Kit, sides: Sequence[AidSide], x: float, y: float) -> Iterator[Chunk]:
    """Both sides beside one another, the fold between them, thin lines where it is cut."""
    for index, side in enumerate(sides[:2]):
        yield from aid_side(kit, side, x + index * WIDTH, y)
    cut = Stroke("#8A8DA8", 0.2)
    fold = Stroke("#8A8DA8", 0.25, (1.0, 1.0))
    right, bottom = x + 2 * WIDTH, y + HEIGHT
    ticks: list[Piece] = [line(x + WIDTH, y - 4, x + WIDTH, y - 0.5, fold)]
    ticks.append(line(x + WIDTH, bottom + 0.5, x + WIDTH, bottom + 4, fold))
    for px, way in ((x, -1), (right, 1)):
        for py, down in ((y, -1), (bottom, 1)):
            ticks.append(line(px, py + down, px, py + 4 * down, cut))
            ticks.append(line(px + way, py, px + 4 * way, py, cut))
    yield decoration(tuple(ticks))


def aid_side(kit: Kit, side: AidSide, x: float, y: float) -> Iterator[Chunk]:
    """One side of the aid, its corner at x, y."""
    kit = kit.having(kit.look.of(side.color or "house"))
    paints = kit.paints
    box = Rect(x, y, WIDTH, HEIGHT)
    yield decoration(_ground(kit, box))
    title = kit.setter.set(side.title, Type(14, 16, *("Fredoka One",) * 3), WIDTH - 8)
    ink = paints.deep if kit.saver else paints.on
    yield from text_chunks(
        kit, title, x + 4, y + (HEAD + 1.5 - title.height) / 2, Node("H1"), ink,
        align=0.5, width=WIDTH - 8,
    )  # fmt: skip
    lines = side.lines[:MOST_LINES]
    pitch = min(10.4, (HEIGHT - HEAD - 7) / max(1, len(lines)))
    top = y + HEAD + 4.4
    signs = kit.having(kit.look.house)
    for sign, text in lines:
        yield from _line(signs, sign, text, x + 5.6, top, WIDTH - 8.6 - SIGN_WIDE - 4.0, pitch)
        top += pitch


def _ground(kit: Kit, box: Rect) -> Sketch:
    paints = kit.paints
    house = kit.look.house
    if kit.saver:
        rim = Stroke(paints.deep, 0.5)
        split = line(box.x, box.y + HEAD + 1, box.right, box.y + HEAD + 1, rim)
        return (
            rounded(box.x + 0.3, box.y + 0.3, WIDTH - 0.6, HEIGHT - 0.6, RADIUS, WHITE, rim),
            split,
        )
    return (
        rounded(box.x, box.y, WIDTH, HEIGHT, RADIUS, house.tint),
        corners(box.x, box.y, WIDTH, HEAD + 1, (RADIUS, RADIUS, 0, 0), paints.base),
        rounded(box.x + 3, box.y + HEAD + 3, WIDTH - 6, HEIGHT - HEAD - 6, RADIUS, WHITE),
    )


def _line(
    kit: Kit, sign: str, text: Rich, x: float, y: float, width: float, pitch: float
) -> Iterator[Chunk]:
    tall = min(SIGN_TALL, pitch - 1.4)
    node = Node("P")
    yield Chunk(node, _sign(kit, sign, x, y, tall))
    setting = kit.setter.set(text, LINE, width)
    if len(setting.lines) > 2:
        setting = kit.setter.set(text, LINE.scaled(0.9), width)
    top = y + tall / 2 - setting.height / 2
    yield from text_chunks(kit, setting, x + SIGN_WIDE + 2, top, node)


def _sign(kit: Kit, sign: str, x: float, y: float, tall: float) -> Sketch:
    """A number, a symbol or a few letters in a box."""
    paints = kit.paints
    ground: Piece = rounded(x, y, SIGN_WIDE, tall, 1.9, paints.base)
    ink = paints.on
    if kit.saver:
        ground, ink = (
            rounded(x, y, SIGN_WIDE, tall, 1.9, WHITE, Stroke(paints.deep, 0.4)),
            paints.deep,
        )
    middle = (x + SIGN_WIDE / 2, y + tall / 2)
    if kit.shelf.has(sign) and not sign.isdigit():
        return (ground, *kit.shelf.symbol(sign, *middle, tall * 0.7, ink))
    em = 10.5 * PT
    return (
        ground,
        text_mark(sign, middle[0], middle[1] + 0.355 * em, em, "Fredoka One", ink, align=0.5),
    )


def _hint(kit: Kit, format_: PageFormat) -> Chunk:
    """What to do with the sheet, at its foot."""
    text = f"{phrase(kit.language, 'aid')}: {phrase(kit.language, 'fold_here')}"
    mark = text_mark(text, format_.width / 2, format_.height - 4.5, 7 * PT, "Lato", INK, align=0.5)
    return Chunk(Node("P"), (mark,))
