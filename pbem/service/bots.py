"""Seats that a bot plays: its move is a record like anybody's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.office.drafts import Draft

from .tables import Table

Choose = Callable[[Table, str], str]
"""A bot: the table and its player -> a legal move, from that player's view alone."""


class Bots:
    """Moves for every seat that is a bot's or was left; `late` policy where no bot is named."""

    def __init__(self, choose: Choose | None = None) -> None:
        self._choose = choose

    def move(self, table: Table) -> Draft | None:
        """The record of the next bot that is asked, or None."""
        game, referee = table.game, table.referee
        if referee is None or game.phase != "playing":
            return None
        for player, ask in game.asks.items():
            seat = game.seats[player]
            if not (seat.bot or seat.left or (seat.house and not self._has_mail(table, player))):
                continue
            move = self._pick(table, player)
            played = referee.play(game.state, player, move)
            draft: dict[str, Any] = {
                "kind": "move",
                "player": player,
                "ask": ask.number,
                "moves": [move],
                "then": [list(pair) for pair in played.then],
                "by": "bot",
                "arrived": game.at,
                "mail": "",
            }
            return draft
        return None

    def _pick(self, table: Table, player: str) -> str:
        """Whose seat was left has the move of the rules page played (CINQ-10.6), never a bot's."""
        left = table.game.seats[player].left and not table.game.seats[player].bot
        if self._choose is not None and not left:
            return self._choose(table, player)
        assert table.referee is not None
        return table.referee.late(table.game.state, player)

    def _has_mail(self, table: Table, player: str) -> bool:
        """A house seat of the host's person has an address; a bot's has none."""
        return player in table.game.table.get("persons", [])
