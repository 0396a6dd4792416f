"""Who is awaited at a table, and which of their reminders the mail server took."""

from __future__ import annotations

from pbem.office.clock import Waiting, waiting_at
from pbem.office.game import Game
from pbem.protocol.codes import message_id
from pbem.store.folder import HostFolder


def waiting(folder: HostFolder, game: Game) -> list[Waiting]:
    """Everybody awaited at a table, with the reminders that the server took."""
    people = folder.notebook.seats(game.id)
    away = {player: person.away_until for player, person in people.items()}
    bounced = {player: person.bounced for player, person in people.items()}
    reminded = {}
    for player, ask in game.asks.items():
        times = [_reminder_at(folder, game.id, ask.number, player, no) for no in range(1, 4)]
        reminded[player] = [time for time in times if time]
    return waiting_at(game, away, reminded, bounced)


def _reminder_at(folder: HostFolder, game: str, ask: int, player: str, no: int) -> int:
    mail = message_id(folder.mail_key, "reminder", game, str(ask), player, no, folder.config.domain)
    return folder.notebook.sent_at(mail)
