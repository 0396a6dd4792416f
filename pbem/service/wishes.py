"""What a letter changes beside the log: habits, votes, addresses, absence, being forgotten."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from pbem.letters.sorting import TokenUse
from pbem.office.seats import CONFIRM_WITHIN
from pbem.office.undoing import voters
from pbem.office.visit import Habits, Reaction, Vote
from pbem.store.notebook import Person

from .outbox import Cause

if TYPE_CHECKING:
    from .books import Books


def carry_out(books: Books, use: TokenUse, person: Person, reaction: Reaction) -> None:
    """Note everything of a reaction that is no record."""
    if reaction.habits:
        person = with_habits(person, reaction.habits)
        books.folder.notebook.put_seat(use.game, use.player, person)
        books.index(books.tables.get(use.game))
    if reaction.reply and reaction.reply.kind == "confirm":
        _await_confirmation(books, use, person, reaction)
    if reaction.vote or reaction.vote_ended:
        _vote(books, use, reaction.vote)
    for wish, value in reaction.wish.items():
        _WISHES[wish](books, use, person, value)


def with_habits(person: Person, habits: Habits) -> Person:
    """The person with other habits, at the same address."""
    return replace(person, **asdict(habits))


def person_hash(address: str) -> str:
    """What is remembered of somebody who asked never to be invited again."""
    return hashlib.sha256(b"pbem/1 never\n" + address.lower().encode()).hexdigest()


def _await_confirmation(books: Books, use: TokenUse, person: Person, reaction: Reaction) -> None:
    assert reaction.reply is not None
    facts = reaction.reply.facts
    until = books.world.now() + CONFIRM_WITHIN
    pending = {**person.pending, facts["what"]: {"until": until, **facts}}
    books.folder.notebook.put_seat(use.game, use.player, replace(person, pending=pending))


def _vote(books: Books, use: TokenUse, vote: Vote | None) -> None:
    key = f"vote {use.game}"
    was = books.folder.notebook.note(key)
    books.folder.notebook.put_note(key, json.dumps(asdict(vote)) if vote else "")
    if vote and not was:
        table = books.tables.get(use.game)
        for player in voters(table.game, vote.player):
            asks = f"vote{vote.pub}"
            books.mail(table, player, Cause("vote", asks, 0, asks), who=vote.player)


def read_vote(text: str) -> Vote | None:
    """The vote under way at a table, as the notebook keeps it."""
    if not text:
        return None
    said = json.loads(text)
    return Vote(**{**said, "yes": tuple(said["yes"])})


def _declined(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del person, value
    books.cancel(use.game, declined=use.player)


def _never(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del use, value
    books.folder.notebook.note_never(person_hash(person.address))


def _new_address(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    """Kept until both addresses have confirmed; `_await_confirmation` noted it."""
    del books, use, person, value


def _address(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    """The registered address confirmed: the new one is used from now on."""
    del value
    new = person.pending.get("address", {}).get("address", "")
    if new:
        changed = replace(person, address=new, bounced=0, pending={})
        books.folder.notebook.put_seat(use.game, use.player, changed)
        books.record(use.game, _token_draft(use.player))


def _token_draft(player: str) -> dict[str, Any]:
    return {"kind": "seat", "player": player, "change": "token", "by": player, "votes": {}}


def _forget(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del use, value
    books.forget(person.address)


_WISHES = {
    "declined": _declined,
    "cancel": _declined,
    "never": _never,
    "new_address": _new_address,
    "address": _address,
    "forget": _forget,
}
