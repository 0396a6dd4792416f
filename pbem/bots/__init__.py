"""Players that are programs.

A bot sees what a person in its seat would see (a view and the list of legal moves) and draws from a
stream of its own.  Bots that look ahead sample whole states from the view with
`engine.determinize`; the true state is never handed to them.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bots.flat import FlatMonteCarlo
from pbem.bots.ismcts import TreeSearch
from pbem.bots.policy import Policy
from pbem.bots.random_moves import RandomMoves
from pbem.bots.seat import Bot, Seat

BOTS: Mapping[str, Bot] = {
    bot.name: bot for bot in (RandomMoves(), Policy(), FlatMonteCarlo(), TreeSearch())
}
"""All bots with their standard strength, by the name that commands take."""

__all__ = ["BOTS", "Bot", "FlatMonteCarlo", "Policy", "RandomMoves", "Seat", "TreeSearch"]
