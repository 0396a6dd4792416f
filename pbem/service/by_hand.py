"""What the host's person does by hand: status, end, undo, another hand on a seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.identities import is_address
from pbem.mails.times import when
from pbem.office.competitive import is_competitive
from pbem.office.game import Game
from pbem.office.leaving import closed
from pbem.office.voting import Vote, seat, undo, until, voters
from pbem.protocol.canonical import Refusal, read
from pbem.protocol.signing import thumbprint

from . import moving
from .awaited import waiting
from .ballots import begin, open_votes
from .books import Books
from .bot_moves import check_bot, key_of
from .editions import LeftAloneError
from .opening import NAME
from .tables import Table


@dataclass(frozen=True)
class Awaited:
    """One player who is awaited at a table; times in seconds UTC."""

    player: str
    since: int
    deadline: int
    reminders: int
    bounced: bool


@dataclass(frozen=True)
class Voted:
    """A vote under way: about what (undo, late, …) and whom, until when, who has answered."""

    what: str
    player: str
    until: int
    answered: tuple[str, ...]


@dataclass(frozen=True)
class Status:
    """How a table stands."""

    game: str
    phase: str
    records: int
    awaited: tuple[Awaited, ...] = ()
    missing: tuple[str, ...] = ()  # who has not joined or revealed yet
    bouncing: tuple[str, ...] = ()  # those of them whose invitation came back
    competitive: bool = False
    votes: tuple[Voted, ...] = ()
    ended: str = ""  # why: `over`, `cancelled`, …; nothing while it goes on
    winners: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()  # seats of players in whose place a bot plays


def status(books: Books, only: str = "") -> Iterator[Status]:
    """Every table (or one), for the host's person: who is awaited since when."""
    for name in [only] if only else books.folder.games():
        if not books.folder.has_game(name):
            raise PersonError(f"there is no game '{name}' here")
        try:
            game = books.tables.glance(name)
        except LeftAloneError as error:
            why = str(error).partition("left alone: ")[2]
            yield Status(name, "left alone", len(books.folder.log(name)), ended=why)
            continue
        yield _standing(books, game)


def _standing(books: Books, game: Game) -> Status:
    """How one table stands."""
    name = game.id
    awaited = [
        Awaited(one.player, one.ask.at, one.deadline, len(one.reminded), one.bounced)
        for one in (waiting(books.folder, game) if game.phase == "playing" else [])
    ]
    missing = [
        s.player
        for s in game.seats.values()
        if (game.phase == "joining" and not s.joined)
        or (game.phase == "revealing" and s.commit and not s.secret)
    ]
    people = books.folder.notebook.seats(name) if missing else {}
    bouncing = tuple(one for one in missing if one in people and people[one].bounced)
    votes = tuple(
        Voted(vote.what, vote.player, vote.until, tuple(vote.said))
        for vote in open_votes(books.folder, game)
    )
    ranked = is_competitive(game.opened)
    ended, winners = str(game.end.get("reason", "")), tuple(game.end.get("winners", ()))
    return Status(
        name, game.phase, game.n + 1, tuple(awaited), tuple(missing), bouncing, ranked, votes,
        ended, winners, tuple(s.player for s in game.seats.values() if s.bot and not s.house),
    )  # fmt: skip


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
    votes = [
        f"vote ({vote.what}) about {vote.player}, until {when(vote.until, zone, 'en')}, "
        f"answered: {', '.join(vote.answered) or 'nobody yet'}"
        for vote in one.votes
    ]
    back = "who wants to come back answers `volver` or `back`"
    bots = [f"a bot plays for {', '.join(one.bots)} — {back}"] if one.bots else []
    swords = " ⚔" if one.competitive else ""
    how = f" ({one.ended})" if one.ended not in ("", "over") else ""
    won = f", won by {', '.join(one.winners)}" if one.winners else ""
    records = f"{one.records} record{'s' if one.records != 1 else ''}"
    return f"{one.game}{swords}: {one.phase}{how}{won}, {records}" + "".join(
        f"\n  {line}" for line in (*missing, *waits, *votes, *bots)
    )


def end(books: Books, game: str) -> None:
    """Close a table: called off before its start, ended by the host after it."""
    phase = _phase(books, game)
    if phase == "over":
        raise PersonError(f"{game} is over already")
    if phase != "playing":
        books.cancel(game)
        return
    books.record(game, closed(books.folder.seed(game), "host"))


