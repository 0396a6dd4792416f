"""The daily digest: one mail for all tables that wait for the same address, on request.

It stands for receipts, and for reminders as long as it comes early enough: a digest that lists a
question is its reminder, at the time when the server took it.  Where no digest would leave at
least the required notice before a deadline, the reminder leaves by itself.  Turn mails always do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from card_specs.values import dataclass
from pbem.mails.digest import digest
from pbem.mails.times import in_zone
from pbem.office.clock import Waiting, notice_of, reminders_due
from pbem.protocol.codes import message_id
from pbem.store.folder import HostFolder
from pbem.store.notebook import Person
from pbem.transports import Delivery, Outgoing

from .awaited import waiting
from .books import Books
from .daily import LEAST_TABLES, Daily, daily, digest_id, everybody, next_at, put, zone_of
from .deliveries import BOUNCE
from .editions import LeftAloneError
from .tables import Table


@dataclass(frozen=True)
class Listed:
    """An open question that a digest lists."""

    table: Table
    player: str
    person: Person
    waiting: Waiting


# --- what it stands for --------------------------------------------------------------------------


def will_remind(books: Books, person: Person, one: Waiting) -> bool:
    """Will a digest remind of this question in time, so that no mail of its own is needed?"""
    wish, now = daily(books.folder, person.address), books.world.now()
    if wish is None or one.bounced:
        return False
    comes = next_at(wish.hour, person.zone, now)
    if comes > one.deadline - notice_of(one):
        return False
    games: set[str] = set()
    for each in listed(books, person.address):  # no more tables are read than must be
        games.add(each.table.game.id)
        if len(games) >= LEAST_TABLES:
            return True
    return False


def listed(books: Books, address: str) -> Iterator[Listed]:
    """All open questions to an address, save where its owner is away."""
    now = books.world.now()
    for game, player in books.folder.notebook.seats_of(address):
        table, person = playing(books, game), books.folder.notebook.seat(game, player)
        if table is None:
            continue
        for one in waiting(books.folder, table.game):
            if one.player == player and person and person.away_until <= now:
                yield Listed(table, player, person, one)


def playing(books: Books, game: str) -> Table | None:
    """A table that is played here and now, or None: over, not begun, or left alone."""
    if books.folder.notebook.phase(game) != "playing":
        return None
    try:
        return books.tables.get(game)
    except LeftAloneError:
        return None


# --- sending -------------------------------------------------------------------------------------


def send_again(books: Books) -> None:
    """After a crash: a digest that was begun is made again from the same logs and its time."""
    for address, wish in everybody(books.folder):
        mail_id = digest_id(books.folder, address, wish.day)
        if wish.sending and books.deliveries.transport.ready(mail_id):
            _send(books, address, wish)


def send_digests(books: Books) -> None:
    """Every digest whose hour has come."""
    now = books.world.now()
    for address, wish in everybody(books.folder):
        zone = zone_of(books.folder, address)
        local = in_zone(now, zone)
        if local.toordinal() <= wish.day or local.hour < wish.hour:
            continue
        wish = replace(wish, day=local.toordinal(), sending=now)
        put(books.folder, address, wish)
        _send(books, address, wish)


def _send(books: Books, address: str, wish: Daily) -> None:
    """Send a digest, and note what it reminded of; with fewer than two tables there is none."""
    folder, config = books.folder, books.folder.config
    items = list(listed(books, address))
    done = replace(wish, sending=0)
    if len({item.table.game.id for item in items}) < LEAST_TABLES:
        put(folder, address, done)
        return
    mail_id = digest_id(folder, address, wish.day)
    if not folder.notebook.is_sent(mail_id):
        mails = [
            books.outbox.question(item.table, item.player, item.person, wish.sending)
            for item in items
        ]
        data = digest(mails, mail_id, wish.sending)
        out = Outgoing(items[0].person.address, config.address, mail_id, data)
        delivery = books.deliveries.transport.send(out)
        if not delivery.taken:
            if delivery.final or _given_up(books, items, delivery):
                came_back(books, address)
                put(folder, address, done)
            return
        folder.notebook.note_sent(mail_id, "", wish.sending)
        for item in items:
            books.deliveries.works(item.table.game.id, item.player, item.person)
    for item in items:
        _remind(folder, item, wish.sending)
        books.index(item.table)
    put(folder, address, done)


def _given_up(books: Books, items: list[Listed], delivery: Delivery) -> bool:
    """Is the digest refused for now, and was there nothing else for days?"""
    given = [
        books.deliveries.given_up(item.table.game.id, item.player, item.person, delivery)
        for item in items
    ]
    return all(given)


def _remind(folder: HostFolder, item: Listed, at: int) -> None:
    """The reminders that are due have left with the digest."""
    one, game = item.waiting, item.table.game.id
    for no in range(len(one.reminded) + 1, reminders_due(one, at) + 1):
        asks, domain = str(one.ask.number), folder.config.domain
        mail = message_id(folder.mail_key, "reminder", game, asks, item.player, no, domain)
        folder.notebook.note_sent(mail, game, at)


def came_back(books: Books, address: str) -> None:
    """A digest was refused or has bounced: its address does not work for any table that waits."""
    notebook, now = books.folder.notebook, books.world.now()
    for item in list(listed(books, address)):
        game = item.table.game.id
        notebook.put_note(f"{BOUNCE}{game} {item.player}", "1")
        marked = replace(item.person, bounced=item.person.bounced or now)
        notebook.put_seat(game, item.player, marked)
