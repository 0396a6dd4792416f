"""A text layer of a face: which words, set how, where the glyphs go.

A layer is set once for a card, whether it is drawn or another layer asks for its measures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path

from card_specs.language.model import Game
from card_specs.language.problems import Mark as Place
from card_specs.language.problems import nearest
from card_specs.language.style import Style
from card_specs.language.style_values import Pattern, ValueProblem
from card_specs.values import dataclass
from deckgen import fonts, typeset
from deckgen.bitmap import Bitmap
from deckgen.drawing import Mark, Stroke, Text
from deckgen.face_layers import LayerReader, Studio, find_art, painted, placed
from deckgen.geometry import Rect
from deckgen.typeset import Line, Setting

_DEFAULT_FONTS: Mapping[str, str] = {
    "title": "Fredoka One",
    "text": "Lato",
    "strong": "Lato Black",
    "small": "Lato",
}


LEAST = 5.5 * 25.4 / 72
"""mm; nothing on a card is set smaller (visual guide, section 3)."""
_SMALL_CARD = 0.8  # of a layer's least size is enough on a card of another format


@dataclass(frozen=True, eq=False)
class Fonts:
    """A game's fonts by the names that its style gives them."""

    style: Style
    folders: tuple[Path, ...]
    _known: dict[str, str] = field(default_factory=dict)

    def name(self, asked: str, mark: Place) -> str:
        """The font's own name; ValueProblem if there is none or the file is no font."""
        if asked not in self._known:
            self._known[asked] = self._found(asked, mark)
        return self._known[asked]

    def _found(self, asked: str, mark: Place) -> str:
        wanted = self.style.fonts.get(asked) or _DEFAULT_FONTS.get(asked) or asked
        where = self.style.font_marks.get(asked, mark)
        found = fonts.find(wanted, self.folders)
        if found is None:
            known = [*fonts.names(self.folders), *self.style.fonts, *_DEFAULT_FONTS]
            raise ValueProblem(where, f"there is no font '{wanted}'", nearest(wanted, known))
        try:
            found.tables  # noqa: B018 - reads the file, once
        except fonts.FontError as error:
            raise ValueProblem(where, f"font '{wanted}': {error}") from None
        return found.name


@dataclass(frozen=True)
class Set:
    """A text layer as it is set: where it stands and how far its box had to grow."""

    setting: Setting
    face: typeset.Face
    box: Rect | None
    grown: float

    def measure(self, what: str) -> float | None:
        """One of the measures that other layers may ask for."""
        match what:
            case "width":
                return self.setting.width
            case "lines":
                return float(len(self.setting.lines))
            case "size":
                return self.setting.size
            case "height":
                return self.setting.height
            case "grown":
                return self.grown
        return None


MEASURES = ("width", "lines", "size", "height", "grown")


def words_of(read: LayerReader) -> str:
    """The layer's text for its card; empty if there is nothing to say."""
    text = read.text("text").strip()
    return text.upper() if read.text("upper") == "true" else text


def set_text(read: LayerReader, known: Fonts, least_scale: float = 1.0) -> Set | None:
    """The layer's text set; None if it is empty.  ValueProblem where it does not fit.

    `least_scale` is by how much the drawing will be scaled: letters keep their least size in print.
    """
    text = words_of(read)
    if not text:
        return None
    if not {"at", "box"} & read.layer.values.keys():
        raise ValueProblem(read.layer.mark, "the text has no place", "give it `at` or `box`")
    face = _face(read, known, least_scale)
    try:
        if "box" in read.layer.values:
            return _block(read, text, face)
        width = read.number("width") if "width" in read.layer.values else None
        setting = typeset.line(text, face, width)
    except typeset.TooLongError as error:
        raise _too_long(read, str(error)) from None
    except fonts.MissingGlyphError as error:
        raise ValueProblem(_text_mark(read), str(error), "use another character or font") from None
    except fonts.FontError as error:
        raise ValueProblem(read.mark("font"), f"font '{face.font}': {error}") from None
    return Set(setting, face, None, 0.0)


def _block(read: LayerReader, text: str, face: typeset.Face) -> Set:
    box = Rect(*read.sizes("box"))
    grow = read.number("grow")
    setting = typeset.block(text, face, box.width, box.height, grow, read.scope.language)
    return Set(setting, face, box, max(0.0, setting.height - box.height))


def _face(read: LayerReader, known: Fonts, least_scale: float) -> typeset.Face:
    size = read.number("size", 3.1)
    if size <= 0:
        raise ValueProblem(read.mark("size"), f"the size is {size:g} mm")
    least = _least(read, size, least_scale)
    size = max(size, least)
    font = known.name(read.text("font", "text"), read.mark("font"))
    bold = known.name(read.text("bold", "strong"), read.mark("bold"))
    leading = read.number("leading", 1.26 * size) / size
    return typeset.Face(font, bold, size, least, leading, read.number("spacing"))


def _least(read: LayerReader, size: float, scale: float) -> float:
    """The least size in the drawing's own mm, so that it can be read when it is scaled."""
    if "least" not in read.layer.values:
        return size if scale == 1.0 else max(size, LEAST / scale)
    least = min(size, read.number("least"))
    if scale == 1.0:
        return least
    return (least if scale > 1 else max(least * _SMALL_CARD, LEAST)) / scale


