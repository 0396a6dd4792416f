"""Positions by their names in the contract: for traces, scenarios and everything shown.

`hand.ana`, `ladder.red.ana`, `alive.team1`; players by name.  Hidden zones and counters have names,
too, but are not listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from card_specs.language.problems import nearest
from card_specs.language.rules import Order
from card_specs.language.types import Kind, Type
from pbem.engine.cards import in_deck_order
from pbem.engine.kit import LimitError
from pbem.engine.layout import Spot
from pbem.engine.run import mistake
from pbem.engine.secrecy import Known
from pbem.engine.state import State
from pbem.engine.table import Table, TableError


def zone_names(table: Table) -> tuple[str, ...]:
    """All zones that may be named, hidden ones too."""
    return tuple(spot.name(table.players) for spot in table.program.layout.zone_spots)


def set_names(table: Table) -> frozenset[str]:
    """The zones (by the first part of their names) whose cards have no order."""
    rules = table.program.rules.zones
    return frozenset(name for name, zone in rules.items() if zone.order is Order.SET)


def shown_zones(table: Table) -> Iterator[tuple[str, Spot]]:
    """Zones that are listed, with their names."""
    layout = table.program.layout
    for spot in layout.zone_spots:
        if not layout.zone_rules[spot.thing].hidden:
            yield spot.name(table.players), spot


def cards_of(table: Table, state: State, spot: Spot) -> list[str]:
    """The cards of a zone as they are listed: sets in deck order."""
    cards = state.zones[spot.index]
    if table.program.layout.order(spot.thing) is Order.SET:
        return in_deck_order(cards, table.program.places)
    return list(cards)


def counter_names(table: Table) -> tuple[str, ...]:
    """All counters that may be named, hidden and derived ones too."""
    layout = table.program.layout
    names = [spot.name(table.players) for spot in layout.counter_spots]
    for name, rules in layout.counter_rules.items():
        if rules.derived is not None:
            names += [shown for shown, _ in _derived_names(table, name, rules.of)]
    return tuple(names)


def _derived_names(table: Table, name: str, of: Sequence[Type]) -> Iterator[tuple[str, Any]]:
    """The names of a derived counter, with what each is about."""
    if not of:
        yield name, None
    elif of[-1].kind is Kind.PLAYER:
        for seat, player in enumerate(table.players):
            yield f"{name}.{player}", seat
    else:
        for word in table.program.rules.words[of[-1].words]:
            yield f"{name}.{word}", word


def shown_counters(table: Table, state: State) -> dict[str, Any]:
    """Every counter that is listed, with players by name; a player counter of nobody is not."""
    layout = table.program.layout
    found: dict[str, Any] = {}
    for name, rules in layout.counter_rules.items():
        if rules.hidden:
            continue
        if rules.derived is not None:
            for shown, about in _derived_names(table, name, rules.of):
                found[shown] = named(table, derived(table, state, name, about), rules.type)
            continue
        for spot in layout.counters[name].spots:
            value = state.counters[spot.index]
            if value is not None:
                found[spot.name(table.players)] = named(table, value, rules.type)
    return found


def derived_names(table: Table) -> frozenset[str]:
    """The names of all counters that are worked out and not stored."""
    layout = table.program.layout
    return frozenset(
        shown
        for name, rules in layout.counter_rules.items()
        if rules.derived is not None
        for shown, _ in _derived_names(table, name, rules.of)
    )


def hidden_counters(table: Table, state: State) -> dict[str, Any]:
    """Counters that are not listed and yet hold nothing secret."""
    layout, secrecy = table.program.layout, table.program.secrecy
    found: dict[str, Any] = {}
    for name, places in layout.counters.items():
        rules = layout.counter_rules[name]
        if rules.hidden and secrecy.counter(name) is Known.ALL:
            for spot in places.spots:
                value = state.counters[spot.index]
                if value is not None:
                    found[spot.name(table.players)] = named(table, value, rules.type)
    return found


def derived(table: Table, state: State, name: str, about: Any) -> Any:
    """The value of a derived counter."""
    try:
        return table.program.derived[name](state, about)
    except (LimitError, ZeroDivisionError) as error:
        raise mistake(table.program, error) from error


def named(table: Table, value: Any, type_: Type) -> Any:
    """A counter's value as it is shown: a player by name."""
    return table.players[value] if type_.kind is Kind.PLAYER and value is not None else value


def trace_state(table: Table, state: State) -> dict[str, dict[str, Any]]:
    """The whole position as a trace shows it: every zone and counter, nothing hidden."""
    zones = {name: cards_of(table, state, spot) for name, spot in shown_zones(table)}
    return {"zones": zones, "counters": shown_counters(table, state)}


# --- the other way -------------------------------------------------------------------------------


def zone_spot(table: Table, name: str) -> Spot:
    """A zone by name."""
    for spot in table.program.layout.zone_spots:
        if spot.name(table.players) == name:
            return spot
    raise TableError(
        f"there is no zone '{name}' at this table — {nearest(name, zone_names(table))}"
    )


def set_counters(table: Table, state: State, counters: Mapping[str, Any]) -> None:
    """Set counters by name; derived ones cannot be set."""
    layout = table.program.layout
    spots = {spot.name(table.players): spot for spot in layout.counter_spots}
    for name, value in counters.items():
        if name not in spots:
            hint = nearest(name, counter_names(table))
            raise TableError(f"there is no counter '{name}' to be set — {hint}")
        spot = spots[name]
        state.counters[spot.index] = _read(
            table, name, value, layout.counter_rules[spot.thing].type
        )


def _read(table: Table, name: str, value: Any, type_: Type) -> Any:
    """A counter's value as people write it."""
    if type_.kind is Kind.PLAYER:
        if value not in table.seats:
            raise TableError(
                f"{name}: '{value}' does not play — {nearest(str(value), table.seats)}"
            )
        return table.seats[value]
    if type_.kind is Kind.WORD:
        words = table.program.rules.words[type_.words]
        if value not in words:
            raise TableError(
                f"{name}: '{value}' is none of its words — {nearest(str(value), words)}"
            )
        return value
    wanted = bool if type_.kind is Kind.TRUTH else int
    if type(value) is not wanted:
        raise TableError(f"{name}: {value!r} is not {type_}")
    return value
