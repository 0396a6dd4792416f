"""The bots of seats: each named bot looks at its own view alone."""

from __future__ import annotations

from collections.abc import Callable

from card_specs.language.problems import PersonError, nearest
from pbem.bots import BOTS, Seat
from pbem.engine.chance import Fast
from pbem.store.notebook import Notebook

from .rules import EngineReferee
from .tables import Table

DEFAULT = "flat"
"""The bot of a seat for which none was named."""


class SeatBots:
    """Chooses for whoever sits there; `random` gives each choice a fresh stream of its own."""

    def __init__(self, notebook: Notebook, random: Callable[[int], bytes]) -> None:
        self._notebook, self._random = notebook, random

    def __call__(self, table: Table, player: str) -> str:
        """A legal move."""
        game, referee = table.game, table.referee
        assert isinstance(referee, EngineReferee)
        seen = referee.seen(game.state, player)
        moves = tuple(referee.asked(game.state)[player])
        draws = Fast(self._random(16).hex())
        bot = BOTS[self._notebook.note(key_of(game.id, player)) or DEFAULT]
        return bot.choose(Seat(referee.table, player, seen, moves, draws))


def key_of(game: str, player: str) -> str:
    """Where the notebook keeps the name of a seat's bot."""
    return f"bot {game} {player}"


def check_bot(name: str) -> None:
    """Raises `PersonError` where there is no such bot."""
    if name not in BOTS:
        raise PersonError(f"there is no bot '{name}' — {nearest(name, BOTS)}")
