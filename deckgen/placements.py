"""Which face lies where, as data that goes into the PDF and is checked against it afterwards.

`record` is what the press meant to do, `Placements` what is read back; `print_contract` compares
it with what the page's operators do.  Millimetres, rounded to a tenth of a micrometre.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from card_specs.values import dataclass
from deckgen.drawing import Matrix
from deckgen.geometry import Rect
from deckgen.sheet import Axis, Layout, Sheet, Side, Slot

FORMAT = 1
KEY = "deckgen"
NO_CARDS = b'{"format":1,"holds":"pages"}'
"""The record of a file that holds pages to read and no cards to cut, such as a rulebook."""

TAG = "Card"
"""The marked content that each card is written in."""


class PlacementsError(ValueError):
    """The record in a file cannot be read."""


@dataclass(frozen=True)
class PlacedPage:
    """One page as it was meant: the trimmed places, and the names of the faces that lie there."""

    side: Side
    number: int
    slots: tuple[Slot, ...]
    faces: tuple[str, ...]
    adjust: Matrix


@dataclass(frozen=True)
class Placements:
    """A whole file's pages, the card's trimmed size and the axis that backs are mirrored in."""

    card: tuple[float, float]
    axis: Axis | None
    pages: tuple[PlacedPage, ...]


def record(layout: Layout, sheets: Sequence[Sheet]) -> bytes:
    """What was meant, as JSON."""
    # `impose` shares equal slots, so that they need not be compared.
    slots: dict[int, tuple[Slot, ...]] = {id(sheet.slots): sheet.slots for sheet in sheets}
    groups = {key: number for number, key in enumerate(slots)}
    faces: dict[str, int] = {}
    pages = [
        [
            sheet.side.value,
            sheet.number,
            groups[id(sheet.slots)],
            [faces.setdefault(name, len(faces)) for name in sheet.faces],
        ]
        for sheet in sheets
    ]
    card, axis = layout.options.card, layout.axis
    data = {
        "format": FORMAT,
        "card": [card.width, card.height],
        "axis": [axis.upright, axis.at] if axis else None,
        "adjust": {side.value: page.adjust for side, page in layout.pages.items()},
        "slots": [[[*_corner(slot.trim), slot.turn] for slot in group] for group in slots.values()],
        "faces": list(faces),
        "pages": pages,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _corner(rect: Rect) -> tuple[float, float]:
    return round(rect.x, 4), round(rect.y, 4)


def read(data: bytes) -> Placements:
    """The record again; `PlacementsError` if it is damaged or of another format."""
    try:
        found = json.loads(data)
        if found["format"] != FORMAT:
            raise PlacementsError(f"its record has format {found['format']}, not {FORMAT}")
        return _placements(found)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        if isinstance(error, PlacementsError):
            raise
        raise PlacementsError(f"its record is damaged ({error})") from error


def _placements(found: Any) -> Placements:
    width, height = map(float, found["card"])
    groups = [
        tuple(_slot(float(x), float(y), int(turn), width, height) for x, y, turn in group)
        for group in found["slots"]
    ]
    adjust = {Side(side): _six(values) for side, values in found["adjust"].items()}
    pages = tuple(
        PlacedPage(
            Side(side),
            int(number),
            groups[group],
            tuple(str(found["faces"][n]) for n in names),
            adjust[Side(side)],
        )
        for side, number, group, names in found["pages"]
    )
    axis = Axis(bool(found["axis"][0]), float(found["axis"][1])) if found["axis"] else None
    return Placements((width, height), axis, pages)


def _slot(x: float, y: float, turn: int, width: float, height: float) -> Slot:
    lying = turn in (90, 270)
    trim = Rect(x, y, height if lying else width, width if lying else height)
    return Slot(trim, turn, trim)


def _six(values: Sequence[float]) -> Matrix:
    a, b, c, d, e, f = map(float, values)
    return (a, b, c, d, e, f)
