"""Readers of single style values: numbers, colours, texts, conditions, places.

A reader takes a node and gives a `Value`, or raises `ValueProblem` with the place.  Any value may
be a choice (`{by: rank, 1: 38, else: 20}`) or, for texts, one for each language.  A `Kind` is a
reader with the JSON Schema of what it accepts, for editors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field

from card_specs.language import nodes
from card_specs.language.nodes import Node, Scalar, Sequence
from card_specs.language.problems import Mark
from card_specs.language.style_values import (
    Choice,
    Computed,
    Constant,
    Listed,
    Names,
    Pattern,
    Plain,
    Translated,
    Value,
    ValueProblem,
    formula,
)
from card_specs.values import dataclass

Read = Callable[[Node], Value]
Schema = Mapping[str, object]

_CHOICE: Schema = {"$ref": "#/definitions/choice"}
_SCALAR: Schema = {"type": ["string", "number", "boolean"]}
_FORMULA: Schema = {"type": "string", "pattern": "^="}
_ONE_NUMBER: Schema = {"type": "number"}
_NUMBER_LIKE = [_ONE_NUMBER, _FORMULA, _CHOICE]
DEFINITIONS: Schema = {
    "choice": {
        "type": "object",
        "required": ["by"],
        "properties": {"by": {"type": "string", "description": "the attribute that decides"}},
    },
    "words": {"type": "object", "patternProperties": {"^[a-z]{2}$": _SCALAR}},
}
"""What the schemas of kinds refer to."""


@dataclass(frozen=True)
class Kind:
    """A sort of value: how it is read, and its JSON Schema."""

    read: Read
    schema: Schema = field(compare=False)


_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)")
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")
_NAME = re.compile(r"[^\W\d][\w.]*")
_MIX = re.compile(r"mix\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*,\s*(\d+\.?\d*)\s*\)")
_LANGUAGE = re.compile(r"[a-z]{2}")


@dataclass(frozen=True)
class Mix:
    """So many percent of one colour mixed into another."""

    mark: Mark = field(compare=False, repr=False)
    first: str
    second: str
    percent: float

    def of(self, names: Names) -> Plain:
        """The mix in words, for whoever knows what the names are: `mix(a,b,16)`."""
        return f"mix({self.first},{self.second},{self.percent:g})"


def _chosen(node: nodes.Mapping, read: Read) -> Value:
    """A choice by an attribute."""
    by = node.get("by")
    if not isinstance(by, Scalar):
        raise ValueProblem(
            node.mark, "a choice needs `by: ATTRIBUTE`", "{by: rank, 1: 38, else: 20}"
        )
    cases = {key.text: read(value) for key, value in node if key.text not in ("by", "else")}
    otherwise = node.get("else")
    return Choice(node.mark, by.text, cases, read(otherwise) if otherwise is not None else None)


def _scalar(node: Node, what: str) -> Scalar:
    if not isinstance(node, Scalar):
        raise ValueProblem(node.mark, f"{what} is expected")
    return node


def one_number(node: Node) -> Value:
    """A number, a formula, or a choice."""
    if isinstance(node, nodes.Mapping):
        return _chosen(node, one_number)
    scalar = _scalar(node, "a number")
    if scalar.text.startswith("="):
        return formula(scalar, scalar.text[1:], 1)
    if not _NUMBER.fullmatch(scalar.text):
        hint = "a formula begins with =" if re.search(r"\w", scalar.text) else ""
        raise ValueProblem(scalar.mark, f"'{scalar.text}' is not a number", hint)
    return Constant(scalar.mark, float(scalar.text))


def numbers(*counts: int, words: tuple[str, ...] = ()) -> Kind:
    """A list of so many numbers (any number of them without), or one of the words."""

    def read(node: Node) -> Value:
        if isinstance(node, nodes.Mapping):
            return _chosen(node, read)
        if isinstance(node, Scalar) and node.text in words:
            return Constant(node.mark, node.text)
        items = node.items if isinstance(node, Sequence) else (node,)
        if counts and len(items) not in counts:
            wanted = " or ".join(map(str, counts)) + (" numbers" if counts != (1,) else " number")
            hint = f"or one of {', '.join(words)}" if words else ""
            raise ValueProblem(node.mark, f"{wanted} are expected, found {len(items)}", hint)
        return _listed(node.mark, tuple(one_number(item) for item in items))

    several: dict[str, object] = {"type": "array", "items": {"anyOf": [_ONE_NUMBER, _FORMULA]}}
    if counts:
        several |= {"minItems": min(counts), "maxItems": max(counts)}
    options: list[Schema] = [several, _CHOICE]
    if not counts or 1 in counts:
        options += [_ONE_NUMBER, _FORMULA]
    if words:
        options.append({"enum": list(words)})
    return Kind(read, {"anyOf": options})


def _listed(mark: Mark, values: tuple[Value, ...]) -> Value:
    if all(isinstance(value, Constant) for value in values):
        return Constant(mark, tuple(value.value for value in values))  # type: ignore[attr-defined]
    return Listed(mark, values)


def word(*allowed: str) -> Kind:
    """One word of a list."""

    def read(node: Node) -> Value:
        if isinstance(node, nodes.Mapping):
            return _chosen(node, read)
        scalar = _scalar(node, f"one of {', '.join(allowed)}")
        if scalar.text not in allowed:
            raise ValueProblem(scalar.mark, f"'{scalar.text}' is none of {', '.join(allowed)}")
        return Constant(scalar.mark, scalar.text)

    plain: Schema = {"enum": [*allowed, *([True, False] if "true" in allowed else [])]}
    return Kind(read, {"anyOf": [plain, _CHOICE]})


def colour(node: Node) -> Value:
    """`none`, a name, `#RRGGBB`, `mix(a, b, 16)`, or a pattern that gives a name."""
    if isinstance(node, nodes.Mapping):
        return _chosen(node, colour)
    scalar = _scalar(node, "a colour")
    value = scalar.text
    match = _MIX.fullmatch(value)
    if match:
        if not 0 <= float(match.group(3)) <= 100:
            raise ValueProblem(scalar.mark, f"'{value}': a percentage goes from 0 to 100")
        return Mix(scalar.mark, match.group(1), match.group(2), float(match.group(3)))
    if value.startswith("{"):
        return pattern(scalar)
    if value.startswith("#"):
        if not _HEX.fullmatch(value):
            raise ValueProblem(scalar.mark, f"'{value}' is not a colour", "write #RRGGBB")
        return Constant(scalar.mark, value.upper())
    if not _NAME.fullmatch(value):
        hint = 'write a paint\'s name, "#RRGGBB" or mix(a, b, 16)'
        raise ValueProblem(scalar.mark, f"'{value}' is not a colour", hint)
    return Constant(scalar.mark, None if value == "none" else value)


def outline(node: Node) -> Value:
    """A line round letters: its colour and its width."""
    if isinstance(node, nodes.Mapping):
        return _chosen(node, outline)
    if isinstance(node, Scalar) and node.text == "none":
        return Constant(node.mark, None)
    if not isinstance(node, Sequence) or len(node) != 2:
        raise ValueProblem(node.mark, "an outline is [colour, width]")
    return Listed(node.mark, (colour(node.items[0]), one_number(node.items[1])))


def pattern(node: Node) -> Value:
    """A text with a card's data in braces."""
    if isinstance(node, nodes.Mapping):
        return _chosen(node, pattern)
    return _pattern(_scalar(node, "a text"), icons=False)


