"""One letter at the counter: what the office knows of it, and what it makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from card_specs.values import dataclass
from pbem.engine.lexicon import Lexicon
from pbem.letters.mime import Letter

from .drafts import Draft
from .game import Game, Seat
from .referee import Referee
from .voting import Vote


@dataclass(frozen=True)
class Habits:
    """What a player asked of the table that is in no log: language, zone, page, absence …"""

    name: str
    language: str
    zone: str = "UTC"
    page: bool = False
    receipts: bool = True
    plain: bool = False
    away_until: int = 0
    away_used: int = 0


@dataclass(frozen=True)
class Visit:
    """A letter with a right token (or signature) for one seat and ask of one game."""

    game: Game
    player: str
    ask: str  # a number, `0` for the seat token, or a confirmation's name
    letter: Letter
    habits: Habits
    referee: Referee | None
    lexicon: Lexicon
    arrived: int
    now: int
    host: str = ""  # thumbprint of the host's key
    votes: tuple[Vote, ...] = ()  # those under way at this table
    confirm_until: int = 0  # seconds UTC until which this confirmation holds; 0: it was used
    moving: bool = False  # does the seat wait for its new address to confirm?
    chips: Callable[[str], int] | None = None  # by a key's thumbprint: what its owner may stake

    @property
    def seat(self) -> Seat:
        return self.game.seats[self.player]


@dataclass(frozen=True)
class Reply:
    """An answer to whoever sits there: its kind and the facts that it tells."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reaction:
    """What is to be done: a record, an answer, changed habits or vote; and how to log the mail."""

    outcome: str  # played | refused | duplicate | ignored | done
    code: str = ""
    why: str = ""
    draft: Draft | None = None
    reply: Reply | None = None
    habits: Habits | None = None
    vote: Vote | None = None  # begun, or with one more answer
    wish: Mapping[str, Any] = field(default_factory=dict)  # for the shell: address, forget, never


def refused(code: str, why: str = "", **facts: Any) -> Reaction:
    """No effect; the answer says why and what may be done."""
    return Reaction("refused", code, why, reply=Reply("refused", {"code": code, **facts}))


def told(kind: str, **facts: Any) -> Reaction:
    """No record, just an answer."""
    return Reaction("done", kind, reply=Reply(kind, facts))


def changed(visit: Visit, kind: str, **habits: Any) -> Reaction:
    """Other habits, and an answer that repeats them."""
    new = replace(visit.habits, **habits)
    return Reaction("done", kind, reply=Reply(kind, habits), habits=new)
