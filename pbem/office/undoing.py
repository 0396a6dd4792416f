"""Taking a move back: alone where nobody has seen anything new, else by everybody's vote."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.letters.commands import Command

from .drafts import Draft
from .game import Game, Step
from .referee import Referee
from .visit import Reaction, Reply, Visit, Vote, refused

DEFAULT_DEADLINE = 3 * 86400


def last_of(game: Game, player: str) -> Step | None:
    """The step that this player may ask to take back: the last one that all saw, if it is theirs.

    Sealed answers and moves that nobody saw can't be taken back; later sealed answers fall with it.
    """
    for step in reversed(game.steps):
        if step.raised:
            return step if step.player == player else None
    return None


def _before(game: Game, step: Step) -> int:
    """The record back to which play goes."""
    del game
    return step.n - 1


def ask_back(visit: Visit, _: str) -> Reaction:
    """`undo`: done at once where protocol 8 allows it, else put to the vote."""
    game = visit.game
    if game.phase != "playing":
        return refused("not-started")
    mine = [step for step in game.steps if step.player == visit.player and step.raised]
    if not mine:
        return refused("nothing-to-undo")
    last = last_of(game, visit.player)
    if last and not last.used_chance and not last.learned:
        draft = undo(visit.player, _before(game, last), "alone", {})
        return Reaction("played", draft=draft, reply=Reply("undone"))
    if visit.vote:
        return refused("vote-open")
    if game.table.get("undo", "agree") == "never":
        return refused("undo-never")
    others = voters(game, visit.player)
    if not others:
        return refused("nothing-to-undo")
    until = visit.now + int(game.table.get("deadline", DEFAULT_DEADLINE))
    vote = Vote("undo", visit.player, game.pub, _before(game, mine[-1]), until)
    return Reaction("done", "vote", reply=Reply("vote-asked"), vote=vote)


def voters(game: Game, asker: str) -> tuple[str, ...]:
    """Everybody else in play who is a person: the house and bots have no say."""
    return tuple(
        seat.player
        for seat in game.seats.values()
        if seat.player != asker and not (seat.house or seat.bot or seat.left)
    )


def way_back(game: Game, player: str) -> str:
    """How this player's last move could be taken back now: `alone`, by `vote`, or not at all."""
    if game.phase != "playing" or not any(s.player == player and s.raised for s in game.steps):
        return ""
    last = last_of(game, player)
    if last and not last.used_chance and not last.learned:
        return "alone"
    if game.table.get("undo", "agree") == "never" or not voters(game, player):
        return ""
    return "vote"


def followed(game: Game, player: str, referee: Referee | None) -> dict[str, Any]:
    """What a receipt tells of the time after the move: who is next as all may know, and undo."""
    asked = referee.public(game.state)["asked"] if referee and game.phase == "playing" else ()
    return {
        "next": [other for other in asked if other != player],
        "again": player in game.asks,
        "over": game.phase == "over",
        "undo": way_back(game, player),
    }


def vote(visit: Visit, command: Command) -> Reaction:
    """`yes` or `no` with the token of a vote mail.  Playing on is a no, and so is silence."""
    open_vote = visit.vote
    if open_vote is None or visit.ask != f"vote{open_vote.pub}":
        return refused("turn-over")
    if command.name == "no":
        return Reaction("done", "vote-no", reply=Reply("voted"), vote_ended=True)
    if command.name not in ("yes", "confirm"):
        return refused("not-understood", wrote=command.name)
    yes = tuple(dict.fromkeys((*open_vote.yes, visit.player)))
    others = voters(visit.game, open_vote.player)
    if visit.player not in others:
        return refused("not-understood", wrote=command.name)
    if set(others) <= set(yes):
        votes = dict.fromkeys(others, True)
        draft = undo(open_vote.player, open_vote.to, "vote", votes)
        return Reaction("played", draft=draft, reply=Reply("voted"), vote_ended=True)
    return Reaction("done", "vote-yes", reply=Reply("voted"), vote=replace(open_vote, yes=yes))


def undo(player: str, to: int, by: str, votes: dict[str, bool]) -> Draft:
    """The record that takes play back to record `to`."""
    return {"kind": "undo", "player": player, "to": to, "by": by, "votes": votes}
