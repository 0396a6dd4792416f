"""Blocks of words: paragraphs, headings, steps, notes, boxes, facts, cases, hints, contents."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen import colours
from deckgen.drawing import Colour, Stroke
from deckgen.geometry import Rect
from deckgen.rulebook.content import (
    Box,
    Bullets,
    Cases,
    Contents,
    Credits,
    Facts,
    Gold,
    Heading,
    Hints,
    Note,
    Paragraph,
    Steps,
)
from deckgen.rulebook.inline import Rich, bold, plain, words_of
from deckgen.rulebook.setting import Setting, text_mark
from deckgen.rulebook.sketch import Piece, Sketch, circle, line, rounded
from deckgen.rulebook.theme import (
    BLOCK,
    CAPTION,
    CREDITS,
    GOLD,
    H2,
    H3,
    INK,
    LEAD,
    NOTE,
    PAD_X,
    PAD_Y,
    PART,
    PT,
    RADIUS,
    SMALL,
    WHITE,
    Type,
)
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

TOKEN = 7.4
STEP_INDENT = 10.6
STEP_GAP = 3.7


def paragraph(kit: Kit, content: Paragraph, width: float) -> list[Unit]:
    kind: dict[str, Type] = {"lead": LEAD, "text": kit.body, "small": CAPTION}
    lead_in = words_of(content.text).rstrip().endswith(":")
    gap = BLOCK if content.sort == "lead" else 2.4
    hyphens = content.sort == "text"
    return [
        text_unit(
            kit, content.text, kind[content.sort], width, gap=gap, keep=lead_in, hyphens=hyphens
        )
    ]


def heading(kit: Kit, content: Heading, width: float) -> list[Unit]:
    unit = text_unit(
        kit, content.text, H2, width, role="H2", colour=kit.strong, gap=PART, keep=True
    )
    return [
        Unit(
            unit.height, unit.draw, PART, True, None, (f"part:{content.id}",),
            (2, words_of(content.text)),
        )
    ]  # fmt: skip


# --- lists ---------------------------------------------------------------------------------------


def token(
    kit: Kit, x: float, y: float, text: str, size: float = TOKEN, gold: bool = False
) -> Sketch:
    """A numeral in a token disc, its middle at x, y."""
    base, deep, on = kit.paints.base, kit.paints.deep, kit.paints.on
    if gold:
        base, deep, on = "#FFD84F", "#C79A10", INK
    if kit.saver:
        ground: Sketch = (circle(x, y, size / 2 - 0.3, WHITE, Stroke(deep, 0.6)),)
        on = deep
    else:
        edge = size * 0.11
        ground = (circle(x, y + edge, size / 2, deep), circle(x, y, size / 2, base))
    em = size * 0.52
    return (*ground, text_mark(text, x, y + 0.355 * em, em, "Fredoka One", on, align=0.5))


def steps(kit: Kit, content: Steps, width: float) -> list[Unit]:
    """Numbered steps; each is placed whole."""
    list_node = Node("L")
    small = kit.body.size < 9.2
    disc = 6.2 if small else TOKEN
    units = []
    for index, item in enumerate(content.items):
        number = str(content.start + index)
        units.append(_step(kit, item, number, width, list_node, disc))
    return units


def _step(kit: Kit, item: Rich, number: str, width: float, list_node: Node, disc: float) -> Unit:
    indent = disc + STEP_INDENT - TOKEN
    setting = kit.setter.set(item, kit.body, width - indent)
    height = max(setting.height, disc + 0.8)
    top = max(0.0, (disc - setting.height) / 2) if len(setting.lines) < 2 else 0.0
    item_node = Node("LI", list_node)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        label = Node("Lbl", item_node)
        yield Chunk(label, token(kit, x + disc / 2, y + disc / 2 + 0.1, number, disc))
        yield from text_chunks(kit, setting, x + indent, y + top, Node("LBody", item_node))

    return Unit(height, draw, STEP_GAP if disc == TOKEN else 2.2)


def bullets(kit: Kit, content: Bullets, width: float) -> list[Unit]:
    list_node = Node("L")
    units = []
    for item in content.items:
        setting = kit.setter.set(item, kit.body, width - 4.6)
        units.append(_bullet(kit, setting, Node("LI", list_node)))
    return units


def _bullet(kit: Kit, setting: Setting, node: Node) -> Unit:
    def draw(x: float, y: float) -> Iterator[Chunk]:
        middle = y + 0.53 * setting.type.pitch
        yield Chunk(Node("Lbl", node), (circle(x + 1.3, middle, 0.85, kit.strong),))
        yield from text_chunks(kit, setting, x + 4.6, y, Node("LBody", node))

    return Unit(setting.height, draw, 1.6)


def hints(kit: Kit, content: Hints, width: float) -> list[Unit]:
    """Numbered hints in two columns, row by row."""
    columns = 2 if width > 100 else 1
    gutter = 5.0
    column = (width - (columns - 1) * gutter) / columns
    list_node = Node("L")
    units = []
    for start in range(0, len(content.items), columns):
        row = []
        for index, item in enumerate(content.items[start : start + columns], start + 1):
            setting = kit.setter.set(item, NOTE, column - 9.1)
            row.append((setting, Node("LI", list_node), str(index)))
        units.append(_hint_row(kit, row, column + gutter))
    return units


def _hint_row(kit: Kit, row: list[tuple[Setting, Node, str]], step: float) -> Unit:
    height = max(*(setting.height for setting, _, _ in row), 6.6)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        for index, (setting, node, number) in enumerate(row):
            left = x + index * step
            mark = token(kit, left + 3.3, y + 3.4, number, 6.6)
            yield Chunk(Node("Lbl", node), mark)
            yield from text_chunks(kit, setting, left + 9.1, y, Node("LBody", node))

    return Unit(height, draw, STEP_GAP)


def closing(kit: Kit, title: Rich, units: list[Unit], width: float, target: str) -> Unit:
    """A short chapter as a box at the end of another's last page."""
    pad = PAD_X
    head = kit.setter.set(title, Type(18, 22, *("Fredoka One",) * 3), width - 2 * pad)
    inner = joined(units, 0.0)
    height = head.height + 2.4 + inner.height + 2 * PAD_Y

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield decoration(kit.ground(x, y, width, height, _pale(kit)))
        yield from text_chunks(kit, head, x + pad, y + PAD_Y - 0.6, Node("H1"), kit.strong)
        yield from inner.draw(x + pad, y + PAD_Y + head.height + 1.8)

    targets = (target, *inner.targets)
    return Unit(height, draw, PART, targets=targets, outline=(1, words_of(title)))


