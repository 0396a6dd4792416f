"""The values of a face description: what may depend on the card that is drawn.

A value is plain, computed (`=86 - 6.5 * rank`), a text with a card's data in it (`"{rank}"`), a
choice by an attribute, or a text in several languages.  They are read once and asked with the
`Names` of each card.  The language has numbers, texts, arithmetic and comparisons, no loops and no
calls but `min max abs round`; it can do nothing but give a value.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Protocol

from card_specs.language.nodes import Scalar
from card_specs.language.problems import Mark
from card_specs.values import dataclass

Plain = float | str | bool | None
"""What a value comes to for one card."""

Several = tuple[Plain, ...]


class Names(Protocol):
    """Where names lead for one card: axes, slots, texts, paints, measures."""

    @property
    def language(self) -> str: ...

    def find(self, name: str) -> Plain:
        """The value of a name, dots included; None if the card has no such thing."""

    def knows(self, name: str) -> bool:
        """Whether the name means anything, even if this card has none of it."""


class ValueProblem(Exception):
    """A value that cannot be read, or not be worked out for a card."""

    def __init__(self, mark: Mark, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.mark, self.message, self.hint = mark, message, hint


class Value(Protocol):
    """Anything that gives a value for a card."""

    @property
    def mark(self) -> Mark: ...

    def of(self, names: Names) -> Plain | Several: ...


@dataclass(frozen=True)
class Constant:
    """The same for every card."""

    mark: Mark = field(compare=False, repr=False)
    value: Plain | Several

    def of(self, names: Names) -> Plain | Several:
        return self.value


@dataclass(frozen=True)
class Listed:
    """Several values, some of which depend on the card."""

    mark: Mark = field(compare=False, repr=False)
    items: tuple[Value, ...]

    def of(self, names: Names) -> Several:
        found: list[Plain] = []
        for item in self.items:
            value = item.of(names)
            found += value if isinstance(value, tuple) else [value]
        return tuple(found)


@dataclass(frozen=True)
class Choice:
    """One value for each value of an attribute."""

    mark: Mark = field(compare=False, repr=False)
    by: str
    cases: Mapping[str, Value]
    otherwise: Value | None

    def of(self, names: Names) -> Plain | Several:
        key = say(names.find(self.by))
        chosen = self.cases.get(key, self.otherwise)
        return chosen.of(names) if chosen is not None else None


@dataclass(frozen=True)
class Translated:
    """A text in each language."""

    mark: Mark = field(compare=False, repr=False)
    texts: Mapping[str, Value]

    def of(self, names: Names) -> Plain | Several:
        text = self.texts.get(names.language) or next(iter(self.texts.values()))
        return text.of(names)


@dataclass(frozen=True)
class Pattern:
    """A text with `{name}` and `{=computed}` in it; pieces alternate with formulas.

    Names that the card lacks stay as they stand if `icons`, as art in the line of a text;
    otherwise they are empty.
    """

    mark: Mark = field(compare=False, repr=False)
    pieces: tuple[str | Computed, ...]
    icons: bool

    def of(self, names: Names) -> str:
        out = []
        for piece in self.pieces:
            if isinstance(piece, str):
                out.append(piece)
                continue
            value = piece.of(names)
            if value is None and self.icons and piece.is_name and not names.knows(piece.text):
                out.append("{" + piece.text + "}")
            else:
                out.append(say(value))
        return "".join(out)


def say(value: Plain | Several) -> str:
    """A value as text: whole numbers without a point, nothing for nothing."""
    if value is None or value is False:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return str(value)


def holds(value: Plain | Several) -> bool:
    """Whether a condition's value says yes: 0 is something, an empty text and nothing are not."""
    return value is not None and value is not False and value != ""


# --- formulas ------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*|\.\d+)|(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)"
    r"|'(?P<quoted>[^']*)'|(?P<sign>==|!=|<=|>=|[-+*/%()<>,\[\]]))"
)
_WORDS = frozenset({"and", "or", "not", "in", "if", "else", "true", "false", "none"})
_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = MappingProxyType(
    {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "/": operator.truediv,
        "%": operator.mod,
    }
)
_ORDER: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
)
_FUNCTIONS: Mapping[str, Callable[..., float]] = MappingProxyType(
    {"min": min, "max": max, "abs": abs, "round": round}
)
_LEVELS = (("==", "!=", "<", "<=", ">", ">=", "in"), ("+", "-"), ("*", "/", "%"))
_DEEPEST = 20

Run = Callable[[Names], Plain]


@dataclass(frozen=True)
class Computed:
    """A formula; two with the same text at different places are equal."""

    mark: Mark = field(compare=False, repr=False)
    text: str
    is_name: bool
    run: Run = field(compare=False, repr=False)

    def of(self, names: Names) -> Plain:
        """The value; ValueProblem where the card lacks what is computed with."""
        try:
            return self.run(names)
        except (TypeError, ValueError, ZeroDivisionError, OverflowError) as error:
            why = str(error) if isinstance(error, ValueError) else "it has no such number"
            raise ValueProblem(self.mark, f"'{self.text}' cannot be computed: {why}") from None


def formula(node: Scalar, text: str, offset: int) -> Computed:
    """The text, which stands at `offset` in a scalar, as a formula; raises ValueProblem."""
    reader = _Reader(node, text, offset)
    run = reader.whole()
    name = text.strip()
    return Computed(node.at(offset), name, bool(re.fullmatch(r"[^\W\d][\w.-]*", name)), run)


