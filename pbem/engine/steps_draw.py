"""The step `draw`: card by card, with what happens when the zone is empty or a card is drawn.

A kind with `when_drawn` is not taken: its steps are carried out instead, and afterwards the same
draw goes on.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.vocabulary.cards import Draw
from card_specs.language.vocabulary.flow import CallRule
from pbem.engine import emit
from pbem.engine.calls import call_flow, call_plain
from pbem.engine.cards import IsKind
from pbem.engine.compiler import Compiler
from pbem.engine.emit import const, expr, stmts
from pbem.engine.flow import Writer
from pbem.engine.stops import Procedure
from pbem.engine.units import Here, Recipe


@dataclass
class _Draw:
    """A draw with its pieces compiled; `left` counts cards, `taken` keeps them, if need be."""

    step: Draw
    source: ast.expr
    target: ast.expr
    empty: Procedure | None
    drawn: list[tuple[ast.expr, Procedure]]
    left: ast.expr | None
    local: ast.expr | None
    card: ast.expr


def _prepared(c: Compiler, step: Draw, here: Here, slots: bool) -> _Draw:
    if isinstance(step.number, t.Number) and step.number.value == 1 and not step.name:
        step = replace(step, number=None)
    local = left = None
    many = step.number is not None or step.limit is not None
    if step.name:
        kind = types.CARDS if many else types.CARD
        drawn = Recipe(step.target, here.scope, choose=not many)
        local = c.new_local(step.name, kind, here, slot=slots or None, recipe=drawn)
    if step.number is not None:
        variable = emit.name(c.build.fresh("n_"))
        wanted = Recipe(step.number, here.scope)
        left = here.keep("left", types.NUMBER, wanted) if slots else variable
    empty = ("empty", step.source.zone) if c.rules.zones[step.source.zone].when_empty else None
    return _Draw(
        step,
        c.values.zone_index(step.source, here.scope),
        c.values.zone_index(step.target, here.scope),
        empty,
        _interrupts(c, here),
        left,
        local,
        emit.name(c.build.fresh("g")),
    )


def _interrupts(c: Compiler, here: Here) -> list[tuple[ast.expr, Procedure]]:
    """Tests for the card on top, and what is carried out instead of taking it."""
    by_procedure: dict[Procedure, list[str]] = {}
    for kind, card in c.rules.cards.items():
        if card.when_drawn is None:
            continue
        procedure: Procedure = ("drawn", kind)
        only = card.when_drawn[0] if len(card.when_drawn) == 1 else None
        if isinstance(only, CallRule) and not only.arguments:
            procedure = ("rule", only.rule)
        by_procedure.setdefault(procedure, []).append(kind)
    found = []
    for procedure, kinds in by_procedure.items():
        tests = [expr("A[CARD]", A=c.build.table(IsKind, k), CARD=emit.name("TOP")) for k in kinds]
        found.append((emit.either(tests), procedure))
    return found


def _test(test: ast.expr, source: ast.expr) -> ast.expr:
    """A test with the card on top of the source put in."""
    top = expr("Z[FROM][0]", FROM=source)
    filled = emit.put(test, TOP=top)
    assert isinstance(filled, ast.expr)
    return filled


def _begin(c: Compiler, draw: _Draw, here: Here) -> list[ast.stmt]:
    """Set the local to nothing and the number to what is wanted."""
    made: list[ast.stmt] = []
    many = draw.step.number is not None or draw.step.limit is not None
    if draw.local is not None:
        made += stmts("L = V", L=draw.local, V=const(() if many else None))
    if draw.left is not None and draw.step.number is not None:
        made += stmts("N = V", N=draw.left, V=c.kept(draw.step.number, here))
    return made


def _wanted(c: Compiler, draw: _Draw, here: Here) -> ast.expr | None:
    """Whether one more card is to be drawn; None if just one is, whatever happens."""
    if draw.step.limit is not None:
        limit = c.value(draw.step.limit, here)
        return expr("len(Z[TO]) < LIMIT", TO=draw.target, LIMIT=limit)
    return None if draw.left is None else expr("N > 0", N=draw.left)


def _take(c: Compiler, draw: _Draw, here: Here) -> list[ast.stmt]:
    """Take the top card."""
    put = (
        "Z[TO].insert(0, CARD)"
        if c.values.is_stack(draw.step.target.zone)
        else "Z[TO].append(CARD)"
    )
    made = stmts("CARD = Z[FROM].pop(0)", CARD=draw.card, FROM=draw.source)
    if draw.step.source.zone in c.lying_zones:
        made += stmts("CARD = code_of(CARD)", CARD=draw.card)
    made += stmts(put, TO=draw.target, CARD=draw.card)
    if draw.left is not None:
        made += stmts("N -= 1", N=draw.left)
    if draw.local is not None:
        many = draw.step.number is not None or draw.step.limit is not None
        value = expr("(*L, CARD)", L=draw.local, CARD=draw.card) if many else draw.card
        made += stmts("L = V", L=draw.local, V=value)
    made += c.tell("moved", emit.tuple_of([draw.card]), draw.source, draw.target)
    return made + c.ended([draw.step.source, draw.step.target], here)


# --- where nothing stops -------------------------------------------------------------------------


def plain_draw(c: Compiler, step: Draw, here: Here) -> list[ast.stmt]:
    draw = _prepared(c, step, here, slots=False)
    made = _begin(c, draw, here)
    wanted = _wanted(c, draw, here)
    filled = []
    if draw.empty is not None:
        call = call_plain(c, draw.empty, [], here)
        filled = stmts("if not Z[FROM]:\n    CALL", FROM=draw.source, CALL=call)
    take = _take(c, draw, here)
    if wanted is None and not draw.drawn:
        return made + filled + stmts("if Z[FROM]:\n    TAKE", FROM=draw.source, TAKE=take)
    loop = here.unit.charge() + filled + stmts("if not Z[FROM]:\n    break", FROM=draw.source)
    for test, procedure in draw.drawn:
        call = call_plain(c, procedure, [], here)
        loop += stmts("if TEST:\n    CALL\n    continue", TEST=_test(test, draw.source), CALL=call)
    loop += take
    if wanted is None:
        return made + stmts("while True:\n    LOOP\n    break", LOOP=loop)
    return made + stmts("while WANTED:\n    LOOP", WANTED=wanted, LOOP=loop)


# --- where something may stop --------------------------------------------------------------------


def flow_draw(c: Compiler, step: Draw, here: Here, writer: Writer) -> None:
    line, place = c.line(step), step.place
    draw = _prepared(c, step, here, slots=True)
    writer.add(_begin(c, draw, here), line)
    head = c.blocks.block(line, loop=True)
    head.weight = here.unit.weight
    look, full, on = (c.blocks.block(line) for _ in range(3))
    writer.start(head)
    wanted = _wanted(c, draw, here)
    if wanted is not None:
        writer.fork(wanted, writer.to(look), writer.to(on))
        writer.start(look)
    there = expr("Z[FROM]", FROM=draw.source)
    if draw.empty is not None:
        filling = c.blocks.block(line)
        writer.fork(there, writer.to(full), writer.to(filling))
        writer.start(filling)
        call_flow(c, draw.empty, [], here, writer, f"{place}/when_empty", line)
    writer.fork(there, writer.to(full), writer.to(on))
    writer.start(full)
    for test, procedure in draw.drawn:
        yes, no = c.blocks.block(line), c.blocks.block(line)
        writer.fork(_test(test, draw.source), writer.to(yes), writer.to(no))
        writer.start(yes)
        call_flow(c, procedure, [], here, writer, f"{place}/when_drawn", line)
        writer.go(head)
        writer.start(no)
    writer.add(_take(c, draw, here), line)
    writer.go(on if wanted is None else head)
    writer.start(on)


Compiler.plain_steps[Draw] = plain_draw
Compiler.flow_steps[Draw] = flow_draw
