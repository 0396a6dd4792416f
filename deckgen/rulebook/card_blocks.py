"""Blocks of cards: the table of all kinds, entries one by one, the legend, other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from card_specs.values import dataclass
from deckgen.drawing import Stroke
from deckgen.rulebook.content import (
    CardLine,
    CardTable,
    Entries,
    Entry,
    Legend,
    LegendWord,
    Part,
    Parts,
)
from deckgen.rulebook.example_block import example
from deckgen.rulebook.inline import Rich, Span, plain
from deckgen.rulebook.picture_blocks import figure
from deckgen.rulebook.setting import text_mark
from deckgen.rulebook.sketch import Sketch, line, rounded
from deckgen.rulebook.theme import (
    BLOCK,
    CODE,
    COUNT,
    GOLD,
    GREY_INK,
    H2,
    INK,
    LABEL,
    NOTE,
    TABLE,
    WHITE,
    Type,
)
from deckgen.rulebook.units import Chunk, Kit, Node, Unit, decoration, joined, text_chunks
from deckgen.rulebook.wording import say as phrase

PILL = 6.1
PILL_ABOVE = 0.7
DISC = 6.4
LEAST_GAP = 3.0
"""Between the words of a legend."""
CARD_NAME = Type(11, 12.6, *("Fredoka One",) * 3)


def pill(kit: Kit, text: str, x: float, y: float, least: float = 0.0) -> tuple[Sketch, float]:
    """A gold pill with a count in it, and its width."""
    mark = text_mark(text, 0, 0, COUNT.em, "Fredoka One", INK)
    width = max(least, mark.width + 5.4)
    fill, stroke = (WHITE, Stroke(GOLD, 0.5)) if kit.saver else (GOLD, None)
    ground = rounded(x, y, width, PILL, PILL / 2, fill, stroke)
    middle = y + PILL / 2 + 0.355 * COUNT.em
    return (ground, replace(mark, x=x + (width - mark.width) / 2, y=middle)), width


# --- the table of cards --------------------------------------------------------------------------


def card_table(kit: Kit, content: CardTable, width: float) -> list[Unit]:
    """An entry for each kind: two columns up to ten kinds, three smaller ones beyond."""
    many = len(content.lines) > 10
    columns, face = (3, 14.0) if many and width > 100 else (2, 18.6)
    if width > 150:
        columns, face = 2, 7.6 if kit.compact else 9.4
    elif width < 100:
        columns, face = (2, 12.0)
    elif kit.compact:
        face *= kit.card_scale
    gutter = 4.0
    column = (width - (columns - 1) * gutter) / columns
    lines = [_card_line(kit, one, column, face) for one in content.lines]
    units = []
    for start in range(0, len(lines), columns):
        units.append(_line_row(lines[start : start + columns], column + gutter))
    return units


def _line_row(lines: Sequence[Unit], step: float) -> Unit:
    height = max(one.height for one in lines)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        for index, one in enumerate(lines):
            yield from one.draw(x + index * step, y)

    targets = tuple(target for one in lines for target in one.targets)
    return Unit(height, draw, 2.9, targets=targets)


def _card_line(kit: Kit, content: CardLine, width: float, face: float) -> Unit:
    small = face < 10
    tall = face * kit.shelf.height / kit.shelf.width
    indent = face + (3.6 if not small else 3.4)
    room = width - indent - (19 if small else 0)
    name = kit.setter.set(_linked(content.title, content.target), CARD_NAME, room)
    text = kit.setter.set(content.text, TABLE if not small else TABLE.scaled(0.96), room)
    first = name.height + (0.0 if small else PILL + 1.3)
    height = max(tall + 0.4, first + text.height)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield figure(kit, content.card, kit.shelf.card(content.card, x, y, face))
        left = x + indent
        top = y + (max(0.0, tall - name.height - text.height) / 2 if small else 0.0)
        yield from text_chunks(kit, name, left, top, Node("P"))
        yield from _counted(kit, content, x, y, left, width, tall, small, name.height)
        yield from text_chunks(kit, text, left, top + first, Node("P"))

    return Unit(height, draw, targets=(content.anchor,) if content.anchor else ())


def _counted(
    kit: Kit, content: CardLine, x: float, y: float, left: float, width: float, tall: float,
    small: bool, name_height: float,
) -> Iterator[Chunk]:  # fmt: skip
    node = Node("P")
    if small:
        sketch, wide = pill(kit, f"×{content.count}", 0, 0, 12)
        sketch, _ = pill(kit, f"×{content.count}", x + width - wide, y + (tall - PILL) / 2, 12)
        yield Chunk(node, sketch)
        return
    top = y + name_height + 0.2
    sketch, wide = pill(kit, f"×{content.count}", left, top, 11)
    yield Chunk(node, sketch)
    code = text_mark(content.code, left + wide + 1.6, top + 4.15, CODE.em, CODE.font, GREY_INK)
    yield Chunk(node, (code,))


def _linked(title: str, target: str) -> Rich:
    return (Span(title, link=target),)


def legend(kit: Kit, content: Legend, width: float) -> list[Unit]:
    """Each word's symbol in a disc, its letter and its name, in one line or two."""
    keys = [_key(kit, word) for word in content.words]
    wide = sum(key.width for key in keys) + LEAST_GAP * (len(keys) - 1)
    if wide <= width or len(keys) < 4:
        return [_key_row(keys, width)]
    half = -(-len(keys) // 2)
    step = max(key.width for key in keys) + LEAST_GAP
    return [joined([_key_row(row, width, step) for row in (keys[:half], keys[half:])], BLOCK)]


@dataclass(frozen=True, eq=False)
class _Key:
    """A word of the legend, set, and how wide it is."""

    width: float
    draw: Callable[[float, float], Iterator[Chunk]]


def _key(kit: Kit, word: LegendWord) -> _Key:
    text = kit.setter.set((Span(f"{word.letter} ", True), Span(word.name)), kit.body, 60)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        middle = DISC / 2
        yield decoration(tuple(kit.setter.disc(word.list, word.word, x + middle, y + middle, DISC)))
        yield from text_chunks(kit, text, x + DISC + 1.4, y + 0.9, Node("P"))

    return _Key(DISC + 1.4 + text.width, draw)


def _key_row(keys: Sequence[_Key], width: float, step: float = 0.0) -> Unit:
    """Keys in a row, evenly spread, or `step` apart."""
    spare = width - sum(key.width for key in keys)
    gap = min(22.0, spare / max(1, len(keys) - 1))

    def draw(x: float, y: float) -> Iterator[Chunk]:
        for key in keys:
            yield from key.draw(x, y)
            x += step or key.width + gap

    return Unit(DISC, draw, 2.0 if step else BLOCK)


def parts(kit: Kit, content: Parts, width: float) -> list[Unit]:
    """Printed things besides cards: a symbol, a name, a count, a line."""
    return [_part(kit, one, width) for one in content.items]


def _part(kit: Kit, content: Part, width: float) -> Unit:
    indent = 12.0
    name = kit.setter.set(plain(content.title), CARD_NAME, width - indent - 20)
    text = kit.setter.set(content.text, TABLE, width - indent)
    first = max(name.height, PILL - PILL_ABOVE) + 0.8
    height = max(8.4, first + text.height)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield decoration(kit.shelf.symbol(content.symbol, x + 4.2, y + 4.2, 8, kit.strong))
        yield from text_chunks(kit, name, x + indent, y, Node("P"))
        sketch, _ = pill(kit, f"×{content.count}", x + indent + name.width + 3, y - PILL_ABOVE, 11)
        node = Node("P")
        yield Chunk(node, sketch)
        yield from text_chunks(kit, text, x + indent, y + first, node)

    return Unit(height, draw)


# --- entries -------------------------------------------------------------------------------------


def entries(kit: Kit, content: Entries, width: float) -> list[Unit]:
    """An entry a kind, thin rules between them."""
    units: list[Unit] = []
    pictured = any(one.figure is not None for one in content.items)
    for index, one in enumerate(content.items):
        below_figure = index > 0 and content.items[index - 1].figure is not None
        rule = index > 0 and not below_figure
        units.append(_entry(kit, one, width, pictured, rule=rule))
        if one.figure is not None:
            units += example(kit, one.figure, width)
    return units


def _entry(kit: Kit, content: Entry, width: float, pictured: bool, rule: bool) -> Unit:
    face = (22.4 if width > 100 and not pictured else 19.6) * kit.card_scale
    tall = face * kit.shelf.height / kit.shelf.width
    indent = face + 4.8
    room = width - indent
    text = kit.setter.set(content.text, kit.body, room, hyphens=True)
    label = Span(phrase(kit.language, "example") + " ", True)
    note = (
        kit.setter.set((label, *content.example), NOTE, room - 2 * 3.0) if content.example else None
    )
    note_height = note.height + 2 * 2.0 if note else 0.0
    inner = 6.6 + text.height + (1.9 + note_height if note else 0.0)
    above = 3.5 if rule else 0.0
    height = max(tall + 0.6, inner) + above

    def draw(x: float, y: float) -> Iterator[Chunk]:
        if rule:
            yield decoration((line(x, y, x + width, y, Stroke(kit.paints.base, 0.35)),))
        top = y + above
        yield figure(kit, content.card, kit.shelf.card(content.card, x, top, face))
        left = x + indent
        yield from _entry_head(kit, content, left, top, room)
        yield from text_chunks(kit, text, left, top + 6.6, Node("P"))
        if note:
            below = top + 6.6 + text.height + 1.9
            yield decoration(kit.ground(left, below, room, note_height))
            node = Node("P")
            yield from text_chunks(kit, note, left + 3, below + 1.8, node, strong=kit.strong)

    targets = (f"entry:{content.kind}",)
    return Unit(height, draw, 3.9, targets=targets, outline=(2, content.title))


def _entry_head(kit: Kit, content: Entry, x: float, y: float, width: float) -> Iterator[Chunk]:
    name = kit.setter.set(plain(content.title), H2, width)
    yield from text_chunks(kit, name, x, y - 0.3, Node("H2"), kit.strong)
    left = x + name.width + 2.6
    node = Node("P")
    if content.chip:
        chip = text_mark(content.chip.upper(), 0, 0, LABEL.em, LABEL.font, INK)
        wide = chip.width + 4.2
        if name.width + 2.6 + wide < width:
            fill, stroke = (WHITE, Stroke(GOLD, 0.5)) if kit.saver else (GOLD, None)
            ground = rounded(left, y + 0.5, wide, 4.5, 2.25, fill, stroke)
            mark = replace(chip, x=left + 2.1, y=y + 2.75 + 0.36 * LABEL.em)
            yield Chunk(node, (ground, mark))
            left += wide + 2
    other = kit.setter.set(_other_name(content), NOTE, width)
    if content.other and left + other.width < x + width:
        right = x + width - other.width
        yield from text_chunks(kit, other, right, y + 0.7, node, GREY_INK)


def _other_name(content: Entry) -> Rich:
    if not content.other or content.other == content.title:
        return ()
    return (Span(content.other, italic=True, lang=content.other_language),)
