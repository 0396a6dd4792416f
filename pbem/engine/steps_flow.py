"""Steps that decide what is carried out next, as plain Python and as blocks."""

from __future__ import annotations

import ast
from dataclasses import replace

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import EndAt
from card_specs.language.vocabulary.flow import (
    Again,
    CallRule,
    EndTurn,
    ForEach,
    If,
    Leave,
    PassTurn,
    Repeat,
    StartTurn,
)
from pbem.engine import emit
from pbem.engine.calls import call_flow, call_plain
from pbem.engine.compiler import Compiler
from pbem.engine.emit import const, expr, stmts
from pbem.engine.flow import Writer
from pbem.engine.layout import TURN
from pbem.engine.stops import PASS_TURN
from pbem.engine.units import Here, Recipe

# --- if, loops -----------------------------------------------------------------------------------


def plain_if(c: Compiler, step: If, here: Here) -> list[ast.stmt]:
    test = c.value(step.condition, here)
    if isinstance(test, ast.Constant):
        return c.plain(step.then if test.value else step.otherwise, here)
    then, otherwise = c.plain(step.then, here), c.plain(step.otherwise, here)
    return [ast.If(test, then or [ast.Pass()], otherwise)]


def flow_if(c: Compiler, step: If, here: Here, writer: Writer) -> None:
    line = c.line(step)
    then, otherwise, on = (c.blocks.block(line) for _ in range(3))
    test = c.test(step.condition, here, writer)
    if isinstance(test, ast.Constant):
        c.flow(step.then if test.value else step.otherwise, here, writer)
        return
    writer.fork(test, writer.to(then), writer.to(otherwise))
    for block, steps in ((then, step.then), (otherwise, step.otherwise)):
        writer.start(block)
        c.flow(steps, here, writer)
        writer.go(on)
    writer.start(on)


def plain_for_each(c: Compiler, step: ForEach, here: Here) -> list[ast.stmt]:
    inside = here.inner()
    items = c.kept(step.items, here)
    variable = c.new_local(step.name, step.type, inside, slot=False)
    body = c.plain(step.do, inside)
    if any(isinstance(node, ast.For | ast.While) for one in body for node in ast.walk(one)):
        body = here.unit.charge() + body
    return stmts("for ONE in ITEMS:\n    BODY", ONE=variable, ITEMS=items, BODY=body)


def flow_for_each(c: Compiler, step: ForEach, here: Here, writer: Writer) -> None:
    line, inside = c.line(step), here.inner()
    items = c.kept(step.items, here)
    recipe = Recipe(step.items, here.scope)
    through = inside.keep(f"{step.name}:all", step.items.type, recipe, of=step.name)
    at = inside.keep(f"{step.name}:at", types.NUMBER, of=step.name)
    chosen = replace(recipe, choose=True)
    one = c.new_local(step.name, step.type, inside, slot=True, recipe=chosen)
    writer.add(stmts("ALL = ITEMS\nAT = 0", ALL=through, ITEMS=items, AT=at), line)
    head, body, on = c.blocks.block(line, loop=True), c.blocks.block(line), c.blocks.block(line)
    head.weight = here.unit.weight
    writer.start(head)
    test = expr("AT < len(ALL)", AT=at, ALL=through)
    writer.fork(test, writer.to(body), writer.to(on))
    writer.start(body)
    writer.add(stmts("ONE = ALL[AT]\nAT += 1", ONE=one, ALL=through, AT=at), line)
    c.flow(step.do, inside, writer)
    writer.go(head)
    writer.start(on)


def plain_repeat(c: Compiler, step: Repeat, here: Here) -> list[ast.stmt]:
    body = here.unit.charge() + c.plain(step.do, here)
    if step.times is not None:
        times = c.kept(step.times, here)
        variable = emit.name(c.build.fresh("i_"))
        return stmts("for I in range(N):\n    BODY", I=variable, N=times, BODY=body)
    assert step.condition is not None
    return stmts("while TEST:\n    BODY", TEST=c.value(step.condition, here), BODY=body)


def flow_repeat(c: Compiler, step: Repeat, here: Here, writer: Writer) -> None:
    line = c.line(step)
    head, body, on = c.blocks.block(line, loop=True), c.blocks.block(line), c.blocks.block(line)
    head.weight = here.unit.weight
    if step.times is not None:
        here = here.inner()
        left = here.keep("times", types.NUMBER, Recipe(step.times, here.scope))
        writer.add(stmts("LEFT = N", LEFT=left, N=c.kept(step.times, here)), line)
        test = expr("LEFT > 0", LEFT=left)
        count = stmts("LEFT -= 1", LEFT=left)
    else:
        assert step.condition is not None
        test, count = c.value(step.condition, here), []
    writer.start(head)
    if isinstance(test, ast.Constant) and test.value is True:
        writer.go(body)
    else:
        writer.fork(test, writer.to(body), writer.to(on))
    writer.start(body)
    writer.add(count, line)
    c.flow(step.do, here, writer)
    writer.go(head)
    writer.start(on)


