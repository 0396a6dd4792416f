"""Every property of a layer, in one table: how it is read, and what it is for.

The reader, the hints, the JSON Schema and a test of docs/faces.md all go by this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from card_specs.language.style import FORMATS, INKS
from card_specs.language.style_parts import (
    BASELINES,
    COLOUR,
    CONDITION,
    DEFINITIONS,
    NUMBER,
    OUTLINE,
    PATTERN,
    PLACES,
    TEXT,
    Kind,
    Schema,
    numbers,
    word,
)


class Property(NamedTuple):
    """One key of a layer."""

    kind: Kind
    about: str


_BOXES = ("bleed", "card", "safe")
_ALIGN = ("start", "middle", "end")

PROPERTIES: Mapping[str, Property] = MappingProxyType(
    {
        "text": Property(TEXT, "the words, with {data} and {icons} in them"),
        "art": Property(PATTERN, "the name of a drawing or bitmap in an art folder"),
        "path": Property(PATTERN, "SVG path data in mm, with {=formulas} in it"),
        "rect": Property(numbers(4), "[x, y, width, height]"),
        "circle": Property(numbers(3), "[x, y, r]"),
        "polygon": Property(numbers(4), "[sides, x, y, r], first corner up"),
        "fill": Property(COLOUR, "the colour inside; alone: of the whole card with its bleed"),
        "stroke": Property(COLOUR, "the colour of the line"),
        "color": Property(COLOUR, "of letters, or of currentColor in art"),
        "outline": Property(OUTLINE, "[colour, width]: a line round the letters, beneath them"),
        "line": Property(NUMBER, "the line's width, mm"),
        "radius": Property(NUMBER, "of a rectangle's corners, mm"),
        "round": Property(NUMBER, "of a polygon's corners, added outside, mm"),
        "dash": Property(numbers(), "lengths of dashes and gaps, mm"),
        "cap": Property(word("butt", "round", "square"), "how a line ends"),
        "join": Property(word("miter", "round", "bevel"), "how a line bends"),
        "rule": Property(word("nonzero", "evenodd"), "what is inside a path that crosses itself"),
        "at": Property(numbers(2), "[x, y]: the centre of art, the baseline's point of a text"),
        "size": Property(NUMBER, "of letters the em, of art the longer side, mm"),
        "least": Property(NUMBER, "how small a text may become to fit, mm"),
        "width": Property(NUMBER, "what one line must fit into, mm"),
        "leading": Property(NUMBER, "from baseline to baseline, mm"),
        "grow": Property(NUMBER, "how far a text's box may grow upwards, mm"),
        "spacing": Property(NUMBER, "extra space after each letter, mm"),
        "box": Property(numbers(4, words=_BOXES), "[x, y, width, height], or a name"),
        "fit": Property(word("contain", "cover", "stretch"), "how art goes into its box"),
        "anchor": Property(word(*_ALIGN), "which point of a line lies at `at`"),
        "align": Property(word(*_ALIGN), "of the lines in a box"),
        "valign": Property(word("top", "middle", "bottom"), "of the lines in a box"),
        "baselines": Property(BASELINES, "the y of each line, by the number of lines"),
        "font": Property(PATTERN, "a font, by its name in `fonts` or its own"),
        "bold": Property(PATTERN, "the font of **key words**"),
        "upper": Property(word("true", "false"), "capitals"),
        "when": Property(CONDITION, "drawn only if this holds"),
        "move": Property(numbers(2), "[dx, dy]"),
        "rotate": Property(numbers(1, 3), "degrees clockwise, or [degrees, x, y]"),
        "scale": Property(numbers(1, 3), "a factor, or [factor, x, y]"),
        "resize": Property(
            word("scale", "stretch", "keep"), "what happens on a card of another format"
        ),
        "axis": Property(NUMBER, "the x about which an index is centred"),
        "places": Property(PLACES, "drawn at each `x y` or `x y turn`"),
        "step": Property(numbers(2), "[dx, dy] from one item of `each` to the next"),
        "clip": Property(numbers(4, words=(*_BOXES, "none")), "seen through this rectangle"),
    }
)

CORNERS = ("top left", "bottom right", "top right", "bottom left")


def style_schema() -> dict[str, object]:
    """The JSON Schema (draft 7) of the `style` section.

    It refers to `#/definitions/…`, which are in `style_definitions`.
    """
    layers = {"$ref": "#/definitions/layers", "description": "what is drawn, lowest first"}
    face = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "extends": {"type": "string", "description": "the face it is a change of"},
            "grid": {"enum": [*FORMATS, "card"], "description": "the format its mm are meant for"},
            "slots": _mapping(TEXT.schema, "values that layers use; a kind's `look` overrules"),
            "layers": layers,
        },
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "card": {"anyOf": [{"enum": list(FORMATS)}, _sizes()], "description": "its format"},
            "fonts": _mapping({"type": "string"}, "names for fonts"),
            "paints": _mapping(COLOUR.schema, "names for colours"),
            "art": {"type": ["array", "string"], "description": "folders beside the spec"},
            "faces": _mapping(face, "fronts by name"),
            "backs": _mapping(face, "backs by name"),
        },
    }


def _mapping(values: Schema, about: str) -> dict[str, object]:
    return {"type": "object", "additionalProperties": values, "description": about}


def _sizes() -> dict[str, object]:
    names = {
        "width": "of the trimmed card, mm",
        "height": "of the trimmed card, mm",
        "corner": "radius of the corners, mm",
        "bleed": "how far grounds go beyond the cut, mm",
        "safe": "how far what matters stays from the cut, mm",
    }
    size = {"type": "number", "minimum": 0, "maximum": 1000}
    sizes = {name: {**size, "description": about} for name, about in names.items()}
    return {"type": "object", "additionalProperties": False, "properties": sizes}


def style_definitions() -> dict[str, object]:
    """What `style_schema` refers to, by name."""
    layer: dict[str, object] = {
        name: {**known.kind.schema, "description": known.about}
        for name, known in PROPERTIES.items()
    }
    change: dict[str, object] = {
        "anyOf": [{"enum": ["none"]}, {"$ref": "#/definitions/layer"}],
        "description": "`none`, or the keys that change",
    }
    layer |= {
        "layers": {"$ref": "#/definitions/layers", "description": "a group"},
        "paints": _mapping(COLOUR.schema, "other colours for names inside this layer"),
        "each": {
            "type": "array",
            "items": _mapping(TEXT.schema, "slot values"),
            "description": "drawn once for each item, every time one `step` further",
        },
        "corners": {
            "type": "array",
            "items": {"enum": list(CORNERS)},
            "description": "an index: drawn in these corners",
        },
        "above": {"type": "string", "description": "the layer it lies upon"},
        "below": {"type": "string", "description": "the layer it lies beneath"},
    }
    layer |= dict.fromkeys(INKS[1:], change)
    return {
        **DEFINITIONS,
        "layer": {"type": "object", "additionalProperties": False, "properties": layer},
        "layers": {"type": "object", "additionalProperties": change},
    }
