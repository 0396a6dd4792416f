"""A PDF's facts as plain values: boxes, fonts, pictures, and where its marked cards really lie.

The only place that reads PDF files.  It follows the page's operators with the current matrix, so
that what is found is what a printer will do and not what the file says of itself.  Lengths are
millimetres from the paper's top left corner.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import Any

import pypdf
from pypdf.errors import PyPdfError
from pypdf.generic import ContentStream

from card_specs.language.problems import PersonError
from deckgen.drawing import IDENTITY, Matrix
from deckgen.geometry import Rect
from deckgen.matrices import times, to_mm
from deckgen.papers import INCH
from deckgen.placements import KEY, TAG

SHOWING = frozenset(("Tj", "TJ", "'", '"'))
PAINTING = SHOWING | {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "INLINE IMAGE"}
DEPTH = 12
"""How deep forms may lie in forms before we stop following them."""

BUDGET = 1_000_000
"""Operators that a page may have: forms that show each other can make endless work."""

# What a damaged file makes pypdf raise besides its own errors.
_DAMAGE = (
    PyPdfError,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    NotImplementedError,
    RecursionError,
    OverflowError,
    zlib.error,
)


@dataclass(frozen=True)
class FontFact:
    """A font that some page may use."""

    name: str
    embedded: bool
    subset: bool


@dataclass(frozen=True)
class Bitmap:
    """A picture as it is printed: its name, its size in mm, and dots per inch the coarser way."""

    name: str
    width: float
    height: float
    dpi: float


@dataclass(frozen=True)
class Placed:
    """A marked card: the matrix from its own mm to the paper's, what it is clipped to (its own
    mm), and a digest of what it shows."""

    matrix: Matrix
    clip: Rect | None
    shows: str


@dataclass(frozen=True)
class PageFact:
    """One page; boxes that it does not state itself are None."""

    width: float
    height: float
    trim: Rect | None
    bleed: Rect | None
    turned: int
    unit: float
    paints: bool
    has_vectors: bool
    bitmaps: tuple[Bitmap, ...]
    cards: tuple[Placed, ...]


@dataclass(frozen=True)
class PdfFacts:
    """The whole file."""

    title: str
    producer: str
    lang: str
    scaling: str
    fonts: tuple[FontFact, ...]
    pages: tuple[PageFact, ...]
    record: bytes | None


class UnreadableError(PersonError):
    """The file is no PDF, is damaged, or is locked."""


def read_pdf(data: bytes) -> PdfFacts:
    """The facts of a file.  Raises `UnreadableError`."""
    # pypdf logs what it mends; what matters of that is found below.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(BytesIO(data))
        if reader.is_encrypted:
            raise UnreadableError("it is locked with a password — save it without one")
        return _facts(reader)
    except _DAMAGE as error:
        reason = str(error) or type(error).__name__
        raise UnreadableError(f"it cannot be read as a PDF ({reason})") from error


def _facts(reader: pypdf.PdfReader) -> PdfFacts:
    root = reader.trailer["/Root"].get_object()
    info: Mapping[str, Any] = reader.metadata or {}
    viewer = _get(root, "/ViewerPreferences") or {}
    fonts: dict[str, FontFact] = {}
    pages = []
    seen: set[int] = set()
    forms: dict[int, _Form] = {}
    for page in reader.pages:
        for font in _fonts(_get(page, "/Resources"), seen, DEPTH):
            fonts.setdefault(font.name, font)
        pages.append(_page(page, reader, forms))
    return PdfFacts(
        str(info.get("/Title") or ""),
        str(info.get("/Producer") or ""),
        str(_get(root, "/Lang") or ""),
        str(_get(viewer, "/PrintScaling") or ""),
        tuple(fonts.values()),
        tuple(pages),
        _record(root),
    )


def _get(holder: Any, key: str) -> Any:
    """The entry itself, where a file may hold a reference; None if there is none."""
    found = holder.get(key) if hasattr(holder, "get") else None
    return found.get_object() if found is not None else None


def _record(root: Any) -> bytes | None:
    private = _get(_get(_get(root, "/PieceInfo"), f"/{KEY}"), "/Private")
    return bytes(private.get_data()) if private is not None else None


# --- fonts ------------------------------------------------------------------------------------


def _fonts(resources: Any, seen: set[int], depth: int) -> Iterator[FontFact]:
    """The fonts of a resource dictionary and of the forms and patterns in it."""
    if resources is None or id(resources) in seen or not depth:
        return
    seen.add(id(resources))
    for font in (_get(resources, "/Font") or {}).values():
        yield _font(font.get_object())
    for key in ("/XObject", "/Pattern"):
        for thing in (_get(resources, key) or {}).values():
            yield from _fonts(_get(thing.get_object(), "/Resources"), seen, depth - 1)


def _font(font: Any) -> FontFact:
    name = str(font.get("/BaseFont") or font.get("/Name") or "?").lstrip("/")
    if font.get("/Subtype") == "/Type3":
        return FontFact(name, embedded=True, subset=True)
    descendants = _get(font, "/DescendantFonts")
    holder = descendants[0].get_object() if descendants else font
    descriptor = _get(holder, "/FontDescriptor") or {}
    embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
    tag, plus, _ = name.partition("+")
    subset = bool(plus) and len(tag) == 6 and tag.isalpha() and tag.isupper()
    return FontFact(name, embedded, subset)


# --- pages ------------------------------------------------------------------------------------


def _page(page: Any, reader: pypdf.PdfReader, forms: dict[int, _Form]) -> PageFact:
    unit = float(_get(page, "/UserUnit") or 1)
    x, y, right, top = (float(v) for v in page.mediabox)
    paper = (0.0, 0.0, right - x, top - y)
    walk = _Walk(reader, times((1.0, 0.0, 0.0, 1.0, -x, -y), to_mm(paper[3])), forms)
    contents = page.get_contents()
    if contents is not None:
        operations = ContentStream(contents, reader).operations
        walk.follow(operations, _get(page, "/Resources"), IDENTITY, DEPTH)
    height = _mm(paper[3])
    return PageFact(
        _mm(paper[2]),
        height,
        _box(page, "/TrimBox", (x, y), height),
        _box(page, "/BleedBox", (x, y), height),
        int(_get(page, "/Rotate") or 0),
        unit,
        walk.paints,
        walk.vectors,
        tuple(walk.bitmaps),
        tuple(walk.cards),
    )


def _mm(points: float) -> float:
    return points * INCH / 72


def _box(page: Any, key: str, origin: tuple[float, float], height: float) -> Rect | None:
    box = _get(page, key)
    if box is None:
        return None
    left, low, right, high = (float(v.get_object()) for v in box)
    x, y = origin
    width, tall = _mm(right - left), _mm(high - low)
    return Rect(_mm(left - x), height - _mm(high - y), width, tall)


@dataclass
class _Card:
    """A marked card whose operators are being read."""

    depth: int
    matrix: Matrix | None = None
    clip: Rect | None = None
    digest: Any = field(default_factory=sha256)


@dataclass
class _Form:
    """A form that was met before; a plain one need not be followed again."""

    form: Any  # kept, so that no other object gets its id
    operations: Sequence[Any]
    digest: bytes
    plain: bool = False
    paints: bool = False
    vectors: bool = False


class _Walk:
    """Follows a page's operators."""

    def __init__(self, reader: pypdf.PdfReader, to_paper: Matrix, forms: dict[int, _Form]) -> None:
        self.reader = reader
        self.forms = forms
        self.inside = 0
        self.to_paper = to_paper
        self.paints = self.vectors = False
        self.bitmaps: list[Bitmap] = []
        self.cards: list[Placed] = []
        self.card: _Card | None = None
        self.left = BUDGET

    def follow(self, operations: Sequence[Any], resources: Any, start: Matrix, depth: int) -> None:
        matrix, stack = start, []
        self.left -= len(operations)
        if self.left < 0:
            raise UnreadableError("its pages repeat each other too often to be followed")
        for operands, code in operations:
            operator = code.decode("latin-1")
            self._note(operator, operands)
            if operator == "q":
                stack.append(matrix)
            elif operator == "Q":
                matrix = stack.pop() if stack else start
            elif operator == "cm":
                matrix = times(_six(operands), matrix)
            elif operator in ("BMC", "BDC", "EMC"):
                self._marked(operator, operands)
            else:
                self._other(operator, operands, resources, matrix, depth)

    def _note(self, operator: str, operands: Sequence[Any]) -> None:
        """Remember what a card is clipped to, then what it shows."""
        card = self.card
        if card is None or operator == "EMC" or self.inside:
            return
        if card.matrix is not None:
            card.digest.update(repr((operands, operator)).encode())
        elif operator == "re":
            x, y, width, height = (float(v) for v in operands)
            card.clip = Rect(x, y, width, height)

    def _marked(self, operator: str, operands: Sequence[Any]) -> None:
        """Marked content may be nested; only the outermost end closes a card."""
        if self.card is None:
            if operator != "EMC" and operands and str(operands[0]) == f"/{TAG}":
                self.card = _Card(1)
            return
        self.card.depth += -1 if operator == "EMC" else 1
        if self.card.depth == 0:
            matrix = times(self.card.matrix or IDENTITY, self.to_paper)
            self.cards.append(Placed(matrix, self.card.clip, self.card.digest.hexdigest()))
            self.card = None

    def _other(
        self, operator: str, operands: Sequence[Any], resources: Any, matrix: Matrix, depth: int
    ) -> None:
        if self.card is not None and self.card.matrix is None and operator in ("n", *PAINTING):
            # The clip is set, or the first thing painted: the card's own place is reached.
            self.card.matrix = matrix
        if operator not in PAINTING:
            return
        if operator == "Do":
            self._show(str(operands[0]), resources, matrix, depth)
            return
        self.paints = True
        if operator == "INLINE IMAGE":
            self.bitmaps.append(_bitmap("inline", operands, times(matrix, self.to_paper)))
        else:
            self.vectors = True

    def _show(self, name: str, resources: Any, matrix: Matrix, depth: int) -> None:
        thing = _get(_get(resources, "/XObject"), name)
        if thing is None:
            return
        if thing.get("/Subtype") == "/Image":
            self.paints = True
            self.bitmaps.append(_bitmap(name, thing, times(matrix, self.to_paper)))
        elif depth and thing.get("/Subtype") == "/Form":
            self._show_form(thing, resources, matrix, depth)

    def _show_form(self, form: Any, resources: Any, matrix: Matrix, depth: int) -> None:
        """Follow a form, but one without pictures and cards only when it is met first."""
        known = self.forms.get(id(form))
        if known is None:
            operations = ContentStream(form, self.reader).operations
            known = _Form(form, operations, sha256(form.get_data()).digest())
            self.forms[id(form)] = known
        if self.card is not None and not self.inside:
            self.card.digest.update(known.digest)
        if known.plain:
            self.paints, self.vectors = self.paints or known.paints, self.vectors or known.vectors
            return
        before = (len(self.bitmaps), len(self.cards), self.card)
        self.inside += 1
        own = _get(form, "/Matrix")
        inner = times(_six(own), matrix) if own else matrix
        self.follow(known.operations, _get(form, "/Resources") or resources, inner, depth - 1)
        self.inside -= 1
        known.plain = before == (len(self.bitmaps), len(self.cards), self.card)
        # Whatever the page has painted already: a form is shown to paint something.
        known.paints, known.vectors = self.paints, self.vectors


def _six(values: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = (float(v) for v in values)
    return (a, b, c, d, e, f)


def _bitmap(name: str, picture: Any, matrix: Matrix) -> Bitmap:
    a, b, c, d, _, _ = matrix
    width, height = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5
    settings = picture.get("settings", picture)
    across = float(settings.get("/Width", settings.get("/W", 0)))
    down = float(settings.get("/Height", settings.get("/H", 0)))
    ways = [n / (mm / INCH) for n, mm in ((across, width), (down, height)) if mm > 0]
    return Bitmap(name.lstrip("/"), width, height, min(ways, default=0.0))
