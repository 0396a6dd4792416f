"""A drawing as an SVG file that looks the same where the fonts are not installed.

Letters are outlines, each glyph once in `<defs>` under an id made of its font and number; a run's
text stays readable as its `aria-label`.  Ids, order and numbers depend on the drawing alone.  This
is the only module that imports svgwrite (which numbers ids through the process if it is let).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from deckgen import fonts
from deckgen.drawing import IDENTITY, Drawing, Group, Mark, Matrix, Picture, Shape, Stroke, Text
from deckgen.geometry import Rect
from deckgen.svg_path import Path


def svg(drawing: Drawing, view: Rect, title: str = "") -> str:
    """The SVG text of the part of a drawing inside `view` (mm); the size is given in mm, too."""
    import svgwrite

    size = (f"{_number(view.width)}mm", f"{_number(view.height)}mm")
    box = " ".join(map(_number, (view.x, view.y, view.width, view.height)))
    document = svgwrite.Drawing(size=size, viewBox=box, debug=False, profile="full")
    if title:
        document.set_desc(title=title)
    writer = _Writer(document)
    for mark in drawing:
        document.add(writer.element(mark))
    text: str = document.tostring()
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + text + "\n"


class Album:
    """Many small pictures of one HTML page: shared drawings and glyphs are defined once.

    `keep` defines a drawing under an id, `picture` gives an inline `<svg>` that shows drawings and
    kept ones, `definitions` the hidden `<svg>` that everything refers to.
    """

    def __init__(self) -> None:
        import svgwrite

        self.document = svgwrite.Drawing(size=("0", "0"), debug=False, profile="full")
        self.writer = _Writer(self.document)
        self.kept: set[str] = set()

    def keep(self, name: str, drawing: Drawing) -> None:
        """Define a drawing under an id; the second time nothing happens."""
        if name in self.kept:
            return
        self.kept.add(name)
        group = self.document.defs.add(self.document.g(id=name))
        for mark in drawing:
            group.add(self.writer.element(mark))

    def picture(
        self, pieces: Sequence[Mark | tuple[str, Matrix]], view: Rect, about: Mapping[str, str]
    ) -> str:
        """An inline picture of marks and of kept drawings through matrices; `about` attributes."""
        box = " ".join(map(_number, (view.x, view.y, view.width, view.height)))
        inside = []
        for piece in pieces:
            if isinstance(piece, tuple):
                name, matrix = piece
                transform = f"matrix({' '.join(map(_fine, matrix))})"
                inside.append(f'<use href="#{name}" transform="{transform}"/>')
            else:
                inside.append(self.writer.element(piece).tostring())
        said = "".join(f" {key}={quoteattr(value)}" for key, value in about.items())
        return f'<svg viewBox="{box}"{said}>{"".join(inside)}</svg>'

    def definitions(self) -> str:
        """What the pictures refer to; it takes no room on the page."""
        inside: str = self.document.defs.tostring()
        hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
        return f"<svg {hidden}>{inside}</svg>"


class _Writer:
    def __init__(self, document: Any) -> None:
        self.document = document
        self.glyphs: set[str] = set()
        self.clips = 0

    def element(self, mark: Mark) -> Any:
        if isinstance(mark, Shape):
            return self._shape(mark)
        if isinstance(mark, Text):
            return self._text(mark)
        if isinstance(mark, Group):
            return self._group(mark)
        return self._picture(mark)

    def _shape(self, shape: Shape) -> Any:
        about: dict[str, str] = {"fill": shape.fill or "none"}
        if shape.even_odd:
            about["fill-rule"] = "evenodd"
        if shape.stroke:
            about |= _line(shape.stroke)
        return self.document.path(d=path_data(shape.path), **_keys(about))

    def _group(self, group: Group) -> Any:
        about: dict[str, str] = {}
        if group.matrix != IDENTITY:
            about["transform"] = f"matrix({' '.join(map(_fine, group.matrix))})"
        if group.clip is not None:
            about["clip-path"] = f"url(#{self._clip(group.clip)})"
        element = self.document.g(**_keys(about))
        for mark in group.marks:
            element.add(self.element(mark))
        return element

    def _clip(self, shape: Shape) -> str:
        self.clips += 1
        name = f"clip{self.clips}"
        clip = self.document.defs.add(self.document.clipPath(id=name))
        rule = {"clip_rule": "evenodd"} if shape.even_odd else {}
        clip.add(self.document.path(d=path_data(shape.path), **rule))
        return name

    def _text(self, text: Text) -> Any:
        """The run's glyphs; an outline is a second, lower layer of the same glyphs."""
        scale = text.size / fonts.font(text.font).tables.units
        place = f"translate({_number(text.x)} {_number(text.y)}) scale({_fine(scale)})"
        run = self.document.g(fill=text.fill, transform=place)
        run["aria-label"] = text.text
        if text.stroke is not None:
            wide = Stroke(
                text.stroke.colour,
                text.stroke.width / scale,
                tuple(part / scale for part in text.stroke.dash),
                text.stroke.cap,
                text.stroke.join,
            )
            below = run.add(self.document.g(**_keys({"fill": "none"} | _line(wide))))
            self._glyphs(below, text, scale)
        self._glyphs(run, text, scale)
        return run

    def _glyphs(self, run: Any, text: Text, scale: float) -> None:
        font = fonts.font(text.font)
        x = 0.0
        for char, kern in zip(text.text, (*font.kerns(text.text), 0), strict=True):
            name = self._glyph(text.font, char)
            if name:
                run.add(self.document.use(f"#{name}", x=_number(x)))
            x += (font.tables.advance(char) or 0) + kern + text.spacing / scale

    def _glyph(self, font: str, char: str) -> str:
        """The id of a glyph in the definitions; empty for a blank."""
        tables = fonts.font(font).tables
        name = f"{re.sub(r'[^A-Za-z0-9]', '', font)}-{tables.glyph(char)}"
        if name not in self.glyphs:
            outline = path_data(tables.outline(char))
            if not outline:
                return ""
            self.glyphs.add(name)
            self.document.defs.add(self.document.path(d=outline, id=name))
        return name

    def _picture(self, picture: Picture) -> Any:
        kind = "png" if picture.data.startswith(b"\x89PNG") else "jpeg"
        data = base64.b64encode(picture.data).decode("ascii")
        return self.document.image(
            f"data:image/{kind};base64,{data}",
            insert=(_number(picture.x), _number(picture.y)),
            size=(_number(picture.width), _number(picture.height)),
            preserveAspectRatio="none",
        )


def _line(stroke: Stroke) -> dict[str, str]:
    about = {"stroke": stroke.colour, "stroke-width": _number(stroke.width)}
    if stroke.dash:
        about["stroke-dasharray"] = " ".join(map(_number, stroke.dash))
    if stroke.cap != "butt":
        about["stroke-linecap"] = stroke.cap
    if stroke.join != "miter":
        about["stroke-linejoin"] = stroke.join
    else:
        about["stroke-miterlimit"] = "10"  # PDF's limit
    return about


def _keys(about: dict[str, str]) -> dict[str, str]:
    """Attribute names as svgwrite wants them."""
    return {name.replace("-", "_"): value for name, value in about.items()}


def path_data(path: Path) -> str:
    """A path as SVG path data, numbers to a micrometre."""
    return "".join(
        str(kind) + " ".join(_number(float(value)) for value in values) for kind, *values in path
    )


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _fine(value: float) -> str:
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
