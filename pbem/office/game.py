"""A game under way: what replaying its log gives, record by record.

Playing live, replaying after a crash and auditing all go through `advance`, so they cannot
differ.  Whether `pub` rises is worked out here, too: a record that changes what a spectator sees
raises it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.protocol.canonical import canonical, sha256
from pbem.protocol.records import RAISES_PUB
from pbem.protocol.signing import Jwk

from .competitive import is_competitive
from .order import mail_order
from .referee import Played, Referee, Result, State

Record = Mapping[str, Any]

MISSED = 2
"""Deadlines missed one after the other, after which the others are asked how to go on."""


class LogError(PersonError):
    """A record that the rules do not bear out: it was not written by this office."""


@dataclass(frozen=True)
class Seat:
    """Who sits there, as far as the log tells."""

    player: str
    house: bool  # of the host's person, or a bot: adds nothing to the deal
    joined: bool = False
    issue: int = 0  # of tokens
    key: Jwk | None = None
    only_signed: bool = False
    seal: Jwk | None = None
    words: str = ""
    commit: str = ""
    secret: str = ""
    bot: bool = False
    left: bool = False
    penalised: bool = False  # for leaving, by the votes of all others (CINQ-10.6)


@dataclass(frozen=True)
class Call:
    """A record that calls the others to vote: about a late player, or on a leaver's penalty."""

    n: int
    what: str  # late | penalty
    player: str


@dataclass(frozen=True)
class Ask:
    """An open question to a player: its number, since when, and the moves it was mailed with."""

    number: int
    serial: int
    n: int  # the record that opened it
    at: int
    pub: int
    head: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Answered:
    """The last closed ask of a player: to tell a copy from a second thought."""

    number: int
    moves: tuple[str, ...]
    mailed: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """One record of play, for undo: where it led from, and what it would take back."""

    n: int
    player: str
    before: State  # None where the game came from a checkpoint: an undo then replays the log
    raised: bool
    used_chance: bool
    learned: bool  # a card came to sight that its reader had not seen, save the mover's own
    sealed: bool  # the answer to a secret question by which the others' came to light
    shown: tuple[str, ...] = ()  # its moves as far as everybody may know them


@dataclass(frozen=True)
class Game:
    """Everything about a game that follows from its log."""

    id: str
    opened: Record
    open_hash: str
    host: str
    phase: str = "joining"  # joining | revealing | playing | over
    n: int = 0
    pub: int = 0
    at: int = 0
    head: str = ""  # hash of the last line that raised pub: what views name
    last: str = ""  # hash of the last line: what the next record follows
    heads: Mapping[int, str] = field(default_factory=dict)
    seats: Mapping[str, Seat] = field(default_factory=dict)
    roster_hash: str = ""
    deal: Record = field(default_factory=dict)
    state: State = None
    public_hash: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    asks: Mapping[str, Ask] = field(default_factory=dict)
    answered: Mapping[str, Answered] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    news: tuple[tuple[int, dict[str, Any]], ...] = ()  # (pub, fact): what happened, in order
    told: Mapping[str, int] = field(default_factory=dict)  # pub of each reader's last view
    revealed: int = 0  # pub of the last record by which sealed answers came to light
    named: tuple[str, ...] = ()  # who is asked, as far as everybody may know
    missed: Mapping[str, int] = field(default_factory=dict)  # open deadlines missed in a row
    calls: tuple[Call, ...] = ()
    result: Result | None = None
    end: Record = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.opened["seats"])

    @property
    def table(self) -> Record:
        """The table's own options: deadline, late, away, undo."""
        return dict(self.opened["table"])

    @property
    def deserted(self) -> bool:
        """Have all left but one, so that nobody is left to play against?"""
        return sum(not seat.left for seat in self.seats.values()) < 2


def begin(opened: Record, line_hash: str, host: str) -> Game:
    """The game that an `open` record begins."""
    house = set(opened["house"])
    seats = {p: Seat(p, p in house, joined=p in house) for p in opened["seats"]}
    return Game(
        id=opened["game"],
        opened=opened,
        open_hash=line_hash,
        host=host,
        at=opened["at"],
        head=line_hash,
        last=line_hash,
        heads={0: line_hash},
        seats=seats,
        counts=dict.fromkeys(opened["seats"], 0),
    )


