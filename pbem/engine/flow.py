"""Blocks: pieces of a step list between places where play may stop or jump.

A block is straight Python with one way out: into another block, one of two, or out of the program
(a question is put, a frame is pushed or popped).  Blocks become functions of the state and the
frame; whatever a block leads on to is written into the same function as long as that stays small,
so that going from one answer to the next question is usually one call.  A way back to an earlier
block returns that block's function instead of calling it: `run.py` goes on with it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import field

from card_specs.values import dataclass
from pbem.engine import emit
from pbem.engine.build import Build

MOST_WRITTEN = 120
"""How many nodes of one function may be copies of what other functions hold, too."""

SMALL = 110
"""A block of no more nodes may be written out wherever it is reached."""


@dataclass(eq=False)
class Block:
    """`params` are the Python variables, beside state and frame, that a block is entered with.

    `loop`: play comes here again and again.  `weight`: what each time counts against the budget,
    beside the one that the run loop counts.
    """

    identifier: str
    line: int
    params: tuple[str, ...] = ()
    loop: bool = False
    weight: ast.Constant | None = None
    steps: list[ast.stmt] = field(default_factory=list)
    out: Out | None = None
    entries: int = 0
    """How many ways lead here."""
    size: int = -1
    """How many nodes the steps have, once they are all there."""


@dataclass(frozen=True, eq=False)
class To:
    """On to a block, with values for its parameters."""

    block: Block
    values: tuple[ast.expr, ...] = ()


@dataclass(frozen=True, eq=False)
class Either:
    """One way if the test holds, else the other."""

    test: ast.expr
    yes: To
    no: To


@dataclass(frozen=True, eq=False)
class Leaving:
    """Out of the program: statements that end with `return`."""

    steps: list[ast.stmt]


Out = To | Either | Leaving


class Blocks:
    """The blocks of one program, and the functions they become."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self._wanted: list[Block] = []
        self._made: set[str] = set()

    def block(self, line: int, *params: str, loop: bool = False) -> Block:
        return Block(self.build.fresh("b"), line, params, loop)

    def function(self, block: Block) -> ast.Name:
        """The function of a block, as a value; it is made by `finish`."""
        self._wanted.append(block)
        return emit.name(block.identifier)

    def finish(self) -> None:
        """Make every function that was asked for, and those that these lead to."""
        while self._wanted:
            block = self._wanted.pop()
            if block.identifier not in self._made:
                self._made.add(block.identifier)
                self.add(block.identifier, ["S", "f", *block.params], block)

    def add(self, identifier: str, parameters: list[str], block: Block) -> None:
        """A function that begins with a block."""
        head = _charged(block) if identifier == block.identifier else []
        body = head + self._written(block, [block], [MOST_WRITTEN], copied=False)
        self.build.add(identifier, parameters, _with_lists(body), block.line)

    # --- writing --------------------------------------------------------------------------------

    def _written(
        self, block: Block, path: list[Block], room: list[int], copied: bool
    ) -> list[ast.stmt]:
        """A block and what follows; `path` are the blocks it is written inside of.

        `copied`: it is also written elsewhere, so it takes up room.
        """
        out = block.out
        assert out is not None, f"{block.identifier} leads nowhere"
        if isinstance(out, Leaving):
            return [*block.steps, *out.steps]
        if isinstance(out, To):
            return [*block.steps, *self._onward(out, path, room, copied)]
        yes = self._onward(out.yes, path, room, copied)
        no = self._onward(out.no, path, room, copied)
        return [*block.steps, *emit.at(block.line, [ast.If(out.test, yes, [])]), *no]

    def _onward(self, to: To, path: list[Block], room: list[int], copied: bool) -> list[ast.stmt]:
        block = to.block
        if block in path:
            return emit.at(block.line, self._returned(to))
        copied = copied or block.entries > 1
        own = _size(block) if copied else 0
        if own <= min(room[0], SMALL) and len(path) < 60:
            room[0] -= own
            return _entered(to) + self._written(block, [*path, block], room, copied)
        if block.loop:
            return emit.at(block.line, self._returned(to))
        self._wanted.append(block)
        called = emit.call(block.identifier, emit.name("S"), emit.name("f"), *to.values)
        return emit.at(block.line, [ast.Return(called)])

    def _returned(self, to: To) -> list[ast.stmt]:
        """Back to the run loop, which goes on with the block."""
        self._wanted.append(to.block)
        onward: ast.expr = emit.name(to.block.identifier)
        if to.block.params:
            called = emit.call(to.block.identifier, emit.name("S"), emit.name("f"), *to.values)
            onward = emit.expr("lambda S, f: CALLED", CALLED=called)
        return [ast.Return(onward)]


class Writer:
    """Writes steps into blocks one after the other; `here` is None after a step that never ends."""

    def __init__(self, blocks: Blocks, here: Block) -> None:
        self.blocks = blocks
        self.here: Block | None = here

    def add(self, steps: Iterable[ast.stmt], line: int) -> None:
        if self.here is not None:
            self.here.steps += emit.at(line, list(steps))

    def go(self, block: Block, *values: ast.expr) -> None:
        """End here by going on to a block."""
        if self.here is not None:
            self.here.out = self.to(block, *values)
        self.here = None

    def fork(self, test: ast.expr, yes: To, no: To) -> None:
        if self.here is not None:
            self.here.out = Either(test, yes, no)
        else:
            yes.block.entries -= 1
            no.block.entries -= 1
        self.here = None

    def leave(self, steps: list[ast.stmt], line: int) -> None:
        """End here by leaving the program."""
        if self.here is not None:
            self.here.out = Leaving(emit.at(line, steps))
        self.here = None

    def to(self, block: Block, *values: ast.expr) -> To:
        block.entries += 1
        return To(block, values)

    def start(self, block: Block) -> None:
        """Go on writing in a block (falling into it if something leads there from here)."""
        if self.here is not None:
            self.go(block)
        self.here = block if block.entries else None

    def start_with(self, block: Block) -> None:
        """Go on writing in a block that only others lead to."""
        assert self.here is None
        self.here = block if block.entries else None


def _size(block: Block) -> int:
    if block.size < 0:
        own: list[ast.AST] = list(block.steps)
        if isinstance(block.out, Either):
            own.append(block.out.test)
        elif isinstance(block.out, Leaving):
            own += block.out.steps
        block.size = emit.size(own)
    return block.size


def _entered(to: To) -> list[ast.stmt]:
    """Give the parameters of a block that is written out their values."""
    steps = []
    for parameter, value in zip(to.block.params, to.values, strict=True):
        if not (isinstance(value, ast.Name) and value.id == parameter):
            steps.append(emit.assign(parameter, value))
    return emit.at(to.block.line, steps)


def _charged(block: Block) -> list[ast.stmt]:
    """Count a round of a loop in which expressions cost much."""
    if not block.loop or block.weight is None or block.weight.value == 1:
        return []
    steps = emit.stmts("S.fuel -= N\nif S.fuel < 0:\n    refuel(S)", N=block.weight)
    return emit.at(block.line, steps)


def _with_lists(body: list[ast.stmt]) -> list[ast.stmt]:
    """Look up zones and counters once, where they are used at all."""
    used = {node.id for node in emit.inside(body) if isinstance(node, ast.Name)}
    steps: list[ast.stmt] = []
    if "Z" in used:
        steps += emit.stmts("Z = S.zones")
    if "C" in used:
        steps += emit.stmts("C = S.counters")
    return steps + body