def _pale(kit: Kit) -> Colour:
    return colours.mix(kit.paints.tint, WHITE, 60)


# --- boxes ---------------------------------------------------------------------------------------


def note(kit: Kit, content: Note, width: float) -> list[Unit]:
    """A gold rim, a symbol, what is forgotten at the table."""
    indent = 12.2 if content.symbol else PAD_X
    setting = kit.setter.set(content.text, NOTE, width - indent - PAD_X)
    height = setting.height + 2 * 2.7

    def draw(x: float, y: float) -> Iterator[Chunk]:
        rim = rounded(x, y, width, height, RADIUS, WHITE, Stroke(GOLD, 0.5))
        sign = kit.shelf.symbol(content.symbol, x + 6.6, y + 5.8, 5.8, INK)
        yield decoration((rim, *sign))
        yield from text_chunks(kit, setting, x + indent, y + 2.7, Node("P"))

    return [Unit(height, draw)]


def gold(kit: Kit, content: Gold, width: float) -> list[Unit]:
    """The way to win, the end."""
    figure = kit.setter.set(content.figure, Type(21, 24, *("Fredoka One",) * 3), 60)
    indent = figure.width + 2 * PAD_X if content.figure else 17.3 if content.symbol else PAD_X
    setting = kit.setter.set(content.text, LEAD.scaled(0.97), width - indent - PAD_X)
    height = setting.height + 2 * 2.9

    def draw(x: float, y: float) -> Iterator[Chunk]:
        fill, stroke = (WHITE, Stroke(GOLD, 0.8)) if kit.saver else (GOLD, None)
        ground: Sketch = (rounded(x, y, width, height, RADIUS, fill, stroke),)
        middle = y + height / 2
        ground += kit.shelf.symbol(content.symbol, x + 8.8, middle, 8.2, INK)
        yield decoration(ground)
        node = Node("P")
        top = middle - figure.height / 2
        yield from text_chunks(kit, figure, x + PAD_X, top, node)
        yield from text_chunks(kit, setting, x + indent, y + 2.9, node)

    return [Unit(height, draw)]


