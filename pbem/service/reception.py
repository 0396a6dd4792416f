"""Mail that has come: read, sorted, handled once, put aside; each outcome is one line."""

from __future__ import annotations

import base64
import contextlib
import json
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from pbem.letters.mime import Letter, SetAside, read_letter
from pbem.letters.sorting import TokenUse, dmarc, sort
from pbem.office import counter
from pbem.office.undoing import followed
from pbem.office.visit import Habits, Reaction, Reply, Visit
from pbem.protocol.records import read_log
from pbem.store.notebook import Person
from pbem.transports import Incoming, Transport

from . import ballots, jobs, moving, watching
from .books import Books
from .bounces import heard_of, note_bounce
from .editions import LeftAloneError
from .jobs import ANSWERS_A_DAY, DAY, Job
from .results import chips_of
from .strangers import answers_digest, invitation_again, tell_unknown
from .tables import Table

MISTAKES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(RecursionError, TypeError, ValueError),
)
"""What only a fault of our program raises: the mail is set aside and doesn't stop the others."""


@dataclass
class Summary:
    """What one run did."""

    read: int = 0
    played: int = 0
    refused: int = 0
    ignored: int = 0
    duplicates: int = 0
    timeouts: int = 0
    reminders: int = 0
    lines: list[str] = field(default_factory=list)
    trouble: str = ""  # why no mail can leave now

    def told(self, as_json: bool) -> list[str]:
        """The run in lines: what each mail was, then the numbers; or one line of JSON."""
        counts = {name: value for name, value in asdict(self).items() if isinstance(value, int)}
        if as_json:
            return [json.dumps({**counts, "lines": self.lines}, ensure_ascii=False)]
        shown = ", ".join(f"{value} {name}" for name, value in counts.items() if value)
        return [*self.lines, *([shown] if shown else [])]