def _text_mark(read: LayerReader) -> Place:
    """Where the text stands: in the card's kind if the layer shows just that, else in the style."""
    value = read.layer.values["text"]
    card = read.scope.about.card
    if card is not None and isinstance(value, Pattern) and len(value.pieces) == 1:
        piece = value.pieces[0]
        if not isinstance(piece, str):
            marks: Mapping[str, Place] = getattr(card.kind, "marks", {})
            name = f"{piece.text}.{read.scope.language}"
            return marks.get(name) or marks.get(piece.text) or card.kind.mark
    return value.mark


def _too_long(read: LayerReader, message: str) -> ValueProblem:
    return ValueProblem(_text_mark(read), message, "shorten it, or give it more room")


# --- glyphs --------------------------------------------------------------------------------------


def text_marks(read: LayerReader, studio: Studio, done: Set) -> list[Mark]:
    """The glyphs and icons of a set text."""
    colour = read.colour("color", "ink") or "#000000"
    outline = _outline(read)
    out: list[Mark] = []
    for line, y in zip(done.setting.lines, _baselines(read, done), strict=True):
        x = _start(read, done, line)
        for run in line.runs:
            if run.icon:
                out += _icon(read, studio, run.text, x + run.x, y, done.setting.size, colour)
            else:
                font = done.face.bold if run.bold else done.face.font
                spacing = done.face.spacing * done.setting.size / done.face.size
                place = (x + run.x, y, done.setting.size, font)
                out.append(Text(*place, run.text, colour, run.width, spacing, outline))
    return out


def _outline(read: LayerReader) -> Stroke | None:
    found = read.value("outline")
    if not isinstance(found, tuple):
        return None
    colour = read.scope.colour(found[0], read.mark("outline"))
    width = read.as_number("outline", found[1])
    return Stroke(colour, width, (), "round", "round") if colour and width > 0 else None


def _start(read: LayerReader, done: Set, line: Line) -> float:
    if done.box is None:
        shares = {"start": 0.0, "middle": 0.5, "end": 1.0}
        # the space after the last letter is not seen
        seen = line.width - done.face.spacing * done.setting.size / done.face.size
        return read.sizes("at")[0] - shares[read.text("anchor", "middle")] * seen
    free = done.box.width - line.width
    return (
        done.box.x + {"start": 0.0, "middle": 0.5, "end": 1.0}[read.text("align", "middle")] * free
    )


def _baselines(read: LayerReader, done: Set) -> list[float]:
    """The y of each line."""
    if done.box is None:
        return [read.sizes("at")[1]]
    count = len(done.setting.lines)
    if "baselines" in read.layer.values and done.grown == 0:
        told = read.scope.inside({"lines": _Lines(read.layer.mark, float(count))})
        found = read.layer.values["baselines"].of(told)
        if isinstance(found, tuple) and len(found) >= count:
            return [read.as_number("baselines", y) for y in found[:count]]
    box = Rect(done.box.x, done.box.y - done.grown, 0, done.box.height + done.grown)
    free = box.height - done.setting.height
    top = box.y + {"top": 0.0, "middle": 0.5, "bottom": 1.0}[read.text("valign", "middle")] * free
    # letters stand in their line as in the box of Lato: 0.95 em below its top
    first = top + 0.95 * done.setting.size
    return [first + i * done.setting.leading for i in range(count)]


@dataclass(frozen=True)
class _Lines:
    """How many lines there are, as a value."""

    mark: Place
    count: float

    def of(self, names: object) -> float:
        return self.count


def _icon(
    read: LayerReader, studio: Studio, name: str, x: float, y: float, size: float, colour: str
) -> list[Mark]:
    mark = _text_mark(read)
    art = studio.icons.get(name, name)
    if not studio.art.has(art):
        known = [*studio.icons, *studio.art.names(), *read.scope.known()]
        raise ValueProblem(
            mark, f"'{{{name}}}' is neither an icon nor a value", nearest(name, known)
        )
    piece = find_art(art, mark, studio)
    if piece is None:
        return []
    if isinstance(piece, Bitmap):
        raise ValueProblem(mark, f"the icon '{name}' is a bitmap; it must be a drawing (SVG)")
    side = typeset.ICON_WIDTH * typeset.ICON_SIZE * size
    middle = (x + typeset.ICON_WIDTH * size / 2, y - typeset.ICON_MIDDLE * size)
    scale = side / max(piece.view.width, piece.view.height)
    move_x = middle[0] - scale * (piece.view.x + piece.view.width / 2)
    move_y = middle[1] - scale * (piece.view.y + piece.view.height / 2)
    marks = painted(piece, read.scope, studio, colour, mark)
    return placed(marks, (scale, 0.0, 0.0, scale, move_x, move_y))


def icons_of(game: Game) -> Mapping[str, str]:
    """The art of each icon name: what the words of the list `icon` name as their symbol."""
    words = game.words.get("icon", {})
    return {name: word.symbol or name for name, word in words.items()}


Setter = Callable[[str], Set | None]
