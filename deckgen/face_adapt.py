"""A face that was drawn for one card format, on a card of another.

What reaches two opposite edges (grounds, walls, rows of heads) is stretched from the one to the
other; all else keeps its shape and is scaled together, about the centre or, if some of it stands on
the lower edge, from there.  An index keeps its size and its corner; on a small card it shrinks to
four fifths (visual guide, section 2, "Other formats").  A layer's `resize` overrules this.
"""

from __future__ import annotations

from itertools import groupby

from card_specs.language.style import Layer
from card_specs.values import dataclass
from deckgen.drawing import IDENTITY, Group, Mark, Matrix
from deckgen.geometry import CardFormat
from deckgen.recolour import bounds
from deckgen.svg_path import multiplied, rotated

_SMALL = 50.0  # mm of width under which an index shrinks
_SMALL_INDEX = 0.8
_TOUCHES = 0.01  # mm

Layers = list[tuple[Layer, list[Mark]]]


def scale_of(drawn: CardFormat, card: CardFormat) -> float:
    """By how much a face's pictures and texts are scaled."""
    return min(card.width / drawn.width, card.height / drawn.height)


@dataclass(frozen=True)
class _Reach:
    """Which edges of the trimmed card something reaches."""

    left: bool
    top: bool
    right: bool
    bottom: bool


def adapted(layers: Layers, drawn: CardFormat, card: CardFormat) -> Layers:
    """The layers on the other card; each mark by the edges that it reaches itself."""
    standing = any(
        reach.bottom and not reach.top
        for layer, marks in layers
        if not _is_index(layer)
        for mark in marks
        if (reach := _reach(mark, drawn))
    )
    out: Layers = []
    for layer, marks in layers:
        if _is_index(layer):
            out.append((layer, _indices(marks, layer, drawn, card)))
            continue
        seats = [
            (_matrix(_wish(layer), reach, standing, drawn, card), mark)
            for mark in marks
            if (reach := _reach(mark, drawn))
        ]
        groups = groupby(seats, key=lambda seat: seat[0])
        out.append((layer, [Group(tuple(m for _, m in part), key) for key, part in groups]))
    return out


def _is_index(layer: Layer) -> bool:
    return bool(layer.corners) and _wish(layer) in ("", "keep")


def _wish(layer: Layer) -> str:
    """What the layer itself says: scale, stretch, keep, or nothing."""
    value = getattr(layer.values.get("resize"), "value", "")
    return str(value)


def _reach(mark: Mark, drawn: CardFormat) -> _Reach | None:
    box = bounds((mark,))
    if box is None:
        return None
    left, top, right, bottom = box
    return _Reach(
        left <= _TOUCHES,
        top <= _TOUCHES,
        right >= drawn.width - _TOUCHES,
        bottom >= drawn.height - _TOUCHES,
    )


def _matrix(
    wish: str, edges: _Reach, standing: bool, drawn: CardFormat, card: CardFormat
) -> Matrix:
    if wish == "keep":
        return IDENTITY
    scale = scale_of(drawn, card)
    bleeds = (drawn.bleed_by, card.bleed_by)
    across = (edges.left and edges.right and wish != "scale") or wish == "stretch"
    down = (edges.top and edges.bottom and wish != "scale") or wish == "stretch"
    near = edges.left and not edges.right
    sx, ex = _axis(across, -1 if near else 0, drawn.width, card.width, bleeds, scale)
    end = 1 if standing and not (edges.top and not edges.bottom) else -1 if edges.top else 0
    sy, ey = _axis(down, end, drawn.height, card.height, bleeds, scale)
    return (sx, 0.0, 0.0, sy, ex, ey)


def _axis(
    stretched: bool, end: int, old: float, new: float, bleeds: tuple[float, float], scale: float
) -> tuple[float, float]:
    """Scale and shift in one direction; `end` is the edge held fast: -1 near, 1 far, 0 neither."""
    old_bleed, new_bleed = bleeds
    if stretched:
        stretch = (new + 2 * new_bleed) / (old + 2 * old_bleed)
        return stretch, old_bleed * stretch - new_bleed
    if end < 0:
        return scale, old_bleed * scale - new_bleed
    if end > 0:
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
