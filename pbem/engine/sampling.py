"""A full state that a view allows: the cards nobody showed are dealt at random.

Only the view is looked at, never the true state.  What it leaves out is guessed: hidden cards by
dealing, hidden values of rules by working them out again with the cards dealt, and of a question
with secret answers it is forgotten who has answered: the others are asked once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from card_specs.language.rules import Seen
from pbem.engine import play
from pbem.engine.cards import loose
from pbem.engine.chance import Draws
from pbem.engine.guessing import Guess
from pbem.engine.naming import derived_names, set_counters, shown_counters, shown_zones
from pbem.engine.state import State
from pbem.engine.table import Table
from pbem.engine.views import View

SWAPS = 200
"""How many pairs of hidden cards are tried for counters that are worked out from them."""

TRIES = 40
"""How often hidden cards are dealt anew when they do not fit who is asked."""


class Luck:
    """Chance out of a sampler's draws."""

    count = 0

    def __init__(self, draws: Draws) -> None:
        self.draws = draws

    def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
        return mixed(cards, self.draws)

    def die(self, player: str, faces: int) -> int:
        return 1 + self.draws.below(faces)

    def pick(self, zone: str, cards: Sequence[str]) -> str:
        return cards[self.draws.below(len(cards))]

    def first(self, players: Sequence[str]) -> str:
        return players[self.draws.below(len(players))]


def mixed(cards: Sequence[str], draws: Draws) -> list[str]:
    """The cards in a random order."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        k = draws.below(i + 1)
        order[i], order[k] = order[k], order[i]
    return order


def determinize(table: Table, view: View | Mapping[str, Any], draws: Draws) -> State:
    """A state that the reader of the view may take for the true one.

    Equal views and equal draws give equal states.  `view` may also be a mapping with the keys
    `player`, `public`, `own` and `play`.
    """
    seen = view if isinstance(view, View) else View(**{k: view[k] for k in _PARTS})
    if seen.public["over"]:
        return _ended(table, seen, draws)
    state = table.new_state()
    for _ in range(TRIES):
        state = _counted(table, seen)
        _deal(table, state, seen, draws)
        _swap(table, state, seen, draws)
        guess = Guess(table, state, seen, Luck(draws), draws)
        if guess.frames() and _fits(table, state, seen):
            return state
    return state


_PARTS = ("player", "public", "own", "play")


def _counted(table: Table, view: View) -> State:
    """A state with the counters of the view and the reader's own orders."""
    state = table.new_state()
    derived = derived_names(table)
    counters = {name: v for name, v in view.public["counters"].items() if name not in derived}
    set_counters(table, state, {**view.play["counters"], **counters})
    orders = view.own.get("orders")
    if orders:
        state.orders = [orders if name == view.player else {} for name in table.players]
    return state


def _ended(table: Table, view: View, draws: Draws) -> State:
    state = _counted(table, view)
    _deal(table, state, view, draws)
    over = view.public["over"]
    winners = tuple(table.seats[name] for name in over["winners"])
    state.over = winners, tuple(over["scores"].get(name) for name in table.players)
    return state


def _deal(table: Table, state: State, view: View, draws: Draws) -> None:
    """Put seen cards where they are and the others anywhere, as many as there are."""
    left = list(table.program.deck.cards)
    unseen: list[tuple[int, int]] = []
    for name, spot in shown_zones(table):
        shown = view.zones[name]
        if isinstance(shown, int):
            unseen.append((spot.index, shown))
            continue
        state.zones[spot.index] = list(shown)
        for card in shown:
            for code in loose(card):
                left.remove(code)
    owned = [one for one in unseen if _is_owned(table, one[0])]
    others = [one for one in unseen if not _is_owned(table, one[0])]
    left = mixed(left, draws)
    keeps = [card for card in left if card not in table.program.interrupting]
    strays = [card for card in left if card in table.program.interrupting]
    need = sum(number for _, number in owned)
    pool = keeps if len(keeps) >= need else keeps + strays
    rest = mixed(pool[need:] + (strays if pool is keeps else []), draws)
    for number, (index, count) in enumerate(owned + others):
        source = pool if number < len(owned) else rest
        state.zones[index] = source[:count]
        del source[:count]


def _swap(table: Table, state: State, view: View, draws: Draws) -> None:
    """Swap hidden cards until shown counters that are worked out from them come out right."""
    shown = view.public["counters"]
    wanted = {name: shown[name] for name in derived_names(table) if name in shown}
    spots = [spot for name, spot in shown_zones(table) if isinstance(view.zones[name], int)]
    places = [(s.index, at) for s in spots for at in range(len(state.zones[s.index]))]
    if not wanted or len(places) < 2:
        return
    off = _off(table, state, wanted)
    for _ in range(SWAPS):
        if off == 0:
            return
        a, b = (places[draws.below(len(places))] for _ in range(2))
        _exchange(state, a, b)
        now = _off(table, state, wanted)
        if now > off:
            _exchange(state, a, b)
        else:
            off = now


def _exchange(state: State, a: tuple[int, int], b: tuple[int, int]) -> None:
    one, other = state.zones[a[0]], state.zones[b[0]]
    one[a[1]], other[b[1]] = other[b[1]], one[a[1]]


def _off(table: Table, state: State, wanted: Mapping[str, Any]) -> int:
    """How far the counters are from what is shown."""
    have = shown_counters(table, state)
    return sum(
        abs(have[name] - value) if isinstance(value, int) else have[name] != value
        for name, value in wanted.items()
    )


def _is_owned(table: Table, index: int) -> bool:
    """Whether a zone is some player's, and not a pile that nobody sees."""
    spot = table.program.layout.zone_spots[index]
    return table.program.layout.seen(spot.thing) is Seen.OWNER


def _fits(table: Table, state: State, view: View) -> bool:
    """Whether those are asked who may be, and the reader what the view says."""
    asked = [table.players[seat] for seat in play.to_move(table, state)]
    if view.public["asked"] and sorted(view.public["asked"]) != sorted(asked):
        return False
    if (view.player in asked) != ("moves" in view.own):
        return False
    if not asked or state.over is not None:
        return False
    return all(play.legal_moves(table, state, seat) for seat in play.to_move(table, state))
