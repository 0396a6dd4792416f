"""Votes at work: begun, mailed, answered, counted; kept in the notebook, so that a kill loses none.

What a vote decides is a record as soon as it is written; a vote whose record stands in the log is
no longer open, whatever the notebook says.  Its mails leave once each: their ids come from its
number.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.office import voting
from pbem.office.competitive import is_competitive
from pbem.office.drafts import Draft
from pbem.office.game import Game
from pbem.office.notices import people
from pbem.office.voting import Box, Closing, Vote
from pbem.store.folder import HostFolder

from . import moving
from .books import Books
from .bot_moves import key_of
from .outbox import Cause
from .tables import Table

MOST_MAILS = 50
"""Answers to votes that are remembered at a table, so that a mail read twice counts once."""


def box_of(folder: HostFolder, game: str) -> Box:
    """The votes of a table."""
    return voting.read_box(folder.notebook.note(f"votes {game}"))


def open_votes(folder: HostFolder, game: Game) -> tuple[Vote, ...]:
    """The votes in which there is still something to decide."""
    found = box_of(folder, game.id).open
    return tuple(vote for vote in found if not voting.stands(game, vote))


def put(books: Books, game: str, box: Box) -> None:
    """Keep a table's votes.  The table is busy until their mails have left."""
    with books.folder.notebook.together():
        books.folder.notebook.put_note(f"votes {game}", voting.write(box))
        books.folder.notebook.set_busy(game)


def begin(books: Books, table: Table, vote: Vote, mail: str = "") -> None:
    """A new vote; its mails leave when the table is settled."""
    box, _ = voting.begun(box_of(books.folder, table.game.id), table.game, vote)
    put(books, table.game.id, _with_mail(box, mail))


def answered(books: Books, game: str, vote: Vote, mail: str) -> None:
    """An open vote with one more answer, from this mail."""
    box = box_of(books.folder, game)
    opened = tuple(vote if one.number == vote.number else one for one in box.open)
    put(books, game, _with_mail(replace(box, open=opened), mail))


def heard(books: Books, game: str, mail: str) -> bool:
    """Has this mail begun a vote or been counted in one?"""
    return mail in box_of(books.folder, game).mails


def _with_mail(box: Box, mail: str) -> Box:
    return replace(box, mails=(*box.mails, mail)[-MOST_MAILS:]) if mail else box


# --- what follows ---------------------------------------------------------------------------------


def follow(books: Books, table: Table) -> Draft | None:
    """Begin the votes that records call for; the record of a vote that is decided, or None."""
    game, now = table.game, books.world.now()
    box = box_of(books.folder, game.id)
    for call in game.calls:
        if call.n > box.calls:
            vote = Vote(call.what, call.player, until=voting.until(game, now))
            if voting.voters(game, call.player) and not voting.stands(game, vote):
                box, _ = voting.begun(box, game, vote)
            box = replace(box, calls=call.n)
            put(books, game.id, box)
    for vote in box.open:
        why = voting.stands(game, vote) or _recovered(books, game, vote)
        outcome = why or voting.decided(game, vote, _is_over(books, vote))
        draft = None if why else voting.record_of(game, vote, outcome)
        if draft:
            _name_bot(books, game, vote)
            return draft
        if outcome:
            _close(books, game.id, vote, outcome)
    return None


def holds_end(books: Books, game: Game) -> bool:
    """Is a penalty still to be voted on?  It must be recorded before the end."""
    return any(vote.what == "penalty" for vote in open_votes(books.folder, game))


def _is_over(books: Books, vote: Vote) -> bool:
    """Time is up, and every answer that came before is read."""
    fetched = int(books.folder.notebook.note("fetched") or 0)
    return books.world.now() >= vote.until <= fetched


def _recovered(books: Books, game: Game, vote: Vote) -> str:
    """Mails that bounced arrive again: nothing is left to decide."""
    if vote.what != "bounce":
        return ""
    person = books.folder.notebook.seat(game.id, vote.player)
    return "" if person and person.bounced else voting.BACK


