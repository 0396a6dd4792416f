"""One layer of a face -> drawing marks: shapes, art, repeated and turned as the layer says.

Texts are set in `face_text`; what a name means is known by `face_names`.  A layer that cannot be
drawn raises `ValueProblem`; `face` gathers these with the card's name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from card_specs.language.problems import Mark as Place
from card_specs.language.problems import Problems, nearest
from card_specs.language.style import Layer
from card_specs.language.style_values import Constant, Plain, ValueProblem, holds, say
from card_specs.values import dataclass
from deckgen import art as art_format
from deckgen import bitmap, svg_path
from deckgen.art import Art
from deckgen.art_files import ArtFolders
from deckgen.bitmap import Bitmap
from deckgen.drawing import (
    IDENTITY,
    Colour,
    Drawing,
    Group,
    Mark,
    Matrix,
    Picture,
    Shape,
    Stroke,
)
from deckgen.face_names import Scope
from deckgen.geometry import CardFormat, Rect


@dataclass(frozen=True, eq=False)
class Studio:
    """What drawing one game's faces needs besides the names: art, the grid, the ink."""

    art: ArtFolders
    grid: CardFormat
    ink: str
    icons: Mapping[str, str]
    problems: Problems
    painted: dict[tuple[object, ...], Drawing]


class LayerReader:
    """A layer's values for one scope, with their places for messages."""

    def __init__(self, layer: Layer, scope: Scope) -> None:
        self.layer, self.scope = layer, scope

    def mark(self, name: str) -> Place:
        value = self.layer.values.get(name)
        return value.mark if value is not None else self.layer.mark

    def value(self, name: str) -> object:
        value = self.layer.values.get(name)
        return value.of(self.scope) if value is not None else None

    def number(self, name: str, default: float = 0.0) -> float:
        found = self.value(name)
        return default if found is None else self.as_number(name, found)

    def as_number(self, name: str, found: object) -> float:
        if isinstance(found, str):
            try:
                return float(found)
            except ValueError:
                raise ValueProblem(self.mark(name), f"'{found}' is not a number") from None
        if isinstance(found, bool) or not isinstance(found, float | int):
            raise ValueProblem(self.mark(name), f"'{name}' gives no number for this card")
        if not math.isfinite(found) or abs(found) > 10_000:
            raise ValueProblem(self.mark(name), f"'{name}' gives {found:g}, which is no size")
        return float(found)

    def numbers(self, name: str) -> tuple[float, ...]:
        """A list of numbers; empty if the layer has none, or none for this card."""
        value = self.layer.values.get(name)
        if isinstance(value, Constant) and isinstance(value.value, tuple):
            return value.value  # type: ignore[return-value]  # the reader made them numbers
        found = value.of(self.scope) if value is not None else None
        if found is None:
            return ()
        items = found if isinstance(found, tuple) else (found,)
        return tuple(self.as_number(name, item) for item in items)

    def sizes(self, name: str) -> tuple[float, ...]:
        """A list of numbers that this card must have."""
        found = self.numbers(name)
        if not found:
            hint = f"give `{name}` for every card, or `when`"
            raise ValueProblem(self.mark(name), f"'{name}' has no value for this card", hint)
        return found

    def text(self, name: str, default: str = "") -> str:
        found = self.value(name)
        return default if found is None else say(found)  # type: ignore[arg-type]

    def colour(self, name: str, default: Plain = None) -> Colour | None:
        found = self.value(name)
        if found is None and name not in self.layer.values:
            found = default
        return self.scope.colour(found, self.mark(name))  # type: ignore[arg-type]

    def stroke(self, fallback: float = 0.0) -> Stroke | None:
        colour = self.colour("stroke")
        width = self.number("line", fallback or 0.35)
        if colour is None or width <= 0:
            return None
        dash = self.numbers("dash")
        return Stroke(colour, width, dash, self.text("cap", "butt"), self.text("join", "miter"))


