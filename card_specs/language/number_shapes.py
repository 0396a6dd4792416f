"""Shapes of the cards half that are more than a text or a number: ranges, counts, axes, values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from card_specs.language.arithmetic import Formula, constant, read_formula
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar, Sequence
from card_specs.language.shapes import Integer, Reading, Schema, Text, found
from card_specs.values import dataclass

_RANGE = r"\d{1,4}( *- *\d{1,4})?"
_RANGES = rf"{_RANGE}( *, *{_RANGE})*"
MOST_COPIES = 10_000


def looks_like_ranges(text: str) -> bool:
    """Whether a text is written like numbers: `1-4, 6-9`, also in ways that are not quite right."""
    return bool(re.fullmatch(r"[\d\s,.–-]+", text))


@dataclass(frozen=True)
class Ranges:
    """Numbers as text: `1-4, 6-9`; the value is all of them in the order written."""

    wanted: str = "numbers like 1-4, 6-9"

    def read(self, node: Node, reading: Reading) -> tuple[int, ...] | None:
        if not isinstance(node, Scalar) or not re.fullmatch(_RANGES, node.text):
            dots = isinstance(node, Scalar) and (".." in node.text or "–" in node.text)
            reading.wrong(node, self.wanted, "write a range as 1-6" if dots else "")
            return None
        numbers: list[int] = []
        for part in node.text.split(","):
            first, _, last = part.partition("-")
            if last and int(last) < int(first):
                reading.wrong(node, self.wanted, f"{part.strip()} runs backwards")
                return None
            numbers += range(int(first), int(last or first) + 1)
        if len(set(numbers)) < len(numbers):
            reading.wrong(node, self.wanted, "a number occurs twice")
            return None
        return tuple(numbers)

    def schema(self) -> Schema:
        return {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": 9999},
                {"type": "string", "pattern": f"^({_RANGES})$"},
            ]
        }


ByValue = tuple[tuple[Scalar, int], ...]
"""Counts for single values of an axis: what the spec calls them, and how many."""


@dataclass(frozen=True)
class Copies:
    """A number, a formula (`"=2 * players"`), or a number for each value of an axis."""

    wanted: str = 'a number, or a formula like "=2 * players"'

    def read(self, node: Node, reading: Reading) -> Formula | ByValue | None:
        if isinstance(node, MappingNode):
            counts = [(key, Integer(0, MOST_COPIES).read(value, reading)) for key, value in node]
            return tuple((key, count) for key, count in counts if count is not None)
        if isinstance(node, Scalar) and node.text.startswith("="):
            return read_formula(node, reading.problems)
        if isinstance(node, Scalar) and not node.style and node.text.isdigit():
            count = Integer(0, MOST_COPIES).read(node, reading)
            return None if count is None else constant(count, node.mark)
        hint = "take the quotes away" if isinstance(node, Scalar) and node.text.isdigit() else ""
        reading.wrong(node, self.wanted, hint)
        return None

    def schema(self) -> Schema:
        number = Integer(0, MOST_COPIES).schema()
        formula: Schema = {"type": "string", "pattern": "^="}
        by_value: Schema = {"type": "object", "additionalProperties": number}
        return {"anyOf": [number, formula, by_value]}


@dataclass(frozen=True)
class AxisValues:
    """`all`, one word, numbers (`1-6`), or a list of words; the value is what is written."""

    wanted: str = "all, a list of words, or numbers like 1-6"

    def read(self, node: Node, reading: Reading) -> tuple[Scalar, ...] | None:
        nodes = node.items if isinstance(node, Sequence) else (node,)
        for item in nodes:
            if not isinstance(item, Scalar) or not item.text:
                reading.wrong(item, self.wanted)
                return None
        return tuple(item for item in nodes if isinstance(item, Scalar))

    def schema(self) -> Schema:
        word = Text().schema()
        return {"anyOf": [word, {"type": "array", "items": word}]}


@dataclass(frozen=True)
class FreeValue:
    """A number, true or false, or a text, whichever is written."""

    wanted: str = "a number, true, false or a word"

    def read(self, node: Node, reading: Reading) -> int | bool | str | None:
        if not isinstance(node, Scalar):
            reading.wrong(node, self.wanted)
            return None
        if node.style:
            return node.text
        if node.text in ("true", "false"):
            return node.text == "true"
        if re.fullmatch(r"-?(0|[1-9]\d*)", node.text):
            return Integer(-1_000_000, 1_000_000).read(node, reading)
        return node.text

    def schema(self) -> Schema:
        return {"type": ["string", "number", "boolean"]}


def split_values(
    by_value: ByValue, axes: Mapping[str, tuple[str | int, ...]], reading: Reading
) -> tuple[str, Mapping[str | int, int]]:
    """The axis that single counts speak of, and the count of each of its values.

    A key is a value or, for numbers, ranges of them; all keys belong to the same axis.
    """
    counts: dict[str | int, int] = {}
    name = ""
    for key, count in by_value:
        values: tuple[str | int, ...] = (key.text,)
        if looks_like_ranges(key.text):
            values = Ranges().read(key, reading) or ()
        for value in values:
            axis = next((axis for axis, known in axes.items() if value in known), "")
            if not axis or (name and axis != name):
                message = f"'{value}' is no value of {name or 'an axis of this kind'}"
                reading.problems.add(key.mark, message)
            elif value in counts:
                reading.problems.add(key.mark, f"{found(key)} gives {value} a second count")
            else:
                name, counts[value] = axis, count
    missing = [str(value) for value in axes.get(name, ()) if value not in counts]
    if missing and by_value:
        mark = by_value[0][0].mark
        reading.problems.add(mark, f"no count is given for {name} {', '.join(missing)}")
    return name, counts
