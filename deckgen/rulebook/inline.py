"""What stands in a line of a rulebook: words, symbols, little cards, discs of colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from card_specs.values import dataclass


@dataclass(frozen=True)
class Span:
    """Words of one look; `link` is where they lead (`chapter:turn`), `lang` if it is another."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    lang: str = ""


@dataclass(frozen=True)
class Icon:
    """A symbol in the colour of the text; `alt` is its noun."""

    art: str
    alt: str = ""
    bold: bool = False


@dataclass(frozen=True)
class Disc:
    """A word's symbol in a disc of its colour."""

    list: str
    word: str
    alt: str = ""


@dataclass(frozen=True)
class Mini:
    """A little card."""

    code: str
    alt: str = ""


Inline = Span | Icon | Disc | Mini
Rich = tuple[Inline, ...]
"""A text ready to be set."""


def plain(text: str, *, bold: bool = False, italic: bool = False) -> Rich:
    """Words without anything else."""
    return (Span(text, bold, italic),) if text else ()


def words_of(rich: Iterable[Inline]) -> str:
    """The text as plain words, pictures as their nouns."""
    return "".join(one.text if isinstance(one, Span) else one.alt for one in rich)


def merged(parts: Iterable[Inline]) -> Rich:
    """The text with neighbouring words of one look as one span."""
    out: list[Inline] = []
    for one in parts:
        last = out[-1] if out else None
        if (
            isinstance(one, Span)
            and isinstance(last, Span)
            and replace(last, text="") == replace(one, text="")
        ):
            out[-1] = replace(last, text=last.text + one.text)
        else:
            out.append(one)
    return tuple(out)


def joined(parts: Iterable[Rich], between: str) -> Rich:
    """Texts one after the other, with words between them."""
    out: list[Inline] = []
    for part in parts:
        if out and part:
            out.append(Span(between))
        out += part
    return tuple(out)


def bold(rich: Rich) -> Rich:
    """The text in bold."""
    return tuple(replace(one, bold=True) if isinstance(one, Span | Icon) else one for one in rich)


def paragraphs(rich: Rich) -> Iterator[Rich]:
    """The text cut at line ends (an empty line in a spec is one)."""
    current: list[Inline] = []
    for one in rich:
        if not isinstance(one, Span) or "\n" not in one.text:
            current.append(one)
            continue
        first, *others = one.text.split("\n")
        current.append(replace(one, text=first))
        for other in others:
            yield _tidy(current)
            current = [replace(one, text=other)]
    yield _tidy(current)


def _tidy(items: list[Inline]) -> Rich:
    return tuple(one for one in items if not isinstance(one, Span) or one.text)


def anchor(target: str) -> str:
    """A link's target as an id: `chapter:turn` is `chapter-turn`."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", target)
