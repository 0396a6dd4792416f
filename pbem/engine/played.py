"""Making a move and hearing all about it: what `play.apply` does, for those who tell players.

Slower than `apply`, since it goes through the telling form of the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from card_specs.values import dataclass
from pbem.engine import play
from pbem.engine.cards import code_of
from pbem.engine.chance import Chance
from pbem.engine.facts import facts
from pbem.engine.state import NO_CHANCE, Move, State
from pbem.engine.table import Table
from pbem.engine.telling import Event
from pbem.engine.views import View, view


@dataclass(frozen=True)
class Played:
    """A move that was made.

    `happened` are facts in order, each with its readers (`facts.py`); `then` are the moves that
    standing orders made after it.  `learned`: the mover saw a card that was hidden before, or what
    chance did, so a chain of moves by mail ends here.
    """

    state: State
    happened: tuple[Mapping[str, Any], ...]
    then: tuple[tuple[str, str], ...]
    used_chance: bool
    learned: bool


def begin(table: Table, chance: Chance) -> Played:
    """A new game, told; what happened during the set-up is in `happened`."""
    state = play.dealt(table)
    state.told, state.then = [], []
    play.carry_on(table.told(), state, table.told().begin, chance)
    return _told(table, state, used_chance=True, learned=True)


def make(
    table: Table, state: State, player: str, move: str | Move, chance: Chance = NO_CHANCE
) -> Played:
    """Make a move in a state, which is changed in place; raises `Refused` like `apply`."""
    seat = play.seat_of(table, player)
    meant = play.read(table, state, seat, move)
    before, count = view(table, state, player), state.count
    state.told, state.then = [], []
    play.carry_out(table.told(), state, seat, meant, chance)
    if not any(event.sort == "played" and event.about == (seat, meant) for event in state.told):
        # A sealed answer changes nothing yet; its owner hears of it all the same.
        state.told.insert(0, Event("played", (seat, meant), True))
    used = state.count != count
    learned = used or bool(seen_cards(view(table, state, player)) - seen_cards(before))
    return _told(table, state, used, learned)


def _told(table: Table, state: State, used_chance: bool, learned: bool) -> Played:
    assert state.told is not None
    assert state.then is not None
    happened = tuple(facts(table, state.told))
    then = tuple((table.players[seat], table.texts[move]) for seat, move in state.then)
    state.told = state.then = None
    return Played(state, happened, then, used_chance, learned)


def seen_cards(seen: View) -> Counter[str]:
    """The cards that a reader sees anywhere."""
    shown = (cards for cards in seen.zones.values() if not isinstance(cards, int))
    return Counter(code_of(card) for cards in shown for card in cards)