def box_named(word: str, grid: CardFormat) -> Rect:
    """`bleed`, `card` or `safe` as a rectangle."""
    return {"bleed": grid.bleed, "card": grid.trim, "safe": grid.safe}[word]


def shape(read: LayerReader, studio: Studio) -> list[Mark]:
    """The outline of a rect, circle, polygon, path or bare fill."""
    content = read.layer.content
    path = _OUTLINES[content](read, studio)
    fill, stroke = read.colour("fill"), read.stroke()
    if content == "polygon" and (by := read.number("round")) > 0 and fill is not None:
        # corners rounded outwards: a line of the fill's colour with round joins
        stroke = Stroke(fill, 2 * by, (), "round", "round")
    if fill is None and stroke is None:
        return []
    return [Shape(path, fill, stroke, read.text("rule") == "evenodd")]


def _fill(read: LayerReader, studio: Studio) -> svg_path.Path:
    box = studio.grid.bleed
    return svg_path.rectangle(box.x, box.y, box.width, box.height, 0, 0)


def _rect(read: LayerReader, studio: Studio) -> svg_path.Path:
    x, y, width, height = read.sizes("rect")
    if width < 0 or height < 0:
        raise ValueProblem(read.mark("rect"), f"the rectangle is {width:g} × {height:g} mm")
    radius = read.number("radius")
    return svg_path.rectangle(x, y, width, height, radius, radius)


def _circle(read: LayerReader, studio: Studio) -> svg_path.Path:
    x, y, radius = read.sizes("circle")
    return svg_path.ellipse(x, y, abs(radius), abs(radius))


def _polygon(read: LayerReader, studio: Studio) -> svg_path.Path:
    sides, x, y, radius = read.sizes("polygon")
    count = int(sides)
    if not 3 <= count <= 60:
        raise ValueProblem(read.mark("polygon"), f"a polygon has 3 to 60 sides, not {sides:g}")
    turns = [2 * math.pi * i / count for i in range(count)]
    corners = [(x + radius * math.sin(t), y - radius * math.cos(t)) for t in turns]
    lines = [("L" if i else "M", *corner) for i, corner in enumerate(corners)]
    return (*lines, ("Z",))


def _path(read: LayerReader, studio: Studio) -> svg_path.Path:
    try:
        return svg_path.path(read.text("path"))
    except ValueError as error:
        raise ValueProblem(read.mark("path"), str(error)) from None


_OUTLINES: Mapping[str, Callable[[LayerReader, Studio], svg_path.Path]] = {
    "fill": _fill,
    "rect": _rect,
    "circle": _circle,
    "polygon": _polygon,
    "path": _path,
}


def art(read: LayerReader, studio: Studio) -> list[Mark]:
    """A drawing or a bitmap where the layer says."""
    name = read.text("art").strip()
    if not name:
        return []
    piece = find_art(name, read.mark("art"), studio)
    if piece is None:
        return []
    if isinstance(piece, Bitmap):
        return _bitmap(read, studio, piece)
    marks = painted(piece, read.scope, studio, read.colour("color", "on"), read.mark("art"))
    return placed(marks, _seat(read, studio, piece.view))


def find_art(name: str, mark: Place, studio: Studio) -> Art | Bitmap | None:
    """The art of a name, its own version for the ink if there is one; ValueProblem if none."""
    if studio.ink != "full" and studio.art.has(f"{name}.{studio.ink}"):
        name = f"{name}.{studio.ink}"
    if not studio.art.has(name):
        raise ValueProblem(mark, f"there is no art '{name}'", nearest(name, studio.art.names()))
    return studio.art.find(name, studio.problems)


def painted(
    piece: Art, scope: Scope, studio: Studio, current: Colour | None, mark: Place
) -> Drawing:
    """The marks of art in a scope's colours; kept for the next card with the same ones."""
    paints: dict[str, Colour | None] = {}
    for name in piece.paints:
        found = current if name == "currentColor" else scope.find(name)
        paints[name] = scope.colour(found, mark) if found is not None else None
    key = (piece.name, *sorted(paints.items(), key=lambda item: item[0]))
    if key not in studio.painted:
        try:
            studio.painted[key] = art_format.in_paints(piece.marks, paints.get)
        except KeyError as error:
            name = str(error.args[0])
            raise ValueProblem(mark, f"the art needs the paint '{name}'") from None
    return studio.painted[key]


