"""What YAML text is read into: scalars, lists and mappings that know where they stand.

Every node can give its own source text (`raw`) and the place of any character in it (`at`), so
that one-line steps and expressions report columns inside themselves.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from card_specs.language.problems import Mark
from card_specs.values import dataclass

_ESCAPED = re.compile(
    r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\n|.)|''|.", flags=re.DOTALL
)


@dataclass(frozen=True)
class Source:
    """A whole text with its file name; knows the `Mark` of every character."""

    file: str
    text: str

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The index at which each line begins."""
        return (0, *(match.end() for match in re.finditer("\n", self.text)))

    def index(self, line: int, column: int) -> int:
        """The index of a place counted from 0, as YAML's marks are."""
        if line >= len(self.starts):
            return len(self.text)
        return min(self.starts[line] + column, len(self.text))

    def mark(self, index: int) -> Mark:
        """Line and column, from 1, of the character at an index."""
        line = bisect_right(self.starts, index)
        return Mark(self.file, line, index - self.starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """A line by its number, from 1, without its end."""
        lines = self.text.split("\n") if number <= len(self.starts) else []
        return lines[number - 1] if lines else ""


@dataclass(frozen=True)
class Located:
    """What all nodes have: a place, and the piece of the source that they were read from."""

    mark: Mark
    source: Source = field(repr=False, compare=False)
    start: int = field(repr=False, compare=False)
    end: int = field(repr=False, compare=False)

    @property
    def raw(self) -> str:
        """The verbatim source: of a flow collection with its brackets, of a scalar with its quotes.

        A block collection has none (an empty text): what it holds is only found in its children.
        """
        return self.source.text[self.start : self.end]

    def at(self, offset: int) -> Mark:
        """The place of a character of `raw`."""
        return self.source.mark(self.start + offset)


@dataclass(frozen=True)
class Scalar(Located):
    """A text; `style` is one of `""` (plain), `"'"`, `'"'`, `"|"`, `">"`."""

    text: str
    style: str = ""

    def at(self, offset: int) -> Mark:
        """The place of a character of `text`, whatever quotes, escapes and folds lie before it."""
        positions = self._positions
        if offset < len(positions):
            return self.source.mark(positions[offset])
        if not positions:
            return self.mark
        return self.source.mark(positions[-1] + 1 + offset - len(positions))

    @cached_property
    def _positions(self) -> tuple[int, ...]:
        """The source index of each character of `text`.

        Folding and unfolding touch only white space, so the other characters of the text and of
        its source are the same ones in the same order.
        """
        found = []
        pieces = self._pieces()
        last = self.start + (1 if self.style else 0) - 1
        for character in self.text:
            if character.isspace():
                last += 1
            else:
                last = next(pieces, last)
            found.append(last)
        return tuple(found)

    def _pieces(self) -> Iterator[int]:
        """The source index of each thing that stands for a character other than white space."""
        raw, start = self.raw, self.start
        if self.style in ("|", ">"):
            header = raw.find("\n") + 1
            yield from (start + header + m.start() for m in re.finditer(r"\S", raw[header:]))
        elif self.style == "":
            yield from (start + match.start() for match in re.finditer(r"\S", raw))
        else:
            for match in _ESCAPED.finditer(raw, 1, len(raw) - 1):
                if not _is_space(match[0]):
                    yield start + match.start()


@dataclass(frozen=True)
class Sequence(Located):
    """A list; `flow` is true when it was written in square brackets."""

    items: tuple[Node, ...]
    flow: bool = False

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True)
class Mapping(Located):
    """Keys and values in the order written; `flow` is true when written in braces."""

    items: tuple[tuple[Scalar, Node], ...]
    flow: bool = False

    def __iter__(self) -> Iterator[tuple[Scalar, Node]]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, key: str) -> bool:
        return any(found.text == key for found, _ in self.items)

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return next((value for found, value in self.items if found.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The key itself as it stands in the file, for its place."""
        return next((found for found, _ in self.items if found.text == key), None)


Node = Scalar | Sequence | Mapping


def _is_space(piece: str) -> bool:
    """Whether a piece of a quoted text is white space (or, `\\` at a line's end, nothing)."""
    if piece.startswith("\\"):
        return piece[1:] in {"n", "t", "r", " ", "\n", "v", "f", "N", "_", "L", "P", "x20", "x09"}
    return piece.isspace()
