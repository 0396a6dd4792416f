"""The text that an HTML mail shows: lines, with quoted passages marked by `>`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from . import html_tags

_UNSEEN = frozenset(
    "head style script title template noscript object svg del s strike".split()  # noqa: SIM905
)
"""Elements whose text is not shown, or was struck out."""

_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)
_BLOCK = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 "  # noqa: SIM905
    "h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td th tr ul".split()
)
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.I)
_KEEPING = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.I)
_QUOTING = re.compile(
    r"(?:^|\s)(?:x_|ydp[0-9a-z]{0,16}?)?"  # put before classes by Outlook and Yahoo
    r"(?:(?P<holds>gmail_quote_container|gmail_quote|protonmail_quote)"
    r"|gmail_attr|yahoo_quoted|moz-cite-prefix|zmail_extra)(?:\s|$)"
)
"""Containers of quotations; those that hold a blockquote quote no further than to its end."""

_REPLY_HEADER = re.compile(
    r"^(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION"
    r"|mail-editor-reference-message(?:-container)?)$"
)
_CLOSES = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "tr": ("tr", "td", "th"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tbody": ("tr", "td", "th"),
}
"""Which elements, left open, a tag closes; blocks also close a paragraph, and the head."""

_BLANKS = re.compile(r"[ \t\r\n\f]+")
_DEEPEST = 400
_NEAREST = 8  # how far up an element left open is looked for
BAR = "-----Original Message-----"
"""The line put where Outlook's HTML begins the quoted mail: everything below is not typed."""


@dataclass
class _Open:
    """An element that is open: what it does to the text inside."""

    tag: str
    hides: bool
    quotes: bool
    holds: bool  # quotes only until the blockquote in it ends
    keeps: bool  # keeps its line ends


class _Reader:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []  # pieces of the line that is being written
        self.open: list[_Open] = []
        self.number: Counter[str] = Counter()  # of open elements, by tag
        self.hidden = 0
        self.quoted = 0
        self.kept = 0

    def start(self, tag: str, values: dict[str, str]) -> None:
        self._close_left_open(tag)
        if tag == "br":
            self._break(always=True)
        elif tag in _BLOCK:
            self._break()
        if values and _REPLY_HEADER.match(values.get("id", "")):
            self._break()
            self._put(BAR)
            self._break()
        if tag in _VOID or len(self.open) >= _DEEPEST:
            return
        hides, keeps = tag in _UNSEEN, tag == "pre"
        container = None
        if values:
            style = values.get("style", "")
            hides = hides or "hidden" in values or bool(_HIDING.search(style))
            keeps = keeps or bool(_KEEPING.search(style))
            container = _QUOTING.search(values.get("class", ""))
        holds = tag != "blockquote" and bool(container and container["holds"])
        quotes = tag == "blockquote" or bool(container)
        self.open.append(_Open(tag, hides, quotes, holds, keeps))
        self.number[tag] += 1
        self.hidden += hides
        self.quoted += quotes
        self.kept += keeps

    def end(self, tag: str) -> None:
        if not self.number[tag]:
            return
        if tag in _BLOCK:
            self._break()
        while self._pop().tag != tag:
            pass
        if tag == "blockquote":
            self._end_container()

    def _pop(self) -> _Open:
        element = self.open.pop()
        self.number[element.tag] -= 1
        self.hidden -= element.hides
        self.quoted -= element.quotes
        self.kept -= element.keeps
        return element

    def _end_container(self) -> None:
        """Gmail's container holds attribution and blockquote; what comes below them was typed."""
        for element in reversed(self.open[-_NEAREST:]):
            if element.holds:
                self.quoted -= element.quotes
                element.quotes = element.holds = False
            elif element.quotes:
                return

    def _close_left_open(self, tag: str) -> None:
        """Close what a browser closes by itself before this tag."""
        if self.number["head"] and (tag == "body" or tag in _BLOCK):
            while self._pop().tag != "head":
                pass
        closed = _CLOSES.get(tag, ())
        if tag in _BLOCK and tag not in ("td", "th", "tr", "tbody", "li"):
            closed = (*closed, "p")
        if not any(self.number[name] for name in closed):
            return
        for place in range(len(self.open) - 1, max(len(self.open) - _NEAREST, 0) - 1, -1):
            name = self.open[place].tag
            if name in closed:
                while len(self.open) > place:
                    self._pop()
                if name in ("tr", "p", "li"):
                    return
            elif name in _BLOCK:
                return

    def text(self, data: str) -> None:
        if self.hidden:
            return
        first, *more = data.split("\n") if self.kept else [data]
        self._put(_BLANKS.sub(" ", first))
        for line in more:
            self._break(always=True)
            self._put(_BLANKS.sub(" ", line))

    def _put(self, text: str) -> None:
        if not self.line:
            text = text.lstrip(" ")
            if self.quoted and text:
                self.line.append("> ")
        if text:
            self.line.append(text)

    def _break(self, always: bool = False) -> None:
        if always or any(map(str.strip, self.line)):
            self.lines.append("".join(self.line).rstrip())
            self.line.clear()


def html_to_text(html: str) -> str:
    """What the mail shows, one block a line; blockquotes and marked quotations begin with `>`."""
    reader = _Reader()
    for piece in html_tags.pieces(html):
        if isinstance(piece, html_tags.Text):
            reader.text(piece.text)
        elif isinstance(piece, html_tags.Start):
            reader.start(piece.tag, piece.attributes)
        else:
            reader.end(piece.tag)
    reader.lines.append("".join(reader.line).rstrip())
    return "\n".join(reader.lines)