def _name_bot(books: Books, game: Game, vote: Vote) -> None:
    if vote.bot:
        books.folder.notebook.put_note(key_of(game.id, vote.player), vote.bot)


def _close(books: Books, game: str, vote: Vote, outcome: str) -> None:
    """End a vote without a record; everybody is told unless a record tells it."""
    box = voting.without(box_of(books.folder, game), vote)
    if outcome != "done":
        closing = Closing(vote, outcome, books.world.now())
        box = replace(box, closing=(*box.closing, closing))
    put(books, game, box)


# --- mails ----------------------------------------------------------------------------------------


def mail(books: Books, table: Table) -> bool:
    """Send what votes have to say.  False: something did not leave, try again."""
    box, left = box_of(books.folder, table.game.id), True
    for vote in box.open:
        if not voting.stands(table.game, vote):
            left &= _ask(books, table, vote)
    done = []
    for closing in box.closing:
        _take_effect(books, table, closing)
        if _tell(books, table, closing):
            done.append(closing)
    if done:
        rest = tuple(closing for closing in box.closing if closing not in done)
        put(books, table.game.id, replace(box, closing=rest))
    return left and len(done) == len(box.closing)


def _ask(books: Books, table: Table, vote: Vote) -> bool:
    left = True
    facts = _facts(table.game, vote)
    for player in voting.voters(table.game, vote.player):
        # With another token it is mailed again: the old one is dead.
        cause = Cause("vote", vote.asks, table.game.seats[player].issue, vote.asks)
        left &= books.mail(table, player, cause, **facts, answers=voting.answers(table.game, vote))
    if vote.what == "late" and vote.player in people(table.game):
        about = Cause("vote-about", vote.asks, 0, "0")
        left &= books.mail(table, vote.player, about, **facts)
    return left


def _facts(game: Game, vote: Vote) -> dict[str, Any]:
    who = vote.player if vote.named else ""
    later = [step for step in game.steps if step.raised and step.n > vote.to]
    return {
        "what": vote.what,
        "who": who,
        "until": vote.until,
        "host": vote.host,
        "bot": bool(vote.bot),
        "back": vote.back,
        "competitive": is_competitive(game.opened),
        "moves": later[0].shown if vote.what == "undo" and later else (),
        "later": len(later) > 1,
    }


def _take_effect(books: Books, table: Table, closing: Closing) -> None:
    """What an outcome changes beside the log; done twice it is the same."""
    vote, notebook = closing.vote, books.folder.notebook
    person = notebook.seat(table.game.id, vote.player)
    if person is None:
        return
    if vote.what == "late" and closing.outcome == voting.WAIT:
        until = max(person.away_until, closing.at + voting.WEEK)
        notebook.put_seat(table.game.id, vote.player, replace(person, away_until=until))
    elif vote.what == "bounce" and closing.outcome == voting.WAIT and person.bounced:
        since = max(person.bounced, closing.at)  # another week begins
        notebook.put_seat(table.game.id, vote.player, replace(person, bounced=since))
    elif vote.what == "seat" and closing.outcome == voting.YES:
        moving.approved(books, table, vote)


def _tell(books: Books, table: Table, closing: Closing) -> bool:
    """The outcome to everybody who was asked, and to whoever it is about."""
    vote, left = closing.vote, True
    facts = {**_facts(table.game, vote), "outcome": closing.outcome}
    cause = Cause("vote-over", vote.asks, 0, "0")
    told = [*voting.voters(table.game, vote.player)]
    if vote.what in ("undo", "late") and vote.player in people(table.game):
        told.append(vote.player)
    if vote.back:
        told.append(vote.player)
    for player in told:
        left &= books.mail(table, player, cause, **facts)
    return left


def next_due(folder: HostFolder, game: Game) -> int:
    """When the next vote of a table ends (seconds UTC), 0: none is open."""
    return min((vote.until for vote in open_votes(folder, game)), default=0)
