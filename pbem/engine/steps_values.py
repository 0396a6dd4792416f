"""Steps that write counters and locals, and those that ask chance for a number or a player."""

from __future__ import annotations

import ast

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.vocabulary.chance import DrawLots, Roll
from card_specs.language.vocabulary.flow import CheckEnd, GameOver, Reverse
from card_specs.language.vocabulary.values import AddValue, Let, SetValue
from pbem.engine import emit
from pbem.engine.budgets import grows
from pbem.engine.compiler import Compiler
from pbem.engine.emit import const, expr, stmts
from pbem.engine.layout import CLOCKWISE, COUNTERCLOCKWISE, DIRECTION
from pbem.engine.units import Here, Recipe


def target(c: Compiler, tree: t.Expr) -> t.Counter | t.Local:
    """What is written: a writable term stands for the counter that its body is."""
    if isinstance(tree, t.TermValue):
        tree = c.trees.written_out(tree)
    assert isinstance(tree, t.Counter | t.Local), "only counters and locals are written"
    return tree


def set_value(c: Compiler, step: SetValue, here: Here) -> list[ast.stmt]:
    return write(c, target(c, step.target), c.kept(step.value, here), here)


def write(c: Compiler, tree: t.Counter | t.Local, value: ast.expr, here: Here) -> list[ast.stmt]:
    """Store a value, within the counter's bounds."""
    place = c.value(tree, here)
    if isinstance(tree, t.Local):
        return stmts("PLACE = VALUE", PLACE=place, VALUE=value)
    index = c.values.counter_index(tree, here.scope)
    rules = c.layout.counter_rules[tree.counter]
    if rules.low is not None:
        value = emit.call("max", value, const(rules.low))
    if rules.high is not None:
        value = emit.call("min", value, const(rules.high))
    made = stmts("C[INDEX] = VALUE", INDEX=index, VALUE=value)
    made += c.tell("counter", index, expr("C[INDEX]", INDEX=index))
    return made + c.ended([tree], here)


def add_value(c: Compiler, step: AddValue, here: Here) -> list[ast.stmt]:
    tree = target(c, step.target)
    place = c.value(tree, here)
    added = c.kept(step.value, here)
    total = expr("PLACE + MORE", PLACE=place, MORE=added)
    if grows(step.value) or isinstance(step.value, t.Counter | t.Local):
        total = emit.call("some", total)
    if isinstance(tree, t.Counter) and tree.type.kind is not types.Kind.NUMBER:
        raise AssertionError("only numbers are added to")
    return write(c, tree, total, here)


def let(c: Compiler, step: Let, here: Here) -> list[ast.stmt]:
    value = c.kept(step.value, here)
    recipe = Recipe(step.value, here.scope)
    place = c.new_local(step.name, step.value.type, here, recipe=recipe)
    return stmts("PLACE = VALUE", PLACE=place, VALUE=value)


def roll(c: Compiler, step: Roll, here: Here) -> list[ast.stmt]:
    """The player whose counter it is throws, else the one who acts."""
    owners = step.counter.owners
    owner = (
        owners[-1] if owners and owners[-1].type == types.PLAYER else t.Me(step.at, types.PLAYER)
    )
    seat = c.value(owner, here)
    thrown = expr("thrown(S, SEAT, FACES)", SEAT=seat, FACES=const(step.faces))
    index = c.values.counter_index(step.counter, here.scope)
    made = stmts("C[INDEX] = VALUE", INDEX=index, VALUE=thrown)
    made += c.tell("die", seat, expr("C[INDEX]", INDEX=index), index)
    return made + c.ended([step.counter], here)


def draw_lots(c: Compiler, step: DrawLots, here: Here) -> list[ast.stmt]:
    everyone = tuple(range(c.layout.players))
    among = const(everyone) if step.among is None else c.kept(step.among, here)
    tree = target(c, step.target)
    made = write(c, tree, expr("drawn_by_lot(S, WHO)", WHO=among), here)
    return made + c.tell("first", c.value(tree, here))


def reverse(c: Compiler, step: Reverse, here: Here) -> list[ast.stmt]:
    other = expr(
        "A if C[D] == B else B",
        A=const(CLOCKWISE),
        B=const(COUNTERCLOCKWISE),
        D=const(c.layout.counters[DIRECTION].base),
    )
    direction = t.Counter(step.at, types.Type(types.Kind.WORD, DIRECTION), DIRECTION, ())
    return write(c, direction, other, here)


def check_end(c: Compiler, step: CheckEnd, here: Here) -> list[ast.stmt]:
    return c.endings.whole()


def game_over(c: Compiler, step: GameOver, here: Here) -> list[ast.stmt]:
    return stmts("raise Over")


Compiler.plain_steps |= {
    SetValue: set_value,
    AddValue: add_value,
    Let: let,
    Roll: roll,
    DrawLots: draw_lots,
    Reverse: reverse,
    CheckEnd: check_end,
    GameOver: game_over,
}
