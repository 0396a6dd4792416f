"""The host's notebook: who plays where, which mails were handled, which of ours are out.

One SQLite file, readable by its owner alone, since it is the only place with addresses.  The
logs are the truth of the games; here stands what no log may hold and what is looked up often.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Any

from card_specs.language.problems import OutsideError, PersonError
from card_specs.values import dataclass

FORMAT = 1
_SCHEMA = """
create table seats (game text, player text, address text, person text,
                    primary key (game, player)) without rowid;
create index seats_by_address on seats (address);
create table games (game text primary key, phase text, due integer, busy integer) without rowid;
create index games_due on games (due);
create index games_busy on games (busy) where busy;
create table handled (mail text, game text, right integer, outcome text, answer text,
                      waiting integer, at integer, primary key (mail, game)) without rowid;
create index handled_waiting on handled (at, mail) where waiting;
create index handled_by_game on handled (game);
create table sent (message_id text primary key, game text, at integer) without rowid;
create index sent_by_game on sent (game);
create table answered (address text, day integer, kind text, count integer,
                       primary key (address, day, kind)) without rowid;
create index answered_by_day on answered (day);
create table never (person text primary key) without rowid;
create table notes (key text primary key, value text) without rowid;
"""


@dataclass(frozen=True)
class Person:
    """How to reach whoever sits in a seat, and how they like their mails."""

    address: str
    name: str
    language: str
    zone: str = "UTC"
    page: bool = False  # attach the turn page
    receipts: bool = True
    plain: bool = False  # links without the plus part
    away_until: int = 0  # seconds UTC
    away_used: int = 0  # seconds of absence used in this game
    bounced: int = 0  # since when mails bounce (seconds UTC), 0: they don't
    watches: bool = False  # only looks on: sees what everybody sees
    refused: bool = False  # was it our own server that refused them?
    deferred: int = 0  # since when all are refused for now (seconds UTC), 0: they are not
    deferred_at: int = 0  # when one was last refused for now
    pending: dict[str, Any] = field(default_factory=dict)  # confirmations that are awaited

    def reached(self) -> Person:
        """The same person with nothing held against the address."""
        return replace(self, bounced=0, refused=False, deferred=0, deferred_at=0)


class NotebookError(OutsideError):
    """The notebook's file could not be read or written."""


class _Base(sqlite3.Connection):
    """A connection whose failures are one line for a person: a full disk, a read-only folder."""

    path: Path

    def execute(self, *query: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*query)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise PersonError(f"{self.path}: {error} — restore it from a copy") from None
            raise NotebookError(f"{self.path}: {error} — nothing is lost, try again") from None


