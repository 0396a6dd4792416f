"""What a host has to do at its tables, in one place: records that follow, mails, times."""

from __future__ import annotations

from pbem.office.drafts import Draft
from pbem.office.joining import next_draft
from pbem.office.leaving import end_of

from . import ballots, jobs, moving, times
from .books import Books, Duties
from .inviting import invite
from .tables import Table


def follows(books: Books, table: Table) -> Draft | None:
    """The record that follows: of a vote, of the host itself, or of a bot."""
    decided = ballots.follow(books, table)
    if decided:
        return decided
    if table.game.phase == "playing" and ballots.holds_end(books, table.game):
        return None if end_of(table.game) else books.bots.move(table)
    return next_draft(table.game, books.folder.seed(table.game.id)) or books.bots.move(table)


def mail(books: Books, table: Table) -> bool:
    """What votes and seats on their way have to say.  False: something did not leave."""
    return ballots.mail(books, table) and moving.mail(books, table)


DUTIES = Duties(follows, mail, invite, jobs.recover, times.due_at)
