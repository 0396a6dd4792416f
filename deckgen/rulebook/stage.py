"""The scenes of a worked example: heaps of cards, whose they are, arrows from scene to scene.

A player's heaps lie above the name; values hang in gold discs below their cards.  Scenes stand side
by side where there is room, else in rows; in a scene, players stand in lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from card_specs.values import dataclass
from deckgen.drawing import Stroke
from deckgen.rulebook.content import Heap, Scene
from deckgen.rulebook.setting import text_mark
from deckgen.rulebook.sketch import Piece, Sketch, circle, line, rounded
from deckgen.rulebook.theme import GOLD, GREY_INK, INK, LABEL, NAME, WHITE
from deckgen.rulebook.units import Kit

CARD, LARGE = 11.4, 14.6
HEAP_GAP, OWNER_GAP, TABLE_GAP, ARROW = 1.6, 2.2, 5.0, 7.0
MARGIN = 3.0
TITLE, FOOT = 9.4, 7.6
HANGING, LABEL_TALL, LINE_GAP = 3.4, 4.9, 3.0
DISC = 6.8
SCALES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
ROW_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)


@dataclass(frozen=True)
class Group:
    """Heaps of one owner in a scene, and how wide they are."""

    owner: str
    heaps: tuple[Heap, ...]
    width: float
    label: str
    winner: bool


@dataclass(frozen=True)
class Laid:
    """A scene with its groups in lines; `card` is how wide its cards are."""

    scene: Scene
    lines: tuple[tuple[Group, ...], ...]
    width: float
    card: float


@dataclass(frozen=True)
class Stage:
    """All scenes, in rows, and the heights of the rows."""

    rows: tuple[tuple[Laid, ...], ...]
    heights: tuple[float, ...]
    width: float
    values: bool

    @property
    def height(self) -> float:
        return sum(self.heights)


def staged(kit: Kit, scenes: Sequence[Scene], width: float) -> Stage:
    """The scenes laid out: in one row if they can, else in as few rows as it takes."""
    room = width - 2 * MARGIN
    values = any(heap.values for scene in scenes for heap in scene.heaps)
    for scale in SCALES:
        row = tuple(_laid(kit, scene, scale, room) for scene in scenes)
        flat = all(len(one.lines) == 1 for one in row)
        if flat and _natural(row) <= room:
            return _with_heights(kit, (row,), width, values)
    rows: tuple[tuple[Laid, ...], ...] = ()
    for scale in ROW_SCALES:
        rows = _rows([_laid(kit, scene, scale, room) for scene in scenes], room)
        if all(_natural(row) <= room for row in rows):
            break
    return _with_heights(kit, rows, width, values)


def _rows(scenes: Sequence[Laid], room: float) -> tuple[tuple[Laid, ...], ...]:
    """Scenes that fit beside one another share a row."""
    rows: list[list[Laid]] = []
    for scene in scenes:
        if rows and _natural((*rows[-1], scene)) <= room - ARROW:
            rows[-1].append(scene)
        else:
            rows.append([scene])
    return tuple(tuple(row) for row in rows)


def _with_heights(
    kit: Kit, rows: tuple[tuple[Laid, ...], ...], width: float, values: bool
) -> Stage:
    heights = []
    for row in rows:
        heights.append(TITLE + max(_tall(kit, one, values) for one in row) + FOOT - LABEL_TALL)
    return Stage(rows, tuple(heights), width, values)


def _tall(kit: Kit, laid: Laid, values: bool) -> float:
    """A scene's lines with their labels."""
    line_tall = laid.card * kit.shelf.height / kit.shelf.width + LABEL_TALL
    line_tall += HANGING if values else 0.6
    return len(laid.lines) * line_tall + (len(laid.lines) - 1) * LINE_GAP


def _natural(row: Sequence[Laid]) -> float:
    return sum(one.width for one in row) + ARROW * (len(row) - 1)


def _laid(kit: Kit, scene: Scene, scale: float, room: float) -> Laid:
    card = (LARGE if scene.large else CARD) * scale
    lines: list[list[Group]] = []
    for group in _groups(scene, card):
        if lines and _line_width([*lines[-1], group]) <= room - ARROW:
            lines[-1].append(group)
        else:
            lines.append([group])
    title = text_mark(scene.title.upper(), 0, 0, LABEL.em, LABEL.font, INK).width
    width = max(title, *(_line_width(line) for line in lines))
    return Laid(scene, tuple(tuple(line) for line in lines), width, card)


def _line_width(groups: Sequence[Group]) -> float:
    gaps = sum(TABLE_GAP if not group.owner else OWNER_GAP for group in groups[:-1])
    return sum(group.width for group in groups) + gaps


def _groups(scene: Scene, card: float) -> Iterator[Group]:
    """Heaps side by side, those of one owner together; the table's each for itself."""

    def whose(pair: tuple[int, Heap]) -> tuple[str, int]:
        number, heap = pair
        return heap.owner, 0 if heap.owner else number

    for (owner, _), found in groupby(enumerate(scene.heaps), key=whose):
        heaps = tuple(heap for _, heap in found)
        cards = sum(_heap_width(heap, card) for heap in heaps) + HEAP_GAP * (len(heaps) - 1)
        label = owner or heaps[0].label
        words = text_mark(label, 0, 0, NAME.em, NAME.font, INK).width + (4.4 if owner else 0.6)
        winner = any(heap.winner for heap in heaps)
        yield Group(owner, heaps, max(cards, words), label, winner)


