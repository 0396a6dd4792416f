"""A worked example as a framed figure: scenes from left to right, joined by arrows.

Cards lie in heaps, a player's heaps above the name; values hang in gold discs below their cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from card_specs.values import dataclass
from deckgen import colours
from deckgen.drawing import Stroke
from deckgen.rulebook.content import Example, Heap, Scene
from deckgen.rulebook.inline import words_of
from deckgen.rulebook.setting import text_mark
from deckgen.rulebook.sketch import Piece, Sketch, circle, corners, line, rounded
from deckgen.rulebook.theme import (
    CAPTION,
    GOLD,
    GREY_INK,
    H2,
    INK,
    LABEL,
    NAME,
    RADIUS,
    WHITE,
)
from deckgen.rulebook.units import Chunk, Kit, Node, Unit, decoration, text_chunks

CARD, LARGE = 11.4, 14.6
HEAP_GAP, OWNER_GAP, TABLE_GAP, ARROW = 1.6, 2.2, 5.0, 7.0
TITLE_BAR = 8.3
DISC = 6.8


@dataclass(frozen=True)
class _Group:
    """Heaps of one owner in a scene, and how wide they are."""

    owner: str
    heaps: tuple[Heap, ...]
    width: float
    label: str
    winner: bool


def stage(kit: Kit, content: Example, width: float) -> Unit:
    """The scenes alone, without frame, title and caption: for pages that have their own."""
    scale, tall, values = _measures(kit, content, width)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        figure = Node("Figure", alt=content.alt)
        yield Chunk(figure, tuple(_scenes(kit, content.scenes, x, y, width, scale, values)))

    return Unit(tall, draw)


def _measures(kit: Kit, content: Example, width: float) -> tuple[float, float, bool]:
    """The scale of the cards, the height of the scenes, and whether values hang below cards."""
    scale = _scale(kit, content.scenes, width - 6)
    ratio = kit.shelf.height / kit.shelf.width
    tallest = max(LARGE if scene.large else CARD for scene in content.scenes) * scale * ratio
    values = any(heap.values for scene in content.scenes for heap in scene.heaps)
    return scale, 9.4 + tallest + (3.4 if values else 0.6) + 7.6, values


def example(kit: Kit, content: Example, width: float) -> list[Unit]:
    """The figure as a unit that is placed whole."""
    title = kit.setter.set(content.title, H2.scaled(0.98), width - 16)
    caption = kit.setter.set(content.caption, CAPTION, width - 2 * 4.4)
    scale, tall, values = _measures(kit, content, width)
    below = caption.height + 2 * 2.2 if content.caption else 0.0
    height = TITLE_BAR + tall + below

    def draw(x: float, y: float) -> Iterator[Chunk]:
        figure = Node("Figure", alt=content.alt, title=words_of(content.title))
        yield decoration(_frame(kit, x, y, width, height, below))
        left = x + (4.6 if not content.symbol else 10.9)
        yield decoration(_sign(kit, content.symbol, x, y))
        colour = kit.strong if kit.saver else kit.paints.on
        node = Node("H2")
        yield from text_chunks(kit, title, left, y + 1.35, node, colour)
        top = y + TITLE_BAR
        yield Chunk(figure, tuple(_scenes(kit, content.scenes, x, top, width, scale, values)))
        if content.caption:
            place = y + height - below + 2.2
            yield from text_chunks(kit, caption, x + 4.4, place, Node("P"))

    targets = (f"example:{content.id}",)
    return [Unit(height, draw, targets=targets, outline=(3, words_of(content.title)))]


def _sign(kit: Kit, symbol: str, x: float, y: float) -> Sketch:
    colour = kit.strong if kit.saver else kit.paints.on
    return kit.shelf.symbol(symbol, x + 6.7, y + TITLE_BAR / 2, 5, colour)


def _frame(kit: Kit, x: float, y: float, width: float, height: float, below: float) -> Sketch:
    base = kit.paints.deep if kit.saver else kit.paints.base
    rim = rounded(x, y, width, height, RADIUS, WHITE, Stroke(base, 0.6))
    pieces: list[Piece] = [rim]
    if kit.saver:
        thin = Stroke(base, 0.25)
        pieces.append(line(x, y + TITLE_BAR, x + width, y + TITLE_BAR, thin))
        if below:
            dashes = Stroke(base, 0.3, (0.9, 0.9))
            pieces.append(line(x, y + height - below, x + width, y + height - below, dashes))
        return tuple(pieces)
    if below:
        pale = colours.mix(kit.paints.tint, WHITE, 45)
        round_foot = (0.0, 0.0, RADIUS, RADIUS)
        pieces.append(corners(x, y + height - below, width, below, round_foot, pale))
    pieces.append(corners(x, y, width, TITLE_BAR, (RADIUS, RADIUS, 0, 0), base))
    pieces.append(rounded(x, y, width, height, RADIUS, None, Stroke(base, 0.6)))
    return tuple(pieces)


# --- scenes --------------------------------------------------------------------------------------


def _scale(kit: Kit, scenes: Sequence[Scene], room: float) -> float:
    """By how much cards are made smaller so that all scenes stand side by side."""
    scale = 1.0
    while scale > 0.45 and _natural(kit, scenes, scale) > room:
        scale -= 0.02
    return scale


def _natural(kit: Kit, scenes: Sequence[Scene], scale: float) -> float:
    return sum(_scene_width(kit, one, scale) for one in scenes) + ARROW * (len(scenes) - 1)


def _scene_width(kit: Kit, scene: Scene, scale: float) -> float:
    groups = _groups(kit, scene, scale)
    gaps = sum(TABLE_GAP if not group.owner else OWNER_GAP for group in groups[:-1])
    title = text_mark(scene.title.upper(), 0, 0, LABEL.em, LABEL.font, INK).width
    return max(sum(group.width for group in groups) + gaps, title)


def _groups(kit: Kit, scene: Scene, scale: float) -> list[_Group]:
    """Heaps side by side, those of one owner together; the table's each for itself."""
    card = (LARGE if scene.large else CARD) * scale
    groups = []
    for (owner, _), found in groupby(
        enumerate(scene.heaps),
        key=lambda pair: (pair[1].owner, pair[0] if not pair[1].owner else 0),
    ):
        heaps = tuple(heap for _, heap in found)
        cards = sum(_heap_width(heap, card) for heap in heaps) + HEAP_GAP * (len(heaps) - 1)
        label = owner or heaps[0].label
        words = text_mark(label, 0, 0, NAME.em, NAME.font, INK).width + (4.4 if owner else 0.6)
        winner = any(heap.winner for heap in heaps)
        groups.append(_Group(owner, heaps, max(cards, words), label, winner))
    return groups


