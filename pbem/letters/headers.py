"""Header values as plain text: addresses, Message-IDs, encoded words.

Python's own readers raise on some values, drop addresses in others and take time by the square of
the length; these take what real mails hold, in one pass, and raise nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email.errors import HeaderParseError
from email.header import decode_header

from .decoding import clean, decode

LONGEST_SUBJECT = 2000
LONGEST_LIST = 32 * 1024
"""Characters of a list of addresses that are read."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def unfolded(value: object) -> str:
    """A raw header value: unfolded, raw bytes decoded, no control characters."""
    data = str(value).encode("utf-8", "surrogateescape")
    return _CONTROLS.sub("", decode(data, None).replace("\n", "")).strip()


def decoded(value: str) -> str:
    """A header's encoded words as text; what cannot be decoded stays as it is."""
    value = value[:LONGEST_SUBJECT]
    try:
        pieces = decode_header(value)
    except (ValueError, HeaderParseError):  # damaged base64, in either of the library's ways
        return value
    return "".join(
        piece if isinstance(piece, str) else decode(piece, charset) for piece, charset in pieces
    )


def subject(value: str) -> str:
    """The subject as one clean line."""
    return clean(decoded(value)).replace("\n", " ")


def message_id(value: str) -> str:
    """The Message-ID with its angle brackets; whatever stands there, where it has none."""
    found = re.search(r"<[^<>]*>", value)
    return found.group() if found else value.strip()


def addresses(values: Sequence[str]) -> tuple[str, ...]:
    """The addresses of some headers, in lower case, each once; names and comments are left out.

    A piece without @ (a name whose comma nobody quoted) counts only where there is nothing else.
    """
    found = [clean(one).strip().lower() for value in values for one in _addresses(value)]
    whole = [one for one in found if "@" in one]
    return tuple(dict.fromkeys(one for one in whole or found if one))


def _addresses(value: str) -> Iterator[str]:
    tokens = _TOKEN.findall(value[:LONGEST_LIST])
    bare: list[str] = []
    angle = ""
    for token in (*tokens, ","):
        if token.startswith("<"):
            angle = token.strip("<> ").rpartition(":")[2]
            bare.append(" ")
        elif token == ":":  # before it stood the name of a group
            bare.clear()
        elif token in (",", ";"):
            yield angle or _last_word("".join(bare))
            bare, angle = [], ""
        elif not token.startswith("("):
            bare.append(token)


_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.){0,400}"'  # a quoted name, or a quoted local part
    r"|\([^()]{0,400}\)"  # a comment
    r"|<[^<>]{0,1000}>?"
    r'|[,;:]|[^"(<,;:]+|.',
    re.S,
)


def _last_word(text: str) -> str:
    """An address without angle brackets; a name without any address stays whole."""
    words = text.split()
    return next((word for word in reversed(words) if "@" in word), text.strip())
