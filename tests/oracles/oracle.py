"""What the oracles have in common: a game written by hand, from its rules page alone.

An oracle is a generator: it yields who is asked what and is sent `(player, move)`.  It draws chance
from the same numbered stream as the engine, so even the order of cards before a shuffle must agree.
The oracles know nothing of specs or of the engine; they are slow, plain and on purpose different.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pbem.engine.chance import Stream

Asks = dict[str, list[str]]
Play = Generator[Asks, tuple[str, str], None]


class Over(Exception):
    """The game has ended."""


class Oracle:
    """A game being played by hand."""

    def __init__(
        self, players: list[str], variant: str, options: dict[str, Any], chance: Stream
    ) -> None:
        self.players = players
        self.variant = variant
        self.options = options
        self.chance = chance
        self.zones: dict[str, list[str]] = {}
        self.counters: dict[str, Any] = {"direction": "clockwise"}
        self.over = False
        self.winners: list[str] = []
        self.scores: dict[str, int] = {}
        self.asks: Asks = {}
        self._running = self._whole()
        self._step(None)

    def game(self) -> Play:
        """Set-up and turns; ends by raising `Over`."""
        raise NotImplementedError

    def shown(self) -> dict[str, Any]:
        """Counters that follow from the rest."""
        return {}

    def _whole(self) -> Play:
        try:
            yield from self.game()
        except Over:
            self.over = True

    def _step(self, answer: tuple[str, str] | None) -> None:
        try:
            self.asks = self._running.send(answer)  # type: ignore[arg-type]
        except StopIteration:
            self.asks = {}
        self.asks = {player: sorted(moves) for player, moves in self.asks.items()}

    def move(self, player: str, move: str) -> None:
        """One player's move, which must be one of `asks`."""
        assert move in self.asks[player], (player, move, self.asks)
        self._step((player, move))

    def position(self) -> dict[str, Any]:
        return {"zones": self.zones, "counters": {**self.counters, **self.shown()}}

    # --- seats --------------------------------------------------------------------------------

    @property
    def turn(self) -> str:
        return str(self.counters["turn"])

    def next(self, player: str, steps: int = 1) -> str:
        """The player so many seats on in the direction of play."""
        sign = 1 if self.counters["direction"] == "clockwise" else -1
        at = self.players.index(player) + sign * steps
        return self.players[at % len(self.players)]

    def round_from(self, player: str) -> list[str]:
        """Everybody, beginning with a player, in the direction of play."""
        return [self.next(player, steps) for steps in range(len(self.players))]

    def clockwise_from(self, player: str) -> list[str]:
        at = self.players.index(player)
        return self.players[at:] + self.players[:at]

    def shuffle(self, zone: str) -> None:
        self.zones[zone] = self.chance.shuffle(zone, self.zones[zone])
