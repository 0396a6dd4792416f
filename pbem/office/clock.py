"""Deadlines, reminders and absences: what time alone makes happen.

Nobody is late without a reminder that the server took 12 hours before (a quarter of the time, if
shorter), and only once the mailbox was fetched completely after the deadline and grace is over.
So neither a host that was switched off nor a jumping clock makes anybody late.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from card_specs.values import dataclass

from .drafts import Draft
from .game import Ask, Game
from .referee import Referee

HOUR = 3600
GRACE = HOUR // 2
DEFAULT = 3 * 24 * HOUR
ABANDONED = 60 * 24 * HOUR


@dataclass(frozen=True)
class Waiting:
    """One open ask to a person with its times, all in seconds UTC."""

    player: str
    ask: Ask
    since: int  # the question's time, or the end of an absence that is later
    deadline: int
    reminded: tuple[int, ...]  # when the server took each reminder
    bounced: bool


def deadline_of(game: Game, ask: Ask, away_until: int) -> int:
    """When the answer is due: the table's time after the question, or after the absence."""
    return max(ask.at, away_until) + int(game.table.get("deadline", DEFAULT))


def reminder_times(ask_at: int, deadline: int) -> tuple[int, ...]:
    """When to remind: at half of the time, and when one day is left if that is later."""
    half = ask_at + (deadline - ask_at) // 2
    last = deadline - 24 * HOUR
    return (half, last) if last > half else (half,)


def reminder_due(waiting: Waiting, now: int) -> int:
    """The number (1, 2 …) of the reminder that should leave now, 0: none."""
    sent = len(waiting.reminded)
    return sent + 1 if reminders_due(waiting, now) > sent else 0


def reminders_due(waiting: Waiting, now: int) -> int:
    """How many reminders should have left by now."""
    times = reminder_times(waiting.since, waiting.deadline)
    due = sum(1 for time in times if time <= now)
    if now > waiting.deadline and not waiting.reminded:
        due = max(due, 1)  # the host slept: first comes the reminder
    return due


def notice_of(waiting: Waiting) -> int:
    """Seconds that lie at least between a reminder and being late."""
    return min(12 * HOUR, (waiting.deadline - waiting.since) // 4)


def may_time_out(waiting: Waiting, now: int, fetched: int) -> bool:
    """Is this player late for good?  `fetched`: when the mailbox was last fetched completely."""
    if waiting.bounced or not waiting.reminded:
        return False
    long_enough = any(now - at >= notice_of(waiting) for at in waiting.reminded)
    after = waiting.deadline + GRACE
    return long_enough and now >= after and fetched >= waiting.deadline and now >= fetched


def at_deadline(game: Game, player: str) -> str:
    """What happens when this player's time is over: `play`, `bot` or `wait`.

    In a question that not everybody knows of, a bot that takes the seat would tell who was asked:
    there the host plays the move of the rules page.
    """
    agreed = str(game.table.get("late", "play"))
    return "play" if agreed == "bot" and player not in game.named else agreed


def timeout(game: Game, waiting: Waiting, referee: Referee) -> Draft:
    """The record that plays the least harmful move of the rules page for a late player."""
    move = referee.late(game.state, waiting.player)
    played = referee.play(game.state, waiting.player, move)
    return {
        "kind": "timeout",
        "player": waiting.player,
        "ask": waiting.ask.number,
        "moves": [move],
        "then": [list(pair) for pair in played.then],
        "deadline": waiting.deadline,
        "reminded": list(waiting.reminded),
    }


def next_time(waiting: Sequence[Waiting], now: int) -> int:
    """When something is due next at this table (seconds UTC), 0: never."""
    times: list[int] = []
    for one in waiting:
        times += reminder_times(one.since, one.deadline)[len(one.reminded) :]
        times.append(one.deadline + GRACE)
    coming = [time for time in times if time > now]
    return min(coming) if coming else (now if times else 0)


def waiting_at(
    game: Game,
    away: Mapping[str, int],
    reminded: Mapping[str, Sequence[int]],
    bounced: Mapping[str, int],
) -> list[Waiting]:
    """Everybody who is awaited: open asks of people who have not left."""
    found = []
    for player, ask in game.asks.items():
        seat = game.seats[player]
        if seat.bot or seat.house or seat.left:
            continue
        since = max(ask.at, away.get(player, 0))
        due = deadline_of(game, ask, since)
        times = tuple(reminded.get(player, ()))
        found.append(Waiting(player, ask, since, due, times, bool(bounced.get(player, 0))))
    return found
