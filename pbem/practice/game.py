"""A game of one person against bots, wherever it is shown.

Bots are given what their seats see and nothing else, and so is the person.  The same seed gives the
same cards and the same bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from card_specs.language.model import Game
from card_specs.language.rules import Rules
from pbem import engine
from pbem.bots import BOTS, Seat
from pbem.engine.chance import Fast, Stream
from pbem.engine.lexicon import Lexicon
from pbem.engine.table_words import lexicon_of
from pbem.replay.traces import players_named
from pbem.simulation.simulate import check_bots

Facts = Sequence[Mapping[str, Any]]


@dataclass
class Against:
    """One game; mutable, since it goes on while it is played."""

    spec: Game
    variant: str
    options: Mapping[str, Any]
    table: engine.Table
    lexicon: Lexicon
    me: str
    bot: str
    seed: int
    luck: Fast = field(init=False)
    chance: Stream = field(init=False)
    state: engine.State = field(init=False)

    def __post_init__(self) -> None:
        self.luck = Fast(f"practice {self.seed} bots")
        self.chance = Stream(b"practice %d" % self.seed)
        self.state = engine.begin(self.table, self.chance).state

    @property
    def rules(self) -> Rules:
        return self.table.program.rules

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(player for player in self.table.players if player != self.me)

    def asks(self) -> Mapping[str, Sequence[str]]:
        """Who is asked, and the legal moves of each; nobody once the game is over."""
        return engine.asks(self.table, self.state)

    def view(self) -> engine.View:
        """What the person sees."""
        return engine.view(self.table, self.state, self.me)

    def bot_plays(self) -> Facts | None:
        """The answer of one bot that is asked; None where the person is, or nobody."""
        asks = self.asks()
        bots = [player for player in asks if player != self.me]
        if not bots:
            return None
        player = bots[self.luck.below(len(bots))]
        view = engine.view(self.table, self.state, player)
        seat = Seat(self.table, player, view, asks[player], self.luck)
        return self.play(player, BOTS[self.bot].choose(seat))

    def play(self, player: str, move: str) -> Facts:
        """Make a move; what happened, to be told to those whom each fact is for."""
        played = engine.make(self.table, self.state, player, move, self.chance)
        self.state = played.state
        return played.happened

    def may_know(self, fact: Mapping[str, Any]) -> bool:
        """Whether the person is told of it."""
        return self.me in fact.get("to", (self.me,))


def seated(
    spec: Game,
    variant: str,
    options: Mapping[str, Any],
    number: int,
    seat: int,
    bot: str,
    seed: int,
    names: Mapping[str, str] | None = None,
) -> Against:
    """A game about to begin, with a person in that seat (from 1) and bots in the others."""
    check_bots([bot])
    players = players_named(number)
    table = engine.compile_table(spec, variant, options, players)
    lexicon = lexicon_of(spec, table.program.rules, players, names or {})
    return Against(spec, variant, options, table, lexicon, players[seat - 1], bot, seed)
