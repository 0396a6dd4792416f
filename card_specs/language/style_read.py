"""The `style` section -> a `Style`: every property read by one table, all problems at once.

Which properties there are says `style_properties`.  What depends on files (art, fonts) is found
out by `deckgen`.
"""

from __future__ import annotations

from collections.abc import Mapping

from card_specs.language import nodes
from card_specs.language.nodes import Node, Scalar, Sequence
from card_specs.language.problems import Mark, Problems, nearest
from card_specs.language.style import FORMATS, INKS, Face, Format, Layer, Style
from card_specs.language.style_parts import COLOUR, NUMBER, TEXT, Kind
from card_specs.language.style_properties import CORNERS, PROPERTIES
from card_specs.language.style_values import Value, ValueProblem

_FIELDS = ("layers", "paints", "each", "corners", "above", "below", *INKS[1:])
LAYER_KEYS = (*PROPERTIES, *_FIELDS)
FACE_KEYS = ("extends", "grid", "slots", "layers")
STYLE_KEYS = ("card", "fonts", "paints", "art", "faces", "backs")
CARD_KEYS = ("width", "height", "corner", "bleed", "safe")


def read_style(node: Node | None, problems: Problems, mark: Mark) -> Style:
    """The style that a node says; with problems noted, the rest of it is still usable."""
    if node is None:
        return Style(mark)
    return _Reader(problems).style(node)


