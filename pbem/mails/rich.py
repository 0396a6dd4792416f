"""Text with a little in it: bold words, cards, links.  Both writers of a mail read it.

Phrases are patterns such as `Hasta el **{when}**`; what is put into a slot stays as it is, so a
name with asterisks or braces in it is just a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from card_specs.values import dataclass


@dataclass(frozen=True)
class Bold:
    """Words that stand out."""

    text: str


@dataclass(frozen=True)
class Chip:
    """A card in the line: its code as the reader writes it, in its colours."""

    code: str  # canonical, as it lies
    text: str
    ground: str = ""  # `#RRGGBB`; empty: a card without colour
    ink: str = ""
    symbol: str = ""  # cid of the colour's symbol, empty: none
    down: bool = False

    @property
    def edge(self) -> str:
        """The colour of its edge: a dark card needs one that shows on a dark page."""
        red, green, blue = (int(self.ground[at : at + 2] or "0", 16) for at in (1, 3, 5))
        return EDGE if 2 * red + 3 * green + blue < DARK else self.ground


@dataclass(frozen=True)
class Link:
    """Words that open a prepared answer; `typed` is what one writes by hand for the same."""

    text: str
    href: str
    typed: str = ""


DARK = 6 * 60
EDGE = "#8A919C"

Run = str | Bold | Chip | Link
Rich = tuple[Run, ...]

_PIECE = re.compile(r"(\*\*)|\{([a-z_][a-z0-9_.]*)\}")


def fill(pattern: str, slots: Mapping[str, object]) -> Rich:
    """A pattern with its slots filled; a slot may be text, a run or several runs."""
    runs: list[Run] = []
    bold = False
    at = 0
    for found in _PIECE.finditer(pattern):
        _add(runs, pattern[at : found.start()], bold)
        at = found.end()
        if found[1]:
            bold = not bold
        else:
            _put(runs, slots[found[2]], bold)
    _add(runs, pattern[at:], bold)
    return tuple(runs)


def _put(runs: list[Run], value: object, bold: bool) -> None:
    if isinstance(value, Bold | Chip | Link):
        runs.append(value)
    elif isinstance(value, tuple):
        for run in value:
            _put(runs, run, bold)
    else:
        _add(runs, str(value), bold)


def _add(runs: list[Run], text: str, bold: bool) -> None:
    if text:
        runs.append(Bold(text) if bold else text)


def said(rich: Rich) -> str:
    """The text alone."""
    return "".join(run if isinstance(run, str) else run.text for run in rich)


def typed(rich: Rich) -> str:
    """The text for a part without links: beside a link's words, what one writes by hand."""
    return "".join(_typed(run) for run in rich)


def _typed(run: Run) -> str:
    if isinstance(run, Link):
        return f"{run.text} ({run.typed})" if run.typed else run.text
    return run if isinstance(run, str) else run.text


def joined(parts: Iterable[Rich], between: str) -> Rich:
    """Several texts with something between them."""
    return tuple(_joined(parts, between))


def _joined(parts: Iterable[Rich], between: str) -> Iterator[Run]:
    for number, part in enumerate(parts):
        if number:
            yield between
        yield from part
