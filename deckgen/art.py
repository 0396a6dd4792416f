"""Art files: an SVG of plain shapes -> drawing marks whose paints the face hands over.

The format (docs/faces.md, "Art"): `svg g path rect circle ellipse line polyline polygon use
symbol defs clipPath text`; colours `#RRGGBB`, `none`, `currentColor` and `var(--name, #fallback)`,
so that one drawing serves every colour of a deck.  The reader takes bytes and a name for messages;
it opens no files, and it stops at limits before a hostile file costs anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Any, TypeVar

from card_specs.language.problems import Problems, nearest
from card_specs.values import dataclass
from deckgen import svg_path
from deckgen.art_style import Look, change, known, painted
from deckgen.drawing import IDENTITY, Colour, Drawing, Group, Mark, Matrix, Shape, Text
from deckgen.geometry import Rect
from deckgen.recolour import recoloured
from deckgen.svg_tree import Element, attribute_mark, parse

_Found = TypeVar("_Found")

MAX_MARKS = 20_000
"""How many shapes one art file may come to, repeated ones counted."""

Measure = Callable[[str, str, float, str, float], tuple[str, float]]
"""family, weight, size, text, spacing -> the font's own name and the width; ValueError if none."""


@dataclass(frozen=True)
class Art:
    """A drawing in its own units; colours may still be references to paints."""

    name: str
    view: Rect
    marks: Drawing = field(repr=False)
    paints: frozenset[str] = frozenset()


