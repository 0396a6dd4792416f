"""Shapes: what may stand where in a spec, said once.

A shape reads a node (all problems are collected, reading goes on), gives its part of the JSON
Schema, and says in words what it wants, for messages and for the reference in docs/spec.md.  So
the loader, the schema and the documentation cannot differ.  `description.py` puts them together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar, Sequence
from card_specs.language.problems import Mark, Problems, nearest
from card_specs.values import dataclass

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Schema = dict[str, object]

MOST_DIGITS = 9


@dataclass
class Reading:
    """What a shape needs while it reads: where problems go, and the spec's languages."""

    problems: Problems
    languages: tuple[str, ...] = ()

    def wrong(self, node: Node, wanted: str, hint: str = "") -> None:
        """Report a node that is not what belongs there."""
        self.problems.add(node.mark, f"expected {wanted}, found {found(node)}", hint)


class Shape(Protocol[T_co]):
    """Something that may stand in a spec."""

    @property
    def wanted(self) -> str:
        """What belongs here, in words: `a whole number`."""
        ...

    def read(self, node: Node, reading: Reading) -> T_co | None:
        """The node's value, or None after a problem."""
        ...

    def schema(self) -> Schema:
        """The JSON Schema of everything that `read` accepts (it may accept a little more)."""
        ...


def found(node: Node) -> str:
    """A node in a few words."""
    if isinstance(node, Scalar):
        text = node.text.strip().split("\n")[0]
        return f"'{text[:40]}{'…' if len(text) > 40 else ''}'" if text else "nothing"
    return "a list" if isinstance(node, Sequence) else "a mapping"


def is_empty(node: Node) -> bool:
    """Whether nothing at all was written after a colon."""
    return isinstance(node, Scalar) and not node.text and not node.style


@dataclass(frozen=True)
class Anything:
    """Whatever another reader makes of it; the value is the node."""

    wanted: str = "anything"

    def read(self, node: Node, reading: Reading) -> Node | None:
        return node

    def schema(self) -> Schema:
        return {}


@dataclass(frozen=True)
class Text:
    """A text; with `pattern`, one that it matches as a whole (`wanted` says it in words)."""

    wanted: str = "a text"
    pattern: str = ""
    hint: str = ""

    def read(self, node: Node, reading: Reading) -> Scalar | None:
        if not isinstance(node, Scalar):
            hint = 'put a text that begins with { or [ in quotes: "…"' if node.flow else self.hint
            reading.wrong(node, self.wanted, hint)
        elif self.pattern and not re.fullmatch(self.pattern, node.text, flags=re.ASCII):
            reading.wrong(node, self.wanted, self.hint)
        else:
            return node
        return None

    def schema(self) -> Schema:
        """Texts that look like numbers are numbers to an editor's YAML, so these pass there."""
        types = ["string"]
        types += ["number"] if re.fullmatch(self.pattern or ".*", "7") else []
        types += ["boolean"] if re.fullmatch(self.pattern or ".*", "true") else []
        rule: Schema = {"pattern": f"^({self.pattern})$"} if self.pattern else {}
        return {"type": types if len(types) > 1 else "string", **rule}


