"""Who wants a daily digest, at which hour, and how far it has come."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import datetime, timedelta

from card_specs.values import dataclass
from pbem.mails.times import in_zone
from pbem.protocol.codes import message_id
from pbem.store.folder import HostFolder

DAILY = "daily "
"""Notes of who wants digests: `daily ADDRESS` -> `Daily` as JSON."""

LEAST_TABLES = 2


@dataclass(frozen=True)
class Daily:
    """An address that wants digests: at which local hour, and how far it has come."""

    hour: int
    day: int = 0  # the last local day (ordinal) that was dealt with
    sending: int = 0  # seconds UTC of a digest that may not have left yet, 0: none


def daily(folder: HostFolder, address: str) -> Daily | None:
    """What an address asked for, or None."""
    text = folder.notebook.note(DAILY + address.lower())
    return Daily(**json.loads(text)) if text else None


def want(folder: HostFolder, address: str, hour: int, now: int) -> None:
    """Digests at this local hour from its next time on; a negative hour: none any more."""
    if hour < 0:
        folder.notebook.drop_note(DAILY + address.lower())
        return
    local = in_zone(now, zone_of(folder, address))
    today = local.toordinal() if local.hour >= hour else 0
    put(folder, address.lower(), Daily(hour, today))


def move(folder: HostFolder, old: str, new: str) -> None:
    """Somebody writes from another address: the wish goes along."""
    wish = daily(folder, old)
    if wish:
        put(folder, new.lower(), replace(wish, sending=0))


def next_at(hour: int, zone: str, after: int) -> int:
    """The first moment after that at which it is this hour in the zone (seconds UTC)."""
    local = in_zone(after, zone)
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    while int(moment.timestamp()) <= after:
        moment = _next_day(moment)
    return int(moment.timestamp())


def _next_day(moment: datetime) -> datetime:
    return moment + timedelta(days=1)  # wall clock: the hour stays when clocks are changed


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


def everybody(folder: HostFolder) -> list[tuple[str, Daily]]:
    addresses = [key.removeprefix(DAILY) for key in folder.notebook.notes(DAILY)]
    found = [(address, daily(folder, address)) for address in addresses]
    return [(address, wish) for address, wish in found if wish is not None]


def put(folder: HostFolder, address: str, wish: Daily) -> None:
    folder.notebook.put_note(DAILY + address, json.dumps(wish.__dict__))


def zone_of(folder: HostFolder, address: str) -> str:
    for game, player in folder.notebook.seats_of(address):
        person = folder.notebook.seat(game, player)
        if person:
            return person.zone
    return folder.config.zone


def digest_id(folder: HostFolder, address: str, day: int) -> str:
    """The Message-ID of an address's digest of a local day."""
    key, domain = folder.mail_key, folder.config.domain
    return message_id(key, "digest", "none", str(day), _hash(address), 0, domain)


def _hash(address: str) -> str:
    return hashlib.sha256(address.lower().encode()).hexdigest()[:16]


def address_of(folder: HostFolder, hashed: str) -> str:
    """The address of a digest's Message-ID, or nothing."""
    return next((address for address, _ in everybody(folder) if _hash(address) == hashed), "")
