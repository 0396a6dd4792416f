"""A position set up by hand: a scenario's `given`, at the start of a player's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from card_specs.language.problems import nearest
from pbem.engine import play
from pbem.engine.cards import code_of, loose, standing_for
from pbem.engine.chance import Chance
from pbem.engine.layout import CLOCKWISE, DIRECTION, TURN
from pbem.engine.naming import set_counters, zone_spot
from pbem.engine.orders_given import given_at_start
from pbem.engine.state import State
from pbem.engine.table import Table, TableError

STOCK = "stock"
ASIDE = "aside"


class _Leading:
    """Chance for finding out what counters the set-up leaves: nothing is shuffled, dice show 1."""

    count = 0

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        return list(cards)

    def die(self, player: str, faces: int) -> int:
        return 1

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        return cards[0]

    def first(self, players: Sequence[str]) -> str:
        return players[0]


def position(
    table: Table,
    chance: Chance,
    *,
    turn: str | None = None,
    direction: str | None = None,
    zones: Mapping[str, Sequence[str]],
    counters: Mapping[str, Any] | None = None,
    rest: str = STOCK,
) -> State:
    """A state at the start of `turn`'s turn, carried on to the first question.

    Cards that `zones` does not name lie under the stock in deck order; without a stock, or with
    `rest` "aside", in the zone `aside` if there is one, else nowhere.  A counter not named has
    its start value, else what the set-up leaves, where it asks nothing of chance but the first.
    """
    state = table.new_state()
    state.orders = given_at_start(table)
    _fill_counters(table, state)
    given = dict(counters or {})
    given[TURN] = turn if turn is not None else given.get(TURN, table.players[0])
    given[DIRECTION] = direction or given.get(DIRECTION, CLOCKWISE)
    # What is derived follows from the rest, whatever the file says.
    rules = table.program.layout.counter_rules
    derived = {name for name, counter in rules.items() if counter.derived is not None}
    stored = {name: value for name, value in given.items() if name.split(".")[0] not in derived}
    set_counters(table, state, stored)
    left = _place(table, state, zones)
    _put_rest(table, state, left, rest)
    return play.begin_turn(table, state, chance)


def _fill_counters(table: Table, state: State) -> None:
    """Counters without a start of their own have what the set-up leaves."""
    layout = table.program.layout
    state_after = table.new_state()
    deck = layout.zones[table.program.rules.deck].base
    state_after.zones[deck] = list(table.program.deck.cards)
    play.begin_main(table, state_after)
    play.carry_on(table.program, state_after, table.program.begin, _Leading())
    for name, places in layout.counters.items():
        rules = layout.counter_rules[name]
        if rules.start is None and rules.each_turn is None:
            for spot in places.spots:
                state.counters[spot.index] = state_after.counters[spot.index]


def _place(table: Table, state: State, zones: Mapping[str, Sequence[str]]) -> list[str]:
    """Lay the named cards; gives those of the deck that are left over."""
    left = list(table.program.deck.cards)
    faces = table.program.deck.faces
    for name, cards in zones.items():
        spot = zone_spot(table, name)
        for card in cards:
            card = str(card)
            for code in (*loose(card), *filter(None, (standing_for(card),))):
                if code not in faces:
                    raise TableError(f"{name}: there is no card '{code}' — {nearest(code, faces)}")
            for code in loose(card):
                if code not in left:
                    raise TableError(f"{name}: there are not so many '{code_of(card)}' in the deck")
                left.remove(code)
            state.zones[spot.index].append(card)
    return left


def _put_rest(table: Table, state: State, left: list[str], rest: str) -> None:
    layout = table.program.layout
    for zone in (STOCK, ASIDE) if rest == STOCK else (ASIDE,):
        places = layout.zones.get(zone)
        if places is not None and not places.of and not layout.zone_rules[zone].hidden:
            state.zones[places.base] += left
            return
