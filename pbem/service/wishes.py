"""What a letter changes beside the log: habits, votes, addresses, absence, being forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from card_specs.language.problems import PersonError
from pbem.identities import person_hash
from pbem.letters.sorting import TokenUse
from pbem.office.seats import CONFIRM_WITHIN
from pbem.office.visit import Habits, Reaction, Reply
from pbem.office.voting import Vote
from pbem.store.notebook import Person

from . import ballots, moving
from .books import Books
from .daily import want
from .inviting import note_no, note_yes
from .keeping import forget
from .opening import rematch
from .outbox import Cause


def carry_out(
    books: Books, use: TokenUse, person: Person, reaction: Reaction, mail: str
) -> Reply | None:
    """Note everything of a reaction that is no record; the answer that it comes to.

    `mail`: the letter's hash.
    """
    reply = reaction.reply
    if reaction.habits:
        person = with_habits(person, reaction.habits)
        books.folder.notebook.put_seat(use.game, use.player, person)
        books.index(books.tables.get(use.game))
    if reaction.reply and reaction.reply.kind == "confirm":
        _await_confirmation(books, use, person, reaction)
    if reaction.vote:
        _vote(books, use, reaction.vote, mail)
    for wish, value in reaction.wish.items():
        reply = _WISHES[wish](books, use, person, value) or reply
    if use.ask in person.pending and reaction.outcome != "refused":
        _spend(books, use)
    return reply


def _spend(books: Books, use: TokenUse) -> None:
    """A confirmation holds once, whatever was answered."""
    person = books.folder.notebook.seat(use.game, use.player)
    if person and use.ask in person.pending:
        pending = {**person.pending, use.ask: {**person.pending[use.ask], "until": 0}}
        books.folder.notebook.put_seat(use.game, use.player, replace(person, pending=pending))


def with_habits(person: Person, habits: Habits) -> Person:
    """The person with other habits, at the same address."""
    return replace(person, **asdict(habits))


def _await_confirmation(books: Books, use: TokenUse, person: Person, reaction: Reaction) -> None:
    assert reaction.reply is not None
    facts = reaction.reply.facts
    until = books.world.now() + CONFIRM_WITHIN
    pending = {**person.pending, facts["what"]: {"until": until, **facts}}
    books.folder.notebook.put_seat(use.game, use.player, replace(person, pending=pending))


def _vote(books: Books, use: TokenUse, vote: Vote, mail: str) -> None:
    table = books.tables.get(use.game)
    if ballots.heard(books, use.game, mail):
        pass  # killed after it was noted
    elif vote.number:
        ballots.answered(books, use.game, vote, mail)
    else:
        ballots.begin(books, table, vote, mail)
    books.go_on(table)


def _declined(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del value
    note_no(books, person.address)
    books.cancel(use.game, declined=use.player)


def _joined(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del use, value
    note_yes(books, person.address)


def _rematch(books: Books, use: TokenUse, person: Person, value: Any) -> Reply | None:
    """The invitations leave with it; why it can't be is an answer, not an error of the host."""
    del person
    try:
        rematch(books, use.game, value)
    except PersonError:
        return Reply("refused", {"code": "rematch"})
    return None


def _digest(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del use
    want(books.folder, person.address, value, books.world.now())


def _never(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del use, value
    books.folder.notebook.note_never(person_hash(person.address))


def _new_address(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    """Kept until both addresses have confirmed; `_await_confirmation` noted it."""
    del books, use, person, value


def _moving(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    """The registered address confirmed: now the new one is asked."""
    del value
    moving.begin(books, use.game, use.player, person.pending["address"]["address"], use.player)


def _moved(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del person, value
    moving.confirmed(books, use.game, use.player)


def _forget(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    """The last mail leaves first: afterwards there is no address to send it to."""
    del value
    books.mail(books.tables.get(use.game), use.player, Cause("forgotten", "0", 0, "0"))
    forget(books, person.address)


_WISHES: Mapping[str, Callable[[Books, TokenUse, Person, Any], Reply | None]] = {
    "declined": _declined,
    "joined": _joined,
    "digest": _digest,
    "rematch": _rematch,
    "cancel": _declined,
    "never": _never,
    "new_address": _new_address,
    "moving": _moving,
    "moved": _moved,
    "forget": _forget,
}
