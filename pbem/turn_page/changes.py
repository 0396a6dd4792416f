"""What a move changes in a position as a player sees it, in a form that a small script can redo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from card_specs.values import dataclass
from pbem.engine.layout import TURN

Change = tuple[str, str | int, Any]
"""`(zone, "-", card)` taken away, `(zone, "+", card)` put last, `(zone, "^", card)` put first,
`(zone, 3, card)` lies now at the fourth place, `(zone, "=", cards)` all anew, `(zone, "#", n)` so
many more of a hidden zone; `(":name", "+", n)` a counter higher by n, `(":name", "=", value)`."""


@dataclass(frozen=True)
class Position:
    """Zones (cards as they lie, or how many where they are hidden) and counters, by name."""

    zones: Mapping[str, tuple[str, ...] | int]
    counters: Mapping[str, Any]


def changes(before: Position, after: Position) -> tuple[Change, ...]:
    """All that is different."""
    found: list[Change] = []
    for name, cards in after.zones.items():
        was = before.zones.get(name, ())
        if was != cards:
            found += _zone(name, was, cards)
    for name, value in after.counters.items():
        known = before.counters.get(name)
        if known != value:
            found.append(_counter(f":{name}", known, value))
    return tuple(found)


def settled(before: Position, after: Position) -> tuple[Change, ...]:
    """What a last move changes as far as it is known.

    `after` holds only what is certain: zones that are seen, without cards that were not seen, and
    numbers.  Whose turn it is, is left out: what follows a last move may still change that.
    """
    counters = {name: value for name, value in after.counters.items()
                if name != TURN and name in before.counters}  # fmt: skip
    zones = {name: cards for name, cards in after.zones.items()
             if isinstance(before.zones.get(name), tuple)}  # fmt: skip
    return changes(before, Position(zones, counters))


def _zone(name: str, was: tuple[str, ...] | int, now: tuple[str, ...] | int) -> list[Change]:
    if isinstance(was, int) or isinstance(now, int):
        if isinstance(was, int) and isinstance(now, int):
            return [(name, "#", now - was)]
        return [(name, "=", now)]
    return _cards(name, was, now) or [(name, "=", now)]


def _cards(name: str, was: tuple[str, ...], now: tuple[str, ...]) -> list[Change]:
    """One or two small changes that do it, if they do."""
    if len(was) == len(now):
        places = [at for at, card in enumerate(now) if was[at] != card]
        return [(name, at, now[at]) for at in places] if len(places) <= 2 else []
    more, less = (now, was) if len(now) > len(was) else (was, now)
    if len(more) - len(less) > 3:
        return []
    for extra in (more[: len(more) - len(less)], more[len(less) :]):
        rest = more[len(extra) :] if extra == more[: len(extra)] else more[: len(less)]
        if rest == less and more is now:
            first = extra == more[: len(extra)] and more[len(extra) :] == less
            return [(name, "^" if first and less else "+", card)
                    for card in (reversed(extra) if first and less else extra)]  # fmt: skip
    return _lifted(name, list(was), list(now))


def _lifted(name: str, was: list[str], now: list[str]) -> list[Change]:
    """Cards taken out of the middle, or put into a zone whose order does not matter."""
    out, into = list(was), list(now)
    for card in now:
        if card in out:
            out.remove(card)
    for card in was:
        if card in into:
            into.remove(card)
    if out and into:
        return []
    found: list[Change] = [(name, "-", card) for card in out]
    return found + [(name, "+", card) for card in into]


def _counter(name: str, was: Any, now: Any) -> Change:
    numbers = all(isinstance(one, int) and not isinstance(one, bool) for one in (was, now))
    return (name, "+", now - was) if numbers else (name, "=", now)
