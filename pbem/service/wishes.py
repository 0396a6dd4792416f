"""What a letter changes beside the log: habits, votes, addresses, absence, being forgotten."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from card_specs.language.problems import PersonError
from pbem.letters.sorting import TokenUse
from pbem.office.seats import CONFIRM_WITHIN
from pbem.office.undoing import voters
from pbem.office.visit import Habits, Reaction, Reply, Vote
from pbem.store.notebook import Person

from .digests import move, want
from .inviting import note_no, note_yes, person_hash
from .opening import rematch
from .outbox import Cause

if TYPE_CHECKING:
    from .books import Books


def carry_out(books: Books, use: TokenUse, person: Person, reaction: Reaction) -> Reply | None:
    """Note everything of a reaction that is no record; the answer that it comes to."""
    reply = reaction.reply
    if reaction.habits:
        person = with_habits(person, reaction.habits)
        books.folder.notebook.put_seat(use.game, use.player, person)
        books.index(books.tables.get(use.game))
    if reaction.reply and reaction.reply.kind == "confirm":
        _await_confirmation(books, use, person, reaction)
    if reaction.vote or reaction.vote_ended:
        _vote(books, use, reaction.vote)
    for wish, value in reaction.wish.items():
        reply = _WISHES[wish](books, use, person, value) or reply
    return reply


def with_habits(person: Person, habits: Habits) -> Person:
    """The person with other habits, at the same address."""
    return replace(person, **asdict(habits))


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


def _address(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    """The registered address confirmed: the new one is used from now on."""
    del value
    new = person.pending.get("address", {}).get("address", "")
    if new:
        changed = replace(person, address=new, bounced=0, refused=False, pending={})
        books.folder.notebook.put_seat(use.game, use.player, changed)
        move(books.folder, person.address, new)
        books.record(use.game, _token_draft(use.player))


def _token_draft(player: str) -> dict[str, Any]:
    return {"kind": "seat", "player": player, "change": "token", "by": player, "votes": {}}


def _forget(books: Books, use: TokenUse, person: Person, value: Any) -> None:
    del use, value
    books.forget(person.address)


_WISHES: Mapping[str, Callable[[Books, TokenUse, Person, Any], Reply | None]] = {
    "declined": _declined,
    "joined": _joined,
    "digest": _digest,
    "rematch": _rematch,
    "cancel": _declined,
    "never": _never,
    "new_address": _new_address,
    "address": _address,
    "forget": _forget,
}
