"""Seats that change hands: resigning, another address, being forgotten; each confirmed by mail."""

from __future__ import annotations

from pbem.identities import is_address
from pbem.letters.commands import Command

from .visit import Reaction, Reply, Visit, refused, told
from .voting import Vote, seat, until, voters

CONFIRM_WITHIN = 2 * 86400
"""Seconds that a confirmation token is good for."""


def address(visit: Visit, argument: str) -> Reaction:
    """`address X`: a confirmation goes to the registered address first, then one to the new.

    Nothing of the game is shown at the new address before it has confirmed.
    """
    new = argument.strip().strip("<>").lower()
    if not is_address(new):
        return refused("address", wrote=argument)
    reaction = told("confirm", what="address", address=new)
    return Reaction("done", "confirm", reply=reaction.reply, wish={"new_address": new})


def confirmed(visit: Visit, command: Command) -> Reaction:
    """`confirm` with the token of the confirmation mail."""
    if visit.ask == "resign" and visit.seat.left:
        return Reaction("duplicate", why="resigned already")
    if not visit.moving and visit.now > visit.confirm_until:
        return refused("confirm-over")
    if command.name not in ("confirm", "yes"):
        return Reaction("done", "kept", reply=Reply("kept", {"what": visit.ask}))
    if visit.ask == "resign":
        return _resign(visit)
    if visit.ask == "forget":
        return Reaction("done", "forget", reply=Reply("forgotten"), wish={"forget": visit.player})
    if visit.moving:
        return Reaction("done", "moved", wish={"moved": visit.player})
    return Reaction("done", "moving", reply=Reply("moving"), wish={"moving": visit.player})


def come_back(visit: Visit, _: str) -> Reaction:
    """`back`: the player of a seat that a bot plays wants it again; the others decide."""
    game = visit.game
    if game.phase != "playing" or not visit.seat.bot:
        return refused("not-understood", wrote="back")
    if any(vote.what == "seat" and vote.player == visit.player for vote in visit.votes):
        return refused("vote-open")
    if not voters(game, visit.player):
        return Reaction("played", draft=seat(visit.player, "player", "host"))
    vote = Vote("seat", visit.player, until(game, visit.now), back=True)
    return Reaction("done", "vote", reply=Reply("back-asked"), vote=vote)


def _resign(visit: Visit) -> Reaction:
    if visit.game.phase == "over":
        return refused("turn-over")
    if visit.game.phase != "playing":
        return Reaction("done", "declined", reply=Reply("declined"), wish={"cancel": visit.player})
    draft = seat(visit.player, "resign", visit.player)
    return Reaction("played", draft=draft, reply=Reply("resigned"))