def box(kit: Kit, content: Box, width: float) -> list[Unit]:
    """A tinted box: cards or a symbol at the left, a title, a text."""
    card = 14.7
    cards = len(content.cards)
    picture = cards * card + (cards - 1) * 2 if cards else 8.4 if content.symbol else 0.0
    indent = PAD_X + (picture + 5.2 if picture else 0.0)
    title = kit.setter.set(content.title, H2, width - indent - PAD_X)
    setting = kit.setter.set(content.text, kit.body, width - indent - PAD_X)
    card_height = card * kit.shelf.height / kit.shelf.width
    inner = title.height + (SMALL if content.title else 0.0) + setting.height
    height = max(inner, card_height if cards else 0.0) + 2 * PAD_Y

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield decoration(kit.ground(x, y, width, height))
        top = y + (height - inner) / 2
        left = x + PAD_X
        for code in content.cards:
            place = y + (height - card_height) / 2
            figure = Node("Figure", alt=kit.shelf.names.get(code, code))
            yield Chunk(figure, kit.shelf.card(code, left, place, card))
            left += card + 2
        if content.symbol and not cards:
            sign = kit.shelf.symbol(content.symbol, left + 4.2, y + height / 2, 8.4, kit.strong)
            yield decoration(sign)
        if content.title:
            yield from text_chunks(kit, title, x + indent, top, Node("P"), kit.strong)
            top += title.height + SMALL
        yield from text_chunks(kit, setting, x + indent, top, Node("P"))

    return [Unit(height, draw)]


def facts(kit: Kit, content: Facts, width: float) -> list[Unit]:
    """Two or three facts side by side: symbol, title, text."""
    count = max(1, len(content.items))
    if width < 100:
        return cases(kit, Cases(content.items), width)
    gutter = 4.0
    column = (width - (count - 1) * gutter) / count
    titles = [kit.setter.set(item.title, H3.scaled(1.08), column) for item in content.items]
    texts = [kit.setter.set(item.text, kit.body.scaled(0.95), column) for item in content.items]
    title_height = max(title.height for title in titles)
    height = 9.6 + title_height + max(text.height for text in texts)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        for index, item in enumerate(content.items):
            left = x + index * (column + gutter)
            yield decoration(kit.shelf.symbol(item.symbol, left + 3.8, y + 4.2, 7.4, kit.strong))
            top = y + 9.6
            yield from text_chunks(kit, titles[index], left, top, Node("P"), kit.strong)
            yield from text_chunks(kit, texts[index], left, top + title_height, Node("P"))

    return [Unit(height, draw)]


def cases(kit: Kit, content: Cases, width: float) -> list[Unit]:
    """A symbol in a disc, a question, its answer."""
    units = []
    for item in content.items:
        indent = 12.0 if item.symbol else 0.0
        title = kit.setter.set(bold(item.title), kit.body, width - indent)
        text = kit.setter.set(item.text, kit.body, width - indent, hyphens=True)
        units.append(_case(kit, item.symbol, title, text, indent))
    return units


