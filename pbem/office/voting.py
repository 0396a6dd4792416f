"""Votes: what the others at a table decide about a move, a late player, a leaver or a seat.

A vote is asked by mail of everybody else who is in play as a person.  It ends by the record that
its answers suffice for, or when its time is over: silence never takes anything from anybody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field, replace
from typing import Any

from card_specs.values import dataclass
from pbem.engine.lexicon import plain

from .competitive import is_competitive
from .drafts import Draft
from .game import Game

DEADLINE = 3 * 86400
"""Seconds for an answer where the table names no other time."""

WEEK = 7 * 86400
"""Seconds that a table waits for a player whose mails bounce, or whom the others wait for."""

WAIT, ON, ABANDON, YES, NO, BACK = "wait", "on", "abandon", "yes", "no", "back"

WORDS: Mapping[str, tuple[str, ...]] = {
    WAIT: ("wait", "esperar", "espero", "esperamos", "esperad"),
    ON: ("play on", "go on", "continue", "seguir", "sigo", "seguimos", "seguid"),
    ABANDON: ("abandon", "abandonment", "abandono", "abandonar"),
    YES: ("yes", "si", "confirm", "confirmar", "confirmo"),
    NO: ("no", "no gracias", "no thanks", "no, gracias", "no, thanks"),
}
"""What is answered, in both languages, without accents."""

_ANSWER = {form: answer for answer, forms in WORDS.items() for form in forms}


@dataclass(frozen=True)
class Vote:
    """A vote under way: what about, until when (seconds UTC), and what was answered by whom.

    `number` makes its tokens (`vote<number>`) and is never used again at a table: it is the `pub`
    of its beginning, or the next number where there was a vote at that `pub` already.
    """

    what: str  # undo | late | bounce | penalty | seat
    player: str  # whose move, seat or penalty it is
    until: int
    number: int = 0
    since: int = 0  # n of the last record when it began
    to: int = -1  # undo: the record back to which play would go
    bot: str = ""  # seat: the bot that would play on; none: another person
    host: bool = False  # proposed by the host's person
    back: bool = False  # seat: its player wants it back from a bot
    named: bool = True  # may everybody know whom it is about?
    said: Mapping[str, str] = field(default_factory=dict)  # player -> answer

    @property
    def asks(self) -> str:
        """What stands for the ask in addresses and subjects."""
        return f"vote{self.number}"


def voters(game: Game, about: str) -> tuple[str, ...]:
    """Everybody else in play who is a person: the house, bots and leavers have no say."""
    return tuple(
        seat.player
        for seat in game.seats.values()
        if seat.player != about and not (seat.house or seat.bot or seat.left)
    )


def until(game: Game, now: int) -> int:
    """When a vote that begins now ends: after the table's time for an answer."""
    return now + int(game.table.get("deadline", DEADLINE))


def answers(game: Game, vote: Vote) -> tuple[str, ...]:
    """What may be answered, in the order of the mail's buttons."""
    if vote.what == "late":
        return (WAIT, ON, ABANDON)
    if vote.what == "bounce":  # at a competitive table no bot may take a seat
        return (WAIT, ABANDON) if is_competitive(game.opened) else (WAIT, ON, ABANDON)
    return (YES, NO)


def read(line: str) -> str:
    """The answer that a typed line is, or nothing."""
    return _ANSWER.get(plain(line).strip(" .!,;¡*\"'«»“”"), "")


def cast(game: Game, vote: Vote, player: str, answer: str) -> Vote | None:
    """The vote with one more answer (a later one counts instead of an earlier); None: no answer."""
    if answer not in answers(game, vote) or player not in voters(game, vote.player):
        return None
    return replace(vote, said={**vote.said, player: answer})


def stands(game: Game, vote: Vote) -> str:
    """Is there still something to decide?  Nothing if so, else why not: `no`, `back`, `done`."""
    seat = game.seats[vote.player]
    if game.phase != "playing":
        return "done"
    if vote.what == "undo":
        if not any(step.n == vote.to + 1 for step in game.steps):
            return "done"
        # Playing on is a no.
        return NO if any(step.raised and step.n > vote.since for step in game.steps) else ""
    if vote.what == "penalty":
        return "done" if seat.penalised or not seat.left else ""
    if vote.what == "seat":  # a bot's seat may go to a person, nobody else's comes back
        return "done" if (seat.bot and vote.bot) or (vote.back and not seat.bot) else ""
    if seat.left or seat.bot:
        return "done"
    if vote.what == "late" and not game.missed.get(vote.player):
        return BACK
    return ""


