"""Cards as strings, and what is known of each string.

A card is its code and, if need be, how it lies: `R3`, `R3~` (face down), `NUM=R3` (standing for
another), `G4+COL` (two on one place), `G4+COL=R3`.  What is asked of cards is answered by tables
keyed by the string itself; an unusual string is worked out when it is first met.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from card_specs.values import dataclass

Value = str | int | bool
"""What an attribute may be."""

DOWN = "~"
TOGETHER = "+"
STANDING = "="


@dataclass(frozen=True)
class Face:
    """What a code is: its kind, its tags, its axes and its other attributes."""

    kind: str
    tags: frozenset[str]
    axes: Mapping[str, Value]
    has: Mapping[str, Value]

    def value(self, name: str) -> Value | None:
        return self.axes.get(name, self.has.get(name))


@dataclass(frozen=True)
class Deck:
    """The faces of a table's deck in the spec's order, and how many of each are in play."""

    faces: Mapping[str, Face]
    copies: Mapping[str, int]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every card in play, in deck order."""
        return tuple(code for code in self.faces for _ in range(self.copies.get(code, 0)))

    def codes_of(self, kind: str) -> tuple[str, ...]:
        """The codes of a kind that are in play, in deck order."""
        return tuple(
            code
            for code, face in self.faces.items()
            if face.kind == kind and self.copies.get(code, 0)
        )

    def places(self) -> dict[str, int]:
        """Each code's place in deck order."""
        return {code: place for place, code in enumerate(self.faces)}


@lru_cache(maxsize=10_000)
def code_of(card: str) -> str:
    """The code of a card, however it lies: of a pair that of the first."""
    end = len(card)
    for mark in (TOGETHER, STANDING, DOWN):
        at = card.find(mark)
        if 0 <= at < end:
            end = at
    return card[:end]


def loose(card: str) -> tuple[str, ...]:
    """The cards that come off a place: conditions are stripped, a pair falls apart."""
    return tuple(card.rstrip(DOWN).partition(STANDING)[0].split(TOGETHER))


def standing_for(card: str) -> str:
    """The code that a card stands for, "" if it stands for none."""
    return card.rstrip(DOWN).partition(STANDING)[2]


def turned_down(card: str) -> str:
    return card if card.endswith(DOWN) else card + DOWN


def turned_up(card: str) -> str:
    return card.rstrip(DOWN)


def marked(card: str, code: str) -> str:
    """The card, standing for a code; whatever it stood for before is forgotten."""
    down = DOWN if card.endswith(DOWN) else ""
    return card.rstrip(DOWN).partition(STANDING)[0] + STANDING + code + down


class Table(dict[str | None, object]):
    """A table that works out a card's entry when it is first asked for; nothing for no card."""

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    def __missing__(self, card: str | None) -> object:
        entry = self[card] = self.nothing() if card is None else self.work_out(card)
        return entry

    def nothing(self) -> object:
        return None

    def work_out(self, card: str) -> object:
        raise NotImplementedError


class Attribute(Table):
    """One attribute of every card; None where a card has no such."""

    def __init__(self, deck: Deck, name: str) -> None:
        super().__init__(deck)
        self.name = name

    def work_out(self, card: str) -> Value | None:
        if self.name == "code":
            return code_of(card)
        other = standing_for(card)
        if other:
            axes = self.deck.faces[other].axes
            if self.name in axes:
                return axes[self.name]
        return self.deck.faces[code_of(card)].value(self.name)

    @property
    def total(self) -> bool:
        """Whether every face has it."""
        faces = self.deck.faces.values()
        return self.name == "code" or all(face.value(self.name) is not None for face in faces)


class Trait(Table):
    """A yes or no about every card."""

    def nothing(self) -> bool:
        return False


class IsKind(Trait):
    """Whether a card is of a kind; what it stands for doesn't matter."""

    def __init__(self, deck: Deck, kind: str) -> None:
        super().__init__(deck)
        self.kind = kind

    def work_out(self, card: str) -> bool:
        return self.deck.faces[code_of(card)].kind == self.kind


class HasTag(Trait):
    def __init__(self, deck: Deck, tag: str) -> None:
        super().__init__(deck)
        self.tag = tag

    def work_out(self, card: str) -> bool:
        return self.tag in self.deck.faces[code_of(card)].tags


class Lies(Trait):
    """Whether a card lies face down, stands for another, or shares its place."""

    MARKS: Mapping[str, str] = {"down": DOWN, "marked": STANDING, "paired": TOGETHER}

    def __init__(self, deck: Deck, state: str) -> None:
        super().__init__(deck)
        self.mark = self.MARKS[state]

    def work_out(self, card: str) -> bool:
        return self.mark in card


def in_deck_order(cards: Iterable[str], places: Mapping[str, int]) -> list[str]:
    """Cards sorted as in the deck; of one code those that lie plainly come first."""
    return sorted(cards, key=lambda card: (places[code_of(card)], card))
