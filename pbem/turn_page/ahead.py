"""Which moves can follow which in one answer: a graph of positions, worked out from a view.

Only the view is looked at.  A full state that it allows is sampled, and beside it goes the same
state with blank cards wherever the view shows none: a move that needs to look at a blank card, or
needs chance, or shows the player something new, is where the answer ends.  So a move is followed
only if its result is the same in every state that the view allows.  Pure, and for equal views the
same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from card_specs.language.rules import Order, Seen
from card_specs.language.types import Kind
from card_specs.values import dataclass
from pbem.engine.cards import code_of
from pbem.engine.layout import Spot
from pbem.engine.naming import cards_of, shown_zones
from pbem.engine.play import apply, legal_moves, question_of, to_move
from pbem.engine.sampling import determinize
from pbem.engine.state import State, clone
from pbem.engine.table import Table
from pbem.engine.views import View, view
from pbem.turn_page.changes import Change, Position, changes, settled

BUDGET = 1500
"""Positions; with nine moves each that is about as much as a page may hold."""

ENDS, FURTHER = -1, -2
"""Where a move leads if not to a position: the answer ends, or nobody has looked further."""


@dataclass(frozen=True)
class Edge:
    """A move (canonical), the number of the position that it leads to, and what it changes."""

    move: str
    to: int
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Graph:
    """Positions and, for each, its moves; position 0 is now."""

    positions: tuple[Position, ...]
    edges: tuple[tuple[Edge, ...], ...]


def ahead(table: Table, view: View, budget: int = BUDGET) -> Graph:
    """The graph of a view with a question; breadth first, at most `budget` positions.

    A view that asks nothing gives one position without moves.  Where no full state can be made
    that fits the view, every move leads to `FURTHER`.
    """
    return _Search(table, view, budget).graph()


class _Numbers:
    """A fixed stream of numbers: the same sample for the same view."""

    def __init__(self) -> None:
        self._state = 0

    def below(self, m: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return (mixed ^ mixed >> 31) % m


_MASK = 2**64 - 1


class _NotKnown(Exception):
    """The move needs chance or a card that the view does not show."""


class _NoLuck:
    """Chance that is not to be had."""

    count = 0

    def _refuse(self, *_: object) -> Any:
        raise _NotKnown

    shuffle = die = pick = first = _refuse


class _Blank(str):
    """A card that nobody may look at: it can be moved, and that is all."""

    def _refuse(self, *_: object) -> Any:
        raise _NotKnown

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __contains__ = __getitem__ = __iter__ = __len__ = __add__ = _refuse
    __hash__ = find = rstrip = endswith = partition = split = _refuse  # type: ignore[assignment]


@dataclass(frozen=True)
class _World:
    """A sampled state after some moves, and the same with blank cards."""

    state: State
    blank: State


@dataclass
class _Search:
    table: Table
    view: View
    budget: int
    edges: list[tuple[Edge, ...]] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    worlds: list[_World] = field(default_factory=list)
    known: dict[Any, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seat = self.table.seats[self.view.player]
        layout = self.table.program.layout
        self.spots = list(shown_zones(self.table))
        own = {spot.index for _, spot in self.spots
               if layout.seen(spot.thing) is Seen.OWNER and spot.seat == self.seat}  # fmt: skip
        every = {spot.index for _, spot in self.spots if layout.seen(spot.thing) is Seen.ALL}
        self.always = own | every
        self.hidden = [s.index for s in layout.zone_spots if s.index not in self.always]

    def graph(self) -> Graph:
        moves = tuple(self.view.own.get("moves", ()))
        world = self._sampled(moves) if moves else None
        if world is None:
            start = _as_seen(self.view)
            return Graph((start,), (tuple(Edge(move, FURTHER, ()) for move in moves),))
        self._number(world, _as_seen(self.view))
        for at, here in enumerate(self.worlds):  # grows while it is gone through
            self.edges.append(tuple(self._edge(at, here, move) for move in self._moves(here.state)))
        return Graph(tuple(self.positions), tuple(self.edges))

    def _sampled(self, moves: Sequence[str]) -> _World | None:
        """A full state that fits the view; None if there is none."""
        state = determinize(self.table, self.view, _Numbers())
        if self._moves(state) != sorted(moves):
            return None
        blank = clone(state)
        for name, spot in self.spots:
            if isinstance(self.view.zones[name], int):
                blank.zones[spot.index] = [_Blank() for _ in blank.zones[spot.index]]
        unlisted = {s.index for s in self.table.program.layout.zone_spots}
        for index in unlisted - {spot.index for _, spot in self.spots}:
            blank.zones[index] = [_Blank() for _ in blank.zones[index]]
        return _World(state, blank)

    def _moves(self, state: State) -> list[str]:
        legal = legal_moves(self.table, state, self.seat)
        return sorted(self.table.texts[move] for move in legal)

    # --- following a move ---------------------------------------------------------------------

    def _edge(self, at: int, here: _World, move: str) -> Edge:
        blank, certain = self._after(here.blank, move)
        if certain:
            state, _ = self._after(here.state, move)
            after = _World(state, blank)
            if self._goes_on(here, after):
                to = self._number(after)
                if to is None:
                    return Edge(move, FURTHER, self._changed(at, blank))
                return Edge(move, to, changes(self.positions[at], self.positions[to]))
        return Edge(move, ENDS, self._changed(at, blank))

    def _after(self, before: State, move: str) -> tuple[State, bool]:
        """The state after a move, and whether it was carried out to the end."""
        state = clone(before)
        try:
            apply(self.table, state, self.seat, move, _NoLuck())
        except (_NotKnown, KeyError):
            return state, False
        return state, True

    def _goes_on(self, before: _World, after: _World) -> bool:
        """Whether the player is asked once more, the same for certain, and saw no new card."""
        state = after.state
        if state.over is not None or self.seat not in to_move(self.table, state):
            return False
        try:
            if self._moves(after.blank) != self._moves(state):
                return False
        except (_NotKnown, KeyError):
            return False
        untouched = all(before.state.zones[i] == state.zones[i] for i in self.hidden)
        if untouched and self._opened(state) == self._opened(before.state):
            return True
        return not self._cards(state) - self._cards(before.state)

    def _opened(self, state: State) -> int | None:
        """The zone that the question opens to the player, if any."""
        question = question_of(self.table.program, state)
        if question is None or question.shows is None:
            return None
        if self.seat not in to_move(self.table, state):
            return None
        return question.shows(state, state.frames[-1], self.seat)

    def _shown(self, state: State) -> set[int]:
        opened = self._opened(state)
        return self.always if opened is None else self.always | {opened}

    def _cards(self, state: State) -> Counter[str]:
        return Counter(code_of(card) for i in self._shown(state) for card in state.zones[i])

    def _number(self, world: _World, position: Position | None = None) -> int | None:
        """The number of a position, a new one if there is room."""
        key = self._key(world.state)
        found = self.known.get(key)
        if found is None and len(self.positions) < self.budget:
            found = self.known[key] = len(self.positions)
            seen = view(self.table, world.state, self.view.player)
            self.positions.append(position or _as_seen(seen))
            self.worlds.append(world)
        return found

    def _key(self, state: State) -> Any:
        """What tells two positions apart for the player: cards, counters, and where play stands."""
        shown = self._shown(state)
        zones = tuple(
            tuple(cards_of(self.table, state, spot)) if spot.index in shown
            else len(state.zones[spot.index])
            for _, spot in self.spots
        )  # fmt: skip
        frames = tuple(tuple(map(_plain, frame)) for frame in state.frames)
        legal = frozenset(legal_moves(self.table, state, self.seat))
        return zones, tuple(state.counters), frames, legal

    def _changed(self, at: int, blank: State) -> tuple[Change, ...]:
        """What a last move changes for certain, as far as it was carried out."""
        zones = {}
        for name, spot in self.spots:
            if spot.index in self.always:
                known = [card for card in blank.zones[spot.index] if type(card) is str]
                zones[name] = self._in_order(spot, known)
        layout = self.table.program.layout
        counters = {
            spot.name(self.table.players): blank.counters[spot.index]
            for spot in layout.counter_spots
            if layout.counter_rules[spot.thing].type.kind is Kind.NUMBER
        }
        return settled(self.positions[at], Position(zones, counters))

    def _in_order(self, spot: Spot, cards: list[str]) -> tuple[str, ...]:
        order = self.table.program.places
        is_set = self.table.program.layout.zone_rules[spot.thing].order is Order.SET
        return tuple(sorted(cards, key=lambda card: order.get(card, 0)) if is_set else cards)


def _plain(value: Any) -> Any:
    """A value of a frame as part of a key; the serial numbers of questions do not matter."""
    left = getattr(value, "left", None)
    return value._replace(left=tuple(seat for seat, _ in left)) if left else value


def _as_seen(view: View) -> Position:
    zones: Mapping[str, Any] = view.zones
    cards = {name: found if isinstance(found, int) else tuple(found)
             for name, found in zones.items()}  # fmt: skip
    return Position(cards, dict(view.public["counters"]))
