"""`mailto:` links that survive mail programs: prepared answers in plain words and plain letters.

Android decodes a link twice and splits it at `&`, `=` and `+`; other programs lose plus parts and
damage accents.  So prepared answers hold only letters, digits and a few signs, everything else is
percent-encoded, and the token stands in the subject as well (RFC 6068).
"""

from __future__ import annotations

import re
from urllib.parse import quote

from pbem.engine.lexicon import Lexicon, plain

LONGEST = 1800
"""Longer links are cut off by some programs (2,046 in Outlook, about 2,000 in Chrome)."""


def spoken(lexicon: Lexicon, move: str, lang: str) -> str:
    """A move as one says it: `jugar EMB carta V5 de beto`; ASCII, without `=`."""
    shown = lexicon.show(move, lang)
    return ascii_only(re.sub(r"(?<=[^\s=])=(?=\S)", " ", shown))


def ascii_only(text: str) -> str:
    """A text in plain letters; codes keep their capitals."""
    return "".join(sign if sign.isascii() else _letter(sign) for sign in text)


def _letter(sign: str) -> str:
    letters = plain(sign)
    letters = letters if letters.isascii() else ""
    return letters.upper() if sign.isupper() else letters


def mailto(address: str, subject: str, lines: list[str]) -> str:
    """A link that prepares a mail; each line of the body is ASCII already."""
    body = "\r\n".join([*lines, ""])
    fields = f"subject={_quoted(subject)}&body={_quoted(body)}"
    return f"mailto:{quote(address, safe='@-._~')}?{fields}"


def _quoted(text: str) -> str:
    return quote(ascii_only(text), safe="-._~")