def text(node: Node) -> Value:
    """A text in which braces may also hold icons; perhaps one for each language."""
    if isinstance(node, nodes.Mapping):
        if (
            node.items
            and all(_LANGUAGE.fullmatch(key.text) for key, _ in node)
            and "by" not in node
        ):
            return Translated(node.mark, {key.text: text(value) for key, value in node})
        return _chosen(node, text)
    return _pattern(_scalar(node, "a text"), icons=True)


def _pattern(scalar: Scalar, icons: bool) -> Value:
    source = scalar.text
    if source.startswith("="):
        return formula(scalar, source[1:], 1)
    if "{" not in source:
        return Constant(scalar.mark, source)
    pieces: list[str | Computed] = []
    position = 0
    while (start := source.find("{", position)) >= 0:
        end = source.find("}", start)
        if end < 0:
            raise ValueProblem(scalar.at(start), "a { without its }")
        if start > position:
            pieces.append(source[position:start])
        skip = 2 if source[start + 1 : start + 2] == "=" else 1
        pieces.append(formula(scalar, source[start + skip : end], start + skip))
        position = end + 1
    if source[position:]:
        pieces.append(source[position:])
    return Pattern(scalar.mark, tuple(pieces), icons)


def condition(node: Node) -> Value:
    """A formula that is true or not; its = may be left out."""
    scalar = _scalar(node, "a condition")
    skip = 1 if scalar.text.startswith("=") else 0
    return formula(scalar, scalar.text[skip:], skip)


def lines_at(node: Node) -> Value:
    """Baselines: a list of numbers, or one for each number of lines."""
    if isinstance(node, nodes.Mapping) and "by" not in node:
        cases = {key.text: _ANY_NUMBERS.read(value) for key, value in node}
        return Choice(node.mark, "lines", cases, None)
    return _ANY_NUMBERS.read(node)


def places(node: Node) -> Value:
    """Places `x y` or `x y turn`, in a list; flattened to threes."""
    if isinstance(node, nodes.Mapping):
        return _chosen(node, places)
    items = node.items if isinstance(node, Sequence) else (node,)
    return _listed(node.mark, tuple(value for item in items for value in _place(item)))


def _place(node: Node) -> tuple[Value, ...]:
    scalar = _scalar(node, "a place, `x y` or `x y turn`,")
    parts = scalar.text.split()
    if len(parts) not in (2, 3):
        raise ValueProblem(scalar.mark, f"'{scalar.text}' is no place", "write x y, or x y turn")
    values: list[Value] = []
    for part in parts:
        offset = scalar.text.find(part)
        if part.startswith("="):
            values.append(formula(scalar, part[1:], offset + 1))
        elif _NUMBER.fullmatch(part):
            values.append(Constant(scalar.mark, float(part)))
        else:
            raise ValueProblem(scalar.at(offset), f"'{part}' is not a number")
    return (*values, *([Constant(scalar.mark, 0.0)] if len(parts) == 2 else []))


_ANY_NUMBERS = numbers()

NUMBER = Kind(one_number, {"anyOf": _NUMBER_LIKE})
# some editors read the name `on` as true
COLOUR = Kind(colour, {"anyOf": [{"type": ["string", "boolean"]}, _CHOICE]})
OUTLINE = Kind(
    outline,
    {"anyOf": [{"enum": ["none"]}, {"type": "array", "minItems": 2, "maxItems": 2}, _CHOICE]},
)
PATTERN = Kind(pattern, {"anyOf": [_SCALAR, _CHOICE]})
TEXT = Kind(text, {"anyOf": [_SCALAR, _CHOICE, {"$ref": "#/definitions/words"}]})
CONDITION = Kind(condition, _SCALAR)
BASELINES = Kind(lines_at, {"type": ["array", "object", "number"]})
PLACES = Kind(places, {"type": ["array", "object", "string"]})
