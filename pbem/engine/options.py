"""Options: the different things that may be answered to a question, and their text.

A move is a tuple: the number of its option in the program, then its arguments (a card played comes
first).  Text (`play EMB card=R5 from=beto`) is made only when somebody looks, and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from card_specs.language import types
from card_specs.language.rules import Part
from pbem.engine.cards import code_of
from pbem.engine.state import Move

if TYPE_CHECKING:
    from pbem.engine.flow import Block
    from pbem.engine.question import Question


@dataclass(eq=False)
class Option:
    """One line of a question's `moves`, one kind of card that may be played, or its `or`."""

    index: int
    question: Question
    verb: str
    card: Part | None
    keys: tuple[tuple[str, Part], ...]
    arguments: tuple[tuple[str, types.Type], ...]
    """Names and types of what stands in the move after the number, in order."""
    kind: str = ""
    """The kind of the card played, if one is."""
    decline: bool = False
    block: Block | None = None

    def text(self, move: Move, names: Sequence[str]) -> str:
        """A move as it is written: canonical codes, keys in alphabetical order."""
        pieces = [self.verb]
        if self.card is not None:
            pieces.append(self._part(self.card, move, names))
        pieces += [f"{key}={self._part(part, move, names)}" for key, part in self.keys]
        return " ".join(pieces)

    def _part(self, part: Part, move: Move, names: Sequence[str]) -> str:
        return str(part.text) if not part.argument else self._said(part.text, move, names)

    def _said(self, argument: str, move: Move, names: Sequence[str]) -> str:
        for place, (name, type_) in enumerate(self.arguments, 1):
            if name == argument:
                return said(move[place], type_, names)
        raise AssertionError(f"{self.verb} has no argument {argument}")

    def values(self, move: Move) -> dict[str, Any]:
        """`CARD`, and the capitals of each key, as policies read them."""
        found: dict[str, Any] = {}
        by_name = {name: move[place] for place, (name, _) in enumerate(self.arguments, 1)}
        pieces = [("CARD", self.card)] if self.card is not None else []
        pieces += [(key.upper(), part) for key, part in self.keys]
        for name, part in pieces:
            assert part is not None
            found[name] = by_name[part.text] if part.argument else part.text
        return found


def said(value: Any, type_: types.Type, names: Sequence[str]) -> str:
    """A value as it stands in a move."""
    if isinstance(value, tuple):
        return ",".join(map(code_of, value))
    if type_.kind is types.Kind.PLAYER:
        return str(names[value])
    if type_.kind in (types.Kind.CARD, types.Kind.CODE):
        return code_of(value)
    return str(value)


class Texts(dict[Move, str]):
    """move -> text for players of certain names."""

    MOST = 50_000

    def __init__(self, options: Sequence[Option], names: Sequence[str]) -> None:
        super().__init__()
        self.options = options
        self.names = names

    def __missing__(self, move: Move) -> str:
        if len(self) >= self.MOST:
            self.clear()
        text = self[move] = self.options[move[0]].text(move, self.names)
        return text
