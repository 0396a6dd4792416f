"""The daily digest: one mail for all tables that wait for the same address, on request.

It stands for receipts, and for reminders as long as it comes early enough: a digest that lists a
question is its reminder, at the time when the server took it.  Where no digest would leave at
least the required notice before a deadline, the reminder leaves by itself.  Turn mails always do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from card_specs.values import dataclass
from pbem.mails.digest import digest
from pbem.mails.times import in_zone
from pbem.office.clock import Waiting, notice_of, reminders_due
from pbem.protocol.codes import message_id
from pbem.store.folder import HostFolder
from pbem.store.notebook import Person
from pbem.transports import Delivery, Outgoing

from .deliveries import BOUNCE
from .editions import LeftAloneError
from .tables import Table

if TYPE_CHECKING:
    from .books import Books

DAILY = "daily "
"""Notes of who wants digests: `daily ADDRESS` -> `Daily` as JSON."""

LEAST_TABLES = 2


@dataclass(frozen=True)
class Daily:
    """An address that wants digests: at which local hour, and how far it has come."""

    hour: int
    day: int = 0  # the last local day (ordinal) that was dealt with
    sending: int = 0  # seconds UTC of a digest that may not have left yet, 0: none


@dataclass(frozen=True)
class Listed:
    """An open question that a digest lists."""

    table: Table
    player: str
    person: Person
    waiting: Waiting


def daily(folder: HostFolder, address: str) -> Daily | None:
    """What an address asked for, or None."""
    text = folder.notebook.note(DAILY + address.lower())
    return Daily(**json.loads(text)) if text else None


def want(folder: HostFolder, address: str, hour: int, now: int) -> None:
    """Digests at this local hour from its next time on; a negative hour: none any more."""
    if hour < 0:
        folder.notebook.drop_note(DAILY + address.lower())
        return
    local = in_zone(now, _zone(folder, address))
    today = local.toordinal() if local.hour >= hour else 0
    _put(folder, address.lower(), Daily(hour, today))


def move(folder: HostFolder, old: str, new: str) -> None:
    """Somebody writes from another address: the wish goes along."""
    wish = daily(folder, old)
    if wish:
        _put(folder, new.lower(), replace(wish, sending=0))


def next_at(hour: int, zone: str, after: int) -> int:
    """The first moment after that at which it is this hour in the zone (seconds UTC)."""
    local = in_zone(after, zone)
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    while int(moment.timestamp()) <= after:
        moment = _next_day(moment)
    return int(moment.timestamp())


def _next_day(moment: datetime) -> datetime:
    return moment + timedelta(days=1)  # wall clock: the hour stays when clocks are changed


# --- what it stands for --------------------------------------------------------------------------


def replaces_receipts(folder: HostFolder, address: str) -> bool:
    """Does this address get digests instead of receipts?  Only with two tables or more."""
    return daily(folder, address) is not None and _enough(folder, address)


def _enough(folder: HostFolder, address: str) -> bool:
    games = set()
    for game, player in folder.notebook.seats_of(address):
        person = folder.notebook.seat(game, player)
        if folder.notebook.phase(game) == "playing" and person and not person.watches:
            games.add(game)
        if len(games) >= LEAST_TABLES:
            return True
    return False


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
    from .times import waiting

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
    for address, wish in _all(books.folder):
        mail_id = digest_id(books.folder, address, wish.day)
        if wish.sending and books.deliveries.transport.ready(mail_id):
            _send(books, address, wish)


def send_digests(books: Books) -> None:
    """Every digest whose hour has come."""
    now = books.world.now()
    for address, wish in _all(books.folder):
        zone = _zone(books.folder, address)
        local = in_zone(now, zone)
        if local.toordinal() <= wish.day or local.hour < wish.hour:
            continue
        wish = replace(wish, day=local.toordinal(), sending=now)
        _put(books.folder, address, wish)
        _send(books, address, wish)


def _all(folder: HostFolder) -> list[tuple[str, Daily]]:
    addresses = [key.removeprefix(DAILY) for key in folder.notebook.notes(DAILY)]
    found = [(address, daily(folder, address)) for address in addresses]
    return [(address, wish) for address, wish in found if wish is not None]


def _put(folder: HostFolder, address: str, wish: Daily) -> None:
    folder.notebook.put_note(DAILY + address, json.dumps(wish.__dict__))


def _zone(folder: HostFolder, address: str) -> str:
    for game, player in folder.notebook.seats_of(address):
        person = folder.notebook.seat(game, player)
        if person:
            return person.zone
    return folder.config.zone


def _send(books: Books, address: str, wish: Daily) -> None:
    """Send a digest, and note what it reminded of; with fewer than two tables there is none."""
    folder, config = books.folder, books.folder.config
    items = list(listed(books, address))
    done = replace(wish, sending=0)
    if len({item.table.game.id for item in items}) < LEAST_TABLES:
        _put(folder, address, done)
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
                _put(folder, address, done)
            return
        folder.notebook.note_sent(mail_id, "", wish.sending)
        for item in items:
            books.deliveries.works(item.table.game.id, item.player, item.person)
    for item in items:
        _remind(folder, item, wish.sending)
        books.index(item.table)
    _put(folder, address, done)


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


def digest_id(folder: HostFolder, address: str, day: int) -> str:
    """The Message-ID of an address's digest of a local day."""
    key, domain = folder.mail_key, folder.config.domain
    return message_id(key, "digest", "none", str(day), _hash(address), 0, domain)


def _hash(address: str) -> str:
    return hashlib.sha256(address.lower().encode()).hexdigest()[:16]


def came_back(books: Books, address: str) -> None:
    """A digest was refused or has bounced: its address does not work for any table that waits."""
    notebook, now = books.folder.notebook, books.world.now()
    for item in list(listed(books, address)):
        game = item.table.game.id
        notebook.put_note(f"{BOUNCE}{game} {item.player}", "1")
        marked = replace(item.person, bounced=item.person.bounced or now)
        notebook.put_seat(game, item.player, marked)


def address_of(folder: HostFolder, hashed: str) -> str:
    """The address of a digest's Message-ID, or nothing."""
    return next((address for address, _ in _all(folder) if _hash(address) == hashed), "")