def placed(marks: Drawing, matrix: Matrix) -> list[Mark]:
    """The marks seen through a matrix, if it is one."""
    if not marks:
        return []
    return list(marks) if matrix == IDENTITY else [Group(marks, matrix)]


def _seat(read: LayerReader, studio: Studio, view: Rect) -> Matrix:
    """Where a drawing with that view goes."""
    box = _box(read, studio)
    if box is not None:
        fit = read.text("fit", "contain")
        if fit == "stretch":
            sx, sy = box.width / view.width, box.height / view.height
            return (sx, 0.0, 0.0, sy, box.x - view.x * sx, box.y - view.y * sy)
        return art_format.fitted(view, box, fit == "cover")
    at = read.numbers("at")
    if not at:
        return IDENTITY
    scale = 1.0
    if "size" in read.layer.values:
        scale = read.number("size") / max(view.width, view.height)
    x = at[0] - scale * (view.x + view.width / 2)
    y = at[1] - scale * (view.y + view.height / 2)
    return (scale, 0.0, 0.0, scale, x, y)


def _box(read: LayerReader, studio: Studio) -> Rect | None:
    found = read.value("box")
    if found is None:
        return None
    if isinstance(found, str):
        return box_named(found, studio.grid)
    return Rect(*read.sizes("box"))


def _bitmap(read: LayerReader, studio: Studio, piece: Bitmap) -> list[Mark]:
    size = Rect(0, 0, piece.width, piece.height)
    box = _box(read, studio)
    if box is None:
        matrix = _seat(read, studio, size)
        if matrix == IDENTITY or "size" not in read.layer.values:
            hint = "give it `at` and `size`, or a `box`"
            raise ValueProblem(read.mark("art"), "a bitmap has no size in mm", hint)
        box = Rect(matrix[4], matrix[5], size.width * matrix[0], size.height * matrix[3])
        return _pictures(piece, box, None, studio, read)
    fit = read.text("fit", "contain")
    if fit == "stretch":
        return _pictures(piece, box, None, studio, read)
    scale, _, _, _, x, y = art_format.fitted(size, box, fit == "cover")
    seat = Rect(x, y, size.width * scale, size.height * scale)
    if read.value("box") == "card":
        return _with_bleed(piece, seat, studio, read)
    return _pictures(piece, seat, box if fit == "cover" else None, studio, read)


def _with_bleed(piece: Bitmap, seat: Rect, studio: Studio, read: LayerReader) -> list[Mark]:
    """A picture of the trimmed card, its edges repeated into the bleed."""
    bleed = studio.grid.bleed_by
    try:
        wider = bitmap.extended(piece, bleed / seat.width, bleed / seat.height)
    except bitmap.BitmapError as error:
        raise ValueProblem(read.mark("art"), f"{piece.name}: {error}") from None
    return _pictures(wider, seat.grown(bleed), studio.grid.bleed, studio, read)


def _pictures(
    piece: Bitmap, seat: Rect, window: Rect | None, studio: Studio, read: LayerReader
) -> list[Mark]:
    if piece.dpi(seat.width, seat.height) < bitmap.LEAST_DPI - 0.5:
        dpi = piece.dpi(seat.width, seat.height)
        studio.problems.warn(
            read.mark("art"),
            f"'{piece.name}' is printed at {dpi:.0f} dpi",
            f"{bitmap.LEAST_DPI:g} dpi look sharp",
        )
    shown = bitmap.greyed(piece) if studio.ink == "grey" else piece
    picture = Picture(seat.x, seat.y, seat.width, seat.height, shown.data, shown.name)
    if window is None:
        return [picture]
    clip = svg_path.rectangle(window.x, window.y, window.width, window.height, 0, 0)
    return [Group((picture,), IDENTITY, Shape(clip))]