def stepped(game: Game, record: Record, referee: Referee | None) -> Game:
    """The game with what a record says done, before it has its place in the chain.

    `referee` may be None before `start`.  Raises `LogError` where the rules do not bear it out.
    """
    return _STEPS[record["kind"]](game, record, referee)


def rises(game: Game, record: Record, changed: Game) -> bool:
    """Does this record raise `pub`?  `changed`: the game with it done."""
    kind = record["kind"]
    if kind == "seat" and record["change"] in ("resign", "bot", "player"):
        return True
    return kind in RAISES_PUB or changed.public_hash != game.public_hash


def advance(
    game: Game,
    record: Record,
    line_hash: str,
    referee: Referee | None,
    changed: Game | None = None,
) -> Game:
    """The game after one more record.  `changed`: the game with it done, where that is at hand.

    Raises `LogError` for a record that the rules do not bear out.
    """
    kind = record["kind"]
    if changed is None:
        changed = stepped(game, record, referee)
    raised = rises(game, record, changed)
    pub = game.pub + raised
    if record["pub"] != pub:
        raise LogError(f"record {record['n']}: pub is {record['pub']}, the rules give {pub}")
    head = line_hash if raised else game.head
    changed = replace(
        changed,
        n=record["n"],
        at=record["at"],
        pub=pub,
        head=head,
        last=line_hash,
        heads={**game.heads, pub: head} if raised else game.heads,
        roster_hash=line_hash if kind == "roster" else changed.roster_hash,
    )
    if changed.steps and changed.steps[-1].n == record["n"]:
        last = replace(changed.steps[-1], raised=raised)
        changed = replace(changed, steps=(*changed.steps[:-1], last))
    return _open_asks(changed, referee) if changed.phase == "playing" and referee else changed


# --- before the start --------------------------------------------------------------------------


def _join(game: Game, record: Record, _: Referee | None) -> Game:
    seat = replace(
        game.seats[record["player"]],
        joined=True,
        issue=1,
        key=record["key"] or None,
        only_signed=record["only_signed"] or is_competitive(game.opened),
        seal=record.get("seal"),
        words=record["words"],
        commit=record["commit"],
    )
    return _seated(game, seat)


def _roster(game: Game, _record: Record, _: Referee | None) -> Game:
    return replace(game, phase="revealing")


def _reveal(game: Game, record: Record, _: Referee | None) -> Game:
    return _seated(game, replace(game.seats[record["player"]], secret=record["secret"]))


def _start(game: Game, record: Record, referee: Referee | None) -> Game:
    if referee is None:
        raise LogError("a game cannot start without its rules")
    played = referee.start()
    game = replace(game, phase="playing", deal=record["deal"], state=played.state)
    return _after(game, played, referee)


# --- play --------------------------------------------------------------------------------------


def _move(game: Game, record: Record, referee: Referee | None) -> Game:
    player, moves = record["player"], record["moves"]
    ask = game.asks.get(player)
    if referee is None or ask is None or ask.number != record["ask"]:
        raise LogError(f"record {record['n']}: {player} was not asked {record['ask']}")
    before = state = game.state
    plays: list[Played] = []
    for move in moves:
        plays.append(referee.play(state, player, move))
        state = plays[-1].state
    if [list(pair) for pair in record["then"]] != [list(x) for one in plays for x in one.then]:
        raise LogError(f"record {record['n']}: standing orders answer otherwise")
    used_chance = any(one.used_chance for one in plays)
    learned = any(one.learned or one.shown for one in plays)
    revealed = any(one.revealed for one in plays)
    shown = tuple(seen for one in plays for seen in one.seen(player))
    news = tuple(fact for one in plays for fact in one.happened)
    step = Step(record["n"], player, before, False, used_chance, learned, revealed, shown)
    game = replace(
        game,
        state=state,
        steps=(*game.steps, step),
        asks={p: a for p, a in game.asks.items() if p != player},
        answered={**game.answered, player: Answered(ask.number, tuple(moves), ask.moves)},
    )
    return _after(game, Played(state, (), news, used_chance, learned, revealed), referee)


def _answer(game: Game, record: Record, referee: Referee | None) -> Game:
    """A move; whoever was known to be asked is back at the table."""
    after, player = _move(game, record, referee), record["player"]
    if player in game.named and record["by"] != "bot":
        after = replace(after, missed={**game.missed, player: 0})
    return after


