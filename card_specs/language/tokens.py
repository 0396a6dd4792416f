"""The tokens of expressions and one-line steps, each with its place in the file.

One regular expression finds them all, so a text is gone through once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from card_specs.language.nodes import Mapping, Node, Scalar, Sequence
from card_specs.language.problems import Mark
from card_specs.values import dataclass

MAX_LENGTH = 1000
"""Characters of one expression; the longest bundled one has under 300."""

RESERVED = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "is",
        "if",
        "else",
        "where",
        "by",
        "of",
        "it",
        "me",
        "this",
        "true",
        "false",
        "none",
        "count",
        "every",
        "from",
        "to",
        "as",
        "with",
        "be",
        "for",
        "among",
    ]
)
"""Words that may not be the name of anything."""

STOPS = RESERVED - {"it", "me", "this", "true", "false", "count", "every", "not"}
"""Words that no value begins with."""

_TOKEN = re.compile(
    r"[ \n]*(?:"
    r"(?P<code>[A-Z][A-Z0-9]*-[A-Z][A-Z0-9]*\b|\d+[^\W\d]\w*)"
    r"|(?P<number>\d+)"
    r"|(?P<name>[^\W\d]\w*)"
    r"|'(?P<quoted>[^'\n]*)'"
    r"|(?P<sign>==|!=|<=|>=|\.\.|[-+*/%()\[\],.<>])"
    r"|(?P<end>\Z)"
    r"|(?P<wrong>.))",
    flags=re.DOTALL,
)

_WRONG = {
    "=": "one '=' compares nothing: write == to compare",
    '"': "write words in single quotes: 'word'",
    "!": "write 'not' or !=",
    "&": "write 'and'",
    "|": "write 'or'",
    "{": "curly brackets have no meaning here",
    "^": "there are no powers",
}


class Text(NamedTuple):
    """A text and the place in the file of each of its characters."""

    string: str
    at: Callable[[int], Mark]


class Token(NamedTuple):
    """`kind` is code, number, name, quoted, sign or end."""

    kind: str
    text: str
    at: int
    end: int


class NotReadableError(Exception):
    """What does not fit, and where in the text; becomes a `Problem` with the text's mark."""

    def __init__(self, at: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class _Starting:
    """A scalar in one line, unquoted or quoted without escapes: columns are a simple sum."""

    mark: Mark
    shift: int

    def __call__(self, offset: int) -> Mark:
        return Mark(self.mark.file, self.mark.line, self.mark.column + self.shift + offset)


def text_of(node: Node) -> Text | None:
    """The text of a node that should hold an expression; None for a block list or a mapping.

    A list in square brackets is taken verbatim, so that `if: [hand where fits]` needs no quotes.
    """
    if isinstance(node, Scalar):
        raw = node.raw
        shift = 1 if node.style in ("'", '"') else 0
        simple = raw == node.text if not shift else raw[1:-1] == node.text
        if simple and "\n" not in raw:
            return Text(node.text, _Starting(node.mark, shift))
        return Text(node.text, node.at)
    if isinstance(node, Sequence) and node.flow:
        raw = node.raw
        return Text(raw, _Starting(node.mark, 0) if "\n" not in raw else node.at)
    assert isinstance(node, Sequence | Mapping)
    return None


def tokens_of(string: str) -> list[Token]:
    """The tokens of a text, an `end` last; raises `NotReadableError` at what is none."""
    if len(string) > MAX_LENGTH:
        hint = "give parts of it a name in `names`"
        raise NotReadableError(0, f"longer than {MAX_LENGTH} characters", hint)
    found = []
    for match in _TOKEN.finditer(string):
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        if kind == "wrong":
            hint = _WRONG.get(match[kind], "")
            if match[kind] == "'":
                hint = "end the word with another '"
            raise NotReadableError(start, f"{match[kind]!r} means nothing here", hint)
        found.append(Token(kind, match[kind], start, end))
        if kind == "end":
            break
    return found
