"""Pictures: cards in a fan or a row, a panel of figures, what may be played, a spec's own art."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from deckgen.drawing import Group, Shape, Stroke
from deckgen.matrices import times
from deckgen.rulebook.content import ArtPicture, CardRow, Choices, Fan, Panel, PanelLine
from deckgen.rulebook.inline import bold, words_of
from deckgen.rulebook.setting import text_mark
from deckgen.rulebook.sketch import Sketch, Stamp, circle, line
from deckgen.rulebook.theme import INK, NO, NOTE, PAD_X, PAD_Y, SUN, TABLE, WHITE, YES, Type
from deckgen.rulebook.units import Chunk, Kit, Node, Unit, decoration, text_chunks
from deckgen.rulebook.wording import say as phrase


def figure(kit: Kit, code: str, sketch: Sketch) -> Chunk:
    """A card as a picture with its name."""
    return Chunk(Node("Figure", alt=kit.shelf.names.get(code, code)), sketch)


def fan(kit: Kit, content: Fan, width: float) -> list[Unit]:
    """Cards held like a hand, 15 degrees apart."""
    count = len(content.cards)
    face = min(23.5, width * 0.2) * kit.card_scale
    tall = face * kit.shelf.height / kit.shelf.width
    step = min(15.0, 90.0 / max(1, count))
    radius = face * 2.6
    spread = math.radians(step * (count - 1) / 2)
    lowest = (tall * math.cos(spread) + face * math.sin(spread)) / 2 - radius * math.cos(spread)
    height = radius + tall / 2 + lowest + 1.2

    def draw(x: float, y: float) -> Iterator[Chunk]:
        middle, hub = x + width / 2, y + radius + tall / 2 + 0.6
        for index, code in enumerate(content.cards):
            angle = math.radians(step * index) - spread
            sketch = _turned(kit, code, middle, hub, radius, angle, face)
            yield figure(kit, code, sketch)

    return [Unit(height, draw)]


def fanned(
    kit: Kit, codes: tuple[str, ...], x: float, y: float, face: float, step: float
) -> Sketch:
    """Cards in a fan whose hub is at x, y, so many degrees apart."""
    spread = step * (len(codes) - 1) / 2
    out: Sketch = ()
    for index, code in enumerate(codes):
        angle = math.radians(step * index - spread)
        out += _turned(kit, code, x, y, face * 1.62, angle, face)
    return out


def _turned(
    kit: Kit, code: str, x: float, y: float, radius: float, angle: float, face: float
) -> Sketch:
    """A card whose middle lies so far above a hub, turned round it."""
    sin, cos = math.sin(angle), math.cos(angle)
    scale = face / kit.shelf.width
    centre = (1.0, 0.0, 0.0, 1.0, -kit.shelf.width / 2, -kit.shelf.height / 2)
    turn = (cos * scale, sin * scale, -sin * scale, cos * scale, 0.0, 0.0)
    place = (1.0, 0.0, 0.0, 1.0, x + radius * sin, y - radius * cos)
    return tuple(
        replace(piece, matrix=times(times(times(piece.matrix, centre), turn), place))
        for piece in kit.shelf.card(code, 0, 0, kit.shelf.width)
        if isinstance(piece, Stamp)
    )


def card_row(kit: Kit, content: CardRow, width: float) -> list[Unit]:
    """Cards side by side, their caption below."""
    face = 18.6 if content.large else 14.0
    gap = 3.0
    count = max(1, len(content.cards))
    face = min(face, (width - (count - 1) * gap) / count)
    tall = face * kit.shelf.height / kit.shelf.width
    caption = kit.setter.set(content.caption, NOTE, width)
    height = tall + 0.6 + (1.8 + caption.height if content.caption else 0.0)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        left = x + (width - count * face - (count - 1) * gap) / 2
        for code in content.cards:
            yield figure(kit, code, kit.shelf.card(code, left, y, face))
            left += face + gap
        top = y + tall + 2.4
        yield from text_chunks(kit, caption, x, top, Node("P"), align=0.5, width=width)

    return [Unit(height, draw)]


def panel(kit: Kit, content: Panel, width: float) -> list[Unit]:
    """A large card and lines of a card, a figure and a text on the house's colour.

    In a narrow column the lines stand side by side.
    """
    narrow = width < 100 and all(len(words_of(one.figure)) < 4 for one in content.lines)
    face, mini, pad = (12.4, 9.6, 3.2) if narrow else (30.6, 16.9, 4.3)
    if width < 100 and not narrow:
        face, mini = 19.0, 10.4
    ratio = kit.shelf.height / kit.shelf.width
    gap = 3.9
    count = len(content.lines)
    rows = 1 if narrow else count
    inner = max(face * ratio if content.card else 0.0, rows * mini * ratio + (rows - 1) * gap)
    height = inner + 2 * pad
    house = kit.having(kit.look.house)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield decoration(house.ground(x, y, width, height, house.paints.base))
        left = x + (4.0 if narrow else 7.5)
        if content.card:
            top = y + (height - face * ratio) / 2
            yield figure(kit, content.card, kit.shelf.card(content.card, left, top, face))
            left += face + (3.6 if narrow else 6.8)
        top = y + (height - rows * mini * ratio - (rows - 1) * gap) / 2
        step = (x + width - left) / max(1, count) if narrow else 0.0
        room = step - mini - 4.2 if narrow else x + width - left - mini - 6
        for one in content.lines:
            yield from _panel_line(house, one, left, top, mini, room)
            left += step
            top += 0.0 if narrow else mini * ratio + gap

    return [Unit(height, draw)]


def _panel_line(
    kit: Kit, content: PanelLine, x: float, y: float, face: float, room: float
) -> Iterator[Chunk]:
    tall = face * kit.shelf.height / kit.shelf.width
    if content.card:
        yield figure(kit, content.card, kit.shelf.card(content.card, x, y, face))
        x += face + 3.7
    large = (
        Type(22, 24, *("Fredoka One",) * 3) if face > 12 else Type(15, 17, *("Fredoka One",) * 3)
    )
    amount = kit.setter.set(content.figure, large, room)
    text = kit.setter.set(bold(content.text), TABLE, room)
    top = y + (tall - amount.height - text.height) / 2
    colours = (kit.strong, INK) if kit.saver else (SUN, WHITE)
    yield from text_chunks(kit, amount, x, top, Node("P"), colours[0])
    yield from text_chunks(kit, text, x, top + amount.height, Node("P"), colours[1])


def choices(kit: Kit, content: Choices, width: float) -> list[Unit]:
    """The top card, an arrow, and cards with a sign: may be played, may not."""
    small = width < 100
    face, mini = (11.0, 8.6) if small else (16.8, 13.6)
    ratio = kit.shelf.height / kit.shelf.width
    count = len(content.cards)
    gap = min(2.4, max(0.8, (width - face - 26 - count * mini) / max(1, count)))
    caption = kit.setter.set(content.caption, NOTE, width - face - 20)
    words = caption.height + 1.0 if content.caption and not small else 0.0
    height = max(face * ratio, mini * ratio + 2.6 + words) + 2 * PAD_Y

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield decoration(kit.ground(x, y, width, height))
        top = y + (height - face * ratio) / 2
        left = x + PAD_X
        yield figure(kit, content.top, kit.shelf.card(content.top, left, top, face))
        left += face + 5.2
        yield decoration(arrow(kit, left + 2.8, y + height / 2))
        left += 10.8
        row = y + (height - mini * ratio - 2.6 - words) / 2
        first = left
        for code, legal in content.cards:
            yield from _choice(kit, code, legal, left, row, mini)
            left += mini + gap
        if words:
            below = row + mini * ratio + 3.2
            yield from text_chunks(kit, caption, first, below, Node("P"))

    return [Unit(height, draw, 2.4)]


def _choice(kit: Kit, code: str, legal: bool, x: float, y: float, face: float) -> Iterator[Chunk]:
    name = kit.shelf.names.get(code, code)
    said = phrase(kit.language, "legal" if legal else "illegal")
    tall = face * kit.shelf.height / kit.shelf.width
    sign = yes_or_no(legal, x + face - 1.2, y + tall - 0.9, 5.6 if face > 10 else 4.4)
    sketch = (*kit.shelf.card(code, x, y, face), *sign)
    yield Chunk(Node("Figure", alt=f"{name}: {said}"), sketch)


def yes_or_no(legal: bool, x: float, y: float, size: float) -> Sketch:
    """A check or a cross in a disc with a white rim: signs, not colours alone."""
    r = size / 2
    disc = circle(x, y, r, YES if legal else NO, Stroke(WHITE, 0.45))
    stroke = Stroke(WHITE, size * 0.135, (), "round", "round")
    if legal:
        path = (
            ("M", x - 0.42 * r, y + 0.04 * r),
            ("L", x - 0.1 * r, y + 0.36 * r),
            ("L", x + 0.44 * r, y - 0.34 * r),
        )
        return (disc, Shape(path, None, stroke))
    d = 0.34 * r
    return (
        disc,
        line(x - d, y - d, x + d, y + d, stroke),
        line(x - d, y + d, x + d, y - d, stroke),
    )


def arrow(kit: Kit, x: float, y: float, size: float = 5.4) -> Sketch:
    """An arrow to the right, its middle at x, y."""
    return kit.shelf.symbol("arrow", x, y, size, kit.strong)


def art_picture(kit: Kit, content: ArtPicture, width: float) -> list[Unit]:
    """A drawing of the spec's own, at its own size in mm, never wider than the column."""
    key = f"art:{content.art}:{kit.paints.base}"
    kept = kit.shelf.keep(key, kit.shelf.art(content.art, kit.paints.as_names(), content.at))
    box = kit.shelf.get(kept).box
    scale = min(1.0, width / box.width)
    caption = kit.setter.set(content.caption, NOTE, width)
    tall = box.height * scale
    height = tall + (1.8 + caption.height if content.caption else 0.0)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        left = x + (width - box.width * scale) / 2
        matrix = (scale, 0.0, 0.0, scale, left - scale * box.x, y - scale * box.y)
        yield Chunk(Node("Figure", alt=content.alt), (Stamp(key, matrix),))
        node = Node("P")
        yield from text_chunks(kit, caption, x, y + tall + 1.8, node, align=0.5, width=width)

    return [Unit(height, draw)]


def number_at(
    kit: Kit, text: str, x: float, y: float, size: float, colour: str, turn: float
) -> Sketch:
    """A figure in title letters, its middle at x, y, turned by so many degrees."""
    mark = text_mark(text, 0, 0.355 * size, size, "Fredoka One", colour, align=0.5)
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    return (Group((mark,), (cos, sin, -sin, cos, x, y)),)