def _timeout(game: Game, record: Record, referee: Referee | None) -> Game:
    """A missed deadline; every second one in a row calls the others to vote (CINQ-9.5)."""
    after, player = _move(game, record, referee), record["player"]
    if player not in game.named:
        return after  # a vote, or none, would tell who was asked in secret
    missed = game.missed.get(player, 0) + 1
    calls = () if missed % MISSED else (Call(record["n"], "late", player),)
    return replace(after, missed={**game.missed, player: missed}, calls=(*after.calls, *calls))


def _order(game: Game, record: Record, referee: Referee | None) -> Game:
    if referee is None or game.state is None:
        return game
    return replace(game, state=referee.order(game.state, record["player"], record["orders"]))


def _undo(game: Game, record: Record, referee: Referee | None) -> Game:
    """Back to the position after record `to`: later steps fall, asks opened since are closed."""
    if referee is None:
        raise LogError("nothing to take back")
    fallen = [step for step in game.steps if step.n > record["to"]]
    if not fallen:
        raise LogError(f"record {record['n']}: nothing was played after {record['to']}")
    state = fallen[0].before
    if state is None:
        raise LogError("an undo needs the whole log replayed")
    for player in game.players:  # orders changed since stay
        state = referee.order(state, player, referee.orders(game.state, player))
    kept = tuple(step for step in game.steps if step.n <= record["to"])
    asks = {p: ask for p, ask in game.asks.items() if ask.n <= record["to"]}
    game = replace(game, state=state, steps=kept, asks=asks, result=None)
    fact = {"undo": record["player"], "by": record["by"]}
    return _after(game, Played(state, (), (fact,), False, False, False), referee)


def _seat(game: Game, record: Record, _: Referee | None) -> Game:
    seat, change = game.seats[record["player"]], record["change"]
    if change == "resign":
        if is_competitive(game.opened) and not seat.left:
            game = replace(game, calls=(*game.calls, Call(record["n"], "penalty", seat.player)))
        seat = replace(seat, left=True, penalised=seat.left, key=None, only_signed=False)
    elif change == "bot":
        seat = replace(seat, bot=True, key=None, only_signed=False, issue=seat.issue + 1)
    elif change == "player":
        seat = replace(
            seat, bot=False, left=False, key=None, only_signed=False, issue=seat.issue + 1
        )
    elif change == "key":
        seat = replace(seat, key=record.get("key") or None)
    elif change in ("address", "token"):
        seat = replace(seat, issue=seat.issue + 1)
    return _seated(game, seat)


def _key(game: Game, _record: Record, _: Referee | None) -> Game:
    return game


def _end(game: Game, record: Record, _: Referee | None) -> Game:
    return replace(game, phase="over", end=record, asks={})


_STEPS = {
    "join": _join,
    "roster": _roster,
    "reveal": _reveal,
    "start": _start,
    "move": _answer,
    "timeout": _timeout,
    "order": _order,
    "undo": _undo,
    "seat": _seat,
    "key": _key,
    "end": _end,
}


# --- shared ------------------------------------------------------------------------------------


def _seated(game: Game, seat: Seat) -> Game:
    return replace(game, seats={**game.seats, seat.player: seat})


def _after(game: Game, played: Played, referee: Referee) -> Game:
    shown = referee.public(game.state)
    told = tuple((game.pub + 1, fact) for fact in played.happened)
    return replace(
        game,
        public_hash=sha256(canonical(shown)),
        named=tuple(shown["asked"]),
        news=(*game.news, *told),
        revealed=game.pub + 1 if played.revealed else game.revealed,
        result=referee.result(game.state),
    )


def _open_asks(game: Game, referee: Referee) -> Game:
    """Close asks that are withdrawn, keep those that stand, number those that are new."""
    asked = {} if game.result or game.deserted else referee.asked(game.state)
    asks, counts = {}, dict(game.counts)
    for player, moves in asked.items():
        serial = referee.serial(game.state, player)
        standing = game.asks.get(player)
        if standing and standing.serial == serial:
            asks[player] = standing
            continue
        counts[player] += 1
        asks[player] = Ask(
            counts[player], serial, game.n, game.at, game.pub, game.head, mail_order(moves)
        )
    return replace(game, asks=asks, counts=counts)
