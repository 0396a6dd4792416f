"""Texts with braces: `{hand_size:word}` and `**key words**` taken apart, for cards and rulebooks.

A text becomes pieces, plain ones and holes.  What a hole means is known by whoever fills it; this
module knows only how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from card_specs.values import dataclass

_PIECE = re.compile(r"\{([^{}\n]*)\}|(\*\*)|(?<!\w)(_)(?=\S)|(?<=\S)(_)(?!\w)")
_FORM = re.compile(r"(.*?)\s*:\s*([a-z]+(?:-[a-z]+)?|[+-]|[^:|]+\|[^:|]+)")


@dataclass(frozen=True)
class Plain:
    """Words as they stand; `offset` is their place in the text."""

    text: str
    bold: bool = False
    italic: bool = False
    offset: int = 0


@dataclass(frozen=True)
class Hole:
    """Braces: what is asked for, and in which form (`""`: the usual one)."""

    text: str
    form: str
    bold: bool = False
    italic: bool = False
    offset: int = 0


Piece = Plain | Hole


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text, in order."""
    bold = italic = False
    start = 0
    for match in _PIECE.finditer(text):
        hole, stars, opened, closed = match.groups()
        if (opened and (italic or "_" not in text[match.end() :])) or (closed and not italic):
            continue
        if match.start() > start:
            yield Plain(text[start : match.start()], bold, italic, start)
        if hole is not None:
            yield _hole(hole, bold, italic, match.start() + 1)
        elif stars:
            bold = not bold
        else:
            italic = not italic
        start = match.end()
    if start < len(text):
        yield Plain(text[start:], bold, italic, start)


def _hole(inside: str, bold: bool, italic: bool, offset: int) -> Hole:
    match = _FORM.fullmatch(inside)
    if match:
        return Hole(match[1].strip(), match[2], bold, italic, offset)
    return Hole(inside.strip(), "", bold, italic, offset)


def filled(text: str, fill: Callable[[Hole], str | None]) -> str:
    """The text with its holes filled and all else as it is; what `fill` leaves (None) stays."""

    def one(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        found = fill(_hole(match[1], False, False, match.start() + 1))
        return match[0] if found is None else found

    return _PIECE.sub(one, text)
