"""Compiled expressions against trees worked out one node at a time, in positions of every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from reference import World, value

from card_specs.language import tree as t
from card_specs.language.load import bundled, load
from card_specs.language.walk import everything, walk
from pbem import engine
from pbem.engine.build import Build
from pbem.engine.chance import Fast
from pbem.engine.compiler import Compiler
from pbem.engine.emit import name, stmts
from pbem.engine.kit import EXPRESSION_KIT
from pbem.engine.scope import Scope
from pbem.engine.trees import Trees, parts
from pbem.engine.values import Values

GAMES = [(name_, variant) for name_ in bundled() for variant in load(name_).variants]


def closed(tree: t.Expr, bound: frozenset[int] = frozenset()) -> bool:
    """Whether an expression is about nothing but the table and `me`."""
    if isinstance(tree, t.Local | t.This | t.Choose):
        return False
    if isinstance(tree, t.Candidate):
        return tree.level in bound
    if isinstance(tree, t.Where | t.Folded | t.Ranked):
        inside = bound | {tree.level}
        said = tree.condition if isinstance(tree, t.Where) else tree.by
        others = [part for part in parts(tree) if part is not said]
        return closed(said, inside) and all(closed(part, bound) for part in others)
    return all(closed(part, bound) for part in parts(tree))


def expressions(table: engine.Table) -> Iterator[t.Expr]:
    """Every expression of a spec, and every part of one, that stands for itself."""
    seen: set[t.Expr] = set()
    for node in walk(everything(table.program.rules)):
        if isinstance(node, t.Expr) and node not in seen and closed(node):
            seen.add(node)
            yield node


def compiled(table: engine.Table, trees: list[t.Expr], plainly: bool) -> list[Any]:
    """The expressions as functions of a state and a player, in one program."""
    program = table.program
    c = Compiler(program.rules, program.deck)
    build = Build(program.deck)
    plain = c.values.plain_zones if plainly else frozenset()
    values = Values(build, c.layout, Trees(c.layout, program.deck, c.trees.sure), plain)
    build.objects |= EXPRESSION_KIT
    for number, tree in enumerate(trees):
        made = values.steady(values.trees.expand(tree), Scope(name("p")))
        steps = stmts("Z = S.zones\nC = S.counters\nreturn V", V=made)
        build.add(f"look{number}", ["S", "p"], steps, 1)
    objects = build.finish()
    return [objects[f"look{number}"] for number in range(len(trees))]


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_every_expression_has_the_value_of_its_tree(game: str, variant: str) -> None:
    allowed = load(game).variants[variant].players.numbers
    table = engine.compile_table(load(game), variant, {}, min(allowed, key=lambda n: abs(n - 3)))
    trees = list(expressions(table))
    assert len(trees) > 20
    quick, careful = compiled(table, trees, True), compiled(table, trees, False)
    luck = Fast(f"{game} {variant}")
    state = engine.start(table, luck)
    for _ in range(8):
        if state.over is not None:
            break
        for seat in range(len(table.players)):
            world = World(table, state, seat)
            for tree, one, other in zip(trees, quick, careful, strict=True):
                expected = value(tree, world)
                assert plain(one(state, seat)) == plain(expected), tree
                assert plain(other(state, seat)) == plain(expected), tree
        engine.playout(table, state, luck, luck, most=9)


def plain(found: Any) -> Any:
    return list(found) if isinstance(found, tuple | list | range) else found
