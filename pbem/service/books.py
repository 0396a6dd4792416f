"""The books of a host at work: records are written, their mails sent, answers noted.

The order that loses nothing: record on disk, then the note of the mail with its answer, then the
mails, then the mail is put aside.  Killed anywhere, the next run finds what is left to do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from card_specs.values import dataclass
from pbem.office.drafts import Draft, write
from pbem.office.game import Game
from pbem.office.joining import cancelled
from pbem.office.notices import Notice
from pbem.store.folder import HostFolder

from .bots import Bots
from .deliveries import Compose, Deliveries, Out
from .editions import LeftAloneError
from .outbox import CALLED_OFF, Cause, Outbox
from .post import HostPost
from .tables import Compile, Table, Tables

LEAVES = "leaves"
"""The note of the mail that is leaving now."""


@dataclass(frozen=True)
class World:
    """What comes from outside: seconds UTC, and fresh random bytes."""

    now: Callable[[], int]
    random: Callable[[int], bytes]


@dataclass(frozen=True)
class Duties:
    """What a host has to do at its tables beside what it is told: its features hand it in.

    The features know the books; the books know none of them.
    """

    follows: Callable[[Books, Table], Draft | None]
    """The record that follows by itself: of a vote, of the host, of a bot."""
    mail: Callable[[Books, Table], bool]
    """Send what a table has to say beside its records; False: something did not leave."""
    invite: Callable[[Books, str], bool]
    """Send the invitations of a game that are not out yet; False: something did not leave."""
    finish: Callable[[Books], None]
    """Finish what a mail was bringing about when the process was killed."""
    due_at: Callable[[HostFolder, Table, int], int]
    """When something is due at a table next (seconds UTC), 0: never."""


class Books:
    """One host folder opened for writing, with its way out for mails."""

    def __init__(
        self,
        folder: HostFolder,
        transport: Out | None,
        compile_spec: Compile,
        compose: Compose | None,
        bots: Bots,
        world: World,
        duties: Duties,
    ) -> None:
        self.folder, self.bots, self.world = folder, bots, world
        self._duties = duties
        self.tables = Tables(folder, compile_spec)
        self.post = HostPost(folder, self.tables)
        self.deliveries = Deliveries(folder, transport, compose, world.now)
        self.outbox = Outbox(folder, self.post, self.tables, self.deliveries)
        self._all_left = True  # did every mail of the present records leave?
        self._owing: set[str] = set()  # games with records whose mails are not out yet
        self._settled: set[str] = set()  # games of which all mails were tried by this process

    def record(self, game: str, draft: Draft, answer: Callable[[], None] | None = None) -> Table:
        """Write a record, then what follows from it by itself: roster, start, bots, the end.

        `answer` answers the mail that brought it about: before the mails of what followed leave,
        so that a receipt never comes after the next question.
        """
        self.folder.notebook.put_busy(game, self.tables.get(game).game.phase)
        first = game not in self._owing  # an answer may bring about a record of its own
        self._owing.add(game)
        self._settled.discard(game)
        try:
            table = self._record(game, draft, answer)
        finally:
            if first:
                self._owing.discard(game)
        if first:
            self.settle(table)
        return table

    def _record(self, game: str, draft: Draft, answer: Callable[[], None] | None) -> Table:
        table, told = self._write(game, draft)
        while follows := self._duties.follows(self, table):
            table, more = self._write(game, follows)
            told += more
        if answer:
            answer()
        for before, after, notice in told:
            self._all_left &= self.outbox.notice(before, after, notice)
        return self.tables.get(game)

    def go_on(self, table: Table) -> Table:
        """What follows by itself at a table though no record was written: votes, bots, the end."""
        follows = self._duties.follows(self, table)
        if follows:
            return self.record(table.game.id, follows)
        if table.game.id not in self._owing:
            self.settle(table)
        return table

    def _write(self, game: str, draft: Draft) -> tuple[Table, list[tuple[Game, Table, Notice]]]:
        table = self.tables.get(game)
        referee = table.referee
        if draft["kind"] == "start":
            referee = self.tables.start(table, draft["deal"])
        if draft["kind"] == "undo":
            table = self.tables.replayed(game)  # a checkpoint has no earlier positions
        written = write(
            table.game,
            draft,
            self.folder.key,
            self.world.now(),
            lambda: self.world.random(16),
            referee,
        )
        self.folder.append(game, written.line)
        after = replace(table, game=written.game, referee=referee)
        self.tables.put(after)
        return after, [(table.game, after, notice) for notice in written.notices]

    def settle(self, table: Table) -> None:
        """Checkpoint and index after records; the game stays busy while mails must still leave."""
        self._all_left &= self._duties.mail(self, table)
        self.tables.save(table)
        self.index(table, busy=not self._all_left)
        self._settled.add(table.game.id)
        self._all_left = True

    def index(self, table: Table, *, busy: bool = False, again: int = 0) -> None:
        """Note when something is due at this table; `again`: if that is now, look again then."""
        now = self.world.now()
        due = self._duties.due_at(self.folder, table, now)
        due = max(due, again) if 0 < due <= now else due
        busy = busy or table.game.id in self._owing
        self.folder.notebook.put_game(table.game.id, table.game.phase, due, busy)

    def cancel(self, game: str, declined: str = "") -> None:
        """End a table that has not started; its seed is revealed all the same.

        `declined`: whoever doesn't play; the mail that tells the end names them.
        """
        if self.tables.get(game).game.phase in ("joining", "revealing"):
            if declined:
                self.folder.notebook.put_note(f"{CALLED_OFF}{game}", declined)
            self.record(game, cancelled(self.folder.seed(game)))

    # --- after a crash ------------------------------------------------------------------------

    def recover(self) -> list[str]:
        """Cut torn lines; compute and send again what did not leave.

        A line for each game that must be left alone.
        """
        left: dict[str, str] = {}
        with suppress(LeftAloneError):
            self._leave_again()
        for game in self.folder.notebook.busy():
            if not self.folder.has_game(game):
                self.folder.notebook.drop_game(game)  # killed before it was opened
                continue
            if game in self._settled and self.deliveries.must_wait(game):
                continue  # its mails were refused for now: there is nothing to be tried yet
            self.folder.mend(game)
            self.tables.forget(game)
            try:
                self.send_again(game)
            except LeftAloneError as error:
                left[game] = str(error)
        for mail, game, answer in self.folder.notebook.waiting_answers():
            try:
                self.answer(mail, game, json.loads(answer))
            except LeftAloneError as error:
                left[game] = str(error)
        with suppress(LeftAloneError):
            self._duties.finish(self)
        return list(left.values())

    def send_again(self, game: str) -> None:
        """All notices of a game's log once more; those that left are not sent again."""
        self._settled.discard(game)
        self.deliveries.forget(game)
        table = self.tables.get(game)
        if table.game.phase == "joining":
            self._all_left &= self._duties.invite(self, game)
        for before, then, notice in self.tables.notices(game):
            self._all_left &= self.outbox.notice(before, then, notice)
        self.go_on(table)

    # --- mails that no record makes -----------------------------------------------------------

    def note(
        self,
        mail: str,
        game: str,
        outcome: str,
        player: str,
        kind: str,
        facts: Mapping[str, Any],
        handled: int = 0,
        *,
        right: bool = True,
    ) -> None:
        """A handled mail (with a right token?) and its answer are on disk before the answer leaves.

        Its date is the time at which the mail was handled (now, if not said): that of the last
        record would tell when somebody else answered in secret.
        """
        now = handled or self.world.now()
        answer = {"kind": kind, "player": player, "facts": plain(facts), "date": now}
        self.folder.notebook.note_handled(mail, game, right, outcome, json.dumps(answer), now)
        self.answer(mail, game, answer)

    def answer(self, mail: str, game: str, answer: Mapping[str, Any]) -> None:
        """Send the answer to a mail, once."""
        table = self.tables.get(game)
        who, kind, date = answer["player"], answer["kind"], answer["date"]
        if self.outbox.answer(table, who, mail, kind, answer["facts"], date):
            self.folder.notebook.answer_left(mail, game)

    def mail(self, table: Table, player: str, cause: Cause, **facts: Any) -> bool:
        """Send an invitation, a reminder, a vote.  False: it did not leave, try again.

        No record gives such a mail its date: until it has left it is written down, so that after
        a crash it leaves as it was.
        """
        now, note = self.world.now(), self.folder.notebook.put_note
        leaves = {"game": table.game.id, "player": player, "cause": asdict(cause), "date": now}
        note(LEAVES, json.dumps({**leaves, "facts": facts}))
        left = self._send(table, player, cause, facts, now)
        note(LEAVES, "")
        return left

    def _send(
        self, table: Table, player: str, cause: Cause, facts: Mapping[str, Any], date: int
    ) -> bool:
        person = self.folder.notebook.seat(table.game.id, player)
        if person is None:
            return True
        return self.outbox.send(table, player, person, cause, facts=facts, date=date)

    def _leave_again(self) -> None:
        """The mail that was leaving when the process was killed: as it was, if it still has to."""
        text = self.folder.notebook.note(LEAVES)
        if text:
            said = json.loads(text)
            table, cause = self.tables.get(said["game"]), Cause(**said["cause"])
            self._send(table, said["player"], cause, said["facts"], said["date"])
            self.folder.notebook.put_note(LEAVES, "")


def plain(facts: Any) -> Any:
    """Facts as JSON values: a refusal's reading becomes its type and words."""
    if isinstance(facts, dict):
        return {name: plain(value) for name, value in facts.items()}
    if hasattr(facts, "__dataclass_fields__"):
        members = {name: plain(getattr(facts, name)) for name in facts.__dataclass_fields__}
        return {"type": type(facts).__name__, **members}
    if isinstance(facts, list | tuple):
        return [plain(item) for item in facts]
    return getattr(facts, "value", facts)
