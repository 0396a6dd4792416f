"""A table's program while it is being put together: its functions, what they refer to, its places.

Everything that a spec names gets an identifier of ours with a number; the names themselves stay
outside, in objects that the program refers to.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from card_specs.language.problems import Mark
from pbem.engine import emit
from pbem.engine.cards import Attribute, Deck, HasTag, IsKind, Lies, Table

FILE = "<table>"
"""The file name of compiled programs in tracebacks; their line numbers are places in the spec."""


class Build:
    """Functions and objects of one program."""

    def __init__(self, deck: Deck, file: str = FILE) -> None:
        self.deck = deck
        self.file = file
        self.objects: dict[str, Any] = {"__builtins__": {}}
        self.functions: list[ast.stmt] = []
        self.marks: list[Mark] = [Mark("", 1, 1)]
        self.later: list[tuple[str, Any, str, bool]] = []
        """Objects (variable, object) whose `work_out` is a function of the program, set when that
        exists; if the last is true, the variable is what the object has under no keys."""
        self._lines: dict[Mark, int] = {}
        self._known: dict[tuple[Any, ...], str] = {}
        self._numbers: dict[str, int] = {}

    def fresh(self, prefix: str) -> str:
        """An identifier that is not used yet."""
        number = self._numbers.get(prefix, 0)
        self._numbers[prefix] = number + 1
        return f"{prefix}{number}"

    def line(self, mark: Mark) -> int:
        """The line number that stands for a place in the spec."""
        if mark not in self._lines:
            self._lines[mark] = len(self.marks)
            self.marks.append(mark)
        return self._lines[mark]

    def object(self, prefix: str, value: Any, key: tuple[Any, ...] = ()) -> ast.Name:
        """A variable that refers to an object; with a key, the same object is kept once."""
        if key and key in self._known:
            return emit.name(self._known[key])
        identifier = self.fresh(prefix)
        self.objects[identifier] = value
        if key:
            self._known[key] = identifier
        return emit.name(identifier)

    def known(self, key: tuple[Any, ...]) -> ast.Name | None:
        """The variable of an object kept under a key, if there is one."""
        return emit.name(self._known[key]) if key in self._known else None

    def table(self, kind: type[Table], name: str) -> ast.Name:
        """The table of one thing that is known of every card."""
        key = (kind, name)
        if key in self._known:
            return emit.name(self._known[key])
        made: Table
        if kind is Attribute:
            made = Attribute(self.deck, name)
        elif kind is IsKind:
            made = IsKind(self.deck, name)
        elif kind is HasTag:
            made = HasTag(self.deck, name)
        else:
            made = Lies(self.deck, name)
        return self.object("a", made, key)

    def add(
        self, identifier: str, parameters: Sequence[str], body: list[ast.stmt], line: int
    ) -> None:
        """One more function."""
        self.functions.append(emit.function(identifier, parameters, body, line))

    def finish(self) -> dict[str, Any]:
        """Compile and run the definitions: the program as its namespace."""
        module = ast.Module(self.functions, [])
        exec(compile(module, self.file, "exec"), self.objects)
        for variable, thing, function, single in self.later:
            thing.work_out = self.objects[function]
            if single:
                self.objects[variable] = thing.all_under(())
        return self.objects