# --- where a layer goes --------------------------------------------------------------------------


def arranged(read: LayerReader, studio: Studio, marks: list[Mark]) -> list[Mark]:
    """The marks repeated, scaled, turned, moved and clipped as the layer says."""
    if not marks:
        return marks
    layer, grid = read.layer, studio.grid
    if "places" in layer.values:
        marks = _repeated(read, marks)
    matrix = _moved(read, grid)
    if matrix != IDENTITY:
        marks = [Group(tuple(marks), matrix)]
    clip = read.value("clip")
    if clip is not None and clip != "none":
        box = box_named(clip, grid) if isinstance(clip, str) else Rect(*read.numbers("clip"))
        radius = grid.corner if clip == "card" else 0.0
        outline = svg_path.rectangle(box.x, box.y, box.width, box.height, radius, radius)
        marks = [Group(tuple(marks), IDENTITY, Shape(outline))]
    if layer.corners:
        marks = _cornered(read, grid, tuple(marks))
    return marks


def _repeated(read: LayerReader, marks: list[Mark]) -> list[Mark]:
    flat = read.numbers("places")
    cx, cy = (read.numbers("at") or (0.0, 0.0))[:2]
    out: list[Mark] = []
    for x, y, turn in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        matrix = svg_path.rotated(turn, cx, cy) if turn else IDENTITY
        matrix = svg_path.multiplied((1.0, 0.0, 0.0, 1.0, x, y), matrix)
        out += placed(tuple(marks), matrix)
    return out


_MOVES = {"scale", "rotate", "move"}


def _moved(read: LayerReader, grid: CardFormat) -> Matrix:
    """Scale first, then turn, then move; about the card's centre where no point is given."""
    matrix = IDENTITY
    if not _MOVES & read.layer.values.keys():
        return matrix
    centre = (grid.width / 2, grid.height / 2)
    scale = read.numbers("scale")
    if scale:
        s, x, y = scale if len(scale) == 3 else (scale[0], *centre)
        matrix = (s, 0.0, 0.0, s, x - s * x, y - s * y)
    turn = read.numbers("rotate")
    if turn:
        degrees, x, y = turn if len(turn) == 3 else (turn[0], *centre)
        matrix = svg_path.multiplied(svg_path.rotated(degrees, x, y), matrix)
    move = read.numbers("move")
    if move:
        matrix = svg_path.multiplied((1.0, 0.0, 0.0, 1.0, *move), matrix)  # type: ignore[arg-type]
    if any(abs(a - b) > 1e-9 for a, b in zip(matrix, IDENTITY, strict=True)):
        return matrix
    return IDENTITY


def _cornered(read: LayerReader, grid: CardFormat, marks: Drawing) -> list[Mark]:
    """The index in every corner that the layer names."""
    axis = read.number("axis", 8.0)
    half_turn = svg_path.rotated(180, grid.width / 2, grid.height / 2)
    shift = grid.width - 2 * axis
    matrices: Mapping[str, Matrix] = {
        "top left": IDENTITY,
        "bottom right": half_turn,
        "top right": (1.0, 0.0, 0.0, 1.0, shift, 0.0),
        "bottom left": svg_path.multiplied(half_turn, (1.0, 0.0, 0.0, 1.0, shift, 0.0)),
    }
    return [Group(marks, matrices[corner]) for corner in read.layer.corners]


def stepped(read: LayerReader, index: int, marks: list[Mark]) -> list[Mark]:
    """The marks of the index-th item of `each`, so many steps further."""
    step = read.numbers("step") or (0.0, 0.0)
    return placed(tuple(marks), (1.0, 0.0, 0.0, 1.0, step[0] * index, step[1] * index))


def drawn(read: LayerReader) -> bool:
    """Whether the layer's condition, if it has one, holds."""
    return "when" not in read.layer.values or holds(read.value("when"))  # type: ignore[arg-type]
