"""HTML in pieces: texts, opening and closing tags, in one pass over it.

Python's own parser takes time by the square of the length for some pages (thousands of `<a`), and
raises for some numbers of characters.  This one knows just what a mail's text needs: comments,
scripts and styles are left out, attributes are read, what isn't closed ends with the page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import field

from card_specs.values import dataclass

_NAME = re.compile(r"[A-Za-z][^\s/>]*")
_ATTRIBUTE = re.compile(
    r"""[\s/]*(?P<name>[^\s/>=][^\s/>=]*|=[^\s/>=]*)(?:\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s>]*))?"""
)
_TAG_END = re.compile(r"[\s/]*>")
_RAW = {name: re.compile(rf"</{name}\b", re.I) for name in ("script", "style", "xmp", "iframe")}
_HUGE = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")


@dataclass(frozen=True)
class Text:
    """Text between tags, with its character references resolved."""

    text: str


@dataclass(frozen=True)
class Start:
    """An opening tag; names in lower case."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class End:
    """A closing tag."""

    tag: str


def pieces(page: str) -> Iterator[Text | Start | End]:
    """The pieces of a page in order.  Whatever the page is like, nothing is raised."""
    at = 0
    while at < len(page):
        less = page.find("<", at)
        less = len(page) if less < 0 else less
        if less > at:
            yield Text(_resolved(page[at:less]))
        if less == len(page):
            return
        following = page[less + 1 : less + 2]
        if following in ("!", "?"):
            at = _after(page, "-->" if page.startswith("<!--", less) else ">", less + 2)
        elif following == "/":
            name = _NAME.match(page, less + 2)
            if name:
                yield End(name.group().lower())
            at = _after(page, ">", less + 2)
        elif name := _NAME.match(page, less + 1):
            tag = name.group().lower()
            attributes, at = _attributes(page, name.end())
            if at <= len(page):
                yield Start(tag, attributes)
            if tag in _RAW:
                end = _RAW[tag].search(page, at)
                at = end.start() if end else len(page)
        else:
            yield Text("<")
            at = less + 1


def _after(page: str, mark: str, start: int) -> int:
    """The place behind a mark; the page's end where it never comes."""
    found = page.find(mark, start)
    return len(page) if found < 0 else found + len(mark)


def _attributes(page: str, at: int) -> tuple[dict[str, str], int]:
    """The attributes of a tag and the place behind it; of two of a name the first counts."""
    found: dict[str, str] = {}
    if page.startswith(">", at):
        return found, at + 1
    while not (end := _TAG_END.match(page, at)):
        one = _ATTRIBUTE.match(page, at)
        if not one:
            return found, len(page) + 1
        value = one["value"] or ""
        if value[:1] in ("'", '"') and value[-1:] == value[:1]:
            value = value[1:-1]
        found.setdefault(one["name"].lower(), _resolved(value))
        at = one.end()
    return found, end.end()


def _resolved(text: str) -> str:
    return html.unescape(_HUGE.sub("\ufffd", text)) if "&" in text else text