class _ArtError(Exception):
    """A wrong attribute: its name and what is wrong with it."""

    def __init__(self, attribute: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.attribute, self.message, self.hint = attribute, message, hint


def no_letters(
    family: str, weight: str, size: float, text: str, spacing: float
) -> tuple[str, float]:
    """The `Measure` of a reader that has no fonts."""
    raise ValueError("letters cannot be measured here; turn the text into a path")


def read(data: bytes, file: str, problems: Problems, measure: Measure = no_letters) -> Art | None:
    """The art in an SVG file's bytes; None with problems noted when there is something wrong."""
    before = len(problems.errors)
    root = parse(data, file, problems)
    if root is None:
        return None
    reader = _Reader(data, problems, measure)
    art = reader.art(root, file)
    return art if len(problems.errors) == before else None


class _Reader:
    def __init__(self, data: bytes, problems: Problems, measure: Measure) -> None:
        self.data, self.problems, self.measure = data, problems, measure
        self.by_id: dict[str, Element] = {}
        self.used: list[str] = []
        self.count = 0

    def art(self, root: Element, file: str) -> Art:
        for element in root.everything():
            name = element.attributes.get("id", "")
            if name and self.by_id.setdefault(name, element) is not element:
                self.add(element, _ArtError("id", f"a second id '{name}'"))
        marks = tuple(self.inside(root, self.look(root, Look())))
        view = self.guarded(root, lambda: _view(root)) or Rect(0, 0, 1, 1)
        return Art(file, view, marks, frozenset(_references(marks)))

    def add(self, element: Element, error: _ArtError) -> None:
        at = attribute_mark(element, error.attribute, self.data)
        self.problems.add(at, error.message, error.hint)

    def guarded(self, element: Element, work: Callable[[], _Found]) -> _Found | None:
        """What `work` gives, or None and a problem."""
        try:
            return work()
        except _ArtError as error:
            self.add(element, error)
        return None

    def look(self, element: Element, look: Look) -> Look:
        """The look inside an element: its attributes first, its `style` on top of them."""
        items = list(element.attributes.items())
        for part in element.attributes.get("style", "").split(";"):
            name, colon, value = part.partition(":")
            if colon:
                items.append((name.strip(), value.strip()))
        items.sort(key=lambda item: item[0] != "color")  # currentColor needs it first
        fields: dict[str, Any] = {}
        for name, value in items:
            try:
                found = change(look, name, value)
                if found is None:
                    raise _ArtError(name, f"unknown attribute '{name}'", nearest(name, known()))
            except ValueError as error:
                self.add(element, _ArtError(name, str(error)))
            except _ArtError as error:
                self.add(element, error)
            else:
                fields |= found
                if "current" in found:
                    look = replace(look, **found)
        return replace(look, **fields) if fields else look

    def inside(self, element: Element, look: Look) -> list[Mark]:
        marks: list[Mark] = []
        for child in element.children:
            if child.tag not in ("defs", "symbol", "clipPath"):
                marks += self.guarded(child, lambda c=child: self.marks(c, look)) or []  # type: ignore[misc]
        return marks

    def marks(self, element: Element, above: Look) -> list[Mark]:
        self.count += 1
        if self.count > MAX_MARKS:
            raise _ArtError("href", f"the drawing comes to more than {MAX_MARKS} shapes")
        if element.attributes.get("display") == "none":
            return []
        look = self.look(element, above)
        marks: list[Mark]
        if element.tag in ("g", "svg"):
            marks = self.inside(element, look)
        elif element.tag == "use":
            marks = self.use(element, look)
        elif element.tag == "text":
            marks = self.text(element, look)
        else:
            marks = self.shape(element, look)
        return self.placed(element, marks)

    def placed(self, element: Element, marks: list[Mark]) -> list[Mark]:
        """The marks seen through the element's transform and clip."""
        matrix = _transform(element)
        clip = self.clip(element)
        if not marks or (matrix == IDENTITY and clip is None):
            return marks
        return [Group(tuple(marks), matrix, clip)]

    def shape(self, element: Element, look: Look) -> list[Mark]:
        path = _outline(element)
        fill = None if element.tag == "line" else look.fill
        stroke = look.line()
        if not path or (fill is None and stroke is None):
            return []
        return [Shape(path, fill, stroke, look.even_odd)]

    def text(self, element: Element, look: Look) -> list[Mark]:
        text = " ".join(element.text.split())
        if not text or look.fill is None:
            return []
        try:
            font, width = self.measure(look.font, look.weight, look.size, text, look.spacing)
        except ValueError as error:
            raise _ArtError("font-family", str(error)) from None
        shift = {"start": 0.0, "middle": width / 2, "end": width}[look.anchor]
        x, y = _number(element, "x") - shift, _number(element, "y")
        return [Text(x, y, look.size, font, text, look.fill, width, look.spacing, look.line())]

    def target(self, element: Element, attribute: str, link: str) -> Element:
        if not link.startswith("#"):
            hint = "only links inside the file (#name) exist"
            raise _ArtError(attribute, f"'{link}' points outside the file", hint)
        found = self.by_id.get(link[1:])
        if found is None:
            raise _ArtError(
                attribute, f"nothing has the id '{link[1:]}'", nearest(link[1:], self.by_id)
            )
        return found

    def use(self, element: Element, look: Look) -> list[Mark]:
        link = element.attributes.get("href", "")
        target = self.target(element, "href", link)
        if link in self.used:
            raise _ArtError("href", f"'{link}' uses itself")
        self.used.append(link)
        try:
            if target.tag == "symbol":
                marks = self.inside(target, self.look(target, look))
                matrix = _fitted(element, target)
            else:
                marks = self.marks(target, look)
                x, y = _number(element, "x"), _number(element, "y")
                matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        finally:
            self.used.pop()
        return [Group(tuple(marks), matrix)] if matrix != IDENTITY else marks

    def clip(self, element: Element) -> Shape | None:
        link = element.attributes.get("clip-path", "none").strip()
        if link == "none":
            return None
        if not (link.startswith("url(") and link.endswith(")")):
            raise _ArtError("clip-path", f"'{link}' is not url(#name)")
        target = self.target(element, "clip-path", link[4:-1].strip(" '\""))
        path: svg_path.Path = ()
        even_odd = False
        for child in target.children:
            outline = _outline(child)
            matrix = _transform(child)
            path += outline if matrix == IDENTITY else moved(outline, matrix)
            even_odd = even_odd or self.look(child, Look()).even_odd
        if target.tag != "clipPath" or not path:
            raise _ArtError("clip-path", f"'{link}' is no clipPath with a shape in it")
        return Shape(path, even_odd=even_odd)


def moved(path: svg_path.Path, matrix: Matrix) -> svg_path.Path:
    """A path's points seen through a matrix."""
    a, b, c, d, e, f = matrix
    out: list[svg_path.Segment] = []
    for kind, *points in path:
        p = [float(v) for v in points]
        pairs = zip(p[::2], p[1::2], strict=True)
        flat = [v for x, y in pairs for v in (a * x + c * y + e, b * x + d * y + f)]
        out.append((kind, *flat))
    return tuple(out)


def _number(element: Element, name: str, default: float = 0.0) -> float:
    value = element.attributes.get(name)
    if value is None:
        return default
    for unit in ("px", "mm"):
        value = value.removesuffix(unit)
    try:
        found = svg_path.numbers(value)
    except ValueError as error:
        raise _ArtError(name, f"{name}: {error}") from None
    if len(found) != 1:
        raise _ArtError(name, f'{name}="{value}" is not a number')
    return found[0]


def _transform(element: Element) -> Matrix:
    value = element.attributes.get("transform")
    if not value:
        return IDENTITY
    try:
        return svg_path.transform(value)
    except ValueError as error:
        raise _ArtError("transform", str(error)) from None


def _outline(element: Element) -> svg_path.Path:
    """A basic shape's path."""
    tag = element.tag
    attribute = "points" if tag in ("polyline", "polygon") else "d"
    try:
        if tag == "path":
            return svg_path.path(element.attributes.get("d", ""))
        if tag in ("polyline", "polygon"):
            return _joined(svg_path.numbers(element.attributes.get("points", "")), tag)
    except ValueError as error:
        raise _ArtError(attribute, str(error)) from None
    return _round_or_straight(element)


def _joined(values: list[float], tag: str) -> svg_path.Path:
    if len(values) % 2:
        raise ValueError("points come in pairs of numbers")
    pairs = list(zip(values[::2], values[1::2], strict=True))
    lines = tuple(("M" if i == 0 else "L", x, y) for i, (x, y) in enumerate(pairs))
    return lines if tag == "polyline" or not lines else (*lines, ("Z",))


def _round_or_straight(element: Element) -> svg_path.Path:
    def value(name: str, default: float = 0.0) -> float:
        return _number(element, name, default)

    match element.tag:
        case "rect":
            rx = value("rx", value("ry"))
            box = (value("x"), value("y"), value("width"), value("height"))
            return svg_path.rectangle(*box, rx, value("ry", rx)) if min(box[2:]) > 0 else ()
        case "circle":
            r = value("r")
            return svg_path.ellipse(value("cx"), value("cy"), r, r) if r > 0 else ()
        case "ellipse":
            rx, ry = value("rx"), value("ry")
            return svg_path.ellipse(value("cx"), value("cy"), rx, ry) if min(rx, ry) > 0 else ()
        case "line":
            return (("M", value("x1"), value("y1")), ("L", value("x2"), value("y2")))
    raise _ArtError("id", f"<{element.tag}> cannot stand here")


def _view(element: Element) -> Rect | None:
    """The viewBox, or the width and height where there is none."""
    text = element.attributes.get("viewBox")
    if text is None:
        size = (_number(element, "width"), _number(element, "height"))
        if min(size) <= 0:
            raise _ArtError("viewBox", f"<{element.tag}> has no viewBox")
        return Rect(0, 0, *size)
    try:
        values = svg_path.numbers(text)
    except ValueError as error:
        raise _ArtError("viewBox", str(error)) from None
    if len(values) != 4 or min(values[2:]) <= 0:
        raise _ArtError("viewBox", "a viewBox is x, y, width and height")
    return Rect(*values)


def _fitted(element: Element, symbol: Element) -> Matrix:
    """A symbol's viewBox into the box of its `use`, keeping its shape, centred."""
    view = _view(symbol) if "viewBox" in symbol.attributes else None
    x, y = _number(element, "x"), _number(element, "y")
    if view is None:
        return (1.0, 0.0, 0.0, 1.0, x, y)
    width = _number(element, "width", view.width)
    height = _number(element, "height", view.height)
    return fitted(view, Rect(x, y, width, height))


def fitted(view: Rect, box: Rect, cover: bool = False) -> Matrix:
    """The matrix that lays `view` centred into `box` (or over it), keeping its shape."""
    scales = (box.width / view.width, box.height / view.height)
    scale = max(scales) if cover else min(scales)
    x = box.x + (box.width - view.width * scale) / 2 - view.x * scale
    y = box.y + (box.height - view.height * scale) / 2 - view.y * scale
    return (scale, 0.0, 0.0, scale, x, y)


def _references(marks: Drawing) -> set[str]:
    found: set[str] = set()

    def note(name: str) -> Colour:
        found.add(name)
        return "#000000"

    in_paints(marks, note)
    return found


def in_paints(marks: Drawing, find: Callable[[str], Colour | None]) -> Drawing:
    """The marks with every paint a colour; KeyError names a paint that nothing gives."""
    return recoloured(marks, lambda paint: painted(paint, find))
