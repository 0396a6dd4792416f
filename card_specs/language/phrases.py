"""Phrases: a step's words in one language, with its fields put in.

`{field}` or `{field:form}` stands for a field in a grammatical form (`speaker.said` knows the
forms); `[…]` is left out when a field inside it is missing; `[… | …]` takes the first alternative
whose fields are all there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_PIECE = re.compile(r"\{(\w+)(?::(\w+))?\}|[\[\]|]|[^{}\[\]|]+")

Say = Callable[[str, str], str | None]
"""Gives a field in a form, or None if the field is missing."""


def filled(phrase: str, say: Say) -> str:
    """The phrase with its fields said; a missing field outside brackets is said as nothing."""
    text, _ = _Filling(phrase, say).alternatives()
    return re.sub(r" +", " ", text).replace(" ,", ",").strip()


class _Filling:
    def __init__(self, phrase: str, say: Say) -> None:
        self.pieces = list(_PIECE.finditer(phrase))
        self.next = 0
        self.say = say

    def alternatives(self) -> tuple[str, bool]:
        """The first complete alternative up to a closing bracket or the end."""
        chosen: tuple[str, bool] | None = None
        while True:
            said = self.sequence()
            if chosen is None or (not chosen[1] and said[1]):
                chosen = said
            piece = self.pieces[self.next][0] if self.next < len(self.pieces) else ""
            self.next += 1
            if piece != "|":
                return chosen

    def sequence(self) -> tuple[str, bool]:
        """Pieces up to `|`, `]` or the end, and whether all their fields are there."""
        found: list[str] = []
        complete = True
        while self.next < len(self.pieces):
            match = self.pieces[self.next]
            if match[0] in "|]":
                break
            self.next += 1
            if match[0] == "[":
                text, whole = self.alternatives()
                found.append(text if whole else "")
            elif match[1]:
                said = self.say(match[1], match[2] or "")
                complete = complete and said is not None
                found.append(said or "")
            else:
                found.append(match[0])
        return "".join(found), complete
