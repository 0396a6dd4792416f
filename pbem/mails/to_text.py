"""A mail's contents as plain text: at most 72 columns, moves before the table, no links.

Only signs that every mail program shows; no trailing blanks; `-- ` stands before the footer.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.mails.blocks import (
    Block,
    Bullets,
    CardRow,
    Idle,
    Lanes,
    Mono,
    Page,
    Para,
    Pill,
    Pills,
    Results,
    Seat,
    Seats,
    Section,
    Shown,
)
from pbem.mails.rich import typed

WIDTH = 72
INDENT = "   "
CODE = 9
FIRST = {"question": 0, "why": 0, "moves": 1, "answers": 1}
"""Sections that come first here; the others keep their order."""

NO_BREAK = "\u00a0"
"""A space at which HTML breaks no line; plain text has its own width."""


def to_text(page: Page) -> str:
    """The text part, lines ended by a line feed."""
    lines = [*_wrapped(f"{page.kicker}, {_small(page.place)}" if page.place else page.kicker), ""]
    lines += _wrapped(page.title)
    for rich in page.lead:
        lines += _wrapped(typed(rich))
    for section in sorted(page.sections, key=lambda one: FIRST.get(one.name, 2)):
        lines += ["", "", *section_lines(section)]
    lines += ["", "-- "]
    for rich in page.footer:
        lines += _wrapped(typed(rich))
    clean = [line.rstrip() if line != "-- " else line for line in lines]
    return "\n".join(clean).replace(NO_BREAK, " ") + "\n"


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _wrapped(text: str, indent: str = "", hang: str | None = None) -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent if hang is None else hang,
        break_on_hyphens=False,
    )


def section_lines(section: Section) -> Iterator[str]:
    if section.heading:
        yield from _wrapped(section.typed or section.heading.upper())
        yield ""
    blocks = [block for block in section.blocks if not isinstance(block, Para) or block.is_text]
    for number, block in enumerate(blocks):
        if number:
            yield ""
        yield from _WRITERS[type(block)](block)


# --- blocks --------------------------------------------------------------------------------------


def _para(block: Para) -> Iterator[str]:
    yield from _wrapped(typed(block.typed or block.text), INDENT)


def _bullets(block: Bullets) -> Iterator[str]:
    for item in block.items:
        yield from _wrapped(typed(item), f"{INDENT}- ", f"{INDENT}  ")


def _mono(block: Mono) -> Iterator[str]:
    for what, text in block.lines:
        yield from _wrapped(f"{what}:" if what else "", INDENT)
        yield from textwrap.wrap(text, 60, initial_indent=INDENT * 2, subsequent_indent=INDENT * 2)


def _card_row(block: CardRow) -> Iterator[str]:
    about = typed(block.about)
    title = f"{block.title}. {about}" if about else block.title
    yield from _coded(block.code, title)
    yield from _numbered(block.pills)


def _coded(code: str, text: str) -> list[str]:
    start = INDENT + code.ljust(CODE)
    if len(code) >= CODE:
        start = f"{INDENT}{code}  "
    return _wrapped(text, start, INDENT + " " * CODE)


def _numbered(pills: Sequence[Pill]) -> Iterator[str]:
    wide = max(len(pill.typed) for pill in pills) if pills else 0
    for pill in pills:
        notes = ", ".join(filter(None, (pill.own, pill.note)))
        note = f" ({_small(notes)})" if notes else ""
        if pill.number:
            start = f"{pill.number:>6}   "
            yield from _wrapped(pill.typed + note, start, " " * len(start))
        else:
            label = typed(pill.label)
            same = label.lower() == pill.typed.lower()
            yield f"{INDENT}{pill.typed.ljust(wide)}   {'' if same else label}".rstrip()


def _pills(block: Pills) -> Iterator[str]:
    yield from _numbered(block.pills)


def _idle(block: Idle) -> Iterator[str]:
    yield from _wrapped(typed(block.text), INDENT)


def _shown(block: Shown) -> Iterator[str]:
    about = typed(block.about)
    title = typed(block.title)
    yield from _wrapped(f"{title}. {about}" if about else title, INDENT)


def _lanes(block: Lanes) -> Iterator[str]:
    if block.title:
        yield from _wrapped(typed(block.title), INDENT)
    wide = max(len(lane.label) for lane in block.lanes)
    for lane in block.lanes:
        start = f"{INDENT}{lane.label.ljust(wide)}   "
        yield from _wrapped(lane.said, start, " " * len(start))
    if block.note:
        yield from _wrapped(typed(block.note), INDENT)


def _results(block: Results) -> Iterator[str]:
    wide = max(len(place.name) for place in block.places)
    for place in block.places:
        note = f"   {place.note}" if place.note else ""
        yield f"{INDENT}{place.rank:>2}  {place.name.ljust(wide)}  {place.points:>4}{note}"[:WIDTH]


# --- players -------------------------------------------------------------------------------------


def _seats(block: Seats) -> Iterator[str]:
    rows = [[seat.name, *map(typed, seat.columns)] for seat in block.seats]
    heads = [block.player, *block.heads]
    widths = [max(len(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    if sum(widths) + 3 * len(widths) > WIDTH - len(INDENT):
        yield from _stacked(block)
        return
    if block.heads:
        yield f"{INDENT}{_columns(heads, widths)}".rstrip()
        yield INDENT + "-" * (sum(widths) + 3 * (len(widths) - 1))
    for seat, row in zip(block.seats, rows, strict=True):
        start = " > " if seat.turn else INDENT
        yield f"{start}{_columns(row, widths)}".rstrip()
        yield from _below(seat)


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "   ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))


def _stacked(block: Seats) -> Iterator[str]:
    """Where the columns are too wide: a line for each."""
    for seat in block.seats:
        state = f" ({seat.state})" if seat.state else ""
        yield from _wrapped(f"{seat.name}{state}", " > " if seat.turn else INDENT, INDENT)
        for head, column in zip(block.heads, seat.columns, strict=True):
            yield from _wrapped(f"{head}: {typed(column)}", INDENT * 2, INDENT * 3)
        yield from _below(seat)


def _below(seat: Seat) -> Iterator[str]:
    if seat.lane_said:
        yield from _wrapped(seat.lane_said, INDENT * 2, INDENT * 3)
    for note in seat.notes:
        yield from _wrapped(typed(note), INDENT * 2, INDENT * 3)


_WRITERS: Mapping[type[Block], Callable[[Any], Iterator[str]]] = {
    Para: _para,
    Bullets: _bullets,
    Mono: _mono,
    CardRow: _card_row,
    Pills: _pills,
    Idle: _idle,
    Shown: _shown,
    Lanes: _lanes,
    Seats: _seats,
    Results: _results,
}
