"""A PDF file as pages of operators: the only place that knows how the file itself is built.

reportlab paints, and makes the fonts' and pictures' objects; the file around them is written
here, since reportlab's own puts an un-embedded Helvetica into every file, repeats the resources
on each page and knows no object streams (ISO 32000-1, 7.5.7), which are worth a fifth of a deck's
size.  Pages share one resource dictionary, the paper's size and, where they are equal, their
contents.  Points exist in this file only (`matrices` leads to them).
The same calls give the same bytes: there is no date in the file.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from hashlib import md5
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from card_specs.values import dataclass
from deckgen.drawing import Drawing, Matrix
from deckgen.geometry import Rect
from deckgen.matrices import POINT
from deckgen.paint_pdf import paint

# ASCII85 would make every bitmap a quarter larger, for transports of 1993.
rl_config.useA85 = 0

PRODUCER = "deckgen (reportlab)"
IN_OBJECT_STREAM = 400
LEAST_PACKED = 140
"""Bytes under which a stream is not worth packing."""

_FILTER = "/Filter/FlateDecode"


@dataclass(frozen=True)
class About:
    """What the file says of itself; `duplex` as in the viewer preferences, or nothing."""

    title: str
    lang: str
    subject: str = ""
    author: str = ""
    duplex: str = ""  # Simplex | DuplexFlipLongEdge | DuplexFlipShortEdge


@dataclass(frozen=True)
class Boxes:
    """A page's paper, trim and bleed in mm from the paper's top left corner."""

    width: float
    height: float
    trim: Rect
    bleed: Rect


class _Painter(Canvas):  # type: ignore[misc]
    """A canvas without the initial font that reportlab puts into every page."""

    def _make_preamble(self) -> None:
        self._preamble = ""


class _Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object as it stands in the file."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def format(self, document: Any) -> bytes:
        return self.text.encode("latin-1")


class PdfFile:
    """A file that is being made; `data` ends it."""

    def __init__(self, about: About) -> None:
        self._about = about
        self._canvas = _Painter("", pagesize=(72, 72), pageCompression=0, invariant=1)
        self._doc = self._canvas._doc
        self._root = self._number(_Raw())
        self._info = self._number(_Raw())
        self._tree = _Raw()
        self._tree_number = self._number(self._tree)
        self._resources = _Raw()
        self._resources_number = self._number(self._resources)
        self._forms: dict[str, int] = {}
        self._contents: dict[bytes, int] = {}
        self._pages: list[tuple[int, Boxes]] = []
        self._private = 0
        self.catalog = ""
        """What the catalogue says besides: outline, page labels, structure."""

    def painted(self, drawing: Drawing) -> str:
        """The operators that paint a drawing; its unit is 1 mm and its y runs downwards."""
        canvas = self._canvas
        start = len(canvas._code)
        paint(canvas, drawing)
        code = "\n".join(canvas._code[start:])
        del canvas._code[start:]
        return code

    def add_form(self, code: str, box: Rect) -> str:
        """Keep operators for repeated use; gives the operator that shows them."""
        name = f"F{len(self._forms)}"
        corners = " ".join(map(number, (box.x, box.y, box.right, box.bottom)))
        entries = (
            f"/Type/XObject/Subtype/Form/BBox[{corners}]/Resources {self._resources_number} 0 R"
        )
        self._forms[name] = self._number(_stream(code.encode("latin-1"), entries))
        return f"/{name} Do"

    def reserve(self) -> int:
        """The number of an object whose text comes later (`fill`)."""
        return self._number(_Raw())

    def fill(self, number: int, text: str) -> None:
        """The text of a reserved object."""
        self._doc.idToObject[self._doc.numberToId[number]].text = text

    def add_page(
        self, boxes: Boxes, contents: Sequence[str], entries: str = "", at: int = 0
    ) -> None:
        """Add a page; of its contents those that another page has too are stored once.

        `entries` are further ones of its dictionary; `at` is a reserved number to give it.
        """
        parts = " ".join(f"{self._content(part)} 0 R" for part in contents)
        page = (
            f"<</Type/Page/Parent {self._tree_number} 0 R{_boxes(boxes, self._usual)}"
            f"/Contents{f'[{parts}]' if len(contents) > 1 else f' {parts}'}{entries}>>"
        )
        own = at or self.reserve()
        self.fill(own, page)
        self._pages.append((own, boxes))

    def keep(self, name: str, data: bytes) -> None:
        """Keep a program's own data in the file (ISO 32000-1, 14.5), for `print_contract`."""
        stream = self._number(_stream(data, ""))
        entry = f"<</{name}<</LastModified(D:20000101000000Z)/Private {stream} 0 R>>>>"
        self._private = self._number(_Raw(entry))

    def data(self) -> bytes:
        """The whole file."""
        doc = self._doc
        for font in doc.delayedFonts:
            font.addObjects(doc)
        self._close()
        return _File(doc).written(self._root, self._info)

    @property
    def _usual(self) -> Boxes | None:
        return self._pages[0][1] if self._pages else None

    def _number(self, thing: Any) -> int:
        reference = self._doc.Reference(thing)
        number_and_version: tuple[int, int] = self._doc.idToObjectNumberAndVersion[reference.name]
        return number_and_version[0]

    def _content(self, code: str) -> int:
        data = code.encode("latin-1")
        key = md5(data, usedforsecurity=False).digest()
        if key not in self._contents:
            self._contents[key] = self._number(_stream(data, ""))
        return self._contents[key]

    def _close(self) -> None:
        """Fill in what could not be known before: root, page tree, resources."""
        about, first = self._about, self._pages[0][1]
        doc = self._doc
        kids = " ".join(f"{number} 0 R" for number, _ in self._pages)
        self._tree.text = (
            f"<</Type/Pages/Count {len(self._pages)}/Kids[{kids}]{_media(first)}"
            f"/Resources {self._resources_number} 0 R>>"
        )
        objects = [f"/{name} {n} 0 R" for name, n in self._forms.items()]
        objects += [
            f"/{name} {n} 0 R"
            for name, (n, _) in doc.idToObjectNumberAndVersion.items()
            if isinstance(doc.idToObject[name], pdfdoc.PDFImageXObject)
        ]
        fonts = doc.idToObjectNumberAndVersion["BasicFonts"][0]
        self._resources.text = f"<</Font {fonts} 0 R/XObject<<{''.join(objects)}>>>>"
        duplex = f"/Duplex/{about.duplex}" if about.duplex else ""
        private = f"/PieceInfo {self._private} 0 R" if self._private else ""
        self.fill(
            self._root,
            f"<</Type/Catalog/Pages {self._tree_number} 0 R/Lang{text_string(about.lang)}{private}"
            f"{self.catalog}"
            f"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true{duplex}>>>>",
        )
        subject = f"/Subject{text_string(about.subject)}" if about.subject else ""
        subject += f"/Author{text_string(about.author)}" if about.author else ""
        title = text_string(about.title)
        self.fill(self._info, f"<</Title{title}{subject}/Creator(deckgen)/Producer({PRODUCER})>>")


