"""The one way a problem with somebody's file is shown.

A reader collects `Problem`s and goes on; whoever called it raises them together as a
`SpecError`.  Nothing here knows YAML, cards or files: a `Mark` is a name and two numbers.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import field
from functools import lru_cache

from card_specs.values import dataclass


class PersonError(Exception):
    """Something that a person outside the program can mend; its text says how."""


class OutsideError(PersonError):
    """Something outside failed (a disk, a mail server) or is in use; nothing is lost, try again."""


@dataclass(frozen=True, order=True)
class Mark:
    """A place in a text: file name, line and column, both counted from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def right(self, characters: int) -> Mark:
        """The place so many characters further on in the same line."""
        return Mark(self.file, self.line, self.column + characters)


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong, where, and what to try."""

    at: Mark
    message: str
    hint: str = ""
    level: str = "error"

    def __str__(self) -> str:
        hint = f" — {self.hint}" if self.hint else ""
        return f"{self.at}: {self.level}: {self.message}{hint}"


class SpecError(PersonError):
    """All problems of one file (or of several read together), in reading order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


MOST_NAMES = 1_000
"""Names that a misspelt one is compared with."""

MOST_PROBLEMS = 200
"""Who has made more of them has made one mistake many times, or means harm."""


@dataclass
class Problems:
    """A collector: readers `add` what they find and go on reading.

    After `MOST_PROBLEMS` errors `add` raises `SpecError` with what there is.
    """

    found: list[Problem] = field(default_factory=list)

    def add(self, at: Mark, message: str, hint: str = "") -> None:
        if len(self.found) >= MOST_PROBLEMS and len(self.errors) >= MOST_PROBLEMS:
            message, hint = f"there are more than {MOST_PROBLEMS} problems", "mend these first"
            raise SpecError([*self.errors, Problem(at, message, hint)])
        self.found.append(Problem(at, message, hint))

    def warn(self, at: Mark, message: str, hint: str = "") -> None:
        self.found.append(Problem(at, message, hint, "warning"))

    @property
    def errors(self) -> list[Problem]:
        return [p for p in self.found if p.level == "error"]

    def raise_if_any(self) -> None:
        """Raise `SpecError` with every error found so far; warnings do not stop anybody."""
        if self.errors:
            raise SpecError(self.errors)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint for a name that does not exist: the nearest one that does, or all of them."""
    return _nearest(name, tuple(sorted(set(known))))


@lru_cache(maxsize=2000)
def _nearest(name: str, names: tuple[str, ...]) -> str:
    """The same mistake is met at many tables: comparing names is what takes time."""
    near = difflib.get_close_matches(name, names[:MOST_NAMES], n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
    return f"known: {shown}" if names else "there are none"