def decided(game: Game, vote: Vote, over: bool) -> str:
    """The answer that is the vote's outcome, nothing while it is open; `over`: time is up."""
    asked = voters(game, vote.player)
    said = [vote.said.get(player, "") for player in asked]
    over = over or not asked
    if vote.what in ("late", "bounce"):
        return _three(vote.what, said, over)
    if vote.what == "seat":
        half = len(asked) // 2
        if said.count(YES) > half:
            return YES
        return NO if over or len(asked) - said.count(NO) <= half else ""
    if asked and said.count(YES) == len(asked):
        return YES
    return NO if over or NO in said else ""


def _three(what: str, said: Sequence[str], over: bool) -> str:
    """Abandonment needs everybody.  More than half can wait for a late player, or play on without
    one whose mails bounce; else what was agreed holds: playing on here, waiting there."""
    if not (over or all(said)):
        return ""
    if said and said.count(ABANDON) == len(said):
        return ABANDON
    if what == "late":
        return WAIT if 2 * said.count(WAIT) > len(said) else ON
    return ON if 2 * (said.count(ON) + said.count(ABANDON)) > len(said) else WAIT


def record_of(game: Game, vote: Vote, outcome: str) -> Draft | None:
    """The record by which an outcome comes into force; None where it needs none."""
    asked = voters(game, vote.player)
    if vote.what == "undo" and outcome == YES:
        return undo(vote.player, vote.to, "vote", dict.fromkeys(asked, True))
    if outcome == ABANDON or (vote.what == "penalty" and outcome == YES):
        return seat(vote.player, "resign", "vote", dict.fromkeys(asked, True))
    if vote.what == "bounce" and outcome == ON:
        yes = {player: vote.said.get(player) in (ON, ABANDON) for player in asked}
        return seat(vote.player, "bot", "vote", yes)
    if vote.what == "seat" and outcome == YES and (vote.bot or vote.back):
        yes = {player: vote.said.get(player) == YES for player in asked}
        return seat(vote.player, "bot" if vote.bot else "player", "vote", yes)
    return None


def suffice(game: Game, record: Mapping[str, Any]) -> bool:
    """Do the votes of an `undo` or `seat` record by vote suffice for it (protocol 10)?"""
    asked = voters(game, record["player"])
    yes = [player for player in asked if record["votes"].get(player) is True]
    if not asked or set(record["votes"]) - set(asked):
        return False
    if record["kind"] == "undo" or record["change"] == "resign":
        return len(yes) == len(asked)
    return 2 * len(yes) > len(asked)


def undo(player: str, to: int, by: str, votes: Mapping[str, bool]) -> Draft:
    """The record that takes play back to record `to`."""
    return {"kind": "undo", "player": player, "to": to, "by": by, "votes": dict(votes)}


def seat(player: str, change: str, by: str, votes: Mapping[str, bool] | None = None) -> Draft:
    """The record of a seat's change."""
    votes = dict(votes or {})
    return {"kind": "seat", "player": player, "change": change, "by": by, "votes": votes}


# --- what is kept of a table's votes -------------------------------------------------------------


@dataclass(frozen=True)
class Closing:
    """A vote that ended without a record: its effect and its mails are still to be done."""

    vote: Vote
    outcome: str
    at: int


@dataclass(frozen=True)
class Box:
    """The votes of one table: numbers used, calls heard, votes open and closing, mails counted."""

    last: int = 0
    calls: int = 0  # n of the last record whose call was heard
    open: tuple[Vote, ...] = ()
    closing: tuple[Closing, ...] = ()
    mails: tuple[str, ...] = ()  # those counted last, so that each counts once


def begun(box: Box, game: Game, vote: Vote) -> tuple[Box, Vote]:
    """The box with a new vote, which gets its number."""
    number = max(box.last + 1, game.pub)
    vote = replace(vote, number=number, since=game.n)
    return replace(box, last=number, open=(*box.open, vote)), vote


def without(box: Box, vote: Vote) -> Box:
    """The box without an open vote."""
    return replace(box, open=tuple(one for one in box.open if one.number != vote.number))


def write(box: Box) -> str:
    """A box as text."""
    return json.dumps(asdict(box), ensure_ascii=False)


def read_box(text: str) -> Box:
    """A box from its text; no text is an empty one."""
    if not text:
        return Box()
    data = json.loads(text)
    opened = tuple(Vote(**one) for one in data["open"])
    closing = tuple(Closing(Vote(**c["vote"]), c["outcome"], c["at"]) for c in data["closing"])
    return Box(data["last"], data["calls"], opened, closing, tuple(data["mails"]))