class _File:
    """The objects as bytes, with object streams and a cross-reference stream."""

    def __init__(self, doc: Any) -> None:
        self.doc = doc
        self.parts: list[bytes] = [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"]
        self.length = len(self.parts[0])
        self.entries: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}

    def written(self, root: int, info: int) -> bytes:
        packed: list[tuple[int, bytes]] = []
        count = 1
        # Formatting an object may add others at the end of the list.
        while (name := self.doc.numberToId.get(count)) is not None:
            thing = self.doc.idToObject[name]
            body = _body(thing, self.doc)
            if isinstance(thing, pdfdoc.PDFStream | pdfdoc.PDFImageXObject):
                self._add(count, body)
            else:
                packed.append((count, body))
            count += 1
        for start in range(0, len(packed), IN_OBJECT_STREAM):
            self._pack(count, packed[start : start + IN_OBJECT_STREAM])
            count += 1
        self._cross_reference(count, root, info)
        return b"".join(self.parts)

    def _add(self, number: int, body: bytes) -> None:
        self.entries[number] = (1, self.length, 0)
        data = b"%d 0 obj\n%s\nendobj\n" % (number, body)
        self.parts.append(data)
        self.length += len(data)

    def _pack(self, number: int, objects: list[tuple[int, bytes]]) -> None:
        head, bodies, offset = [], [], 0
        for index, (inner, body) in enumerate(objects):
            head.append(b"%d %d" % (inner, offset))
            bodies.append(body + b"\n")
            offset += len(body) + 1
            self.entries[inner] = (2, number, index)
        first = b" ".join(head) + b"\n"
        entries = f"/Type/ObjStm/N {len(objects)}/First {len(first)}"
        self._add(number, _body(_stream(first + b"".join(bodies), entries), self.doc))

    def _cross_reference(self, number: int, root: int, info: int) -> None:
        start = self.length
        self.entries[number] = (1, start, 0)
        rows = b"".join(
            kind.to_bytes(1, "big") + where.to_bytes(4, "big") + index.to_bytes(2, "big")
            for _, (kind, where, index) in sorted(self.entries.items())
        )
        digest = md5(b"".join(self.parts), usedforsecurity=False).hexdigest()
        entries = (
            f"/Type/XRef/Size {number + 1}/W[1 4 2]/Root {root} 0 R/Info {info} 0 R"
            f"/ID[<{digest}><{digest}>]"
        )
        self._add(number, _body(_stream(rows, entries), self.doc))
        self.parts.append(b"startxref\n%d\n%%%%EOF\n" % start)