def _step(heap: Heap, card: float) -> float:
    """From one card of a heap to the next: half a card where they overlap."""
    if heap.tight or len(heap.cards) > 3:
        return card * (0.54 if len(heap.cards) < 6 else 0.36)
    return card + HEAP_GAP


def _heap_width(heap: Heap, card: float) -> float:
    return card + _step(heap, card) * (len(heap.cards) - 1)


def _scenes(
    kit: Kit, scenes: Sequence[Scene], x: float, y: float, width: float, scale: float, values: bool
) -> Iterator[Piece]:
    natural = _natural(kit, scenes, scale)
    spare = (width - 6 - natural) / (2 * len(scenes))
    ratio = kit.shelf.height / kit.shelf.width
    tall = CARD * scale * ratio
    left = x + 3 + spare
    for index, scene in enumerate(scenes):
        wide = _scene_width(kit, scene, scale)
        if index:
            yield from kit.shelf.symbol(
                "arrow", left + spare + ARROW / 2, y + 9.4 + tall / 2, 4.6, kit.strong
            )
            left += 2 * spare + ARROW
        middle = left + wide / 2
        yield text_mark(
            scene.title.upper(), middle, y + 5.2, LABEL.em, LABEL.font, kit.strong, align=0.5
        )
        yield from _scene(kit, scene, left, y + 9.4, wide, scale, values)
        left += wide


def _scene(
    kit: Kit, scene: Scene, x: float, y: float, width: float, scale: float, values: bool
) -> Iterator[Piece]:
    groups = _groups(kit, scene, scale)
    card = (LARGE if scene.large else CARD) * scale
    gaps = sum(TABLE_GAP if not group.owner else OWNER_GAP for group in groups[:-1])
    x += (width - sum(group.width for group in groups) - gaps) / 2
    tall = card * kit.shelf.height / kit.shelf.width
    foot = y + tall + (3.4 if values and not scene.large else 0.9)
    for index, group in enumerate(groups):
        cards = sum(_heap_width(heap, card) for heap in group.heaps)
        cards += HEAP_GAP * (len(group.heaps) - 1)
        left = x + (group.width - cards) / 2
        for heap in group.heaps:
            yield from _heap(kit, heap, left, y, card, tall)
            left += _heap_width(heap, card) + HEAP_GAP
        yield from _label(kit, group, x + group.width / 2, foot)
        x += group.width
        if index < len(groups) - 1:
            gap = OWNER_GAP if group.owner else TABLE_GAP
            if not group.owner and groups[index + 1].owner:
                dashes = Stroke("#8A8DA8", 0.25, (0.9, 0.9))
                yield line(x + gap / 2, y, x + gap / 2, foot + 5, dashes)
            x += gap


def _heap(kit: Kit, heap: Heap, x: float, y: float, card: float, tall: float) -> Iterator[Piece]:
    for index, code in enumerate(heap.cards):
        yield from kit.shelf.card(code, x + index * _step(heap, card), y, card)
    if heap.values:
        middle = x + _heap_width(heap, card) / 2
        yield from value_disc(kit, heap.values[0], middle, y + tall - DISC / 2 + 3)


def value_disc(kit: Kit, text: str, x: float, y: float) -> Sketch:
    """A value in a gold disc with a white rim."""
    em = 4.0 if len(text) < 3 else 3.2
    rim = Stroke(WHITE, 0.6)
    mark = text_mark(text, x, y + 0.355 * em, em, "Fredoka One", INK, align=0.5)
    return (circle(x, y, DISC / 2, GOLD, rim), mark)


def _label(kit: Kit, group: _Group, x: float, y: float) -> Iterator[Piece]:
    """Whose the heaps are: a pill with a name, or the zone's name alone."""
    if not group.owner:
        if group.label:
            yield text_mark(group.label, x, y + 3.6, NAME.em, NAME.font, GREY_INK, align=0.5)
        return
    mark = text_mark(group.owner, x, y + 3.42, NAME.em, NAME.font, INK, align=0.5)
    wide = mark.width + 4.4
    fill = GOLD if group.winner else WHITE
    yield rounded(x - wide / 2, y, wide, 4.9, 2.45, fill, Stroke(INK, 0.3))
    yield mark
