"""The types of expressions: what a value is, and what a list of such values is."""

from __future__ import annotations

from enum import Enum

from card_specs.values import dataclass


class Kind(Enum):
    """What sort of value an expression has; the value is the word for it in messages."""

    NUMBER = "a number"
    TRUTH = "a truth"
    WORD = "a word"
    CARD = "a card"
    CODE = "a card code"
    PLAYER = "a player"
    NUMBERS = "numbers"
    WORDS = "words"
    CARDS = "cards"
    CODES = "card codes"
    PLAYERS = "players"
    UNKNOWN = "something unknown"
    """Only while a spec with mistakes is read; a finished tree has none."""


_LISTS = {
    Kind.NUMBER: Kind.NUMBERS,
    Kind.WORD: Kind.WORDS,
    Kind.CARD: Kind.CARDS,
    Kind.CODE: Kind.CODES,
    Kind.PLAYER: Kind.PLAYERS,
}
_ITEMS = {many: one for one, many in _LISTS.items()}


@dataclass(frozen=True, slots=True)
class Type:
    """A kind and, for words, the name of their list in `Rules.words`."""

    kind: Kind
    words: str = ""

    @property
    def item(self) -> Type:
        """The type of one of these: a card of cards; the type itself if it is no list."""
        return Type(_ITEMS.get(self.kind, self.kind), self.words)

    @property
    def many(self) -> Type:
        """The type of a list of these."""
        return Type(_LISTS.get(self.kind, self.kind), self.words)

    @property
    def is_list(self) -> bool:
        return self.kind in _ITEMS

    def __str__(self) -> str:
        return f"{self.kind.value} of {self.words}" if self.words else self.kind.value


NUMBER = Type(Kind.NUMBER)
TRUTH = Type(Kind.TRUTH)
CARD = Type(Kind.CARD)
CARDS = Type(Kind.CARDS)
CODE = Type(Kind.CODE)
CODES = Type(Kind.CODES)
PLAYER = Type(Kind.PLAYER)
PLAYERS = Type(Kind.PLAYERS)
NUMBERS = Type(Kind.NUMBERS)
UNKNOWN = Type(Kind.UNKNOWN)