class _Stream(pdfdoc.PDFStream):  # type: ignore[misc]
    """A stream of ours: its bytes, compressed where that pays, and its dictionary's text."""

    def __init__(self, data: bytes, entries: str) -> None:
        packed = zlib.compress(data, 9) if len(data) > LEAST_PACKED else data
        pays = len(packed) + len(_FILTER) < len(data)
        super().__init__(content=packed if pays else data)
        self.entries = entries + (_FILTER if pays else "")


def _stream(data: bytes, entries: str) -> _Stream:
    return _Stream(data, entries)


def _body(thing: Any, doc: Any) -> bytes:
    """An object's text; streams compressed as far as it goes, whoever made them."""
    if isinstance(thing, pdfdoc.PDFStream) and not isinstance(thing, _Stream):
        entries = "".join(
            f"/{key} {pdfdoc.format(value, doc).decode('latin-1')}"
            for key, value in sorted(thing.dictionary.dict.items())
        )
        raw = thing.content
        thing = _stream(raw.encode("latin-1") if isinstance(raw, str) else raw, entries)
    if isinstance(thing, _Stream):
        packed: bytes = thing.content
        head = f"<<{thing.entries}/Length {len(packed)}>>stream\n"
        return head.encode("latin-1") + packed + b"\nendstream"
    formatted: bytes = pdfdoc.format(thing, doc, toplevel=1)
    return formatted.strip(b"\n")


def text_string(text: str) -> str:
    """A PDF text string: plain where it is ASCII, else UTF-16 (ISO 32000-1, 7.9.2.2)."""
    if text.isascii():
        return "(" + text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") + ")"
    return "<" + ("\ufeff" + text).encode("utf-16-be").hex().upper() + ">"


def number(value: float, digits: int = 4) -> str:
    """A number as short as it can be written to so many decimals."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def concat(matrix: Matrix) -> str:
    """The operator that puts a matrix before the current one."""
    scales = " ".join(number(value, 7) for value in matrix[:4])
    return f"{scales} {number(matrix[4])} {number(matrix[5])} cm"


def _media(boxes: Boxes) -> str:
    return f"/MediaBox[0 0 {number(boxes.width / POINT)} {number(boxes.height / POINT)}]"


@lru_cache(maxsize=8)
def _boxes(boxes: Boxes, usual: Boxes | None) -> str:
    """Trim and bleed, and the paper where it is not that of the first page."""
    same = usual is None or (usual.width, usual.height) == (boxes.width, boxes.height)
    parts = "" if same else _media(boxes)
    for key, rect in (("TrimBox", boxes.trim), ("BleedBox", boxes.bleed)):
        low, high = boxes.height - rect.bottom, boxes.height - rect.y
        corners = " ".join(number(v / POINT) for v in (rect.x, low, rect.right, high))
        parts += f"/{key}[{corners}]"
    return parts
