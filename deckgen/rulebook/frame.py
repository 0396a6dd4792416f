"""What stands round the text of a page: the chapter's tab and heading, the page number, the cover.

All of it is decoration but for the heading; the visual guide of the rulebooks has the measures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from card_specs.language.book import Book
from card_specs.values import dataclass
from deckgen.drawing import Colour, Group, Mark, Shape, Stroke
from deckgen.geometry import Rect
from deckgen.rulebook.content import BookContent
from deckgen.rulebook.formats import BAND, PageFormat
from deckgen.rulebook.inline import Rich, plain
from deckgen.rulebook.picture_blocks import fanned, number_at
from deckgen.rulebook.setting import Setting, text_mark
from deckgen.rulebook.sketch import Piece, Sketch, Stamp, corners, line, polygon, rounded
from deckgen.rulebook.theme import GOLD, INK, LEAD, LINE, NOTE, PT, SUN, WHITE, Paints, Type
from deckgen.rulebook.units import Beside, Chunk, Kit, Node, decoration, text_chunks

TAB, TAB_DEEP, TAB_ROUND = 13.0, 30.0, 6.5
CLEAR = 5.0
HEAD_TOP, HEAD_DEEP = 12.6, 20.0
FOLIO_X, FOLIO_TOP = 19.5, 15.0
"""The folio's middle from the outer edge; its top above the page's foot."""


@dataclass(frozen=True)
class Heading:
    """A chapter's number, symbol, title and subtitle as they stand on one page."""

    number: int
    symbol: str
    title: Rich
    subtitle: Rich
    first: bool


def heading(
    kit: Kit, head: Heading, format_: PageFormat, page: int, beside: Beside | None = None
) -> Iterator[Chunk]:
    """The tab at the outer edge, the heading beside it, and at its right what belongs there."""
    even = page % 2 == 0
    outer, width = format_.outer, format_.width
    tab_x = outer if even else width - outer - TAB
    yield decoration(_tab(kit, head, tab_x))
    left = outer + TAB + CLEAR if even else format_.inner
    room = format_.text_width - TAB - CLEAR
    title = _fitted(kit, head.title, room)
    if beside is not None and title.width + beside.width + 4 < room:
        yield from beside.draw(left + room - beside.width, HEAD_TOP + 3.2)
    subtitle = kit.setter.set(head.subtitle, LEAD, room)
    tall = title.height + subtitle.height
    y = HEAD_TOP + (HEAD_DEEP - tall) / 2
    role = "H1" if head.first else "P"
    yield from text_chunks(kit, title, left, y, Node(role), kit.strong)
    yield from text_chunks(kit, subtitle, left, y + title.height, Node("P"))


def _fitted(kit: Kit, title: Rich, room: float) -> Setting:
    """A title in one line, down to 20 points; then in two."""
    for size in (24.0, 22.0, 20.0):
        setting = kit.setter.set(title, Type(size, size + 2, *("Fredoka One",) * 3), room)
        if len(setting.lines) < 2:
            break
    return setting


def _tab(kit: Kit, head: Heading, x: float) -> Sketch:
    paints = kit.paints
    radii = (0.0, 0.0, TAB_ROUND, TAB_ROUND)
    if kit.saver:
        rim = Stroke(paints.deep, 0.6)
        ground = corners(x + 0.3, -3, TAB - 0.6, TAB_DEEP + 2.7, radii, WHITE, rim)
        ink: Colour = paints.deep
    else:
        ground = corners(x, -3, TAB, TAB_DEEP + 3, radii, paints.base)
        ink = paints.on
    middle = x + TAB / 2
    out: list[Piece] = [ground]
    symbol_y = 17.8
    if head.number:
        em = 20 * PT
        out.append(
            text_mark(str(head.number), middle, 9.5 + 0.355 * em, em, "Fredoka One", ink, align=0.5)
        )
    else:
        symbol_y = 11.0
    out += kit.shelf.symbol(head.symbol, middle, symbol_y, 5.6, ink)
    return tuple(out)


