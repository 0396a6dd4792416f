"""What happened during a move, in order, as plain facts, each with those who may know it.

A fact is a mapping; its key `to` names the readers ("" is a spectator), and a fact without `to` is
for everybody.  Cards are shown only to those who see the zone they leave or the zone they come to;
others are told how many.  While answers are secret, others are told nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from card_specs.language.rules import Seen
from card_specs.language.types import Kind
from pbem.engine.cards import code_of
from pbem.engine.layout import TURN
from pbem.engine.naming import named
from pbem.engine.question import How
from pbem.engine.table import Table
from pbem.engine.telling import Event

Fact = dict[str, Any]


def facts(table: Table, events: Sequence[Event]) -> Iterator[Fact]:
    """Events as facts for readers."""
    shown = _cards_shown(table, events)
    for event in events:
        yield from _SORTS[event.sort](table, event, shown)


Shown = dict[str, frozenset[str]]
"""Who saw each card (by code) when it moved."""


def readers(table: Table) -> tuple[str, ...]:
    return (*table.players, "")


def seers(table: Table, index: int) -> frozenset[str]:
    """Who sees the cards of a zone."""
    spot = table.program.layout.zone_spots[index]
    seen = table.program.layout.seen(spot.thing)
    if seen is Seen.ALL:
        return frozenset(readers(table))
    if seen is Seen.OWNER and spot.seat is not None:
        return frozenset((table.players[spot.seat],))
    return frozenset()


def _cards_shown(table: Table, events: Sequence[Event]) -> Shown:
    found: Shown = {}
    for event in events:
        if event.sort in ("moved", "picked"):
            cards, source, target = event.about
            saw = seers(table, source) | seers(table, target)
            for card in cards:
                code = code_of(card)
                found[code] = found.get(code, frozenset()) | saw
    return found


def _split(
    table: Table, full: Fact, saw: frozenset[str], less: Fact | None, secret: bool
) -> Iterator[Fact]:
    """A fact for those who may know it, and less for the others (nothing while it is secret)."""
    everybody = frozenset(readers(table))
    if saw == everybody:
        yield full
        return
    if saw:
        yield {**full, "to": [one for one in readers(table) if one in saw]}
    if less is not None and not secret:
        yield {**less, "to": [one for one in readers(table) if one not in saw]}


def _played(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    """A move; a card that a reader did not see is left out of it."""
    seat, move = event.about
    option = table.program.options[move[0]]
    player, text = table.players[seat], table.texts[move]
    full: Fact = {"player": player, "move": text}
    everybody = frozenset(readers(table))
    quiet = event.secret or (option.decline and option.question.how is How.WINDOW)
    if quiet and option.question.secret:
        yield {**full, "to": [player]}
        return
    saw = everybody
    for place, (_, type_) in enumerate(option.arguments, 1):
        if type_.kind in (Kind.CARD, Kind.CARDS):
            cards = move[place] if isinstance(move[place], tuple) else (move[place],)
            for card in cards:
                saw &= shown.get(code_of(card), everybody)
    less = {"player": player, "move": option.verb}
    yield from _split(table, full, saw | {player}, less, secret=False)


def _moved(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    cards, source, target = event.about
    if not cards:
        return
    spots = table.program.layout.zone_spots
    where = {
        "zone": spots[target].name(table.players),
        "from": spots[source].name(table.players),
    }
    saw = seers(table, source) | seers(table, target)
    full = {**where, "gained": [code_of(card) for card in cards]}
    yield from _split(table, full, saw, {**where, "more": len(cards)}, event.secret)


def _counter(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    index, value = event.about
    spot = table.program.layout.counter_spots[index]
    rules = table.program.layout.counter_rules[spot.thing]
    if not rules.hidden and spot.thing != TURN:
        yield {"counter": spot.name(table.players), "value": named(table, value, rules.type)}


def _die(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    seat, number, index = event.about
    counter = table.program.layout.counter_spots[index].name(table.players)
    yield {"player": table.players[seat], "die": number, "counter": counter}


def _lying(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    """A card turned, or standing for another from now on."""
    card, index, how = event.about
    if card is None:
        return
    key = {"turned": "down", "marked": "as"}[event.sort]
    spot = table.program.layout.zone_spots[index]
    full = {"card": code_of(card), "zone": spot.name(table.players), key: how}
    yield from _split(table, full, seers(table, index), None, event.secret)


def _laid(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    source, target, card, under = event.about
    spots = table.program.layout.zone_spots
    full: Fact = {"zone": spots[target].name(table.players), "laid": code_of(card)}
    if under:
        full["over"] = list(under)
    saw = seers(table, source) | seers(table, target)
    yield from _split(table, full, saw, None, event.secret)


def _zone(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    """A zone was shuffled, or two changed places."""
    spots = table.program.layout.zone_spots
    names = [spots[index].name(table.players) for index in event.about]
    yield {event.sort: names[0] if len(names) == 1 else names}


def _player(table: Table, event: Event, shown: Shown) -> Iterator[Fact]:
    """Whose turn it is now, or who was drawn by lot."""
    (seat,) = event.about
    if seat is not None:
        yield {event.sort: table.players[seat]}


_SORTS = {
    "played": _played,
    "moved": _moved,
    "picked": _moved,
    "counter": _counter,
    "die": _die,
    "turned": _lying,
    "marked": _lying,
    "laid": _laid,
    "shuffled": _zone,
    "exchanged": _zone,
    "turn": _player,
    "first": _player,
}
