"""Where everything of one table stands: zones and counters as positions in two lists.

`hand` of three players is three positions one after the other, `ladder` of three colours and two
players six; the player counts fastest.  Names are those of the contract: `ladder.red.ana`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import field

from card_specs.language.problems import Mark
from card_specs.language.rules import (
    NO_WORDS,
    CounterRules,
    Noun,
    Order,
    Rules,
    Seen,
    ZoneRules,
)
from card_specs.language.types import PLAYER, Kind, Type
from card_specs.values import dataclass

CLOCKWISE = "clockwise"
COUNTERCLOCKWISE = "counterclockwise"
TURN = "turn"
DIRECTION = "direction"
DIRECTIONS = (CLOCKWISE, COUNTERCLOCKWISE)


@dataclass(frozen=True)
class Spot:
    """One position: `words` are its owners but for the player, `seat` is None if it has none."""

    index: int
    thing: str
    words: tuple[str, ...]
    seat: int | None

    def name(self, names: Sequence[str]) -> str:
        """The name in the contract's notation, with the players' names."""
        player = () if self.seat is None else (names[self.seat],)
        return ".".join((self.thing, *self.words, *player))


@dataclass(frozen=True)
class Places:
    """The positions of one zone or counter: from `base` on; `by_words` offsets a part's first."""

    thing: str
    base: int
    of: tuple[Type, ...]
    by_words: Mapping[tuple[str, ...], int]
    owned: bool
    """Whether the last owner is a player."""
    spots: tuple[Spot, ...]

    def index(self, words: tuple[str, ...] = (), seat: int = 0) -> int:
        return self.base + self.by_words[words] + (seat if self.owned else 0)


@dataclass(frozen=True)
class Layout:
    """Zones and counters of one table by name, and their positions in order."""

    rules: Rules
    zones: Mapping[str, Places] = field(repr=False)
    counters: Mapping[str, Places] = field(repr=False)
    zone_rules: Mapping[str, ZoneRules] = field(repr=False)
    counter_rules: Mapping[str, CounterRules] = field(repr=False)

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def zone_spots(self) -> tuple[Spot, ...]:
        return tuple(spot for places in self.zones.values() for spot in places.spots)

    @property
    def counter_spots(self) -> tuple[Spot, ...]:
        return tuple(spot for places in self.counters.values() for spot in places.spots)

    def order(self, zone: str) -> Order:
        return self.zone_rules[zone].order

    def seen(self, zone: str) -> Seen:
        return self.zone_rules[zone].seen


def lay_out(rules: Rules) -> Layout:
    """Positions for a table; `turn` and `direction` are counters whether the spec says so or not.

    Derived counters have no position.
    """
    counters = {**_built_in(), **rules.counters}
    stored = {name: one.of for name, one in counters.items() if one.derived is None}
    zones = {name: zone.of for name, zone in rules.zones.items()}
    return Layout(rules, _places(rules, zones), _places(rules, stored), rules.zones, counters)


def _built_in() -> dict[str, CounterRules]:
    nowhere = Mark("", 1, 1)
    noun = Noun(NO_WORDS)
    types = {TURN: PLAYER, DIRECTION: Type(Kind.WORD, DIRECTION)}
    return {
        name: CounterRules(name, nowhere, (), type_, None, None, None, False, 0, None, None, noun)
        for name, type_ in types.items()
    }


def _places(rules: Rules, things: Mapping[str, tuple[Type, ...]]) -> dict[str, Places]:
    found: dict[str, Places] = {}
    base = 0
    for thing, of in things.items():
        owned = bool(of) and of[-1].kind is Kind.PLAYER
        lists = [rules.words[one.words] for one in (of[:-1] if owned else of)]
        seats: tuple[int | None, ...] = tuple(range(rules.players)) if owned else (None,)
        offsets: dict[tuple[str, ...], int] = {}
        spots: list[Spot] = []
        for words in itertools.product(*lists):
            offsets[words] = len(spots)
            spots += [Spot(base + len(spots) + i, thing, words, s) for i, s in enumerate(seats)]
        found[thing] = Places(thing, base, of, offsets, owned, tuple(spots))
        base += len(spots)
    return found
