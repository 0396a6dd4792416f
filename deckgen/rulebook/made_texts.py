"""Small things that blocks made of the spec share: numbers, capitals, texts without a file."""

from __future__ import annotations

from card_specs.language.arithmetic import ArithmeticProblem
from card_specs.language.nodes import Scalar, Source
from card_specs.language.problems import Mark
from deckgen.rulebook.desk import Desk


def number_of(desk: Desk, at: Mark, text: str, players: int | None = None) -> int:
    """An expression as a number; 0 with a problem."""
    try:
        value = desk.matter.value(text.strip().strip("\"'"), players)
    except ArithmeticProblem as problem:
        desk.problems.add(at, f"'{text}' means nothing here: {problem}")
        return 0
    return int(value) if isinstance(value, int) else 0


def upper_first(text: str) -> str:
    """With a capital, as in a heading."""
    return text[:1].upper() + text[1:]


def scalar(text: str, at: Mark) -> Scalar:
    """A text of ours as if it stood in the spec, so that it is filled like one."""
    return Scalar(at, Source(at.file, text), 0, 0, text)
