"""What the readers of steps, questions and orders share, and lists of steps themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from card_specs.language import nodes
from card_specs.language.names import Names
from card_specs.language.problems import Mark, Problem, Problems, nearest
from card_specs.language.reading import Scope, read_text
from card_specs.language.rules import Move
from card_specs.language.rules_description import BLOCK_STEPS, LINE_STEP, steps_wanted
from card_specs.language.shapes import Fields
from card_specs.language.shapes import Reading as Shapes
from card_specs.language.tree import (
    Block,
    Expr,
    Step,
)
from card_specs.language.types import (
    UNKNOWN,
    Type,
)
from card_specs.values import dataclass

MOST_STEPS = 2_000
"""Steps of one spec; the bundled ones have under 300."""


@dataclass
class Found:
    """What reading came upon that checks of the whole spec need."""

    asked: dict[str, nodes.Node] = field(default_factory=dict)
    """Moments whose cards some question offers."""
    moves: list[Move] = field(default_factory=list)
    declines: set[str] = field(default_factory=set)
    orders: dict[str, dict[str, Type]] = field(default_factory=dict)
    """Keys of orders that may answer a question, with the locals that all these hand over."""
    takes: list[Mark] = field(default_factory=list)
    """Where policies name a move."""
    absent: list[Problem] = field(default_factory=list)
    """Moves that policies take and no question has, unless it has them in another variant."""
    groups: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    filled: set[str] = field(default_factory=set)


@dataclass
class Checking:
    """One table's rules being read.

    `groups` are the named lists of moves; `deck` is the zone that draws take from by default.
    """

    names: Names
    problems: Problems
    shapes: Shapes
    groups: Mapping[str, nodes.Node]
    deck: str
    found: Found = field(default_factory=Found)
    group_moves: dict[str, tuple[Move, ...]] = field(default_factory=dict)
    steps: int = 0

    def expression(self, node: nodes.Node, scope: Scope, wanted: Type = UNKNOWN) -> Expr:
        """A node's expression, of a type if one is given."""
        return read_text(self.names, self.problems, node, scope, wanted)[0]

    def optional(
        self, fields: Fields, key: str, scope: Scope, wanted: Type = UNKNOWN
    ) -> Expr | None:
        """The expression of a key, if it is there."""
        node = fields.node.get(key)
        return None if node is None else self.expression(node, scope, wanted)

    def block(self, node: nodes.Node | None, scope: Scope, place: str) -> Block:
        """A list of steps; each knows the locals that those before it made."""
        if node is None:
            return ()
        if not isinstance(node, nodes.Sequence) or node.flow:
            steps_wanted(node, self.shapes)
            return ()
        found: list[Step] = []
        seen: set[str] = set()
        for index, item in enumerate(node):
            name = _id(item) or str(index)
            if name in seen:
                self.problems.add(item.mark, f"the id '{name}' occurs twice in one list")
            seen.add(name)
            step, scope = self.step(item, scope, f"{place}/{name}")
            if step is not None:
                found.append(step)
        return tuple(found)

    def step(self, node: nodes.Node, scope: Scope, place: str) -> tuple[Step | None, Scope]:
        """One step, and what is known after it."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            if self.steps == MOST_STEPS + 1:
                self.problems.add(node.mark, f"more than {MOST_STEPS} steps")
            return None, scope
        if isinstance(node, nodes.Scalar):
            return _LINE[0](self, node, scope, place)
        if isinstance(node, nodes.Mapping) and node.items:
            first = node.items[0][0].text
            if first in BLOCK_STEPS:
                fields = BLOCK_STEPS[first].read(node, self.shapes)
                assert fields is not None
                return _BLOCKS[first](self, fields, scope, place), scope
            line = node.get("do")
            if isinstance(line, nodes.Scalar) and first in ("do", "id"):
                LINE_STEP.read(node, self.shapes)
                return _LINE[0](self, line, scope, place)
            self._wrong_block(node)
            return None, scope
        self.shapes.wrong(node, "a step", "a step with commas or brackets goes in quotes")
        return None, scope

    def _wrong_block(self, node: nodes.Mapping) -> None:
        first = node.items[0][0]
        for name in BLOCK_STEPS:
            if name in node:
                hint = f"write '- {name}:' first, the other keys below it"
                self.problems.add(first.mark, f"the key '{name}' comes first in its step", hint)
                return
        hint = nearest(first.text, BLOCK_STEPS)
        self.problems.add(first.mark, f"there is no step '{first.text}:'", hint)


def _id(node: nodes.Node) -> str:
    found = node.get("id") if isinstance(node, nodes.Mapping) else None
    return found.text if isinstance(found, nodes.Scalar) else ""


BlockReader = Callable[[Checking, Fields, Scope, str], Step | None]
LineReader = Callable[[Checking, nodes.Scalar, Scope, str], tuple[Step | None, Scope]]
_BLOCKS: dict[str, BlockReader] = {}
_LINE: list[LineReader] = []


def reads_block(name: str) -> Callable[[BlockReader], BlockReader]:
    """Register the reader of a block step."""

    def register(reader: BlockReader) -> BlockReader:
        _BLOCKS[name] = reader
        return reader

    return register


def reads_lines(reader: LineReader) -> LineReader:
    """Register the reader of one-line steps."""
    _LINE.append(reader)
    return reader
