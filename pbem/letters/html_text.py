"""The text that an HTML mail shows: lines, with quoted passages marked by `>`."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_UNSEEN = frozenset({"head", "style", "script", "title", "template", "noscript", "object", "svg"})
_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)
_BLOCK = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 "  # noqa: SIM905
    "h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td th tr ul".split()
)
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.I)
_QUOTING = re.compile(r"\b(gmail_quote_container|gmail_quote|yahoo_quoted|moz-cite-prefix)\b")
_REPLY_HEADER = re.compile(r"^(x_)*(divRplyFwdMsg|appendonsend|mail-editor-reference-message)$")
_DEEPEST = 400
BAR = "-----Original Message-----"
"""The line put where Outlook's HTML begins the quoted mail: everything below is not typed."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.open: list[tuple[str, bool, bool]] = []  # tag, hides, quotes
        self.hidden = 0
        self.quoted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "br":
            self._break(always=True)
        elif tag in _BLOCK:
            self._break()
        if _REPLY_HEADER.match(values.get("id", "")):
            self._break()
            self._put(BAR)
            self._break()
        if tag in _VOID or len(self.open) >= _DEEPEST:
            return
        hides = (
            tag in _UNSEEN or "hidden" in values or bool(_HIDING.search(values.get("style", "")))
        )
        quotes = tag == "blockquote" or bool(_QUOTING.search(values.get("class", "")))
        self.open.append((tag, hides, quotes))
        self.hidden += hides
        self.quoted += quotes

    def handle_endtag(self, tag: str) -> None:
        if any(name == tag for name, _, _ in self.open):
            if tag in _BLOCK:
                self._break()
            while True:
                name, hides, quotes = self.open.pop()
                self.hidden -= hides
                self.quoted -= quotes
                if name == tag:
                    break

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self._put(re.sub(r"[ \t\r\n\f]+", " ", data))

    def _put(self, text: str) -> None:
        if self.lines[-1] == "" and self.quoted and text.strip():
            self.lines[-1] = "> "
        self.lines[-1] += text if self.lines[-1] else text.lstrip(" ")

    def _break(self, always: bool = False) -> None:
        if always or self.lines[-1].strip():
            self.lines.append("")


def html_to_text(html: str) -> str:
    """What the mail shows, one block a line; blockquotes and marked quotations begin with `>`."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return "\n".join(line.rstrip() for line in reader.lines)
