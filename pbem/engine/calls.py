"""Calls of step lists: as Python functions where nothing in them stops, else in a frame."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from card_specs.language.tree import Expr
from pbem.engine import emit
from pbem.engine.compiler import Compiler
from pbem.engine.emit import const, stmts
from pbem.engine.flow import Writer
from pbem.engine.scope import Scope
from pbem.engine.stops import Procedure
from pbem.engine.units import Here, Recipe


def call_plain(
    c: Compiler, procedure: Procedure, arguments: Sequence[ast.expr], here: Here
) -> list[ast.stmt]:
    """A call that comes back at once."""
    if not c.stops.body(procedure):
        return []
    function = c.function(procedure)
    me, this = here.scope.me or const(None), here.scope.this or const(None)
    return [ast.Expr(emit.call(function, emit.name("S"), me, this, *arguments))]


def call_flow(
    c: Compiler,
    procedure: Procedure,
    arguments: Sequence[ast.expr],
    here: Here,
    writer: Writer,
    place: str,
    line: int,
    trees: Sequence[Expr] = (),
) -> None:
    """A call that may stop: push its frame; the writer goes on where it comes back to.

    `trees` are the arguments as the spec has them, where it does.
    """
    if not c.stops.framed(procedure):
        writer.add(call_plain(c, procedure, arguments, here), line)
        return
    unit, entry = c.entry(procedure)
    point = c.points.new(place, here.unit, here.scope)
    point.called, point.arguments = procedure, arguments_of(trees, here.scope)
    after = c.blocks.block(line)
    after.entries = 1
    point.block = after
    point.again_block = here.again
    c.resumed(after, here.again)
    me, this = here.scope.me or const(None), here.scope.this or const(None)
    frame = emit.list_of([const(0), me, this, *arguments])
    c.pad(unit, frame)
    entry.entries += 1
    writer.leave(
        stmts(
            "f[0] = POINT\nS.frames.append(FRAME)\nreturn ENTRY",
            POINT=const(point.index),
            FRAME=frame,
            ENTRY=c.blocks.function(entry),
        ),
        line,
    )
    writer.start(after)


def arguments_of(trees: Sequence[Expr], scope: Scope) -> tuple[Recipe, ...]:
    """How to find other values for a call's arguments."""
    return tuple(Recipe(tree, scope) for tree in trees)