def folio(kit: Kit, book: Book, format_: PageFormat, page: int, chapter: int) -> Iterator[Chunk]:
    """The page number on a thing of the game; without art in a disc."""
    even = page % 2 == 0
    x = FOLIO_X if even else format_.width - FOLIO_X
    look, paints = book.look, kit.paints
    if look.foot and not kit.saver:
        yield decoration(_foot(kit, look.foot, x, format_, even))
    name = _folio_name(kit, look.folio, page, chapter)
    top = format_.height - FOLIO_TOP
    if not name:
        ground = rounded(x - 5.2, top, 10.4, 10.4, 5.2, WHITE if kit.saver else paints.base,
                         Stroke(paints.deep, 0.5) if kit.saver else None)  # fmt: skip
        ink = paints.deep if kit.saver else paints.on
        yield decoration((ground, *number_at(kit, str(page), x, top + 5.2, 4.4, ink, 0)))
        return
    key = f"folio:{name}:{paints.base}"
    box = kit.shelf.get(kit.shelf.keep(key, kit.shelf.art(name, paints.as_names()))).box
    left = x - box.width / 2 - box.x
    at = look.number_at or (box.x + box.width / 2, box.y + 5.2)
    colours = {**paints.as_names(), "ink": INK, "white": WHITE}
    ink = paints.deep if kit.saver else colours.get(look.number_color, paints.on)
    number = number_at(
        kit, str(page), left + at[0], top + at[1] - box.y, look.number_size, ink, look.number_turn
    )
    yield decoration((Stamp(key, (1, 0, 0, 1, left, top - box.y)), *number))


def _folio_name(kit: Kit, pattern: str, page: int, chapter: int) -> str:
    """The folio's art for this page; of numbered ones the last that exists."""
    if "{" not in pattern:
        return pattern
    for number in range(max(page, chapter), -1, -1):
        name = pattern.replace("{page}", str(min(page, number)))
        name = name.replace("{chapter}", str(min(chapter, number)))
        if kit.shelf.has(name):
            return name
    return ""


def _foot(kit: Kit, name: str, x: float, format_: PageFormat, even: bool) -> Sketch:
    paints = kit.paints.as_names()
    key = f"foot:{name}:{kit.paints.base}"
    box = kit.shelf.get(kit.shelf.keep(key, kit.shelf.art(name, paints))).box
    left = x - FOLIO_X + 5 if even else x + FOLIO_X - 5
    side = 1.0 if even else -1.0
    top = format_.height - box.height - box.y
    return (Stamp(key, (side, 0, 0, 1, left - side * box.x, top)),)


# --- cover and band ------------------------------------------------------------------------------


def rays(box: Rect, middle: tuple[float, float], colour: Colour, count: int = 12) -> Sketch:
    """Rays from a point, cut at a box."""
    far = box.width + box.height
    out: list[Mark] = []
    for index in range(count):
        a, b = ((index + share) * 2 * math.pi / count + 0.2 for share in (0.0, 0.5))
        points = [middle]
        points += [(middle[0] + far * math.sin(t), middle[1] - far * math.cos(t)) for t in (a, b)]
        out.append(polygon(points, colour))
    edge = (
        ("M", box.x, box.y), ("L", box.right, box.y), ("L", box.right, box.bottom),
        ("L", box.x, box.bottom), ("Z",),
    )  # fmt: skip
    return (Group(tuple(out), clip=Shape(edge)),)


def cover(kit: Kit, book: Book, content: BookContent, format_: PageFormat) -> Iterator[Chunk]:
    """Page 1: rays, title, aim, picture, pills, terms."""
    house = kit.look.house
    width, height = format_.width, format_.height
    page = Rect(0, 0, width, height)
    kit = kit.having(house)
    middle = (width / 2, height * 0.43)
    if not kit.saver:
        ground = rounded(0, 0, width, height, 0, house.base)
        yield decoration((ground, *rays(page, middle, house.deep)))
    if book.look.cover:
        yield decoration(_cover_picture(kit, book, format_))
    else:
        yield decoration(_cover_cards(kit, book, middle))
    ink, sun = (house.deep, INK) if kit.saver else (WHITE, SUN)
    title = _cover_title(kit, content.title, width - 24)
    yield from text_chunks(
        kit, title, 12, 18 - 0.235 * title.type.em, Node("Title"), ink, align=0.5, width=width - 24
    )
    aim = kit.setter.set(content.aim, Type(14, 18, *("Fredoka One",) * 3), width - 28)
    yield from text_chunks(kit, aim, 14, 39.8, Node("P"), sun, align=0.5, width=width - 28)
    yield from _pills(kit, content, width / 2, height - 33)
    terms = kit.setter.set(plain(content.credits), Type(8, 11.2), 100)
    yield from text_chunks(
        kit, terms, width / 2 - 50, height - 17.2, Node("P"), ink, align=0.5, width=100
    )


def _cover_title(kit: Kit, title: str, room: float) -> Setting:
    size = 66.0
    while size > 30:
        setting = kit.setter.set(plain(title), Type(size, size, *("Fredoka One",) * 3), room)
        if len(setting.lines) < 2:
            return setting
        size -= 2
    return setting


