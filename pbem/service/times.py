"""What time brings: reminders, deadlines, votes that end, tables nobody plays at."""

from __future__ import annotations

from pbem.office.clock import (
    ABANDONED,
    Waiting,
    at_deadline,
    may_time_out,
    next_time,
    reminder_due,
    timeout,
)
from pbem.office.leaving import closed
from pbem.office.voting import WEEK, Vote, seat, until, voters
from pbem.store.folder import HostFolder

from . import ballots, keeping, moving
from .awaited import waiting
from .books import Books
from .bounces import may_try
from .daily import daily, next_at
from .digests import will_remind
from .editions import LeftAloneError
from .inviting import REMIND_AFTER, invite
from .outbox import Cause
from .reception import Summary
from .tables import Table

JOIN_DEADLINE = 14 * 86400
RECHECK = 600
"""Seconds until a table is looked at again at which something is due that cannot be done yet."""

MOST_REMINDERS = 3


def due_at(folder: HostFolder, table: Table, now: int) -> int:
    """When something is due at this table next (seconds UTC), 0: never."""
    game = table.game
    if game.phase == "over":
        return keeping.due_at(folder, table)
    if game.phase != "playing":
        last = game.at + JOIN_DEADLINE
        return last if _reminded(folder, table) else min(last, _remind_at(table))
    awaited = waiting(folder, game)
    weeks = [since + WEEK for one in awaited if (since := _bounced(folder, game.id, one.player))]
    times = [next_time(awaited, now), game.at + ABANDONED, _digest(folder, table, now), *weeks]
    times += [ballots.next_due(folder, game), moving.next_due(folder, game.id)]
    return min(time for time in times if time)


def _bounced(folder: HostFolder, game: str, player: str) -> int:
    person = folder.notebook.seat(game, player)
    return person.bounced if person else 0


def _digest(folder: HostFolder, table: Table, now: int) -> int:
    """When the next digest may stand for a reminder of this table, 0: nobody wants any."""
    people = folder.notebook.seats(table.game.id)
    found = []
    for player in table.game.asks:
        wish = daily(folder, people[player].address) if player in people else None
        if wish:
            found.append(next_at(wish.hour, people[player].zone, now))
    return min(found, default=0)


def do_due(books: Books, summary: Summary) -> None:
    """Everything that is due by now, table by table."""
    now = books.world.now()
    for game in books.folder.notebook.due(now):
        try:
            table = books.tables.get(game)
        except LeftAloneError as error:
            if str(error) not in summary.lines:
                summary.lines.append(str(error))
            continue
        if table.game.phase == "playing":
            # All who are late are late now: dates of later runs would tell each of the others.
            while _playing(books, books.tables.get(game), summary):
                pass
        elif table.game.phase != "over":
            _not_begun(books, table, summary)
        elif now >= keeping.due_at(books.folder, table):
            keeping.clear(books, game)
        # What could not be done now (a mail does not leave, nobody plays for the late) need not be
        # looked at in every run.
        busy = game in books.folder.notebook.busy()
        books.index(books.tables.get(game), busy=busy, again=now + RECHECK)


def _not_begun(books: Books, table: Table, summary: Summary) -> None:
    """One reminder to those who have not answered the invitation; later the table is called off."""
    now, game = books.world.now(), table.game
    if now >= game.at + JOIN_DEADLINE:
        books.cancel(game.id)
    elif now >= _remind_at(table) and not _reminded(books.folder, table):
        if invite(books, game.id, no=1):
            books.folder.notebook.put_note(f"invited {game.id}", "1")
        summary.reminders += sum(not one.joined for one in game.seats.values())


def _remind_at(table: Table) -> int:
    return int(table.game.opened["at"]) + REMIND_AFTER


def _reminded(folder: HostFolder, table: Table) -> bool:
    everybody = table.game.phase != "joining"
    return everybody or bool(folder.notebook.note(f"invited {table.game.id}"))


def _playing(books: Books, table: Table, summary: Summary) -> bool:
    """What is due at a table in play.  True: somebody was late, and more may be due."""
    now, game = books.world.now(), table.game
    if game.phase != "playing":
        return False
    if now - game.at >= ABANDONED:
        books.record(game.id, closed(books.folder.seed(game.id), "abandoned"))
        return False
    if moving.carry_out(books, game.id):
        return False
    votes = ballots.open_votes(books.folder, game)
    if any(vote.until <= now for vote in votes):
        books.folder.notebook.set_busy(game.id)
        books.go_on(table)
        return False  # what the vote decided may have closed questions; the rest comes next time
    voted_on = {vote.player for vote in votes if vote.what in ("late", "bounce")}
    return any(
        _next(books, table, one, summary, one.player in voted_on)
        for one in waiting(books.folder, game)
    )


def _next(books: Books, table: Table, one: Waiting, summary: Summary, voted_on: bool) -> bool:
    """What time brings one player: a vote, a reminder, the deadline.  True: play went on.

    While the others decide how to go on nobody is late.
    """
    now = books.world.now()
    since = _bounced(books.folder, table.game.id, one.player)
    if since and since + WEEK <= now and not voted_on:
        _ask_others(books, table, one.player)
    fetched = int(books.folder.notebook.note("fetched") or 0)
    no = reminder_due(one, now)
    if 0 < no <= MOST_REMINDERS:
        summary.reminders += _remind(books, table, one, no)
    elif (
        may_time_out(one, now, fetched)
        and at_deadline(table.game, one.player) != "wait"
        and not voted_on
    ):
        _time_out(books, table, one, summary)
        return True
    return False


def _remind(books: Books, table: Table, one: Waiting, no: int) -> bool:
    """Send a reminder, unless the digest will do that, or the address was tried today."""
    person, asks = books.folder.notebook.seat(table.game.id, one.player), str(one.ask.number)
    if person is None or not may_try(books, table.game.id, one.player, person):
        return False
    if will_remind(books, person, one):
        return False
    return books.mail(table, one.player, Cause("reminder", asks, no, asks))


def _ask_others(books: Books, table: Table, player: str) -> None:
    """Mails have bounced for a week: the others vote about the seat (protocol 8)."""
    game = table.game
    if voters(game, player):
        ends = until(game, books.world.now())
        ballots.begin(books, table, Vote("bounce", player, ends, named=player in game.named))
        books.go_on(table)


def _time_out(books: Books, table: Table, one: Waiting, summary: Summary) -> None:
    """The move of the rules page; or the seat goes to a bot, which moves by a record of its own."""
    assert table.referee is not None
    if at_deadline(table.game, one.player) == "bot":
        books.record(table.game.id, seat(one.player, "bot", "late"))
    else:
        books.record(table.game.id, timeout(table.game, one, table.referee))
    summary.timeouts += 1