def _step(heap: Heap, card: float) -> float:
    """From one card of a heap to the next: half a card where they overlap."""
    if heap.tight:
        return card * (0.54 if len(heap.cards) < 6 else 0.36)
    return card + min(HEAP_GAP, card * 0.1)


def _heap_width(heap: Heap, card: float) -> float:
    return card + _step(heap, card) * (len(heap.cards) - 1)


# --- drawing -------------------------------------------------------------------------------------


def drawn(kit: Kit, stage: Stage, x: float, y: float) -> Iterator[Piece]:
    """All scenes from the corner x, y on."""
    for index, (row, height) in enumerate(zip(stage.rows, stage.heights, strict=True)):
        yield from _row(kit, stage, row, x, y, continued=index > 0)
        y += height


def _row(
    kit: Kit, stage: Stage, row: Sequence[Laid], x: float, y: float, *, continued: bool
) -> Iterator[Piece]:
    lead = ARROW if continued else 0.0
    spare = (stage.width - 2 * MARGIN - lead - _natural(row)) / (2 * len(row))
    middle = y + TITLE + CARD * 0.7
    left = x + MARGIN + lead + spare
    if continued:
        yield from kit.shelf.symbol("arrow", x + MARGIN + ARROW / 2, middle, 4.6, kit.strong)
    for index, laid in enumerate(row):
        if index:
            at = left + spare + ARROW / 2
            yield from kit.shelf.symbol("arrow", at, middle, 4.6, kit.strong)
            left += 2 * spare + ARROW
        title = laid.scene.title.upper()
        centre = left + laid.width / 2
        yield text_mark(title, centre, y + 5.2, LABEL.em, LABEL.font, kit.strong, align=0.5)
        yield from _scene(kit, laid, left, y + TITLE, stage.values)
        left += laid.width


def _scene(kit: Kit, laid: Laid, x: float, y: float, values: bool) -> Iterator[Piece]:
    tall = laid.card * kit.shelf.height / kit.shelf.width
    hanging = HANGING if values and not laid.scene.large else 0.9
    for groups in laid.lines:
        left = x + (laid.width - _line_width(groups)) / 2
        yield from _line(kit, groups, left, y, laid.card, tall + hanging)
        y += tall + LABEL_TALL + LINE_GAP + (HANGING if values else 0.6)


def _line(
    kit: Kit, groups: Sequence[Group], x: float, y: float, card: float, foot: float
) -> Iterator[Piece]:
    tall = card * kit.shelf.height / kit.shelf.width
    for index, group in enumerate(groups):
        cards = sum(_heap_width(heap, card) for heap in group.heaps)
        cards += HEAP_GAP * (len(group.heaps) - 1)
        left = x + (group.width - cards) / 2
        for heap in group.heaps:
            yield from _heap(kit, heap, left, y, card, tall)
            left += _heap_width(heap, card) + HEAP_GAP
        yield from _label(group, x + group.width / 2, y + foot)
        x += group.width
        if index < len(groups) - 1:
            gap = OWNER_GAP if group.owner else TABLE_GAP
            if not group.owner and groups[index + 1].owner:
                dashes = Stroke("#8A8DA8", 0.25, (0.9, 0.9))
                yield line(x + gap / 2, y, x + gap / 2, y + foot + 5, dashes)
            x += gap


def _heap(kit: Kit, heap: Heap, x: float, y: float, card: float, tall: float) -> Iterator[Piece]:
    for index, code in enumerate(heap.cards):
        yield from kit.shelf.card(code, x + index * _step(heap, card), y, card)
    if heap.values:
        middle = x + _heap_width(heap, card) / 2
        yield from value_disc(heap.values[0], middle, y + tall - DISC / 2 + 3)


def value_disc(text: str, x: float, y: float) -> Sketch:
    """A value in a gold disc with a white rim."""
    em = 4.0 if len(text) < 3 else 3.2
    mark = text_mark(text, x, y + 0.355 * em, em, "Fredoka One", INK, align=0.5)
    return (circle(x, y, DISC / 2, GOLD, Stroke(WHITE, 0.6)), mark)


def _label(group: Group, x: float, y: float) -> Iterator[Piece]:
    """Whose the heaps are: a pill with a name, or the zone's name alone."""
    if not group.owner:
        if group.label:
            yield text_mark(group.label, x, y + 3.6, NAME.em, NAME.font, GREY_INK, align=0.5)
        return
    mark = text_mark(group.owner, x, y + 3.42, NAME.em, NAME.font, INK, align=0.5)
    wide = mark.width + 4.4
    fill = GOLD if group.winner else WHITE
    yield rounded(x - wide / 2, y, wide, LABEL_TALL, LABEL_TALL / 2, fill, Stroke(INK, 0.3))
    yield mark
