"""Mails without a right token: the little that is said, and second answers to an invitation."""

from __future__ import annotations

import re

from card_specs.values import dataclass
from pbem.letters.mime import Letter
from pbem.letters.sorting import claimed_tokens
from pbem.mails.unknown import unknown_mail
from pbem.office import counter
from pbem.protocol.codes import message_id
from pbem.transports import Outgoing

from .books import Books
from .post import HostPost

DAY = 86400
AGAIN_A_DAY = 3
"""Answers a seat and day to mails with the dead token of its invitation."""


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


@dataclass(frozen=True)
class Again:
    """What became of another answer to an invitation: as a `Reaction`, with its game and player."""

    game: str
    player: str
    outcome: str
    code: str


def invitation_again(books: Books, letter: Letter) -> Again | None:
    """Another answer to an invitation by which the seat was taken; None where it is no such mail.

    Its token is dead and gives no rights: the answer goes to the registered address, changes
    nothing, and does not make the mail a duplicate of one with a right token.
    """
    notebook, now = books.folder.notebook, books.world.now()
    for game, ask, claimed in claimed_tokens(letter, books.post.own_address):
        player = books.post.joined_with(game, claimed) if ask == "0" else ""
        if not player or notebook.seat(game, player) is None:
            continue
        if notebook.handled_rightly(letter.known_as) or notebook.handled(letter.known_as, game):
            return Again(game, player, "duplicate", "")
        reaction = counter.answer_again(books.tables.get(game).game, letter)
        reply, outcome = reaction.reply, reaction.outcome
        if reply and notebook.count_answer(f"{game}/{player}", now // DAY, "again") <= AGAIN_A_DAY:
            known = letter.known_as
            books.note(known, game, outcome, player, reply.kind, reply.facts, right=False)
        else:
            notebook.note_handled(letter.known_as, game, False, outcome, "", now)
        return Again(game, player, outcome, reaction.code)
    return None


def answers_digest(post: HostPost, letter: Letter) -> bool:
    """Is it a reply to one of our digests, which has no token since it is of many tables?"""
    quoted = letter.header("in-reply-to") + letter.header("references")
    ids = re.findall(r"<digest\.[^<>\s]{10,200}>", quoted)
    return any(post.made(one) for one in ids)
