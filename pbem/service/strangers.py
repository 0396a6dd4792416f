"""Mails without a right token: the little that is said."""

from __future__ import annotations

import re

from pbem.letters.mime import Letter
from pbem.mails.unknown import unknown_mail
from pbem.protocol.codes import message_id
from pbem.transports import Outgoing

from .books import Books
from .post import HostPost


def tell_unknown(
    books: Books, sender: str, registered: tuple[str, str] | None, code: str, letter: Letter
) -> None:
    """One polite answer; nothing of the mail is quoted, no token is in it."""
    config, notebook = books.folder.config, books.folder.notebook
    person = notebook.seat(*registered) if registered else None
    address = person.address if person else sender
    language = person.language if person else config.language
    no = int(letter.known_as[:8], 16)
    mail_id = message_id(books.folder.mail_key, "unknown", "none", "0", "nobody", no, config.domain)
    data = unknown_mail(
        config.name, config.address, address, language, code, mail_id, books.world.now()
    )
    delivery = books.deliveries.transport.send(Outgoing(address, config.address, mail_id, data))
    if delivery.taken:
        notebook.note_sent(mail_id, "", books.world.now())


def answers_digest(post: HostPost, letter: Letter) -> bool:
    """Is it a reply to one of our digests, which has no token since it is of many tables?"""
    quoted = letter.header("in-reply-to") + letter.header("references")
    ids = re.findall(r"<digest\.[^<>\s]{10,200}>", quoted)
    return any(post.made(one) for one in ids)