class Reception:
    """Takes mails one by one, in order of arrival."""

    def __init__(self, books: Books, transport: Transport) -> None:
        self._books, self._transport = books, transport
        self._notebook = books.folder.notebook

    def receive(self, incoming: Incoming, summary: Summary) -> None:
        """Handle one mail, whatever it is, and put it aside."""
        summary.read += 1
        try:
            letter = read_letter(incoming.data)
        except SetAside as error:
            summary.ignored += 1
            summary.lines.append(f"set aside: {error}")
        else:
            try:
                summary.lines.append(self._handle(letter, incoming.arrived, summary))
            except LeftAloneError as error:
                summary.lines.append(str(error))
                return  # the mail waits until the game can go on
            except MISTAKES as error:
                summary.ignored += 1
                summary.lines.append(self._spoilt(letter, error))
        self._transport.done(incoming.handle)

    def _spoilt(self, letter: Letter, error: Exception) -> str:
        """A mail that our program fails on: it is set aside once, and its game read anew."""
        with contextlib.suppress(*MISTAKES):
            for use in sort(letter, self._books.post).tokens:
                self._books.tables.forget(use.game)
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        name = letter.message_id[:80] or "a mail without Message-ID"
        return f"set aside: {name}: our mistake, please report it: {where}"

    def _handle(self, letter: Letter, arrived: int, summary: Summary) -> str:
        found = sort(letter, self._books.post)
        if found.outcome == "ignore":
            summary.ignored += 1
            if found.code == "bounce":
                note_bounce(self._books, letter)
            return f"ignored: {found.code}: {found.why}"
        if found.outcome == "reject":
            again = invitation_again(self._books, letter)
            if again:
                summary.refused += again.outcome == "refused"
                summary.duplicates += again.outcome == "duplicate"
                return f"[{again.game}] {again.player}: {again.outcome} {again.code}".rstrip()
            return self._unknown(letter, found.code, summary)
        uses = best_uses(self._books, found.tokens)
        if len(uses) > 1:
            summary.refused += 1
            facts = {"code": "two-asks"}
            use = uses[0]
            if self._notebook.handled(letter.known_as, use.game):
                return f"[{use.game}] {use.player}: duplicate"
            reaction = Reaction("refused", "two-asks", reply=Reply("refused", facts))
            table = self._books.tables.get(use.game)
            jobs.do(self._books, Job(letter.known_as, use, table.game.n, reaction, -1))
            return f"[{use.game}] {use.player}: refused two-asks"
        return self._visit(letter, uses[0], arrived, summary)

    # --- without a right token ----------------------------------------------------------------

    def _unknown(self, letter: Letter, code: str, summary: Summary) -> str:
        """A known player without a right token, or a stranger: at most one answer a day each."""
        known = letter.known_as
        if self._notebook.handled_rightly(known) or self._notebook.handled(known, ""):
            summary.duplicates += 1
            return "duplicate"
        summary.refused += 1
        now = self._books.world.now()
        self._notebook.note_handled(letter.known_as, "", False, code, "", now)
        sender = letter.senders[0]
        registered = self._notebook.a_seat_of(sender)
        genuine = dmarc(letter, self._books.post.own_server) == "pass"
        if not registered and not genuine:
            return f"unknown: {code}, not answered"
        if self._notebook.count_answer(sender, now // DAY, "unknown") > 1:
            return f"unknown: {code}, answered already today"
        if self._notebook.count_answer("", now // DAY, "unknown") > ANSWERS_A_DAY:
            return f"unknown: {code}, too many today"
        if answers_digest(self._books.post, letter):
            code = "digest"
        tell_unknown(self._books, sender, registered, code, letter)
        # Maybe written to the host's person, who should look: by name, no address stands in a log.
        who = f" — from the address of {registered[1]}, {registered[0]}" if registered else ""
        return f"unknown: {code}, answered{who}"

    # --- with a right token -------------------------------------------------------------------

    def _visit(self, letter: Letter, use: TokenUse, arrived: int, summary: Summary) -> str:
        place = f"[{use.game}] {use.player}"
        table = self._books.tables.get(use.game)
        person = self._notebook.seat(use.game, use.player)
        if person is not None and person.watches:
            return f"{place}: {watching.receive(self._books, letter, use)}"
        if person is None or self._seen(letter, table, use):
            summary.duplicates += 1
            return f"{place}: duplicate"
        person = heard_of(self._books, use.game, use.player, person)
        reaction = counter.receive(visit_of(self._books, use, letter, person, arrived))
        if reaction.outcome == "duplicate":
            summary.duplicates += 1
            now = self._books.world.now()
            self._notebook.note_handled(letter.known_as, use.game, True, "duplicate", "", now)
            return f"{place}: duplicate: {reaction.why}"
        one = table.game.seats.get(use.player)
        others = letter.copies > 1 or "list-id" in letter.headers
        shared = one.issue if one and others else -1
        jobs.do(self._books, Job(letter.known_as, use, table.game.n, reaction, shared))
        summary.played += reaction.outcome == "played"
        summary.refused += reaction.outcome == "refused"
        return f"{place}: {reaction.outcome} {reaction.code}".rstrip()

    def _seen(self, letter: Letter, table: Table, use: TokenUse) -> bool:
        """Handled before with a right token?

        In the log but not in the notebook (an older copy of it was put back): whatever the record
        told leaves now, if it did not, and its receipt.
        """
        handled = self._notebook.handled(letter.known_as, use.game)
        if handled and handled[0]:
            return True
        if not mentions(self._books.folder.log_bytes(use.game), letter.known_as):
            return False
        self._books.send_again(use.game)
        at = self._recorded_at(letter, use.game)
        said = table.game.answered.get(use.player)
        kind = "receipt" if said else "status"
        moves = list(said.moves) if said else []
        facts = {"moves": moves, "left": [], "learned": False, "at": at}
        facts |= followed(table.game, use.player, table.referee) if said else {}
        self._books.note(letter.known_as, use.game, "played", use.player, kind, facts, at)
        return True

    def _recorded_at(self, letter: Letter, game: str) -> int:
        """When the record of a mail was written (seconds UTC): its receipt was dated so."""
        _, records = read_log(self._books.folder.log(game))
        made = [one.payload for one in records if one.payload.get("mail") == letter.known_as]
        return int(made[-1]["at"]) if made else self._books.world.now()


def visit_of(books: Books, use: TokenUse, letter: Letter, person: Person, arrived: int) -> Visit:
    """A letter at the counter, with all that the office must know."""
    table = books.tables.get(use.game)
    habits = Habits(
        person.name,
        person.language,
        person.zone,
        person.page,
        person.receipts,
        person.plain,
        person.away_until,
        person.away_used,
    )
    return Visit(
        table.game,
        use.player,
        use.ask,
        letter,
        habits,
        table.referee,
        table.rules.lexicon,
        arrived,
        books.world.now(),
        books.folder.key.kid,
        ballots.open_votes(books.folder, table.game),
        person.pending.get(use.ask, {}).get("until", 0),
        use.ask == "address" and use.player in moving.moves_of(books.folder, use.game),
        partial(chips_of, books.folder, person.address),
    )


def best_uses(
    books: Books, uses: tuple[TokenUse, ...], *, only_open: bool = False
) -> tuple[TokenUse, ...]:
    """Open asks before others: an old token beside the right one does no harm."""

    def is_open(use: TokenUse) -> bool:
        ask = books.tables.get(use.game).game.asks.get(use.player)
        return ask is not None and str(ask.number) == use.ask

    now_open = tuple(use for use in uses if is_open(use))
    return now_open if only_open else now_open or uses[:1]


def mentions(log: bytes, known_as: str) -> bool:
    """Does a log hold a record of this mail?  Looked for as base64url, in its three alignments."""
    return any(needle in log for needle in _needles(known_as.encode()))


def _needles(text: bytes) -> Iterator[bytes]:
    """What a text becomes within base64url of something longer, less the letters at its ends."""
    for before in range(3):
        whole = base64.urlsafe_b64encode(b"\0" * before + text)
        yield whole[4 if before else 0 : (before + len(text)) // 3 * 4]
