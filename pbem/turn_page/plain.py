"""The table in plain words, for readers without scripts: headings, sentences and lists.

The same blocks as in mails; rows of cards and the players' table are lists here, which fit any
width and are read out in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.mails.blocks import Block, Bullets, Idle, Lanes, Para, Seat, Seats, Section, Shown
from pbem.mails.rich import said

Json = Any


def plain_section(section: Section) -> dict[str, Json]:
    """A section as `{"heading", "parts"}`; a part is `{"text"}` or `{"items"}`."""
    parts = [part for block in section.blocks for part in _WRITERS[type(block)](block)]
    return {"heading": section.heading, "parts": parts}


def _para(block: Para | Idle) -> Iterator[Json]:
    yield {"text": said(block.text)}


def _bullets(block: Bullets) -> Iterator[Json]:
    yield {"items": [{"text": said(item)} for item in block.items]}


def _shown(block: Shown) -> Iterator[Json]:
    yield {"text": " ".join(filter(None, (_sentence(said(block.title)), said(block.about))))}


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?")) or not text else f"{text}."


def _lanes(block: Lanes) -> Iterator[Json]:
    if block.title:
        yield {"text": f"{said(block.title)}:"}
    yield {"items": [{"name": lane.label, "text": lane.said} for lane in block.lanes]}
    if block.note:
        yield {"text": said(block.note)}


def _seats(block: Seats) -> Iterator[Json]:
    yield {"items": [_seat(block, seat) for seat in block.seats]}


def _seat(block: Seats, seat: Seat) -> dict[str, str]:
    name = f"{seat.name} ({seat.state})" if seat.state else seat.name
    columns = [
        f"{head[:1].lower()}{head[1:]} {said(column)}"
        for head, column in zip(block.heads, seat.columns, strict=True)
    ]
    notes = [said(note) for note in seat.notes]
    return {"name": name, "text": "; ".join(filter(None, (*columns, seat.lane_said, *notes)))}


_WRITERS: Mapping[type[Block], Callable[[Any], Iterator[Json]]] = {
    Para: _para,
    Idle: _para,
    Bullets: _bullets,
    Shown: _shown,
    Lanes: _lanes,
    Seats: _seats,
}