class _Reader:
    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def style(self, node: Node) -> Style:
        found = self.mapping(node, "style", STYLE_KEYS)
        fonts = self.texts(found.get("fonts"), "fonts")
        faces = self.faces(found.get("faces"), "face")
        backs = self.faces(found.get("backs"), "back")
        self.check_families(faces, faces)
        self.check_families(backs, {**faces, **backs})
        return Style(
            node.mark,
            self.card(found.get("card")),
            {name: scalar.text for name, scalar in fonts.items()},
            {name: scalar.mark for name, scalar in fonts.items()},
            self.values(found.get("paints"), "paints", COLOUR),
            self.words(found.get("art"), "folders"),
            faces,
            backs,
        )

    def mapping(self, node: Node | None, what: str, keys: tuple[str, ...] = ()) -> dict[str, Node]:
        """A mapping's values by key; a problem where it is none or a key is unknown."""
        if node is None:
            return {}
        if not isinstance(node, nodes.Mapping):
            self.problems.add(node.mark, f"{what} must be a mapping (key: value)")
            return {}
        for key, _ in node:
            if keys and key.text not in keys:
                self.problems.add(key.mark, f"unknown key '{key.text}'", nearest(key.text, keys))
        return {key.text: value for key, value in node if not keys or key.text in keys}

    def texts(self, node: Node | None, what: str) -> dict[str, Scalar]:
        found = {}
        for name, value in self.mapping(node, what).items():
            if isinstance(value, Scalar):
                found[name] = value
            else:
                self.problems.add(value.mark, f"a name is expected in {what}")
        return found

    def words(self, node: Node | None, what: str) -> tuple[str, ...]:
        """A list of texts; a single one may stand without brackets."""
        if node is None:
            return ()
        items = node.items if isinstance(node, Sequence) else (node,)
        for item in items:
            if not isinstance(item, Scalar):
                self.problems.add(item.mark, f"a list of {what} is expected")
        return tuple(item.text for item in items if isinstance(item, Scalar))

    def values(self, node: Node | None, what: str, kind: Kind) -> dict[str, Value]:
        found = {}
        for name, value in self.mapping(node, what).items():
            one = self.value(kind, value)
            if one is not None:
                found[name] = one
        return found

    def value(self, kind: Kind, node: Node) -> Value | None:
        try:
            return kind.read(node)
        except ValueProblem as problem:
            self.problems.add(problem.mark, problem.message, problem.hint)
        return None

    def card(self, node: Node | None) -> Format:
        if node is None:
            return Format()
        if isinstance(node, Scalar):
            if node.text not in FORMATS:
                hint = nearest(node.text, FORMATS)
                self.problems.add(node.mark, f"unknown card format '{node.text}'", hint)
            return FORMATS.get(node.text, Format())
        sizes = {}
        for name, value in self.mapping(node, "card", CARD_KEYS).items():
            size = self.value(NUMBER, value)
            plain = getattr(size, "value", None)
            if isinstance(plain, float) and 0 <= plain <= 1000:
                sizes[name] = plain
            elif size is not None:
                self.problems.add(value.mark, "a size in mm is expected, from 0 to 1000")
        return Format(**sizes)

    def faces(self, node: Node | None, what: str) -> dict[str, Face]:
        found = {}
        for name, value in self.mapping(node, f"{what}s").items():
            inside = self.mapping(value, f"a {what}", FACE_KEYS)
            extends = inside.get("extends")
            base = extends.text if isinstance(extends, Scalar) else ""
            slots = self.values(inside.get("slots"), "slots", TEXT)
            mark = extends.mark if extends is not None else value.mark
            grid = self.grid(inside.get("grid"))
            found[name] = Face(name, mark, base, grid, slots, self.layers(inside.get("layers")))
        return found

    def grid(self, node: Node | None) -> str:
        """The name of the format a face is drawn for; `card` is the deck's own."""
        name = self.name(node)
        if node is not None and name not in (*FORMATS, "card"):
            hint = nearest(name, [*FORMATS, "card"])
            self.problems.add(node.mark, f"unknown card format '{name}'", hint)
        return name

    def check_families(self, faces: Mapping[str, Face], known: Mapping[str, Face]) -> None:
        for face in faces.values():
            if face.extends and face.extends not in known:
                hint = nearest(face.extends, known)
                self.problems.add(face.mark, f"unknown face '{face.extends}'", hint)
            seen, above = {face.name}, face
            while above.extends in known:
                above = known[above.extends]
                if above.name in seen:
                    self.problems.add(face.mark, f"the face '{face.name}' extends itself")
                    break
                seen.add(above.name)

    def layers(self, node: Node | None) -> tuple[Layer, ...]:
        found = self.mapping(node, "layers")
        return tuple(self.layer(name, value) for name, value in found.items())

    def layer(self, name: str, node: Node) -> Layer:
        if isinstance(node, Scalar):
            if node.text != "none":
                hint = "keys in the lines below, or `none` to take it away"
                self.problems.add(node.mark, f"'{node.text}' is no layer", hint)
            return Layer(name, node.mark, gone=True)
        found = self.mapping(node, f"the layer '{name}'", LAYER_KEYS)
        values = {}
        for key, value in found.items():
            if key in PROPERTIES:
                one = self.value(PROPERTIES[key].kind, value)
                if one is not None:
                    values[key] = one
        return Layer(
            name,
            node.mark,
            values,
            self.layers(found.get("layers")),
            self.values(found.get("paints"), "paints", COLOUR),
            self.each(found.get("each")),
            self.corners(found.get("corners")),
            self.name(found.get("above")),
            self.name(found.get("below")),
            inks={ink: self.layer(name, found[ink]) for ink in INKS[1:] if ink in found},
        )

    def name(self, node: Node | None) -> str:
        if node is not None and not isinstance(node, Scalar):
            self.problems.add(node.mark, "a name is expected")
        return node.text if isinstance(node, Scalar) else ""

    def corners(self, node: Node | None) -> tuple[str, ...]:
        words = self.words(node, "corners")
        for corner in words:
            if corner not in CORNERS and node is not None:
                hint = nearest(corner, CORNERS)
                self.problems.add(node.mark, f"unknown corner '{corner}'", hint)
        return words

    def each(self, node: Node | None) -> tuple[Mapping[str, Value], ...]:
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            self.problems.add(node.mark, "`each` is a list of slot values")
            return ()
        return tuple(self.values(item, "an item of `each`", TEXT) for item in node)