@dataclass(frozen=True)
class Integer:
    """A whole number within bounds."""

    least: int = 0
    most: int = 1_000_000

    @property
    def wanted(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def read(self, node: Node, reading: Reading) -> int | None:
        if not isinstance(node, Scalar) or not re.fullmatch(r"-?(0|[1-9]\d*)", node.text):
            reading.wrong(node, "a whole number")
        elif node.style:
            reading.wrong(node, "a whole number", "take the quotes away")
        elif len(node.text) > MOST_DIGITS or not self.least <= int(node.text) <= self.most:
            reading.wrong(node, self.wanted)
        else:
            return int(node.text)
        return None

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Boolean:
    """`true` or `false`, and no other spelling."""

    wanted: str = "true or false"

    def read(self, node: Node, reading: Reading) -> bool | None:
        if isinstance(node, Scalar) and node.text in ("true", "false") and not node.style:
            return node.text == "true"
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        text = node.text.lower() if isinstance(node, Scalar) else ""
        hint = f"write {meant.get(text, text)}" if text in {*meant, "true", "false"} else ""
        reading.wrong(node, self.wanted, hint)
        return None

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Localised:
    """A text in each language of the spec, or one text that is the same in all of them."""

    wanted: str = "a text in each language"

    def read(self, node: Node, reading: Reading) -> Mapping[str, str] | None:
        if isinstance(node, Scalar):
            return dict.fromkeys(reading.languages, node.text)
        if isinstance(node, Sequence):
            reading.wrong(node, self.wanted, "for example {es: Hola, en: Hello}")
            return None
        texts = {}
        for key, value in node:
            if key.text not in reading.languages:
                hint = nearest(key.text, reading.languages)
                reading.problems.add(key.mark, f"unknown language '{key.text}'", hint)
            elif (text := Text().read(value, reading)) is not None:
                texts[key.text] = text.text
        for language in reading.languages:
            if language not in node:
                reading.problems.add(node.mark, f"the text in '{language}' is missing")
        return {language: texts[language] for language in reading.languages if language in texts}

    def schema(self) -> Schema:
        texts = {"type": "object", "additionalProperties": Text().schema(), "minProperties": 1}
        names: Schema = {"propertyNames": {"pattern": "^[a-z]{2}$"}}
        return {"anyOf": [Text().schema(), {**texts, **names}]}


@dataclass(frozen=True)
class ListOf(Generic[T]):
    """A list; if `alone`, also one thing that stands for a list of one."""

    item: Shape[T]
    alone: bool = True

    @property
    def wanted(self) -> str:
        return f"a list: {self.item.wanted} each"

    def read(self, node: Node, reading: Reading) -> tuple[T, ...] | None:
        if not self.alone and not isinstance(node, Sequence):
            reading.wrong(node, self.wanted)
            return None
        nodes = node.items if isinstance(node, Sequence) else (node,)
        values = [self.item.read(item, reading) for item in nodes]
        return tuple(value for value in values if value is not None)

    def schema(self) -> Schema:
        array: Schema = {"type": "array", "items": self.item.schema()}
        return {"anyOf": [array, self.item.schema()]} if self.alone else array


@dataclass(frozen=True)
class MapOf(Generic[T]):
    """Names (keys, by their pattern) to values of one shape."""

    value: Shape[T]
    key: Text
    wanted: str = "a mapping"

    def read(self, node: Node, reading: Reading) -> Mapping[str, tuple[Scalar, T]] | None:
        if not isinstance(node, MappingNode):
            reading.wrong(node, self.wanted)
            return None
        values = {}
        for key, value in node:
            good = self.key.read(key, reading)
            if is_empty(value) and not isinstance(self.value, Anything):
                no_value(key, value, reading)
                continue
            read = self.value.read(value, reading)
            if good is not None and read is not None:
                values[key.text] = (key, read)
        return values

    def schema(self) -> Schema:
        names = self.key.schema()["pattern"] if self.key.pattern else ""
        rule: Schema = {"propertyNames": {"pattern": names}} if names else {}
        return {"type": "object", "additionalProperties": self.value.schema(), **rule}


@dataclass(frozen=True)
class Either(Generic[T]):
    """One of several shapes, chosen by the node's form: scalar, list or mapping."""

    wanted: str
    scalar: Shape[T] | None = None
    sequence: Shape[T] | None = None
    mapping: Shape[T] | None = None
    hint: str = ""

    def read(self, node: Node, reading: Reading) -> T | None:
        shape = self.mapping
        if isinstance(node, Scalar | Sequence):
            shape = self.scalar if isinstance(node, Scalar) else self.sequence
        if shape is None:
            reading.wrong(node, self.wanted, self.hint)
            return None
        return shape.read(node, reading)

    def schema(self) -> Schema:
        shapes = (self.scalar, self.sequence, self.mapping)
        return {"anyOf": [shape.schema() for shape in shapes if shape]}


@dataclass(frozen=True)
class Field(Generic[T_co]):
    """A key of a record: its shape, what it is for, and an example for the reference."""

    name: str
    shape: Shape[T_co]
    doc: str
    example: str = ""
    required: bool = False


class Fields:
    """The values of a record that could be read, and the keys that it does not know."""

    def __init__(self, node: MappingNode, known: frozenset[str]) -> None:
        self.node = node
        self.known = known
        self.values: dict[str, object] = {}
        self.others: list[tuple[Scalar, Node]] = []

    def get(self, name: str, kind: type[T]) -> T | None:
        """A field's value, of the type that its shape gives; None where it is absent or wrong."""
        assert name in self.known, name
        value = self.values.get(name)
        assert value is None or isinstance(value, kind), (name, value)
        return value

    def text(self, name: str, default: str = "") -> str:
        """The text of a field whose shape is `Text`."""
        value = self.get(name, Scalar)
        return value.text if value else default

    def words(self, name: str) -> Mapping[str, str]:
        """The texts of a field whose shape is `Localised`; none where it is absent."""
        return self.get(name, dict) or {}

    def entries(self, name: str) -> dict[str, tuple[Scalar, Any]]:
        """The keys and values of a field whose shape is `MapOf`; none where it is absent."""
        return self.get(name, dict) or {}

    def map(self, name: str) -> dict[str, Any]:
        """The values alone of a field whose shape is `MapOf`."""
        return {key: value for key, (_, value) in self.entries(name).items()}

    def texts(self, name: str) -> dict[str, str]:
        """The texts of a field whose shape is a `MapOf` of `Text`."""
        return {key: value.text for key, (_, value) in self.entries(name).items()}

    def mark(self, name: str) -> Mark:
        """Where the field's value stands, or the record if it has none."""
        assert name in self.known, name
        node = self.node.get(name)
        return node.mark if node else self.node.mark


@dataclass(frozen=True)
class Record:
    """A mapping with known keys; `other` is the shape of further ones, where there may be any.

    All keys match `key`, if it is given.
    """

    name: str
    fields: tuple[Field[object], ...]
    other: Shape[object] | None = None
    key: Text | None = None

    @property
    def wanted(self) -> str:
        return f"a mapping ({self.name})"

    def read(self, node: Node, reading: Reading) -> Fields | None:
        if not isinstance(node, MappingNode):
            reading.wrong(node, self.wanted)
            return None
        known = {field.name: field for field in self.fields}
        fields = Fields(node, frozenset(known))
        for key, value in node:
            if key.text not in known:
                fields.others.append((key, value))
            elif is_empty(value) and not isinstance(known[key.text].shape, Anything):
                no_value(key, value, reading)
            else:
                fields.values[key.text] = known[key.text].shape.read(value, reading)
        for entry in self.fields:
            if entry.required and entry.name not in node:
                hint = f"for example {entry.name}: {entry.example}" if entry.example else ""
                message = f"the {self.name} has no '{entry.name}'"
                reading.problems.add(node.mark, message, hint)
        if self.other is None:
            for key, _ in fields.others:
                self.unknown(key, known, reading)
        return fields

    def unknown(self, key: Scalar, known: Iterable[str], reading: Reading) -> None:
        """Report a key that does not belong here."""
        hint = nearest(key.text, known)
        reading.problems.add(key.mark, f"unknown key '{key.text}' in the {self.name}", hint)

    def schema(self) -> Schema:
        properties = {entry.name: _described(entry) for entry in self.fields}
        required = [entry.name for entry in self.fields if entry.required]
        other: object = self.other.schema() if self.other else False
        schema: Schema = {"type": "object", "properties": properties}
        if required:
            schema["required"] = required
        if self.key:
            schema["propertyNames"] = {"pattern": self.key.schema()["pattern"]}
        return {**schema, "additionalProperties": other}


def _described(entry: Field[object]) -> Schema:
    schema: Schema = {"description": entry.doc, **entry.shape.schema()}
    return schema


def no_value(key: Scalar, value: Node, reading: Reading) -> None:
    """Report a key after whose colon nothing stands."""
    rest = key.source.line(value.mark.line)[value.mark.column - 1 :].strip()
    hint = "give it one or delete the line"
    if rest.startswith("#"):
        hint = f'# begins a comment: write {key.text}: "{rest}"'
    reading.problems.add(key.mark, f"'{key.text}' has no value", hint)
