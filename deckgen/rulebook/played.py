"""Worked examples as they come out of the engine; the press does not know who plays them.

Whoever can play a spec (`pbem.replay.book_examples`) is handed in as a `Play`, since this package
imports no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from card_specs.language.model import Game
from card_specs.language.problems import Mark
from card_specs.values import dataclass

Words = Mapping[str, str]


@dataclass(frozen=True)
class Position:
    """Where everything lies: cards by zone, counters, and who is asked which moves."""

    zones: Mapping[str, tuple[str, ...]]
    counters: Mapping[str, object]
    asks: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Made:
    """Moves made together (all answers to one question): player and move, as written.

    `values` are the counters as they stood when these moves had taken effect, before anything
    was cleared away; `after` is the position in which play stopped.
    """

    moves: tuple[tuple[str, str], ...]
    values: Mapping[str, object]
    after: Position


@dataclass(frozen=True)
class Played:
    """An example that came out as it says.  `laid` is what the example says lies where,
    `expected` the zones that it speaks of."""

    id: str
    at: Mark
    variant: str
    title: Words
    caption: Words
    players: tuple[str, ...]
    turn: str
    before: Position
    rounds: tuple[Made, ...]
    laid: Mapping[str, tuple[str, ...]]
    expected: frozenset[str]
    winners: tuple[str, ...] = ()

    @property
    def last(self) -> Position:
        return self.rounds[-1].after if self.rounds else self.before


Play = Callable[[Game, Iterable[str]], Mapping[str, Played]]
"""Plays the examples of these ids; raises `SpecError` with everything that does not come out."""
