"""A face that was drawn for one card format, on a card of another.

Grounds and whatever reaches the edge are stretched to the new edge, in that direction alone; all
else keeps its shape and is scaled about the centre.  An index keeps its size and its corner; on a
small card it shrinks to four fifths (visual guide, section 2, "Other formats").
"""

from __future__ import annotations

from card_specs.language.style import Layer
from deckgen.drawing import IDENTITY, Group, Mark, Matrix
from deckgen.geometry import CardFormat
from deckgen.recolour import bounds
from deckgen.svg_path import multiplied, rotated

_SMALL = 50.0  # mm of width under which an index shrinks
_SMALL_INDEX = 0.8


def index_scale(drawn: CardFormat, card: CardFormat) -> float:
    """By how much a face's pictures and texts are scaled."""
    return min(card.width / drawn.width, card.height / drawn.height)


def adapted(marks: list[Mark], layer: Layer, drawn: CardFormat, card: CardFormat) -> list[Mark]:
    """A layer's marks on the other card."""
    if not marks:
        return []
    if layer.corners:
        return _indices(marks, layer, drawn, card)
    box = bounds(tuple(marks))
    if box is None:
        return marks
    scale = index_scale(drawn, card)
    sx, ex = _axis(box[0], box[2], drawn.width, card.width, drawn.bleed_by, card.bleed_by, scale)
    sy, ey = _axis(box[1], box[3], drawn.height, card.height, drawn.bleed_by, card.bleed_by, scale)
    return [Group(tuple(marks), (sx, 0.0, 0.0, sy, ex, ey))]


def _axis(
    low: float,
    high: float,
    old: float,
    new: float,
    old_bleed: float,
    new_bleed: float,
    scale: float,
) -> tuple[float, float]:
    """Scale and shift in one direction, by which edges the marks reach."""
    near, far = low <= 0, high >= old
    if near and far:
        stretch = (new + 2 * new_bleed) / (old + 2 * old_bleed)
        return stretch, old_bleed * stretch - new_bleed
    if near:
        return scale, old_bleed * scale - new_bleed
    if far:
        return scale, new + new_bleed - (old + old_bleed) * scale
    return scale, new / 2 - scale * old / 2


def _indices(marks: list[Mark], layer: Layer, drawn: CardFormat, card: CardFormat) -> list[Mark]:
    """The first corner's marks, seen from each corner of the new card."""
    scale = _SMALL_INDEX if card.width < _SMALL and drawn.width >= _SMALL else 1.0
    old_turn = rotated(180, drawn.width / 2, drawn.height / 2)
    new_turn = rotated(180, card.width / 2, card.height / 2)
    grow: Matrix = (scale, 0.0, 0.0, scale, 0.0, 0.0)
    out: list[Mark] = []
    for mark, corner in zip(marks, layer.corners, strict=True):
        turned = corner.startswith("bottom")
        matrix = multiplied(grow, old_turn) if turned else grow
        if corner in ("top right", "bottom left"):
            # the other edge: keep the distance to it
            shift = card.width - drawn.width * scale
            matrix = multiplied((1.0, 0.0, 0.0, 1.0, shift, 0.0), matrix)
        if turned:
            matrix = multiplied(new_turn, matrix)
        out.append(mark if matrix == IDENTITY else Group((mark,), matrix))
    return out
