"""What sorting asks of a host: its name, its players, its tokens."""

from __future__ import annotations

import re

from pbem.office.game import Game
from pbem.office.moving import Move, read_moves
from pbem.protocol.codes import message_id, same, token
from pbem.store.folder import HostFolder

from .tables import Tables

_OURS = re.compile(
    r"<([a-z-]{1,20})\.([a-z0-9-]{1,20})\.([a-z0-9]{1,12})\.([a-z0-9_]{1,16})\.(\d{1,12})"
    r"\.[0-9a-z]{8}@[^<>@\s]+>"
)
CONFIRMATIONS = ("resign", "address", "forget")


class HostPost:
    """The `Post` of a host folder."""

    def __init__(self, folder: HostFolder, tables: Tables) -> None:
        self._folder = folder
        self._tables = tables
        self.own_address = folder.config.address.lower()
        self.own_server = folder.config.server or folder.config.domain

    def made(self, mail_id: str) -> bool:
        """Only we can make the keyed tag of a Message-ID of ours."""
        found = _OURS.fullmatch(mail_id)
        if not found:
            return False
        kind, game, ask, player, no = found.groups()
        key, domain = self._folder.mail_key, self._folder.config.domain
        return same(mail_id, message_id(key, kind, game, ask, player, int(no), domain))

    def is_player(self, address: str) -> bool:
        return self._folder.notebook.a_seat_of(address) is not None

    def is_game(self, game: str) -> bool:
        return self._folder.has_game(game)

    def token_of(self, game: str, ask: str, claimed: str) -> str:
        """Whose right token this is: all players are compared, in constant time each."""
        if not self._folder.has_game(game):
            return ""
        table = self._tables.get(game).game
        found = ""
        for player in (*table.players, *table.table.get("watch", ())):
            right = self.token(table, player, ask)
            if same(right, claimed) and self._stands(table, player, ask):
                found = player
        return found

    def joined_with(self, game: str, claimed: str) -> str:
        """Who took a seat with this token of an invitation, which is dead since then."""
        if not self._folder.has_game(game):
            return ""
        found = ""
        for seat in self._tables.get(game).game.seats.values():
            right = token(self._folder.mail_key, game, seat.player, "0", 0)
            if same(right, claimed) and seat.joined and not seat.house:
                found = seat.player
        return found

    def token(self, game: Game, player: str, ask: str) -> str:
        """The token of a player for an ask (a number, `0`, or a confirmation's name)."""
        issue = game.seats[player].issue if player in game.seats else 0
        if ask == "address" and player in self._moves(game):
            issue += 1  # only the new address can know it
        return token(self._folder.mail_key, game.id, player, ask, issue)

    def _stands(self, game: Game, player: str, ask: str) -> bool:
        if player not in game.seats:
            return ask == "0"  # looks on
        if ask.isdigit():
            return int(ask) <= game.counts[player]
        if ask in CONFIRMATIONS:
            person = self._folder.notebook.seat(game.id, player)
            if ask == "address" and player in self._moves(game):
                return True
            return person is not None and ask in person.pending
        return ask.startswith("vote")

    def _moves(self, game: Game) -> dict[str, Move]:
        return read_moves(self._folder.notebook.note(f"moving {game.id}"))
