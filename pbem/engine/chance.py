"""Chance as an argument: what shuffles, throws, picks and draws lots while a rule is carried out.

The engine knows only the `Chance` protocol.  Events are numbered 0, 1, 2 … in the order in which
the rules carry them out, and the number of the next one (`count`) belongs to the state: the engine
sets it before it goes on and stores it afterwards, so that a move taken back and made again meets
the same chance.  Nothing here knows a clock, the operating system's randomness or `random`.

`Stream` is play itself (contract: the deal), `Fixed` is a scenario, `Recorded` a trace fed back in,
`Fast` simulation.  Each but `Fast` keeps the events that a trace shows.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from card_specs.language.problems import PersonError

Event = list[Any]
"""One event as a trace shows it: `["shuffle", zone, cards]`, `["die", player, n]`,
`["pick", zone, card]` or `["first", player]`."""

_WORD = 1 << 64


class ChanceError(PersonError):
    """Recorded chance that does not fit the rules' next event."""


class Draws(Protocol):
    """Whole numbers out of a stream: all that bots and samplers need of chance."""

    def below(self, m: int) -> int:
        """A number from 0 to m - 1, each as likely as the others; m is at least 1."""
        ...


class Chance(Protocol):
    """What the engine asks of chance."""

    count: int
    """The number of the next event."""

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        """The cards in a new order, top first; they are given in the order of the rules page."""
        ...

    def die(self, player: str, faces: int) -> int:
        """A throw of that player's die: 1 to `faces`."""
        ...

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        """One of the cards of a zone, which are given in the spec's order."""
        ...

    def first(self, players: Sequence[str]) -> str:
        """One of the players."""
        ...


class _Reporting:
    """Counts events and keeps them until somebody takes them."""

    def __init__(self) -> None:
        self.count = 0
        self._events: list[Event] = []

    def _happened(self, *event: Any) -> None:
        self.count += 1
        self._events.append(list(event))

    def take_events(self) -> list[Event]:
        """What has happened since this was last asked."""
        events, self._events = self._events, []
        return events


class Words:
    """draw(m) of one event: HMAC-SHA256 blocks of the key, four 64-bit numbers a block."""

    def __init__(self, key: bytes, event: int) -> None:
        self._words = _words(key, event)
        self.used = 0

    def below(self, m: int) -> int:
        """Unbiased: a number beyond the last whole multiple of m is thrown away."""
        if m == 1:
            return 0
        limit = _WORD - _WORD % m
        while True:
            self.used += 1
            x = next(self._words)
            if x < limit:
                return x % m


def _words(key: bytes, event: int) -> Iterator[int]:
    j = 0
    while True:
        block = hmac.digest(key, b"pbem/1 draw\n%d\n%d" % (event, j), "sha256")
        yield from struct.unpack(">4Q", block)
        j += 1


class Stream(_Reporting):
    """Chance of a game in play: protocol.md 6, from the key K of the deal."""

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        order, below = list(cards), Words(self._key, self.count).below
        for i in range(len(order) - 1, 0, -1):
            k = below(i + 1)
            order[i], order[k] = order[k], order[i]
        self._happened("shuffle", zone, list(order))
        return order

    def die(self, player: str, faces: int) -> int:
        number = 1 + Words(self._key, self.count).below(faces)
        self._happened("die", player, number)
        return number

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        card = cards[Words(self._key, self.count).below(len(cards))]
        self._happened("pick", zone, card)
        return card

    def first(self, players: Sequence[str]) -> str:
        player = players[Words(self._key, self.count).below(len(players))]
        self._happened("first", player)
        return player


def trace_key(seed: int) -> bytes:
    """The key of a trace: SHA-256 of a fixed line and the seed in decimal."""
    return hashlib.sha256(b"pbem/1 trace\n%d" % seed).digest()


class Fixed(_Reporting):
    """Chance of a scenario: shuffles leave the order, dice come from a list, the rest is first."""

    def __init__(self, dice: Iterable[int] = ()) -> None:
        super().__init__()
        self._dice = list(dice)

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        self._happened("shuffle", zone, list(cards))
        return list(cards)

    def die(self, player: str, faces: int) -> int:
        if not self._dice:
            raise ChanceError(f"{player} throws a die, and `dice` has no number left")
        number = self._dice.pop(0)
        if not 1 <= number <= faces:
            raise ChanceError(f"`dice` holds {number}, and the die has {faces} faces")
        self._happened("die", player, number)
        return number

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        self._happened("pick", zone, cards[0])
        return cards[0]

    def first(self, players: Sequence[str]) -> str:
        self._happened("first", players[0])
        return players[0]


class Recorded(_Reporting):
    """Chance of a trace: gives what the trace says, and refuses where that cannot have been."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__()
        self.left = list(events)

    def feed(self, events: Iterable[Event]) -> None:
        """The events of the next line; what is left of the last one is forgotten."""
        self.left = list(events)

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        order = list(self._next("shuffle", zone))
        if sorted(order) != sorted(cards):
            raise ChanceError(f"the trace shuffles other cards than {zone} holds: {list(cards)}")
        self._happened("shuffle", zone, list(order))
        return order

    def die(self, player: str, faces: int) -> int:
        number = self._next("die", player)
        if not isinstance(number, int) or not 1 <= number <= faces:
            raise ChanceError(f"the trace has {player} throw {number} with {faces} faces")
        self._happened("die", player, number)
        return number

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        card = str(self._next("pick", zone))
        if card not in cards:
            raise ChanceError(f"the trace picks {card}, and {zone} holds {list(cards)}")
        self._happened("pick", zone, card)
        return card

    def first(self, players: Sequence[str]) -> str:
        player = str(self._next("first"))
        if player not in players:
            raise ChanceError(f"the trace draws {player} by lot among {list(players)}")
        self._happened("first", player)
        return player

    def _next(self, *head: str) -> Any:
        """The last member of the next event, which must begin like that."""
        here = " ".join(head)
        if not self.left:
            raise ChanceError(f"the rules have a chance event ({here}) that the trace lacks")
        event = self.left.pop(0)
        if len(event) != len(head) + 1 or event[:-1] != list(head):
            raise ChanceError(f"the rules have {here} where the trace has {event}")
        return event[-1]


class Fast:
    """Chance for simulation: SHAKE-128 of a text, a good deal faster than `Stream`.

    Its numbers are taken modulo without throwing any away, so a number below m is off by less than
    m / 2**64.  It keeps no events, and `count` is only carried along.
    """

    _BLOCK = 512

    def __init__(self, seed: str) -> None:
        self.count = 0
        self._seed = hashlib.shake_128(seed.encode())
        self._blocks = 0
        self._words: list[int] = []

    def _refill(self) -> list[int]:
        block = self._seed.copy()
        block.update(b"\n%d" % self._blocks)
        self._blocks += 1
        self._words.extend(struct.unpack(f"<{self._BLOCK}Q", block.digest(8 * self._BLOCK)))
        return self._words

    def below(self, m: int) -> int:
        """A number from 0 to m - 1."""
        return (self._words or self._refill()).pop() % m

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        self.count += 1
        size = len(cards)
        while len(self._words) < size:
            self._refill()
        keys, self._words = self._words[:size], self._words[size:]
        return [card for _, card in sorted(zip(keys, cards, strict=True))]

    def die(self, player: str, faces: int) -> int:
        self.count += 1
        return 1 + self.below(faces)

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        self.count += 1
        return cards[self.below(len(cards))]

    def first(self, players: Sequence[str]) -> str:
        self.count += 1
        return players[self.below(len(players))]