def ask_undo(books: Books, game: str, *, force: bool = False) -> str:
    """Start the vote to take the last move back; by force it is recorded as the host's and told."""
    if _phase(books, game) != "playing":
        raise PersonError(f"{game} is not being played")
    table = books.tables.get(game)
    steps = [step for step in table.game.steps if step.raised and not step.sealed]
    if not steps:
        raise PersonError(f"nothing was played in {game} that could be taken back")
    last = steps[-1]
    if force and is_competitive(table.game.opened):
        raise PersonError("at a competitive table the host can't force an undo")
    others = voters(table.game, last.player)
    if force or not others:
        books.record(game, undo(last.player, last.n - 1, "host", {}))
        return "taken back"
    if any(vote.what == "undo" for vote in open_votes(books.folder, table.game)):
        raise PersonError(f"a vote is under way in {game} already")
    ends = until(table.game, books.world.now())
    begin(books, table, Vote("undo", last.player, ends, to=last.n - 1, host=True))
    books.go_on(table)
    return "asked: " + ", ".join(others)


def _check_person(address: str, name: str) -> None:
    if not is_address(address):
        raise PersonError(f"'{address[:60]}' is no mail address")
    if name and not NAME.fullmatch(name):
        raise PersonError("the name has more than 40 characters or odd ones")


def give_seat(
    books: Books, game: str, player: str, *, address: str = "", name: str = "", bot: str = ""
) -> str:
    """A seat gets another address, another person (`name`) or a bot; what was done about it.

    Another person or a bot needs the votes of more than half of the others; where there are none
    it is done at once.  So it is for the player of a seat that a bot has.  The player's own new
    address is told to all two days before.
    """
    table = _table_for(books, game, player)
    person = books.folder.notebook.seat(game, player)
    if address and not name and table.game.seats[player].bot:
        name = person.name if person else player.capitalize()
    if bool(address) == bool(bot) or (name and not address):
        raise PersonError("name a bot, or an address (and with --person who is there)")
    if not bot:
        _check_person(address, name)
    if bot:
        check_bot(bot)
    elif not name:
        moving.begin(books, game, player, address, "host")
        return "all are told; it takes place in two days, once that address has confirmed"
    if is_competitive(table.game.opened):
        raise PersonError("at a competitive table a seat goes to nobody else")
    others = voters(table.game, player)
    if bot and not others:
        books.folder.notebook.put_note(key_of(game, player), bot)
        books.record(game, seat(player, "bot", "host"))
        return f"the bot {bot} plays on"
    if name:
        moving.begin(books, game, player, address, "vote" if others else "host", name)
    if others:
        ends = until(table.game, books.world.now())
        begin(books, table, Vote("seat", player, ends, bot=bot, host=True))
        books.go_on(books.tables.get(game))
        return "asked: " + ", ".join(others)
    return f"{address} is asked to confirm"


def give_key(books: Books, game: str, player: str, data: bytes) -> str:
    """A player has lost the key and shows another one (a JWK); all are told.

    Raises `PersonError` for what is no Ed25519 key, or a seat that never had one.
    """
    table = _table_for(books, game, player)
    try:
        jwk = read(data.strip())
        kid = thumbprint(jwk) if isinstance(jwk, dict) else ""
    except Refusal:
        kid = ""
    if not kid:
        raise PersonError("this is no key file — pbem join MAIL --new-key makes one")
    if table.game.seats[player].key is None:
        raise PersonError(f"{player} did not join {game} with a key")
    books.record(game, {**seat(player, "key", "host"), "key": jwk})
    return f"{player} signs with {kid}; all are told"


def _table_for(books: Books, game: str, player: str) -> Table:
    """A table that is played, with that seat, about which no vote is under way."""
    if _phase(books, game) != "playing":
        raise PersonError(f"{game} is not being played")
    table = books.tables.get(game)
    if player not in table.game.seats:
        raise PersonError(f"{game} has no seat '{player}'")
    votes = open_votes(books.folder, table.game)
    if any(vote.what == "seat" and vote.player == player for vote in votes):
        raise PersonError(f"a vote about the seat of {player} is under way")
    return table


def _phase(books: Books, game: str) -> str:
    if not books.folder.has_game(game):
        raise PersonError(f"there is no game '{game}' here")
    return books.tables.get(game).game.phase
