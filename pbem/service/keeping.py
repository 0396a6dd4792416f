"""What is kept how long: thirty days after the end addresses and mails of a game are removed.

The log, the views and the seed stay: they name seats, not people.  For the ranking a keyed hash
stands in the address's place; nobody without the host's mail key can tell whose it is.
"""

from __future__ import annotations

import hmac

from pbem.identities import same_address
from pbem.office.competitive import is_competitive
from pbem.office.voting import seat
from pbem.protocol.codes import code
from pbem.store.folder import HostFolder
from pbem.transports import Transport

from . import booklets
from .books import Books
from .daily import want
from .inviting import DECLINED
from .tables import Table

DAY = 86400
CLEARED = "cleared"
"""The note of when strangers' mails were last cleared."""

KEPT = 30 * DAY
"""Seconds from the end of a game until its addresses and mails are removed."""


def due_at(folder: HostFolder, table: Table) -> int:
    """When a game that is over is to be cleared (seconds UTC), 0: it has been."""
    return table.game.at + KEPT if folder.notebook.seats(table.game.id) else 0


def clear(books: Books, game: str) -> None:
    """Remove the address book and the mails of a game; mails of people without other games, too."""
    notebook = books.folder.notebook
    people = notebook.seats(game)
    for player, person in people.items():
        if not person.watches:
            key = f"person {game} {player}"
            notebook.put_note(key, person_code(books.folder.mail_key, person.address))
    books.deliveries.transport.remove(game)
    addresses = {person.address for person in people.values()}
    for address in sorted(addresses):
        if {one for one, _ in notebook.seats_of(address)} <= {game}:
            books.deliveries.transport.remove(address)
            booklets.forget(books.folder, address)
    notebook.clear(game)


def forget(books: Books, address: str) -> list[tuple[str, str]]:
    """Remove an address and its mails; the seats it had go on by bot.  The logs keep the id.

    At a competitive table, where no bot may sit, that is leaving the match.
    """
    for game, player in books.folder.notebook.seats_of(address):
        table = books.tables.get(game).game
        if player not in table.seats:
            continue  # only looks on
        change = "resign" if is_competitive(table.opened) else "bot"
        one = table.seats[player]
        if table.phase == "playing" and not (one.bot or one.left):
            books.record(game, seat(player, change, player))
    want(books.folder, address, -1, 0)
    books.deliveries.transport.remove(address)
    booklets.forget(books.folder, address)
    return books.folder.notebook.forget(address)


def clear_strangers(books: Books, transport: Transport) -> None:
    """Once a day: mails, addresses and counts that belong to no game go after the same time.

    A copy of such a mail that comes still later is answered once more, which changes nothing.
    """
    notebook, now = books.folder.notebook, books.world.now()
    if 0 <= now - int(notebook.note(CLEARED) or 0) < DAY:
        return
    for key in notebook.notes(DECLINED):
        if int(notebook.note(key)) < now - KEPT:
            notebook.drop_note(key)
    notebook.clear_old(now - KEPT)
    transport.remove_old(now - KEPT, notebook.games_with_people())
    notebook.put_note(CLEARED, str(now))


def person_code(mail_key: bytes, address: str) -> str:
    """What stands for an address in the ranking once it is removed."""
    text = f"pbem/1 person\n{same_address(address)}".encode()
    return code(hmac.digest(mail_key, text, "sha256")[:10], 8)
