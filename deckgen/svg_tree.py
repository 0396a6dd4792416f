"""SVG text -> located elements, safely: no DOCTYPE, no entities, no foreign elements.

Only the elements that a printed face needs exist (`ELEMENTS`); what an editor leaves behind for
itself (titles, metadata, its own namespaces) is passed over.  Whatever is wrong becomes a
`Problem` at its line and column.  This is the only module that imports expat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from card_specs.language.problems import Mark, Problems, nearest

MAX_BYTES = 5_000_000
"""The largest SVG file that is read; a drawing of a hundred kilobytes is already rich."""

MAX_DEPTH = 60

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
_TAGS = "svg g defs symbol use clipPath path rect circle ellipse line polyline polygon text"
ELEMENTS = frozenset(_TAGS.split())
_PASSED_OVER = frozenset({"title", "desc", "metadata"})


@dataclass
class Element:
    """One element: attributes by name (`xlink:href` is `href`), children, and its place."""

    tag: str
    attributes: dict[str, str]
    at: Mark
    start: int  # where its `<` stands in the bytes
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def everything(self) -> Iterator[Element]:
        """The element and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.everything()


class _StopError(Exception):
    """The file is so wrong that reading on makes no sense; the problem is noted already."""


class _Reader:
    def __init__(self, data: bytes, file: str, problems: Problems) -> None:
        self.data, self.file, self.problems = data, file, problems
        self.root: Element | None = None
        self.open: list[Element] = []
        self.skipping = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.ProcessingInstructionHandler = self.instruction

    def here(self) -> Mark:
        return Mark(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if self.skipping or space not in ("", SVG) or tag in _PASSED_OVER:
            self.skipping += 1
            return
        if len(self.open) > MAX_DEPTH:
            self.problems.add(self.here(), f"elements stand more than {MAX_DEPTH} deep")
            raise _StopError
        element = Element(tag, _plain(attributes), self.here(), self.parser.CurrentByteIndex)
        if tag not in ELEMENTS:
            self.problems.add(self.here(), f"unknown element <{tag}>", _why(tag))
            self.skipping = 1
            return
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, _name: str) -> None:
        if self.skipping:
            self.skipping -= 1
        else:
            self.open.pop()

    def characters(self, text: str) -> None:
        if self.skipping or not self.open or not text.strip():
            return
        if self.open[-1].tag == "text":
            self.open[-1].text += text
        else:
            self.problems.add(self.here(), f"text inside <{self.open[-1].tag}>")

    def doctype(self, *_: object) -> None:
        before = self.data[: max(0, self.data.find(b"<!DOCTYPE"))]
        column = len(before) - before.rfind(b"\n")
        at = Mark(self.file, before.count(b"\n") + 1, column)
        hint = "delete the <!DOCTYPE …> part"
        self.problems.add(at, "a DOCTYPE, which art files must not have", hint)
        raise _StopError

    def instruction(self, target: str, _data: str) -> None:
        self.problems.add(self.here(), f"a processing instruction <?{target} …?>", "delete it")

    def read(self) -> Element | None:
        if len(self.data) > MAX_BYTES:
            self.problems.add(
                Mark(self.file, 1, 1),
                f"the file has {len(self.data) / 1e6:.1f} MB; art may have {MAX_BYTES / 1e6:g} MB",
            )
            return None
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            at = Mark(self.file, error.lineno, error.offset + 1)
            what = expat.ErrorString(error.code)
            self.problems.add(at, f"this is not XML: {what}", "open it in a drawing program")
            return None
        except _StopError:
            return None
        return self.root


def _plain(attributes: dict[str, str]) -> dict[str, str]:
    """Attributes without those of other namespaces; a link is a link however it is written."""
    plain = {}
    for name, value in attributes.items():
        space, _, local = name.rpartition(" ")
        if not space:
            plain[local] = value
        elif space == XLINK and local == "href":
            plain.setdefault("href", value)
    return plain


_REASONS = {
    "image": "place the bitmap as a layer of its own in the face",
    "style": "write fill and stroke as attributes of the shapes (plain SVG)",
    "script": "art files hold shapes only",
    "linearGradient": "colours are plain here, so that they print the same everywhere",
    "radialGradient": "colours are plain here, so that they print the same everywhere",
    "filter": "filters do not print the same everywhere; draw the shape",
    "mask": "use clipPath",
    "tspan": "use one <text> for each run",
    "textPath": "turn the text into a path in your drawing program",
    "a": "art files hold no links",
}


def _why(tag: str) -> str:
    return _REASONS.get(tag) or nearest(tag, ELEMENTS)


def parse(data: bytes, file: str, problems: Problems) -> Element | None:
    """The file's root element, or None where it could not be read at all."""
    root = _Reader(data, file, problems).read()
    if root is not None and root.tag != "svg":
        problems.add(root.at, f"the outermost element is <{root.tag}>", "it must be <svg>")
        return None
    return root


def attribute_mark(element: Element, name: str, data: bytes) -> Mark:
    """Where an attribute's value stands; the element's own place if it cannot be found."""
    tag_end = data.find(b">", element.start)
    head = data[element.start : tag_end if tag_end >= 0 else len(data)]
    pattern = rb"[\s:]" + re.escape(name.encode()) + rb"\s*=\s*[\"']"
    match = re.search(pattern, head)
    if match is None:
        return element.at
    before = data[: element.start + match.end()]
    line_start = before.rfind(b"\n") + 1
    column = len(before[line_start:].decode("utf-8", "replace")) + 1
    return Mark(element.at.file, before.count(b"\n") + 1, column)
