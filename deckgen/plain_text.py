"""Plain lines of one font: measured, broken at spaces, as marks.  For sheets, not for faces."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.drawing import Text
from deckgen.fonts import font


def width(text: str, size: float, name: str) -> float:
    """The advance of a line in mm."""
    return font(name).width(text, size)


def wrapped(text: str, room: float, size: float, name: str) -> list[str]:
    """The text in lines of at most `room` mm; only a single word may be longer."""
    return list(_wrap(text, room, size, name)) if text else []


def _wrap(text: str, room: float, size: float, name: str) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width(longer, size, name) > room:
            yield line
            line = word
        else:
            line = longer
    yield line


def line(x: float, y: float, text: str, size: float, name: str, colour: str) -> Text:
    """A line that starts at x on the baseline y."""
    return Text(x, y, size, name, text, colour, width(text, size, name))


def centred(x: float, y: float, text: str, size: float, name: str, colour: str) -> Text:
    """A line with x in its middle."""
    return line(x - width(text, size, name) / 2, y, text, size, name, colour)