def _case(kit: Kit, symbol: str, title: Setting, text: Setting, indent: float) -> Unit:
    height = max(title.height + text.height, 8.6 if symbol else 0.0)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        if symbol:
            yield decoration(_sign_disc(kit, symbol, x + 4.2, y + 4.5))
        yield from text_chunks(kit, title, x + indent, y, Node("P"))
        yield from text_chunks(kit, text, x + indent, y + title.height, Node("P"))

    return Unit(height, draw, STEP_GAP)


def _sign_disc(kit: Kit, symbol: str, x: float, y: float) -> Sketch:
    if kit.saver:
        ground = circle(x, y, 3.95, WHITE, Stroke(kit.paints.deep, 0.5))
        return (ground, *kit.shelf.symbol(symbol, x, y, 5, kit.paints.deep))
    return (circle(x, y, 4.2, kit.paints.base), *kit.shelf.symbol(symbol, x, y, 5, kit.paints.on))


# --- contents and credits ------------------------------------------------------------------------


def contents(kit: Kit, content: Contents, width: float) -> list[Unit]:
    """The chapters in two columns with dots that lead to their pages."""
    title = plain(phrase(kit.language, "contents"))
    head = heading(kit, Heading(title), width)[0]
    columns = 2 if width > 100 else 1
    rows = -(-len(content.entries) // columns)
    pitch = 4.95
    gutter = 8.0
    column = (width - (columns - 1) * gutter) / columns
    toc = Node("TOC")

    def draw(x: float, y: float) -> Iterator[Chunk]:
        for index, (number, text, target) in enumerate(content.entries):
            left = x + index // rows * (column + gutter)
            top = y + index % rows * pitch
            yield from _entry(kit, (number, text, target), left, top, column, Node("TOCI", toc))

    body = Unit(rows * pitch, draw, 1.2)
    whole = joined((head, body), PART)
    return [Unit(whole.height, whole.draw, PART)]


def _entry(
    kit: Kit, entry: tuple[str, Rich, str], x: float, y: float, width: float, node: Node
) -> Iterator[Chunk]:
    number, text, target = entry
    em = 10.5 * PT
    base = y + 3.6
    link = Node("Link", node)
    page = text_mark(kit.pages(target), x + width, base, em, "Fredoka One", kit.strong, align=1)
    setting = kit.setter.set(text, kit.body.scaled(0.98), width - 16)
    pieces: list[Piece] = []
    if number:
        pieces.append(text_mark(number, x, base, em, "Fredoka One", kit.strong))
    for stretch in kit.setter.draw(setting, x + 5, y + 0.05):
        pieces += stretch.sketch
    start, end = x + 5 + setting.width + 1.6, page.x - 1.4
    if end > start:
        dots = Stroke("#B4B6D0", 0.28, (0.0, 0.72), "round")
        pieces.append(line(start, base - 0.1, end, base - 0.1, dots))
    pieces.append(page)
    yield Chunk(link, tuple(pieces), target, Rect(x, y, width, 4.95))


def credits_(kit: Kit, content: Credits, width: float) -> list[Unit]:
    """The terms in a tinted box, then fonts, edition, language."""
    terms = kit.setter.set(content.terms, Type(10.5, 15), width - 2 * PAD_X - 6)
    lines = [kit.setter.set(plain(text), CREDITS, width) for text in content.lines]
    box_height = terms.height + 2 * 5 if content.terms else 0.0
    height = box_height + 4.2 + sum(one.height for one in lines)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        if content.terms:
            yield decoration(kit.ground(x, y, width, box_height))
        inner = width - 2 * PAD_X
        yield from text_chunks(kit, terms, x + PAD_X, y + 5, Node("P"), align=0.5, width=inner)
        top = y + box_height + 4.2
        for one in lines:
            yield from text_chunks(kit, one, x, top, Node("P"), align=0.5, width=width)
            top += one.height

    return [Unit(height, draw, PART)]
