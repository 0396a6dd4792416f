"""Taking a move back: alone where nobody has seen anything new, else by everybody's vote."""

from __future__ import annotations

from typing import Any

from .game import Game, Step
from .referee import Referee
from .visit import Reaction, Reply, Visit, refused
from .voting import Vote, undo, until, voters


def last_of(game: Game, player: str) -> Step | None:
    """The step that this player may ask to take back: the last one that all saw, if it is theirs.

    Sealed answers and moves that nobody saw can't be taken back; later sealed answers fall with it.
    """
    for step in reversed(game.steps):
        if step.raised:
            return step if step.player == player and not step.sealed else None
    return None


def _open_moves(game: Game, player: str) -> list[Step]:
    """The moves of a player that all saw: what may be taken back by vote."""
    return [one for one in game.steps if one.player == player and one.raised and not one.sealed]


def ask_back(visit: Visit, _: str) -> Reaction:
    """`undo`: done at once where protocol 8 allows it, else put to the vote."""
    game = visit.game
    if game.phase != "playing" or game.deserted:
        return refused("not-started")
    mine = _open_moves(game, visit.player)
    if not mine:
        return refused("nothing-to-undo")
    last = last_of(game, visit.player)
    if last and not last.used_chance and not last.learned:
        draft = undo(visit.player, last.n - 1, "alone", {})
        return Reaction("played", draft=draft, reply=Reply("undone"))
    if any(vote.what == "undo" for vote in visit.votes):
        return refused("vote-open")
    if game.table.get("undo", "agree") == "never":
        return refused("undo-never")
    if not voters(game, visit.player):
        return refused("nothing-to-undo")
    vote = Vote("undo", visit.player, until=until(game, visit.now), to=mine[-1].n - 1)
    return Reaction("done", "vote", reply=Reply("vote-asked"), vote=vote)


def way_back(game: Game, player: str) -> str:
    """How this player's last move could be taken back now: `alone`, by `vote`, or not at all."""
    if game.phase != "playing" or not _open_moves(game, player):
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
