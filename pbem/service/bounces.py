"""Mails that come back: noted at the seat, told at the table once, forgotten when mails arrive."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.letters.mime import Letter
from pbem.store.notebook import Person

from .books import Books
from .daily import address_of
from .deliveries import BOUNCE
from .digests import came_back, playing
from .outbox import WITH_PAGE, Cause
from .tables import Table

WEEK = 7 * 86400
"""Seconds after which the others decide how to go on."""

DAY = 86400


def note_bounce(books: Books, letter: Letter) -> None:
    """A bounce counts only if it quotes a Message-ID of ours: then its seat is known."""
    if letter.actions and "failed" not in letter.actions:
        return  # only delayed, or a report that it was delivered
    text = letter.text or ""
    quoted = re.findall(r"<[^<>\s]{10,200}>", text + " ".join(_values(letter)))
    for mail_id in dict.fromkeys(quoted):
        if books.post.made(mail_id):
            kind, game, _, player, *_ = mail_id.strip("<>").split(".")
            if kind == "digest":
                came_back(books, address_of(books.folder, player))
            person = books.folder.notebook.seat(game, player)
            if person is not None:
                _came_back(books, kind, game, player, person)


def _values(letter: Letter) -> list[str]:
    return [*letter.quoted_ids, letter.header("in-reply-to"), letter.header("references")]


def _came_back(books: Books, kind: str, game: str, player: str, person: Person) -> None:
    if person.watches:
        books.folder.notebook.drop_seat(game, player)
        return
    if person.page and kind in WITH_PAGE:
        table = books.tables.get(game)
        if table.game.asks.get(player):
            books.outbox.without_page(table, player, person)
            return
    books.folder.notebook.put_note(f"{BOUNCE}{game} {player}", "1")
    marked = replace(person, bounced=person.bounced or books.world.now(), refused=False)
    books.folder.notebook.put_seat(game, player, marked)


def heard_of(books: Books, game: str, player: str, person: Person) -> Person:
    """A mail came from that seat, so mails reach it again: the mark goes away."""
    if not person.bounced:
        return person
    person = person.reached()
    books.folder.notebook.put_seat(game, player, person)
    books.folder.notebook.drop_note(f"{BOUNCE}{game} {player}")
    return person


def may_try(books: Books, game: str, player: str, person: Person | None) -> bool:
    """Should a reminder be tried?  To an address that is refused at once only once a day."""
    if person is None or not person.refused:
        return True
    key, now = f"tried {game} {player}", books.world.now()
    if now - int(books.folder.notebook.note(key) or 0) < DAY:
        return False
    books.folder.notebook.put_note(key, str(now))
    return True


def tell_bounces(books: Books) -> None:
    """Tell the tables; whoever cannot be told for the moment is told in a later run."""
    for key in books.folder.notebook.notes(BOUNCE):
        game, _, player = key.removeprefix(BOUNCE).partition(" ")
        table, person = playing(books, game), books.folder.notebook.seat(game, player)
        if (
            table is None
            or person is None
            or not person.bounced
            or _tell(books, table, player, person)
        ):
            books.folder.notebook.drop_note(key)


def _tell(books: Books, table: Table | None, player: str, person: Person | None) -> bool:
    """To the others, by name only where everybody knows that this player is asked.

    Where nothing is asked of the player nothing is said: the table does not wait, and who got
    which mail may be a secret.  Once for each bounce, whatever comes back after it.
    """
    if table is None or person is None or not person.bounced:
        return True
    game = table.game
    if table.referee is None or player not in game.asks:
        return True
    named = player in table.referee.public(game.state)["asked"]
    about = "named" if named else "secret"
    cause = Cause("bounce", about, person.bounced, "0")
    who, until = player if named else "", person.bounced + WEEK
    told = [
        books.mail(table, other, cause, who=who, until=until)
        for other in game.players
        if other != player and other in books.folder.notebook.seats(game.id)
    ]
    return all(told)
