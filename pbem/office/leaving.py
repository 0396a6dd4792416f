"""How a match ends when players left it: nobody wins a match that they left (CINQ-10.6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.protocol.canonical import to_base64url

from .game import Game


def staying(game: Game) -> tuple[str, ...]:
    """The seats that nobody left, bots among them."""
    return tuple(seat.player for seat in game.seats.values() if not seat.left)


def winners_among(
    winners: Sequence[str], scores: Mapping[str, int], left: Collection[str]
) -> tuple[str, ...]:
    """Who wins, leavers aside; where only leavers won, the best of the others.

    Whether many points are good or bad is seen from those who won.
    """
    stayed = tuple(player for player in winners if player not in left)
    others = {player: score for player, score in scores.items() if player not in left}
    if stayed or not winners or not others:
        return stayed
    won = [scores.get(player, 0) for player in winners]
    low = max(won) == min(scores.values()) < max(scores.values())
    best = min(others.values()) if low else max(others.values())
    return tuple(player for player, score in others.items() if score == best)


def end_of(game: Game) -> tuple[str, list[str], dict[str, int]] | None:
    """Reason, winners and scores of a match that is over, None while it goes on.

    With one player left the match is over as it stands, and that player has won.
    """
    if game.phase != "playing":
        return None
    left = {seat.player for seat in game.seats.values() if seat.left}
    if game.result:
        scores = dict(game.result.scores)
        return "over", list(winners_among(game.result.winners, scores, left)), scores
    if game.deserted:
        return "abandoned", list(staying(game)), {}
    return None


def closed(
    seed: bytes, reason: str, winners: Sequence[str] = (), scores: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """The last record of a table: how it ended, and the seed of its deal."""
    return {
        "kind": "end",
        "reason": reason,
        "winners": list(winners),
        "scores": dict(scores or {}),
        "seed": to_base64url(seed),
    }