def _cover_picture(kit: Kit, book: Book, format_: PageFormat) -> Sketch:
    paints = kit.paints.as_names()
    key = f"cover:{book.look.cover}"
    mark = book.look.marks.get("cover")
    box = kit.shelf.get(kit.shelf.keep(key, kit.shelf.art(book.look.cover, paints, mark))).box
    scale = max(format_.width / box.width, format_.height / box.height)
    x = (format_.width - box.width * scale) / 2 - scale * box.x
    y = format_.height - box.height * scale - scale * box.y
    return (Stamp(key, (scale, 0, 0, scale, x, y)),)


def _cover_cards(kit: Kit, book: Book, middle: tuple[float, float]) -> Sketch:
    """Cards in a large fan: those that the look names, or one of each of five kinds."""
    shelf = kit.shelf
    kinds = {card.kind.name: code for code, card in [*shelf.cards.items()][::-1]}
    codes = [code for code in book.look.cards if code in shelf.cards]
    codes = codes or [*reversed(kinds.values())][:5]
    return fanned(kit, tuple(codes), middle[0], middle[1] + 70, 40.0, 16.0)


def _pills(kit: Kit, content: BookContent, x: float, y: float) -> Iterator[Chunk]:
    em = 12.5 * PT
    texts = [("player", content.players), ("card", content.cards)]
    marks = [text_mark(text, 0, 0, em, "Fredoka One", INK) for _, text in texts]
    widths = [mark.width + 15.2 for mark in marks]
    left = x - (sum(widths) + 4) / 2
    for (symbol, text), wide in zip(texts, widths, strict=True):
        fill, stroke = (WHITE, Stroke(GOLD, 0.6)) if kit.saver else (GOLD, None)
        ground = rounded(left, y, wide, 9, 4.5, fill, stroke)
        sign = kit.shelf.symbol(symbol, left + 7, y + 4.5, 4.2, INK)
        mark = text_mark(text, left + 11, y + 4.5 + 0.355 * em, em, "Fredoka One", INK)
        yield Chunk(Node("P"), (ground, *sign, mark))
        left += wide + 4


def band(
    kit: Kit, content: BookContent, format_: PageFormat, second: Rich, right: Rich
) -> Iterator[Chunk]:
    """The coloured band over a sheet: title, what it is, the aim at the right."""
    house: Paints = kit.look.house
    width = format_.width
    box = Rect(0, 0, width, BAND)
    if kit.saver:
        rim = Stroke(house.deep, 0.6)
        yield decoration((rounded(6, 6, width - 12, BAND - 7, 3.2, WHITE, rim),))
    else:
        ground = rounded(0, 0, width, BAND, 0, house.base)
        yield decoration((ground, *rays(box, (width / 2, BAND / 2), house.deep)))
    ink, sun = (house.deep, INK) if kit.saver else (WHITE, SUN)
    title = kit.setter.set(plain(content.title), Type(33, 36, *("Fredoka One",) * 3), width * 0.45)
    x = format_.inner
    yield from text_chunks(kit, title, x, BAND / 2 - title.height / 2, Node("Title"), ink)
    x += title.width + 6
    name = kit.setter.set(second, Type(14, 18, *("Fredoka One",) * 3), 34)
    yield from text_chunks(kit, name, x, BAND / 2 - name.height / 2, Node("P"), sun)
    room = width - format_.inner - x - name.width - 8
    aim = kit.setter.set(right, Type(9.2, 12.6, "Lato Bold"), min(room, 66))
    end = width - format_.inner - aim.width
    yield from text_chunks(
        kit, aim, end, BAND / 2 - aim.height / 2, Node("P"), ink, align=1.0, width=aim.width
    )


def lines(box: Rect) -> Iterator[Chunk]:
    """Lines to write on."""
    stroke = Stroke(LINE, 0.25)
    rows = int(box.height // 9)
    yield decoration(
        tuple(
            line(box.x, box.y + 9 * row, box.right, box.y + 9 * row, stroke)
            for row in range(1, rows + 1)
        )
    )


def small_folio(kit: Kit, format_: PageFormat, page: int, text: str = "") -> Iterator[Chunk]:
    """The page number of a sheet in columns, or a line of terms."""
    shown = text or str(page)
    mark = text_mark(shown, format_.width / 2, format_.height - 8, NOTE.em * 0.92, "Lato", INK,
                     align=0.5)  # fmt: skip
    yield decoration((mark,))