# --- calls, jumps --------------------------------------------------------------------------------


def plain_call(c: Compiler, step: CallRule, here: Here) -> list[ast.stmt]:
    return call_plain(c, ("rule", step.rule), [c.kept(a, here) for a in step.arguments], here)


def flow_call(c: Compiler, step: CallRule, here: Here, writer: Writer) -> None:
    arguments = [c.kept(argument, here) for argument in step.arguments]
    procedure, line = ("rule", step.rule), c.line(step)
    call_flow(c, procedure, arguments, here, writer, step.place, line, step.arguments)


def plain_leave(c: Compiler, step: Leave, here: Here) -> list[ast.stmt]:
    return stmts("return")


def flow_leave(c: Compiler, step: Leave, here: Here, writer: Writer) -> None:
    assert here.leave is not None, "there is nothing to leave here"
    here.leave(writer, c.line(step))


def again(c: Compiler, step: Again, here: Here, writer: Writer) -> None:
    line = c.line(step)
    if here.again is not None:
        writer.go(here.again)
    else:
        writer.leave(stmts("S.frames.pop()\nreturn put_again(S, POINTS)"), line)


def end_turn(c: Compiler, step: EndTurn, here: Here, writer: Writer) -> None:
    assert c.turn_end is not None
    if here.unit.main:
        writer.go(c.turn_end)
        return
    c.turn_end.entries += 1
    on = c.blocks.function(c.turn_end)
    writer.leave(stmts("del S.frames[1:]\nreturn ON", ON=on), c.line(step))


def start_turn(c: Compiler, step: StartTurn, here: Here, writer: Writer) -> None:
    assert c.turn_start is not None
    turn = t.Counter(step.at, types.PLAYER, TURN, ())
    index = const(c.layout.counters[TURN].base)
    made = stmts("C[TURN] = PLAYER", TURN=index, PLAYER=c.value(step.player, here))
    made += c.tell("turn", expr("C[TURN]", TURN=index))
    made += c.ended([turn], here) + turn_over(c, here)
    writer.add(made, c.line(step))
    if here.unit.main:
        writer.go(c.turn_start)
        return
    c.turn_start.entries += 1
    on = c.blocks.function(c.turn_start)
    writer.leave(stmts("del S.frames[1:]\nreturn ON", ON=on), c.line(step))


def turn_over(c: Compiler, here: Here) -> list[ast.stmt]:
    """Counters of the turn go back to what they are at its beginning."""
    made: list[ast.stmt] = []
    written: list[t.Counter | t.Zone] = []
    for name, rules in c.layout.counter_rules.items():
        if rules.each_turn is None or rules.derived is not None:
            continue
        for spot in c.layout.counters[name].spots:
            value = c.constant(rules.each_turn, spot.seat)
            made += stmts("C[I] = V", I=const(spot.index), V=const(value))
        written.append(t.Counter(rules.at, rules.type, name, ()))
    return made + c.ended(written, here)


# --- the turn ------------------------------------------------------------------------------------


def plain_pass(c: Compiler, step: PassTurn, here: Here) -> list[ast.stmt]:
    return call_plain(c, PASS_TURN, [], here) + turn_passed(c, here)


def flow_pass(c: Compiler, step: PassTurn, here: Here, writer: Writer) -> None:
    call_flow(c, PASS_TURN, [], here, writer, step.place, c.line(step))
    writer.add(turn_passed(c, here), c.line(step))


def turn_passed(c: Compiler, here: Here) -> list[ast.stmt]:
    """What always happens after `pass_turn`."""
    turn = expr("C[TURN]", TURN=const(c.layout.counters[TURN].base))
    return turn_over(c, here) + c.tell("turn", turn)


def turn_finished(c: Compiler) -> list[ast.stmt]:
    """What always happens before it."""
    return c.endings.at(EndAt.TURN_END)


Compiler.plain_steps |= {
    If: plain_if,
    ForEach: plain_for_each,
    Repeat: plain_repeat,
    CallRule: plain_call,
    Leave: plain_leave,
    PassTurn: plain_pass,
}
Compiler.flow_steps |= {
    If: flow_if,
    ForEach: flow_for_each,
    Repeat: flow_repeat,
    CallRule: flow_call,
    Leave: flow_leave,
    Again: again,
    EndTurn: end_turn,
    StartTurn: start_turn,
    PassTurn: flow_pass,
}
