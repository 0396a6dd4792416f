"""The small arithmetic of the cards half: `=2 * players`, `=0 if custom == none else 4`.

Whole numbers, names (options, `players`, and the words that options may be), `+ - * / %` (division
rounds down), comparisons, `and or not`, and `A if C else B`.  A formula is a tree of tuples;
nothing of it ever becomes program text.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from card_specs.language.nodes import Scalar
from card_specs.language.problems import Mark, Problems
from card_specs.values import dataclass

Value = int | bool | str
Tree = tuple[str, tuple["Tree", ...], Value]
"""An operation's name, what it works on, and the value of a leaf."""

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)|(==|!=|<=|>=|[-+*/%()<>]))")
_BINARY: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_LEVELS = (("==", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"))
_KEYWORDS = {"if", "else", "and", "or", "not", "true", "false"}
_LONGEST = 200


class ArithmeticProblem(Exception):
    """A formula that cannot be read or worked out; `offset` is the place in its text."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True)
class Formula:
    """A number that may depend on the table; `text` is what the spec says."""

    text: str
    mark: Mark = field(compare=False, repr=False)
    tree: Tree

    def value(self, names: Mapping[str, Value]) -> int:
        """The number for a table; names that are unknown stand for themselves, as words.

        Raises `ArithmeticProblem` where the result is no whole number of at least 0.
        """
        result = self.result(names)
        if isinstance(result, bool) or not isinstance(result, int):
            shown = "a truth" if isinstance(result, bool) else f"the word '{result}'"
            raise ArithmeticProblem(f"'{self.text}' gives {shown}, not a number")
        if result < 0:
            raise ArithmeticProblem(f"'{self.text}' gives {result}, less than 0")
        return result

    def result(self, names: Mapping[str, Value]) -> Value:
        """Whatever it gives, a number below 0, a truth or a word included."""
        try:
            return _work_out(self.tree, names)
        except ArithmeticProblem as problem:
            raise ArithmeticProblem(f"'{self.text}' cannot be worked out: {problem}") from problem

    def names(self) -> Iterator[str]:
        """Every name in it."""
        return _names(self.tree)


def constant(number: int, mark: Mark) -> Formula:
    """A formula that is just a number."""
    return Formula(str(number), mark, ("number", (), number))


def formula(text: str, mark: Mark) -> Formula:
    """A formula without its `=`; raises `ArithmeticProblem`."""
    return Formula(text, mark, _Reader("=" + text).whole())


def read_formula(node: Scalar, problems: Problems) -> Formula | None:
    """A scalar that begins with `=` as a formula, or None with a problem at the place in it."""
    try:
        tree = _Reader(node.text).whole()
    except ArithmeticProblem as problem:
        problems.add(node.at(problem.offset), str(problem), 'for example "=2 * players"')
        return None
    return Formula(node.text, node.mark, tree)


def _names(tree: Tree) -> Iterator[str]:
    kind, parts, value = tree
    if kind == "name":
        yield str(value)
    for part in parts:
        yield from _names(part)


class _Reader:
    """Recursive descent; each method reads one level of binding."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._tokens(text))
        self.next = 0

    def _tokens(self, text: str) -> Iterator[tuple[str, int]]:
        position = 1
        if len(text) > _LONGEST:
            raise ArithmeticProblem(f"a formula longer than {_LONGEST} characters")
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if not match:
                position += len(text[position:]) - len(text[position:].lstrip())
                raise ArithmeticProblem(f"'{text[position]}' means nothing in a formula", position)
            yield match[0].strip(), match.end() - len(match[0].lstrip())
            position = match.end()

    def whole(self) -> Tree:
        tree = self._choice()
        token, offset = self._peek()
        if token:
            raise ArithmeticProblem(f"'{token}' does not fit here", offset)
        return tree

    def _peek(self) -> tuple[str, int]:
        return self.tokens[self.next] if self.next < len(self.tokens) else ("", len(self.text))

    def _take(self, *wanted: str) -> str:
        token = self._peek()[0]
        if token not in wanted:
            return ""
        self.next += 1
        return token

    def _choice(self) -> Tree:
        tree = self._logic("or")
        if self._take("if"):
            condition = self._logic("or")
            self._must("else")
            tree = ("if", (condition, tree, self._choice()), 0)
        return tree

    def _logic(self, word: str) -> Tree:
        tree = self._logic("and") if word == "or" else self._negation()
        while self._take(word):
            right = self._logic("and") if word == "or" else self._negation()
            tree = (word, (tree, right), 0)
        return tree

    def _negation(self) -> Tree:
        if self._take("not"):
            return ("not", (self._negation(),), 0)
        return self._level(0)

    def _level(self, level: int) -> Tree:
        if level == len(_LEVELS):
            return self._atom()
        tree = self._level(level + 1)
        while sign := self._take(*_LEVELS[level]):
            tree = (sign, (tree, self._level(level + 1)), 0)
        return tree

    def _atom(self) -> Tree:
        token, offset = self._peek()
        self.next += 1
        if token.isdigit() and len(token) < 10:
            return ("number", (), int(token))
        if token == "(":
            tree = self._choice()
            self._must(")")
            return tree
        if token in ("true", "false"):
            return ("number", (), token == "true")
        if token and (token[0].isalpha() or token[0] == "_") and token not in _KEYWORDS:
            return ("name", (), token)
        found = f"'{token}'" if token else "the end"
        raise ArithmeticProblem(f"a number or a name is missing before {found}", offset)

    def _must(self, wanted: str) -> None:
        token, offset = self._peek()
        if not self._take(wanted):
            found = f"'{token}'" if token else "the end"
            raise ArithmeticProblem(f"'{wanted}' is missing before {found}", offset)


def _work_out(tree: Tree, names: Mapping[str, Value]) -> Value:
    kind, parts, value = tree
    if kind == "number":
        return value
    if kind == "name":
        return names.get(str(value), value)
    if kind == "if":
        return _work_out(parts[1 if _work_out(parts[0], names) else 2], names)
    if kind == "not":
        return not _work_out(parts[0], names)
    left = _work_out(parts[0], names)
    if kind in ("and", "or"):
        return bool(left) if bool(left) == (kind == "or") else bool(_work_out(parts[1], names))
    return _binary(kind, left, _work_out(parts[1], names))


def _binary(sign: str, left: Value, right: Value) -> Value:
    if sign in ("==", "!="):
        return (left == right) == (sign == "==")
    if isinstance(left, str) or isinstance(right, str):
        word = left if isinstance(left, str) else right
        raise ArithmeticProblem(f"'{word}' is a word, not a number")
    if sign in "/%" and right == 0:
        raise ArithmeticProblem("division by 0")
    return _BINARY[sign](left, right)
