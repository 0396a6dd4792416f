"""A worked example as a framed figure: a title bar, the scenes, the caption."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen import colours
from deckgen.drawing import Stroke
from deckgen.rulebook.content import Example
from deckgen.rulebook.inline import words_of
from deckgen.rulebook.sketch import Piece, Sketch, corners, line, rounded
from deckgen.rulebook.stage import Stage, drawn, staged
from deckgen.rulebook.theme import CAPTION, H2, RADIUS, WHITE
from deckgen.rulebook.units import Chunk, Kit, Node, Unit, decoration, text_chunks

TITLE_BAR = 8.3


def stage(kit: Kit, content: Example, width: float) -> Unit:
    """The scenes alone, without frame, title and caption: for pages that have their own."""
    scenes = staged(kit, content.scenes, width)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        yield Chunk(Node("Figure", alt=content.alt), tuple(drawn(kit, scenes, x, y)))

    return Unit(scenes.height, draw)


def example(kit: Kit, content: Example, width: float) -> list[Unit]:
    """The figure as a unit that is placed whole."""
    title = kit.setter.set(content.title, H2.scaled(0.98), width - 16)
    caption = kit.setter.set(content.caption, CAPTION, width - 2 * 4.4)
    scenes: Stage = staged(kit, content.scenes, width)
    below = caption.height + 2 * 2.2 if content.caption else 0.0
    height = TITLE_BAR + scenes.height + below

    def draw(x: float, y: float) -> Iterator[Chunk]:
        figure = Node("Figure", alt=content.alt, title=words_of(content.title))
        yield decoration(_frame(kit, x, y, width, height, below))
        left = x + (4.6 if not content.symbol else 10.9)
        yield decoration(_sign(kit, content.symbol, x, y))
        colour = kit.strong if kit.saver else kit.paints.on
        node = Node("H2")
        yield from text_chunks(kit, title, left, y + 1.35, node, colour)
        top = y + TITLE_BAR
        yield Chunk(figure, tuple(drawn(kit, scenes, x, top)))
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
