"""Mails without a right token, and bounces: the little that is said and noted."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.letters.mime import Letter
from pbem.mails.unknown import unknown_mail
from pbem.protocol.codes import message_id
from pbem.transports import Outgoing

from .outbox import WITH_PAGE

if TYPE_CHECKING:
    from .books import Books


def tell_unknown(
    books: Books, sender: str, registered: list[tuple[str, str]], code: str, letter: Letter
) -> None:
    """One polite answer; nothing of the mail is quoted, no token is in it."""
    config, notebook = books.folder.config, books.folder.notebook
    person = notebook.seat(*registered[0]) if registered else None
    address = person.address if person else sender
    language = person.language if person else config.language
    no = int(letter.known_as[:8], 16)
    mail_id = message_id(books.folder.mail_key, "unknown", "none", "0", "nobody", no, config.domain)
    data = unknown_mail(
        config.name, config.address, address, language, code, mail_id, books.world.now()
    )
    delivery = books.outbox.transport.send(Outgoing(address, config.address, mail_id, data))
    if delivery.taken:
        notebook.note_sent(mail_id, "", books.world.now())


def note_bounce(books: Books, letter: Letter) -> None:
    """A bounce counts only if it quotes a Message-ID of ours: then its seat is known."""
    text = letter.text or ""
    quoted = re.findall(r"<[^<>\s]{10,200}>", text + " ".join(_values(letter)))
    for mail_id in dict.fromkeys(quoted):
        if books.post.made(mail_id):
            kind, game, _, player, *_ = mail_id.strip("<>").split(".")
            person = books.folder.notebook.seat(game, player)
            table = books.tables.get(game)
            if person and person.page and kind in WITH_PAGE and table.game.asks.get(player):
                books.outbox.without_page(table, player, person)
            elif person and not person.bounced:
                bounced = replace(person, bounced=books.world.now())
                books.folder.notebook.put_seat(game, player, bounced)


def _values(letter: Letter) -> list[str]:
    return [*letter.quoted_ids, letter.header("in-reply-to"), letter.header("references")]
