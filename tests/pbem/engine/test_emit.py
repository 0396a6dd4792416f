"""Pieces of syntax trees: templates with holes, places as line numbers."""

from __future__ import annotations

import ast

import pytest

from pbem.engine import emit
from pbem.engine.emit import const, expr, name, stmts


def text(step: ast.stmt) -> str:
    emit.place(step, 1)
    return ast.unparse(step)


def test_an_expression_with_its_holes_filled() -> None:
    made = expr("X[0] if X else N", X=name("z"), N=const("it's"))
    assert ast.unparse(made) == 'z[0] if z else "it\'s"'


def test_a_hole_may_be_assigned_to() -> None:
    steps = stmts("A = B\nA += 1\ndel A", A=expr("f[I]", I=const(3)), B=const(0))
    assert [text(step) for step in steps] == ["f[3] = 0", "f[3] += 1", "del f[3]"]


def test_a_hole_alone_in_a_line_takes_statements() -> None:
    inner = stmts("x = 1\ny = 2")
    [made] = stmts("if T:\n    BODY\nelse:\n    OTHER", T=const(True), BODY=inner, OTHER=[])
    assert text(made) == "if True:\n    x = 1\n    y = 2"
    [made] = stmts("while T:\n    BODY", T=const(True), BODY=[])
    assert text(made) == "while True:\n    pass"


def test_trees_of_templates_are_not_shared() -> None:
    one, other = expr("a + b"), expr("a + b")
    assert isinstance(one, ast.BinOp)
    assert one is not other
    assert one.left is not other.left  # type: ignore[attr-defined]


def test_conditions_are_joined() -> None:
    a, b = name("a"), name("b")
    assert ast.unparse(emit.both([a, b])) == "a and b"
    assert ast.unparse(emit.either([a, b])) == "a or b"
    assert ast.unparse(emit.both([])) == "True"
    assert ast.unparse(emit.either([])) == "False"
    assert ast.unparse(emit.joined([a, b])) == "[*a, *b]"


def test_places_travel_as_line_numbers() -> None:
    body = emit.at(7, stmts("x = 1 // 0")) + emit.at(9, stmts("return x"))
    made = emit.function("f0", ["p"], body, 5)
    objects: dict[str, object] = {}
    exec(compile(ast.Module([made], []), "<spec>", "exec"), objects)
    with pytest.raises(ZeroDivisionError) as error:
        objects["f0"](1)  # type: ignore[operator]
    assert error.traceback[-1].lineno + 1 == 7


def test_the_size_of_trees() -> None:
    assert emit.size(expr("a + b")) == 3
    assert emit.size(stmts("x = 1\ny = 2")) == 6
