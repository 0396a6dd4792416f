"""What a mail brings about, written down before it is done: killed in between, it is finished.

One mail at a time is carried out, so one note in the notebook is enough.  Done again, a job
changes nothing that it changed before: its record is known by its line, habits and votes are
noted as they shall be, mails leave once.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace

from card_specs.values import dataclass
from pbem.letters.sorting import TokenUse
from pbem.office.undoing import followed
from pbem.office.visit import Habits, Reaction, Reply
from pbem.office.voting import Vote, seat
from pbem.store.notebook import Person

from .ballots import open_votes
from .books import Books, plain
from .daily import replaces_receipts
from .wishes import carry_out

ANSWERS_A_DAY = 20
DAY = 86400
KEY = "job"


@dataclass(frozen=True)
class Job:
    """A mail and what it brings about at a table whose last record is `n`."""

    mail: str
    use: TokenUse
    n: int
    reaction: Reaction
    shared: int  # the issue of a token that others know, since the mail went to them; or -1


def do(books: Books, job: Job) -> None:
    """Write a job down and carry it out."""
    books.folder.notebook.put_note(KEY, _text(job))
    finish(books, job)
    books.folder.notebook.put_note(KEY, "")


def recover(books: Books) -> None:
    """Finish the job during which the process was killed, if there was one."""
    text = books.folder.notebook.note(KEY)
    if text:
        finish(books, _read(text))
        books.folder.notebook.put_note(KEY, "")


def finish(books: Books, job: Job) -> None:
    """Whatever of a job is not done yet: its record, what stands in no log, the answer."""
    use, reaction, notebook = job.use, job.reaction, books.folder.notebook
    table, person = books.tables.get(use.game), notebook.seat(use.game, use.player)
    handled = notebook.handled(job.mail, use.game)
    if person is not None and not (handled and handled[0]):

        def answer() -> None:
            _answer(books, job, person, carry_out(books, use, person, reaction, job.mail))

        if reaction.draft and table.game.n == job.n:
            books.record(use.game, reaction.draft, answer)
        else:
            answer()
    if _known_to_others(books, job) and _still_open(books, use):
        books.record(use.game, seat(use.player, "token", use.player))


def _known_to_others(books: Books, job: Job) -> bool:
    """Is the token that others saw still in force?  Not once it was replaced."""
    one = books.tables.get(job.use.game).game.seats.get(job.use.player)
    return one is not None and one.issue == job.shared


def _answer(books: Books, job: Job, person: Person, reply: Reply | None) -> None:
    use, outcome = job.use, job.reaction.outcome
    if reply and _may_answer(books, use, reply, person):
        table = books.tables.get(use.game)
        facts = {**reply.facts, "at": table.game.at}
        if reply.kind == "receipt":
            facts |= followed(table.game, use.player, table.referee)
        books.note(job.mail, use.game, outcome, use.player, reply.kind, facts)
    else:
        now = books.world.now()
        books.folder.notebook.note_handled(job.mail, use.game, True, outcome, "", now)


def _may_answer(books: Books, use: TokenUse, reply: Reply, person: Person) -> bool:
    """Receipts can be switched off, save what they say was not done; others are 20 a day."""
    if reply.kind == "receipt":
        wanted = person.receipts and not replaces_receipts(books.folder, person.address)
        return wanted or bool(reply.facts.get("left"))
    place, day = f"{use.game}/{use.player}", books.world.now() // DAY
    return books.folder.notebook.count_answer(place, day, "seat") <= ANSWERS_A_DAY


def _still_open(books: Books, use: TokenUse) -> bool:
    """Could the same token do something once more?  The seat's, an open question's, a vote's."""
    game = books.tables.get(use.game).game
    if use.ask == "0" or any(vote.asks == use.ask for vote in open_votes(books.folder, game)):
        return True
    ask = game.asks.get(use.player)
    return ask is not None and str(ask.number) == use.ask


# --- as text --------------------------------------------------------------------------------------


def _text(job: Job) -> str:
    reply = job.reaction.reply
    told = Reply(reply.kind, plain(dict(reply.facts))) if reply else None
    return json.dumps(asdict(replace(job, reaction=replace(job.reaction, reply=told))))


def _read(text: str) -> Job:
    said = json.loads(text)
    of = said["reaction"]
    habits = Habits(**of["habits"]) if of["habits"] else None
    vote = Vote(**of["vote"]) if of["vote"] else None
    reply = Reply(**of["reply"]) if of["reply"] else None
    reaction = Reaction(**{**of, "habits": habits, "vote": vote, "reply": reply})
    return Job(said["mail"], TokenUse(**said["use"]), said["n"], reaction, said["shared"])