class _Reader:
    """Recursive descent over the tokens; each method reads one level of binding."""

    def __init__(self, node: Scalar, text: str, offset: int) -> None:
        self.node, self.text, self.offset = node, text, offset
        self.tokens: list[tuple[str, str, int]] = []
        self.next = self.depth = 0
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if match is None:
                position += len(text[position:]) - len(text[position:].lstrip())
                raise self.problem(f"'{text[position]}' means nothing in a formula", position)
            kind = str(match.lastgroup)
            self.tokens.append((kind, match[kind], match.start(kind)))
            position = match.end()

    def problem(self, message: str, position: int) -> ValueProblem:
        return ValueProblem(self.node.at(self.offset + position), message)

    def whole(self) -> Run:
        run = self.choice()
        kind, token, at = self.peek()
        if kind:
            raise self.problem(f"'{token}' does not fit here", at)
        return run

    def peek(self) -> tuple[str, str, int]:
        end = ("", "the end", len(self.text))
        return self.tokens[self.next] if self.next < len(self.tokens) else end

    def take(self, *wanted: str) -> str:
        kind, token, _ = self.peek()
        if token not in wanted or kind not in ("sign", "name"):
            return ""
        self.next += 1
        return token

    def must(self, wanted: str) -> None:
        _, token, at = self.peek()
        if not self.take(wanted):
            raise self.problem(f"'{wanted}' is missing before '{token}'", at)

    def choice(self) -> Run:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.problem("the formula is nested too deeply", self.peek()[2])
        run = self.logic("or")
        if self.take("if"):
            run = _if(run, self.logic("or"), self._else())
        self.depth -= 1
        return run

    def _else(self) -> Run:
        self.must("else")
        return self.choice()

    def logic(self, word: str) -> Run:
        run = self.logic("and") if word == "or" else self.negation()
        while self.take(word):
            right = self.logic("and") if word == "or" else self.negation()
            run = _logic(word, run, right)
        return run

    def negation(self) -> Run:
        if self.take("not"):
            inner = self.negation()
            return lambda names: not holds(inner(names))
        return self.level(0)

    def level(self, level: int) -> Run:
        if level == len(_LEVELS):
            return self.atom()
        run = self.level(level + 1)
        while sign := self.take(*_LEVELS[level]):
            if sign == "in":
                run = _in(run, self.list())
            elif sign in ("==", "!="):
                run = _equal(run, self.operand(level + 1), sign == "==")
            else:
                run = _binary(sign, run, self.level(level + 1))
        return run

    def operand(self, level: int) -> Run:
        """The right side of ==: a bare name there is a word."""
        kind, token, _ = self.peek()
        if kind == "name" and token not in _WORDS:
            self.next += 1
            return lambda names: token
        return self.level(level)

    def list(self) -> tuple[str, ...]:
        self.must("[")
        found = []
        while True:
            kind, token, at = self.peek()
            if kind not in ("name", "number", "quoted"):
                raise self.problem(f"a word or number is missing before '{token}'", at)
            self.next += 1
            found.append(say(float(token)) if kind == "number" else token)
            if not self.take(","):
                break
        self.must("]")
        return tuple(found)

    def atom(self) -> Run:
        kind, token, at = self.peek()
        self.next += 1
        if kind == "number":
            number = float(token)
            return lambda names: number
        if kind == "quoted":
            return lambda names: token
        if kind == "name":
            return self.name(token, at)
        if token == "-":
            inner = self.atom()
            return lambda names: -_number(inner(names))
        if token == "(":
            inner = self.choice()
            self.must(")")
            return inner
        raise self.problem(f"a number or a name is missing before '{token}'", at)

    def name(self, token: str, at: int) -> Run:
        if token in ("true", "false"):
            return lambda names: token == "true"
        if token == "none":
            return lambda names: None
        if token in _WORDS:
            raise self.problem(f"a number or a name is missing before '{token}'", at)
        if self.take("("):
            return self.call(token, at)
        return lambda names: names.find(token)

    def call(self, token: str, at: int) -> Run:
        if token not in _FUNCTIONS:
            raise self.problem(f"there is no function '{token}' (min max abs round)", at)
        arguments = [self.choice()]
        while self.take(","):
            arguments.append(self.choice())
        self.must(")")
        function = _FUNCTIONS[token]
        return lambda names: float(function(*(_number(run(names)) for run in arguments)))


def _number(value: Plain) -> float:
    if isinstance(value, bool) or value is None:
        raise ValueError("the card has no such number")
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            raise ValueError(f"'{value}' is no number") from None
    return float(value)


def _if(yes: Run, condition: Run, no: Run) -> Run:
    return lambda names: yes(names) if holds(condition(names)) else no(names)


def _logic(word: str, left: Run, right: Run) -> Run:
    if word == "and":
        return lambda names: holds(left(names)) and holds(right(names))
    return lambda names: holds(left(names)) or holds(right(names))


def _equal(left: Run, right: Run, wanted: bool) -> Run:
    return lambda names: (say(left(names)) == say(right(names))) == wanted


def _in(left: Run, words: tuple[str, ...]) -> Run:
    return lambda names: say(left(names)) in words


def _binary(sign: str, left: Run, right: Run) -> Run:
    if sign in _ORDER:
        compare = _ORDER[sign]
        return lambda names: compare(_number(left(names)), _number(right(names)))
    compute = _ARITHMETIC[sign]
    return lambda names: compute(_number(left(names)), _number(right(names)))