class Notebook:
    """An open notebook.  Every method is one transaction unless inside `together`."""

    def __init__(self, path: Path) -> None:
        new = not path.exists()
        if new:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        try:
            self._base = sqlite3.connect(path, isolation_level=None, factory=_Base)
        except sqlite3.Error as error:
            raise NotebookError(f"{path}: {error}") from None
        self._base.path = path
        self._base.execute("pragma journal_mode = wal")
        self._base.execute("pragma secure_delete = on")  # what is forgotten is overwritten
        # Killed, nothing is lost.  After a power cut the last notes may be: then a mail is read or
        # sent once more, with the same Message-ID and bytes, which everybody takes for a copy.
        self._base.execute("pragma synchronous = normal")
        found = self._base.execute("pragma user_version").fetchone()[0]
        if found == 0:
            with self.together():
                for statement in f"{_SCHEMA} pragma user_version = {FORMAT};".split(";"):
                    self._base.execute(statement)
        elif found != FORMAT:
            raise PersonError(
                f"{path}: this notebook has format {found}, this program reads {FORMAT} — "
                "use the version of pbem that wrote it"
            )

    def close(self) -> None:
        self._base.close()

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Several changes as one transaction: `with notebook.together(): …`."""
        self._base.execute("begin immediate")
        done = False
        try:
            yield
            self._base.execute("commit")
            done = True
        finally:
            if not done:
                with contextlib.suppress(NotebookError):
                    self._base.execute("rollback")

    # --- people -------------------------------------------------------------------------------

    def seat(self, game: str, player: str) -> Person | None:
        row = self._one("select person from seats where game = ? and player = ?", game, player)
        return Person(**json.loads(row[0])) if row else None

    def seats(self, game: str) -> dict[str, Person]:
        """Everybody with an address at a table."""
        rows = self._base.execute("select player, person from seats where game = ?", (game,))
        return {player: Person(**json.loads(text)) for player, text in rows}

    def put_seat(self, game: str, player: str, person: Person) -> None:
        self._base.execute(
            "insert or replace into seats values (?, ?, ?, ?)",
            (game, player, person.address.lower(), json.dumps(asdict(person))),
        )

    def seats_of(self, address: str) -> list[tuple[str, str]]:
        """Game and player of every seat with this address."""
        found = self._base.execute(
            "select game, player from seats where address = ? order by game", (address.lower(),)
        )
        return [(game, player) for game, player in found]

    def a_seat_of(self, address: str) -> tuple[str, str] | None:
        """Game and player of one seat with this address, however many there are."""
        row = self._one(
            "select game, player from seats where address = ? order by game, player limit 1",
            address.lower(),
        )
        return (row[0], row[1]) if row else None

    def drop_seat(self, game: str, player: str) -> None:
        self._base.execute("delete from seats where game = ? and player = ?", (game, player))

    # --- games --------------------------------------------------------------------------------

    def put_game(self, game: str, phase: str, due: int, busy: bool) -> None:
        """Where a game stands: its phase, when something is due (0: never), mails still to send."""
        self._base.execute(
            "insert or replace into games values (?, ?, ?, ?)", (game, phase, due, int(busy))
        )

    def put_busy(self, game: str, phase: str) -> None:
        """A record is about to be written: after a power cut, too, its mails are known to be due.

        The only note that must be on disk before the log; all notes before it then are as well.
        """
        self._base.execute("pragma synchronous = full")
        self.put_game(game, phase, 0, True)
        self._base.execute("pragma synchronous = normal")

    def drop_game(self, game: str) -> None:
        """Forget a game that was never opened, and who was to sit there."""
        with self.together():
            self._base.execute("delete from games where game = ?", (game,))
            self._base.execute("delete from seats where game = ?", (game,))

    def set_busy(self, game: str) -> None:
        """Mails of this game must still leave."""
        self._base.execute("update games set busy = 1 where game = ?", (game,))

    def games(self) -> list[tuple[str, str, int, bool]]:
        rows = self._base.execute("select game, phase, due, busy from games order by game")
        return [(game, phase, due, bool(busy)) for game, phase, due, busy in rows]

    def phase(self, game: str) -> str:
        """The phase of a game, or nothing."""
        row = self._one("select phase from games where game = ?", game)
        return str(row[0]) if row else ""

    def due(self, now: int) -> list[str]:
        """Games in which something is due by now, the longest waiting first."""
        rows = self._base.execute(
            "select game from games where due > 0 and due <= ? order by due, game", (now,)
        )
        return [game for (game,) in rows]

    def busy(self) -> list[str]:
        """Games whose mails did not all leave (the process was killed, the server was down)."""
        return [game for (game,) in self._base.execute("select game from games where busy")]

    # --- mails --------------------------------------------------------------------------------

    def handled(self, mail: str, game: str) -> tuple[bool, str] | None:
        """Was this mail handled for this game: with a right token? with which outcome?"""
        row = self._one(
            "select right, outcome from handled where mail = ? and game = ?", mail, game
        )
        return (bool(row[0]), row[1]) if row else None

    def handled_rightly(self, mail: str) -> bool:
        """Was this mail handled with a right token or signature, for whatever game?"""
        query = "select 1 from handled where mail = ? and right = 1"
        return self._one(query, mail) is not None

    def note_handled(
        self, mail: str, game: str, right: bool, outcome: str, answer: str, at: int
    ) -> None:
        """A mail is handled; `answer` (JSON, or nothing) is what must still leave for it."""
        self._base.execute(
            "insert or replace into handled values (?, ?, ?, ?, ?, ?, ?)",
            (mail, game, int(right), outcome, answer, int(bool(answer)), at),
        )

    def waiting_answers(self) -> list[tuple[str, str, str]]:
        """Mail, game and answer of every answer that did not leave yet."""
        rows = self._base.execute(
            "select mail, game, answer from handled where waiting order by at, mail"
        )
        return [(mail, game, answer) for mail, game, answer in rows]

    def answer_left(self, mail: str, game: str) -> None:
        self._base.execute(
            "update handled set waiting = 0 where mail = ? and game = ?", (mail, game)
        )

    def is_sent(self, message_id: str) -> bool:
        return self._one("select 1 from sent where message_id = ?", message_id) is not None

    def note_sent(self, message_id: str, game: str, at: int) -> None:
        self._base.execute("insert or ignore into sent values (?, ?, ?)", (message_id, game, at))

    def sent_at(self, message_id: str) -> int:
        """When the server took this mail of ours, 0: not yet."""
        row = self._one("select at from sent where message_id = ?", message_id)
        return int(row[0]) if row else 0

    def answers(self, address: str, day: int, kind: str) -> int:
        """How many answers of a kind an address has been counted on a day."""
        query = "select count from answered where address = ? and day = ? and kind = ?"
        row = self._one(query, address.lower(), day, kind)
        return int(row[0]) if row else 0

    def count_answer(self, address: str, day: int, kind: str) -> int:
        """Count one more answer of a kind to an address on a day; how many there are now."""
        self._base.execute(
            "insert into answered values (?, ?, ?, 1) on conflict do update set count = count + 1",
            (address.lower(), day, kind),
        )
        return self.answers(address, day, kind)

    # --- the rest -----------------------------------------------------------------------------

    def never(self, person: str) -> bool:
        """Did this person (hash of the address) ask not to be invited again?"""
        return self._one("select 1 from never where person = ?", person) is not None

    def note_never(self, person: str) -> None:
        self._base.execute("insert or ignore into never values (?)", (person,))

    def note(self, key: str) -> str:
        row = self._one("select value from notes where key = ?", key)
        return str(row[0]) if row else ""

    def put_note(self, key: str, value: str) -> None:
        self._base.execute("insert or replace into notes values (?, ?)", (key, value))

    def notes(self, start: str) -> list[str]:
        """The keys of all notes that begin so."""
        rows = self._base.execute(
            "select key from notes where key >= ? and key < ? order by key",
            (start, start + "\uffff"),
        )
        return [key for (key,) in rows]

    def drop_note(self, key: str) -> None:
        self._base.execute("delete from notes where key = ?", (key,))

    def forget(self, address: str) -> list[tuple[str, str]]:
        """Remove an address everywhere; the seats that had it."""
        seats = self.seats_of(address)
        with self.together():
            for game, player in seats:
                self.drop_seat(game, player)
            self._base.execute("delete from answered where address = ?", (address.lower(),))
        self._base.execute("pragma wal_checkpoint(truncate)")  # no trace in the journal, either
        return seats

    def clear(self, game: str) -> None:
        """Forget who sat at a table, which mails it got and sent, and its notes of people."""
        notes = ("bounce", "tried", "votes", "moving", "invited", "again", "bot", "off")
        with self.together():
            for name in ("seats", "handled", "sent"):
                self._base.execute(f"delete from {name} where game = ?", (game,))
            for note in notes:
                start = f"{note} {game}"
                self._base.execute("delete from notes where key = ?", (start,))
                query = "delete from notes where key >= ? and key < ?"
                self._base.execute(query, (start + " ", start + "!"))
        self._base.execute("pragma wal_checkpoint(truncate)")

    def clear_old(self, before: int) -> None:
        """Forget what belongs to no game and is older (seconds UTC): mails of strangers, counts."""
        with self.together():
            for name in ("handled", "sent"):
                self._base.execute(f"delete from {name} where game = '' and at < ?", (before,))
            self._base.execute("delete from answered where day < ?", (before // 86400,))
        self._base.execute("pragma wal_checkpoint(truncate)")

    def games_with_people(self) -> set[str]:
        """The games whose addresses are not removed yet."""
        return {game for (game,) in self._base.execute("select distinct game from seats")}

    def _one(self, query: str, *values: object) -> tuple[Any, ...] | None:
        row = self._base.execute(query, values).fetchone()
        return tuple(row) if row else None

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        """All seats: game, player, address."""
        yield from self._base.execute("select game, player, address from seats order by 1, 2")
