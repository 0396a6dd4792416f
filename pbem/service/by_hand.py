"""What the host's person does by hand: status, end, undo, another hand on a seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.mails.times import when
from pbem.office.clock import DEFAULT
from pbem.office.seats import seat
from pbem.office.undoing import undo, voters
from pbem.office.visit import Vote
from pbem.protocol.canonical import to_base64url
from pbem.store.notebook import Person

from .books import Books
from .bot_moves import check_bot, key_of
from .outbox import Cause
from .times import waiting


@dataclass(frozen=True)
class Awaited:
    """One player who is awaited at a table; times in seconds UTC."""

    player: str
    since: int
    deadline: int
    reminders: int
    bounced: bool


@dataclass(frozen=True)
class Status:
    """How a table stands."""

    game: str
    phase: str
    records: int
    awaited: tuple[Awaited, ...]
    missing: tuple[str, ...]  # who has not joined or revealed yet
    bouncing: tuple[str, ...]  # those of them whose invitation came back


def status(books: Books, only: str = "") -> Iterator[Status]:
    """Every table (or one), for the host's person: who is awaited since when."""
    for name in [only] if only else books.folder.games():
        if not books.folder.has_game(name):
            raise PersonError(f"there is no game '{name}' here")
        game = books.tables.glance(name)
        awaited = [
            Awaited(one.player, one.ask.at, one.deadline, len(one.reminded), one.bounced)
            for one in (waiting(books.folder, game) if game.phase == "playing" else [])
        ]
        missing = [
            s.player
            for s in game.seats.values()
            if not s.joined or (game.phase == "revealing" and s.commit and not s.secret)
        ]
        people = books.folder.notebook.seats(name) if missing else {}
        bouncing = tuple(one for one in missing if one in people and people[one].bounced)
        yield Status(name, game.phase, game.n + 1, tuple(awaited), tuple(missing), bouncing)


def told(one: Status, zone: str, as_json: bool) -> str:
    """A status as a line for people, or as JSON."""
    if as_json:
        return json.dumps(asdict(one), ensure_ascii=False)
    waits = [
        f"{a.player} since {when(a.since, zone, 'en')}, until {when(a.deadline, zone, 'en')}"
        + (" (mails bounce)" if a.bounced else "")
        for a in one.awaited
    ]
    names = [f"{who} (mails bounce)" if who in one.bouncing else who for who in one.missing]
    missing = [f"waiting for {', '.join(names)}"] if names else []
    return f"{one.game}: {one.phase}, {one.records} records" + "".join(
        f"\n  {line}" for line in (*missing, *waits)
    )


def end(books: Books, game: str) -> None:
    """Close a table: called off before its start, ended by the host after it."""
    phase = _phase(books, game)
    if phase == "over":
        raise PersonError(f"{game} is over already")
    if phase != "playing":
        books.cancel(game)
        return
    draft: dict[str, Any] = {
        "kind": "end",
        "reason": "host",
        "winners": [],
        "scores": {},
        "seed": to_base64url(books.folder.seed(game)),
    }
    books.record(game, draft)


def ask_undo(books: Books, game: str, *, force: bool = False) -> str:
    """Start the vote to take the last move back; by force it is recorded as the host's and told."""
    if _phase(books, game) != "playing":
        raise PersonError(f"{game} is not being played")
    table = books.tables.get(game)
    steps = [step for step in table.game.steps if step.raised]
    if not steps:
        raise PersonError(f"nothing was played in {game} that could be taken back")
    last = steps[-1]
    competitive = bool(table.game.opened["options"].get("competitive"))
    if force and competitive:
        raise PersonError("at a competitive table the host can't force an undo")
    others = voters(table.game, "")
    if force or not others:
        books.record(game, undo(last.player, last.n - 1, "host", {}))
        return "taken back"
    key = f"vote {game}"
    if books.folder.notebook.note(key):
        raise PersonError(f"a vote is under way in {game} already")
    until = books.world.now() + int(table.game.table.get("deadline", DEFAULT))
    vote = Vote("undo", last.player, table.game.pub, last.n - 1, until)
    books.folder.notebook.put_note(key, json.dumps(asdict(vote)))
    for player in others:
        asks = f"vote{vote.pub}"
        books.mail(table, player, Cause("vote", asks, 0, asks), who=last.player, host=True)
    return "asked: " + ", ".join(others)


def give_seat(books: Books, game: str, player: str, *, address: str = "", bot: str = "") -> None:
    """A seat changes hands: to a bot, or to somebody at another address; told to all."""
    if _phase(books, game) != "playing":
        raise PersonError(f"{game} is not being played")
    table = books.tables.get(game)
    if player not in table.game.seats:
        raise PersonError(f"{game} has no seat '{player}'")
    if bool(address) == bool(bot):
        raise PersonError("name either a bot or an address for the seat")
    if bot:
        check_bot(bot)
        books.folder.notebook.put_note(key_of(game, player), bot)
        books.folder.notebook.drop_seat(game, player)
        books.record(game, seat(player, "bot", "host"))
        return
    old = books.folder.notebook.seat(game, player)
    config = books.folder.config
    fresh = Person(address, player.capitalize(), config.language, config.zone)
    person = replace(old, address=address, bounced=0, refused=False, pending={}) if old else fresh
    books.folder.notebook.put_seat(game, player, person)
    books.record(game, seat(player, "player", "host"))


def _phase(books: Books, game: str) -> str:
    if not books.folder.has_game(game):
        raise PersonError(f"there is no game '{game}' here")
    return books.tables.get(game).game.phase
