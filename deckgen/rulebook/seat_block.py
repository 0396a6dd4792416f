"""The table after the set-up: seats on its rim, the reader's at the bottom, piles in the middle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from deckgen.drawing import Colour, Group, Matrix, Shape, Stroke
from deckgen.matrices import times
from deckgen.rulebook.content import Pile, Seat, Seats
from deckgen.rulebook.setting import text_mark
from deckgen.rulebook.sketch import Piece, Sketch, Stamp, circle, polygon, rounded
from deckgen.rulebook.theme import GOLD, INK, NAME, NOTE, PT, WHITE
from deckgen.rulebook.units import Beside, Chunk, Kit, Node, Unit, decoration

WIDTH, HEIGHT, CORNER = 88.0, 65.0, 18.0
REACH = 10.6
"""How far the hands stick out beyond the rim."""
MOST_BACKS = 5
CARD = 11.0


def seats(kit: Kit, content: Seats, width: float) -> list[Unit]:
    """The picture, 84 mm high on a page of 120 mm, smaller in a narrow column."""
    scale = min(1.0, width / 118) * (0.92 if kit.compact else 1.0)
    height = (HEIGHT + 2 * REACH) * scale

    def beside(x: float, y: float) -> Iterator[Chunk]:
        yield decoration(_moved(_tiny_row(kit, content), (1, 0, 0, 1, x, y)))

    def draw(x: float, y: float) -> Iterator[Chunk]:
        sketch = tuple(_table(kit, content))
        middle = (x + width / 2, y + (HEIGHT / 2 + REACH) * scale)
        yield Chunk(Node("Figure", alt=content.alt), _moved(sketch, (scale, 0, 0, scale, *middle)))

    tables = Beside(_tiny_width(content), beside) if content.others else None
    return [Unit(height, draw, 1.0, beside=tables)]


def _moved(sketch: Sketch, matrix: Matrix) -> Sketch:
    out: list[Piece] = []
    for piece in sketch:
        if isinstance(piece, Stamp):
            out.append(replace(piece, matrix=times(piece.matrix, matrix)))
        else:
            out.append(Group((piece,), matrix))
    return tuple(out)


# --- the table, its middle at 0, 0 ---------------------------------------------------------------


def _table(kit: Kit, content: Seats) -> Iterator[Piece]:
    paints = kit.paints
    box = (-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)
    if kit.saver:
        yield rounded(*box, CORNER, WHITE, Stroke(paints.deep, 0.6))
    else:
        yield rounded(box[0], box[1] + 1.4, WIDTH, HEIGHT, CORNER, paints.deep)
        yield rounded(*box, CORNER, paints.tint)
    dots = Stroke(paints.base, 0.45, (0.0, 1.55), "round")
    inner = (-WIDTH / 2 + 2.3, -HEIGHT / 2 + 2.3, WIDTH - 4.6, HEIGHT - 4.6)
    yield rounded(*inner, CORNER - 2, None, dots)
    count = len(content.seats)
    places = [seat_place(index, count) for index in range(count)]
    for place in places:
        yield from _places(kit, content, place)
    yield from _piles(kit, content.piles)
    crowded = content.places > 3 or any(seat.front for seat in content.seats)
    yield from _arrows(kit, content.clockwise, crowded)
    if content.places and content.caption:
        text = "".join(getattr(one, "text", "") for one in content.caption)
        yield text_mark(text, 0, HEIGHT / 2 - 17.4, 7.4 * PT, "Lato Bold", kit.strong, align=0.5)
    for seat, place in zip(content.seats, places, strict=True):
        yield from _seat(kit, seat, place)


Place = tuple[float, float, float]
"""A seat on the rim: x, y and by how many degrees it is turned (0: the reader's)."""


def seat_place(index: int, count: int) -> Place:
    """The middle of a seat on the rim; up to four sit on the middles of the sides."""
    if count <= 4:
        order = {1: (0,), 2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}[count]
        side = order[index]
        return (
            (0.0, HEIGHT / 2, 0.0),
            (-WIDTH / 2, 0.0, 90.0),
            (0.0, -HEIGHT / 2, 180.0),
            (WIDTH / 2, 0.0, 270.0),
        )[side]
    angle = 180 + index * 360 / count
    return _on_rim(angle)


def _on_rim(angle: float) -> Place:
    """Where a ray from the middle meets the rim; 0 degrees is the top, then clockwise."""
    dx, dy = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
    half_x, half_y = WIDTH / 2, HEIGHT / 2
    reach_x = half_x / abs(dx) if abs(dx) > 1e-9 else math.inf
    reach_y = half_y / abs(dy) if abs(dy) > 1e-9 else math.inf
    reach = min(reach_x, reach_y)
    x, y = dx * reach, dy * reach
    if reach_y <= reach_x:
        limit = half_x - 23
        return (max(-limit, min(limit, x)), y, 0.0 if y > 0 else 180.0)
    return (x, max(-half_y + 20, min(half_y - 20, y)), 90.0 if x < 0 else 270.0)


def _turned(x: float, y: float, degrees: float) -> Matrix:
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return (cos, sin, -sin, cos, x, y)


def _seat(kit: Kit, seat: Seat, place: Place) -> Iterator[Piece]:
    """The hand as a fan of backs over the rim, and the name."""
    x, y, turn = place
    backs = min(seat.cards, MOST_BACKS)
    shown: list[Piece] = []
    for index in range(backs):
        shown += _back(kit, seat.back, index - (backs - 1) / 2)
    yield from _moved(tuple(shown), _turned(x, y, turn))
    if seat.cards > MOST_BACKS:
        spot = _offset(place, 0.0, 5.0)
        yield circle(*spot, 3.6, GOLD, Stroke(WHITE, 0.5))
        yield text_mark(str(seat.cards), spot[0], spot[1] + 1.3, 3.7, "Fredoka One", INK, align=0.5)
    yield from _name(kit, seat, place)


def _back(kit: Kit, name: str, offset: float) -> Sketch:
    """A back of the fan, its foot 2 mm inside the rim; the reader's looks upwards."""
    angle = 11.0 * offset
    ratio = kit.shelf.height / kit.shelf.width
    scale = CARD / kit.shelf.width
    centre = (scale, 0.0, 0.0, scale, -CARD / 2, -CARD * ratio / 2)
    turn = _turned(offset * 5.4, 1.0 + abs(offset) ** 1.7 * 0.5, angle)
    return (Stamp(kit.shelf.back(name), times(centre, turn)),)


def _offset(place: Place, along: float, out: float) -> tuple[float, float]:
    """A point beside a seat: `along` the rim to the seat's right, `out` of the table."""
    x, y, turn = place
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    return x + along * cos - out * sin, y + along * sin + out * cos


def _name(kit: Kit, seat: Seat, place: Place) -> Iterator[Piece]:
    mark = text_mark(seat.name, 0, 0, 9 * PT, NAME.font, INK)
    wide = mark.width + 8.2
    upright = place[2] in (0.0, 180.0)
    if upright:
        x, y = _offset(place, 18.5 + wide / 2 - 1, 4.6)
    else:
        x, y = _offset(place, 0.0, 3.0)
        y += 21.5
    fill = GOLD if seat.first else WHITE
    yield rounded(x - wide / 2, y - 3, wide, 6, 3, fill, Stroke(INK, 0.4))
    yield from kit.shelf.symbol("player", x - wide / 2 + 3.5, y, 3.2, INK)
    yield replace(mark, x=x - wide / 2 + 6, y=y + 1.15)
    if seat.note:
        below = upright and place[2] == 0.0
        at = (x + wide / 2 + 1.6, y + 1.1) if below else (x, y + 6.4)
        align = 0.0 if below else 0.5
        if place[2] == 180.0:
            at, align = (x + wide / 2 + 1.6, y + 1.1), 0.0
        yield text_mark(seat.note, *at, NOTE.em, "Lato", INK, align=align)


# --- what lies on the table ----------------------------------------------------------------------


def _places(kit: Kit, content: Seats, place: Place) -> Iterator[Piece]:
    """Empty places in front of a seat, or the cards that lie there."""
    index = [seat_place(i, len(content.seats)) for i in range(len(content.seats))].index(place)
    front = content.seats[index].front
    if front:
        yield from _front(kit, front, place)
        return
    count = min(content.places, 7)
    for number in range(count):
        along = (number - (count - 1) / 2) * 7.2
        x, y = _offset(place, along, -12.4)
        yield from _outline(kit, content.place, x, y, place[2])


def _front(kit: Kit, rows: Sequence[Sequence[str]], place: Place) -> Iterator[Piece]:
    ratio = kit.shelf.height / kit.shelf.width
    size = 5.6
    for level, row in enumerate(rows):
        for number, code in enumerate(row[:8]):
            along = (number - (len(row[:8]) - 1) / 2) * (size + 0.8)
            shown = kit.shelf.card(code, -size / 2, -size * ratio / 2, size)
            x, y = _offset(place, along, -10.6 - level * 9)
            yield from _moved(shown, _turned(x, y, place[2]))


def _outline(kit: Kit, shape: str, x: float, y: float, turn: float) -> Sketch:
    """An empty place: a dashed pentagon, or a dashed card."""
    dashes = Stroke(kit.strong, 0.4, (1.1, 0.7))
    if shape == "pentagon":
        points = [
            (2.85 * math.sin(math.radians(a)), -2.85 * math.cos(math.radians(a)))
            for a in range(0, 360, 72)
        ]
        return (
            Group((polygon(points, WHITE if kit.saver else None, dashes),), _turned(x, y, turn)),
        )
    card = rounded(-2.6, -3.6, 5.2, 7.2, 0.7, None, dashes)
    return (Group((card,), _turned(x, y, turn)),)


def _piles(kit: Kit, piles: Sequence[Pile]) -> Iterator[Piece]:
    """The zones of the table side by side with their names above."""
    face, gap = 12.7, 5.0
    tall = face * kit.shelf.height / kit.shelf.width
    widths = [max(face, text_mark(p.title, 0, 0, 7.6 * PT, "Lato Black", INK).width) for p in piles]
    x = -(sum(widths) + gap * (len(piles) - 1)) / 2
    for pile, wide in zip(piles, widths, strict=True):
        middle = x + wide / 2
        yield text_mark(
            pile.title, middle, -tall / 2 - 2.4, 7.6 * PT, "Lato Black", kit.strong, align=0.5
        )
        if pile.card:
            yield from kit.shelf.card(pile.card, middle - face / 2, -tall / 2 - 0.4, face)
        else:
            yield from _empty_pile(kit, middle, -0.4, face, tall)
        x += wide + gap


def _empty_pile(kit: Kit, x: float, y: float, face: float, tall: float) -> Sketch:
    dashes = Stroke(kit.strong, 0.45, (1.3, 0.8))
    return (rounded(x - face / 2, y - tall / 2, face, tall, 0.7, WHITE, dashes),)


def _arrows(kit: Kit, clockwise: bool, crowded: bool) -> Iterator[Piece]:
    """Two bent arrows that say which way play goes, in the corners where much lies on the table."""
    for mirror in (1.0, -1.0):
        yield from _arrow(kit.strong, mirror, clockwise, CORNERED if crowded else FREE)


FREE = ((-19.5, 23.0), (-25.0, 21.2), (-27.4, 16.2))
CORNERED = ((-23.5, 27.9), (-28.9, 27.2), (-31.9, 23.4))
"""An arrow from the bottom side towards the left one, bending with the corner."""


def _arrow(
    colour: Colour, side: float, clockwise: bool, path: Sequence[tuple[float, float]]
) -> Sketch:
    """An arrow in the lower left corner (side 1) or in the upper right one."""
    stroke = Stroke(colour, 1.0, (), "round", "round")
    start, bend, end = path
    if not clockwise:
        start, end = end, start
    head = _head(bend, end)
    line = Shape((("M", *start), ("C", *start, *bend, *end)), None, stroke)
    return (Group((line, polygon(head, colour)), (side, 0.0, 0.0, side, 0.0, 0.0)),)


def _head(before: tuple[float, float], tip: tuple[float, float]) -> list[tuple[float, float]]:
    """A triangle that ends beyond the tip."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    point = (tip[0] + 3.2 * ux, tip[1] + 3.2 * uy)
    return [point, (tip[0] - 2.1 * uy, tip[1] + 2.1 * ux), (tip[0] + 2.1 * uy, tip[1] - 2.1 * ux)]


# --- other numbers of players --------------------------------------------------------------------


def _tiny_width(content: Seats) -> float:
    return 12.0 * len(content.others)


def _tiny_row(kit: Kit, content: Seats) -> Sketch:
    """Tiny tables for the other numbers of players, a number below each."""
    out: list[Piece] = []
    for index, number in enumerate(content.others):
        x = 6.0 + index * 12.0
        out += _tiny(kit, number, x, 4.4)
        out.append(text_mark(str(number), x, 12.2, 9.4 * PT, "Fredoka One", kit.strong, align=0.5))
    return tuple(out)


def _tiny(kit: Kit, number: int, x: float, y: float) -> Iterator[Piece]:
    paints = kit.paints
    wide, tall = 7.4, 4.8
    fill = WHITE if kit.saver else paints.tint
    edge = Stroke(paints.deep, 0.35) if kit.saver else None
    if not kit.saver:
        yield rounded(x - wide / 2, y - tall / 2 + 0.45, wide, tall, 1.5, paints.deep)
    yield rounded(x - wide / 2, y - tall / 2, wide, tall, 1.5, fill, edge)
    for index in range(number):
        px, py, _ = seat_place(index, number)
        sx, sy = px / WIDTH * wide, py / HEIGHT * tall
        grow = 1.0 + 1.1 / max(2.0, math.hypot(sx, sy))
        colour = GOLD if index == 0 else paints.base
        yield circle(x + sx * grow, y + sy * grow, 0.75, colour, Stroke(paints.deep, 0.2))
