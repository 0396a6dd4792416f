"""Which moves can follow which in one answer: a graph of positions, worked out from a view.

Only the view is looked at.  Some full states that it allows are sampled; a move is followed as long
as it comes out alike in all of them, without chance and without showing the player anything new:
what the view does not fix, ends there.  Pure, and for equal views the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.cards import code_of
from pbem.engine.chance import Draws
from pbem.engine.naming import cards_of, shown_counters, shown_zones
from pbem.engine.play import apply, legal_moves, question_of, to_move
from pbem.engine.sampling import determinize
from pbem.engine.state import State, clone
from pbem.engine.table import Table
from pbem.engine.views import View
from pbem.turn_page.changes import Change, Position, changes, common

BUDGET = 1500
"""Positions; with nine moves each that is about as much as a page may hold."""

SAMPLES = 3
"""Full states that must agree."""

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
    """The same numbers for the same view: a fixed stream for each sample."""

    def __init__(self, sample: int) -> None:
        self._state = 0x9E3779B97F4A7C15 * (sample + 1) & (2**64 - 1)

    def below(self, m: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        return (self._state >> 33) % m


class _Chanced(Exception):
    """The move needs chance, so its result is not known."""


class _NoLuck:
    """Chance that is not to be had."""

    count = 0

    def _refuse(self, *_: object) -> Any:
        raise _Chanced

    shuffle = die = pick = first = _refuse


@dataclass(frozen=True)
class _World:
    """One sampled state after some moves; `open` is the zone that the question opens."""

    state: State
    open: int | None


@dataclass
class _Search:
    table: Table
    view: View
    budget: int
    edges: list[tuple[Edge, ...]] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    worlds: list[tuple[_World, ...]] = field(default_factory=list)
    known: dict[Any, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seat = self.table.seats[self.view.player]
        layout = self.table.program.layout
        self.spots = list(shown_zones(self.table))
        self.seen = [spot.index for name, spot in self.spots
                     if not isinstance(self.view.zones[name], int)]  # fmt: skip
        own = {spot.index for _, spot in self.spots
               if layout.seen(spot.thing).value == "owner" and spot.seat == self.seat}  # fmt: skip
        every = {spot.index for _, spot in self.spots if layout.seen(spot.thing).value == "all"}
        self.always = own | every
        self.hidden = [s.index for s in layout.zone_spots if s.index not in self.always]

    def graph(self) -> Graph:
        moves = tuple(self.view.own.get("moves", ()))
        worlds = self._sampled(moves) if moves else None
        if worlds is None:
            start = _as_seen(self.view)
            return Graph((start,), (tuple(Edge(move, FURTHER, ()) for move in moves),))
        self._number(worlds)
        for at, here in enumerate(self.worlds):  # grows while it is gone through
            self.edges.append(tuple(self._edge(at, here, move) for move in self._moves(here)))
        return Graph(tuple(self.positions), tuple(self.edges))

    def _sampled(self, moves: Sequence[str]) -> tuple[_World, ...] | None:
        """Full states that fit the view; None if there are none."""
        found = []
        for sample in range(SAMPLES):
            draws: Draws = _Numbers(sample)
            world = self._world(determinize(self.table, self.view, draws))
            if sorted(self._moves((world,))) != sorted(moves):
                return None
            found.append(world)
        return tuple(found)

    def _world(self, state: State) -> _World:
        question = question_of(self.table.program, state)
        if (
            question is None
            or question.shows is None
            or self.seat not in to_move(self.table, state)
        ):
            return _World(state, None)
        return _World(state, question.shows(state, state.frames[-1], self.seat))

    def _moves(self, worlds: Sequence[_World]) -> list[str]:
        legal = legal_moves(self.table, worlds[0].state, self.seat)
        return sorted(self.table.texts[move] for move in legal)

    # --- following a move ---------------------------------------------------------------------

    def _edge(self, at: int, here: tuple[_World, ...], move: str) -> Edge:
        after, whole = [], True
        for world in here:
            state, done = self._after(world, move)
            after.append(state)
            whole = whole and done
        if whole and all(map(self._goes_on, here, after)):
            worlds = tuple(map(self._world, after))
            same = {self._key(world) for world in worlds}
            if len(same) == 1:
                to = self._number(worlds)
                if to is None:
                    return Edge(move, FURTHER, self._changed(at, after))
                return Edge(move, to, changes(self.positions[at], self.positions[to]))
        return Edge(move, ENDS, self._changed(at, after))

    def _after(self, world: _World, move: str) -> tuple[State, bool]:
        """The state after a move, and whether it was carried out to the end."""
        state = clone(world.state)
        try:
            apply(self.table, state, self.seat, move, _NoLuck())
        except _Chanced:
            return state, False
        return state, True

    def _goes_on(self, before: _World, state: State) -> bool:
        """Whether the player is asked once more and has not seen a new card."""
        if state.over is not None or self.seat not in to_move(self.table, state):
            return False
        after = self._world(state)
        untouched = all(before.state.zones[i] == state.zones[i] for i in self.hidden)
        if untouched and after.open == before.open:
            return True
        return not self._cards(after) - self._cards(before)

    def _cards(self, world: _World) -> Counter[str]:
        shown = self.always | ({world.open} if world.open is not None else set())
        return Counter(code_of(card) for i in shown for card in world.state.zones[i])

    def _number(self, worlds: tuple[_World, ...]) -> int | None:
        """The number of a position, a new one if there is room."""
        key = self._key(worlds[0])
        found = self.known.get(key)
        if found is None and len(self.positions) < self.budget:
            found = self.known[key] = len(self.positions)
            self.positions.append(self._position(worlds[0]))
            self.worlds.append(worlds)
        return found

    def _key(self, world: _World) -> Any:
        """What tells two positions apart for the player: cards, counters, and where play stands."""
        state = world.state
        shown = self.always | ({world.open} if world.open is not None else set())
        zones = tuple(
            tuple(cards_of(self.table, state, spot)) if spot.index in shown
            else len(state.zones[spot.index])
            for _, spot in self.spots
        )  # fmt: skip
        frames = tuple(tuple(map(_plain, frame)) for frame in state.frames)
        legal = frozenset(legal_moves(self.table, state, self.seat))
        return zones, tuple(state.counters), frames, legal

    def _position(self, world: _World) -> Position:
        state = world.state
        shown = self.always | ({world.open} if world.open is not None else set())
        zones = {
            name: tuple(cards_of(self.table, state, spot)) if spot.index in shown
            else len(state.zones[spot.index])
            for name, spot in self.spots
        }  # fmt: skip
        return Position(zones, dict(shown_counters(self.table, state)))

    def _changed(self, at: int, after: Sequence[State]) -> tuple[Change, ...]:
        """What a last move changes for certain: alike in all samples, only cards that were seen."""
        before = self.positions[at]
        return common(before, [self._position(_World(state, None)) for state in after])


def _plain(value: Any) -> Any:
    """A value of a frame as part of a key; the serial numbers of questions do not matter."""
    left = getattr(value, "left", None)
    return value._replace(left=tuple(seat for seat, _ in left)) if left else value


def _as_seen(view: View) -> Position:
    zones: Mapping[str, Any] = view.zones
    cards = {name: found if isinstance(found, int) else tuple(found)
             for name, found in zones.items()}  # fmt: skip
    return Position(cards, dict(view.public["counters"]))
