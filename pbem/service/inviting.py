"""Invitations: sent once, reminded of once, and only to those who may be asked."""

from __future__ import annotations

import json
from collections.abc import Iterable

from card_specs.language.problems import PersonError
from pbem.identities import person_hash

from .books import Books
from .outbox import Cause

DAY = 86400
REMIND_AFTER = 4 * DAY
"""Seconds from the invitation to its one reminder."""

DECLINED = "declined "
"""Notes of who said no: `declined HASH` -> when (seconds UTC)."""

DECLINED_FOR = 30 * DAY
"""Seconds for which a `no` holds for other tables: as long as addresses are kept."""

AGAIN = "again "
"""Notes of rematches: `again GAME` -> which game it follows, and who asked for it."""


def invite(books: Books, game: str, no: int = 0) -> bool:
    """Send the invitations of a table that are not out yet; `no` 1: its reminder."""
    table = books.tables.get(game)
    facts = {"commit": table.game.opened["commit"], "again": no, **_rematch_of(books, game)}
    missing = [player for player, one in table.game.seats.items() if not one.joined]
    cause = Cause("invitation", "0", no, "0")
    left = [books.mail(table, player, cause, **facts) for player in missing]
    return all(left)


def _rematch_of(books: Books, game: str) -> dict[str, str]:
    """For a rematch: the game before, and the name of whoever asked for it."""
    text = books.folder.notebook.note(f"{AGAIN}{game}")
    if not text:
        return {}
    said = json.loads(text)
    person = books.folder.notebook.seat(game, said["by"])
    return {"of": said["of"], **({"by": person.name} if person else {})}


# --- who may be invited --------------------------------------------------------------------------


def check_invited(books: Books, addresses: Iterable[str], again: Iterable[str] = ()) -> None:
    """Raise `PersonError` for whoever asked not to be invited, and beyond the day's number.

    `again`: addresses that have said no and are invited all the same, since they asked for it.
    """
    notebook, now = books.folder.notebook, books.world.now()
    addresses, willing = list(addresses), set(again)
    for address in addresses:
        person = person_hash(address)
        if notebook.never(person):
            raise PersonError(f"{address} asked never to be invited again")
        if address not in willing and said_no(books, address):
            hint = "if they want to play after all: --again ADDRESS"
            raise PersonError(f"{address} has said no to an invitation — {hint}")
    most = books.folder.config.invitations
    if notebook.answers("", now // DAY, "invited") + len(addresses) > most:
        hint = "try tomorrow, or raise `invitations` in host.yaml"
        raise PersonError(f"more than {most} invitations today — {hint}")
    for _ in addresses:
        notebook.count_answer("", now // DAY, "invited")


def may_be_invited(books: Books, address: str) -> bool:
    """Has this person not asked never to be invited again?"""
    return not books.folder.notebook.never(person_hash(address))


def said_no(books: Books, address: str) -> bool:
    """Did this person decline an invitation lately, and join no table since?"""
    at = int(books.folder.notebook.note(f"{DECLINED}{person_hash(address)}") or 0)
    return bool(at) and books.world.now() - at < DECLINED_FOR


def note_no(books: Books, address: str) -> None:
    """Somebody declined: remembered as a hash of the address."""
    key = f"{DECLINED}{person_hash(address)}"
    books.folder.notebook.put_note(key, str(books.world.now()))


def note_yes(books: Books, address: str) -> None:
    """Somebody joined: an earlier no is over."""
    books.folder.notebook.drop_note(f"{DECLINED}{person_hash(address)}")
