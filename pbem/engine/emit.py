"""Small pieces of Python syntax trees, out of which a table's program is put together.

A template is a constant text *of this package* with names in capitals for its holes; the holes are
filled with trees, never with text.  What a spec says can therefore enter a program only as an
`ast.Constant` (`const`).  Places in the spec travel as line numbers: line n of a program is entry
n of its list of marks, so a traceback leads back to the spec.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

Value = str | int | bool | None | tuple["Value", ...]
"""What a constant may be."""

Part = ast.expr | list[ast.stmt]
"""What fills a hole: an expression, or steps where the hole stands alone in a line."""

_LOAD = ast.Load()
_STORE = ast.Store()


def const(value: Value) -> ast.Constant:
    """The only way in which a spec's words enter a program."""
    constant: Any = value  # a tuple is a constant, too; the stubs do not know
    return ast.Constant(constant)


def name(identifier: str) -> ast.Name:
    """A variable; identifiers are made by the compiler and never taken from a spec."""
    return ast.Name(identifier, _LOAD)


def tuple_of(items: Iterable[ast.expr]) -> ast.Tuple:
    return ast.Tuple(list(items), _LOAD)


def list_of(items: Iterable[ast.expr]) -> ast.List:
    return ast.List(list(items), _LOAD)


def joined(lists: Iterable[ast.expr]) -> ast.List:
    """`[*a, *b]`: several lists as one new list."""
    return ast.List([ast.Starred(one, _LOAD) for one in lists], _LOAD)


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """A call of one of our own functions by its name."""
    return ast.Call(name(function), list(arguments), [])


def expr(template: str, **parts: ast.expr) -> ast.expr:
    """An expression from a template: `expr("X[0] if X else None", X=zone)`."""
    filled = _Filled(parts).visit(_expression(template))
    assert isinstance(filled, ast.expr)
    return filled


def stmts(template: str, **parts: Part) -> list[ast.stmt]:
    """Statements from a template; a hole alone in a line takes a list of statements."""
    filled = _Filled(parts)
    return [done for line in _statements(template) for done in filled.statement(line)]


def put(tree: ast.expr, **parts: ast.expr) -> ast.expr:
    """A copy of a tree with names replaced."""
    filled = _Filled(parts).visit(tree)
    assert isinstance(filled, ast.expr)
    return filled


def assign(target: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(target, _STORE)], value)


def both(parts: Sequence[ast.expr]) -> ast.expr:
    """All of the conditions, from left to right; True if there are none."""
    if not parts:
        return const(True)
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), list(parts))


def either(parts: Sequence[ast.expr]) -> ast.expr:
    """Any of the conditions, from left to right; False if there are none."""
    if not parts:
        return const(False)
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.Or(), list(parts))


def negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def function(
    identifier: str, parameters: Sequence[str], body: list[ast.stmt], line: int
) -> ast.FunctionDef:
    """`def identifier(parameters): body`, every statement without a line of its own at `line`."""
    arguments = ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])
    made = ast.FunctionDef(identifier, arguments, body or [ast.Pass()], [], None, None)
    place(made, line)
    return made


def at(line: int, steps: list[ast.stmt]) -> list[ast.stmt]:
    """Say where in the spec some statements come from (line numbers already given stay)."""
    for step in steps:
        if not hasattr(step, "lineno"):
            step.lineno = line
    return steps


def place(node: ast.AST, line: int) -> None:
    """Give every node below the line of its statement."""
    here = node.__dict__
    if "lineno" in here and isinstance(node, ast.stmt):
        line = here["lineno"]
    kind = type(node)
    if kind._attributes:
        here["lineno"] = line
        here["col_offset"] = 0
    for field in kind._fields:
        value = here.get(field)
        if isinstance(value, list):
            for item in value:
                if isinstance(item, ast.AST):
                    place(item, line)
        elif isinstance(value, ast.AST) and type(value)._fields:
            place(value, line)


def size(nodes: ast.AST | Sequence[ast.AST]) -> int:
    """How many nodes there are, for deciding what is written out in several places."""
    return len(inside(nodes))


def inside(nodes: ast.AST | Sequence[ast.AST]) -> list[ast.AST]:
    """Some nodes and everything below them."""
    found: list[ast.AST] = list(nodes) if isinstance(nodes, Sequence) else [nodes]
    for node in found:
        here = node.__dict__
        for field in type(node)._fields:
            value = here.get(field)
            if isinstance(value, list):
                found += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST) and type(value)._fields:
                found.append(value)
    return found


@cache
def _expression(template: str) -> ast.expr:
    return ast.parse(template, mode="eval").body


@cache
def _statements(template: str) -> tuple[ast.stmt, ...]:
    return tuple(ast.parse(template).body)


class _Filled:
    """Copies a template's tree with its holes filled; trees put into holes are not copied."""

    def __init__(self, parts: dict[str, ast.expr] | dict[str, Part]) -> None:
        self.parts = parts

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Name) and node.id in self.parts:
            part = self.parts[node.id]
            assert isinstance(part, ast.expr)
            return _stored(part) if isinstance(node.ctx, ast.Store | ast.Del) else part
        made = type(node)(*(self._field(getattr(node, field, None)) for field in node._fields))
        if getattr(made, "body", None) == []:
            made.body = [ast.Pass()]  # type: ignore[attr-defined]
        return made

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement as one, or a hole as the statements that fill it."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name):
            part = self.parts.get(node.value.id)
            if isinstance(part, list):
                return part
        made = self.visit(node)
        assert isinstance(made, ast.stmt)
        return [made]

    def _field(self, value: object) -> object:
        if isinstance(value, ast.AST):
            return self.visit(value)
        if isinstance(value, list):
            copied: list[object] = []
            for item in value:
                if isinstance(item, ast.stmt):
                    copied += self.statement(item)
                else:
                    copied.append(self._field(item))
            return copied
        return value


def _stored(part: ast.expr) -> ast.expr:
    """A variable or an item of something as the target of an assignment."""
    if isinstance(part, ast.Name):
        return ast.Name(part.id, _STORE)
    assert isinstance(part, ast.Subscript)
    return ast.Subscript(part.value, part.slice, _STORE)
