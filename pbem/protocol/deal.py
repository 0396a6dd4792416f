"""The deal: how it is bound before anybody knows it, and the key that all chance comes from.

The host commits to a seed in `open`; players add words or commit to secrets; `roster` lists all
that, then secrets are revealed.  Only then are the seed and everything else one key.
"""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Mapping, Sequence

from .canonical import Json, canonical, from_base64url, sha256

LONGEST_WORDS = 100


def seed_commit(game: str, seed: bytes) -> str:
    """The commitment to the host's 32 secret bytes, as `open` carries it."""
    return sha256(b"pbem/1 seed\n" + game.encode() + b"\n" + seed)


def secret_commit(game: str, player: str, secret: bytes) -> str:
    """The commitment to a player's 32 secret bytes, as `join` carries it."""
    return sha256(f"pbem/1 secret\n{game}\n{player}\n".encode() + secret)


def tidy_words(text: str) -> str:
    """A joining player's words as they are recorded: NFC, single spaces, at most 100 characters."""
    return " ".join(unicodedata.normalize("NFC", text).split())[:LONGEST_WORDS].rstrip()


def make_deal(
    opened: Mapping[str, Json],
    host_kid: str,
    roster: Sequence[Mapping[str, Json]],
    secrets: Mapping[str, str],
) -> dict[str, Json]:
    """The context of the deal from `open`, the roster's seats and the revealed secrets (base64url).

    Seats come clockwise, as in `open`; a seat without a secret has an empty one.
    """
    words = {seat["player"]: seat["words"] for seat in roster}
    return {
        "v": 1,
        "game": opened["game"],
        "host": host_kid,
        "spec": opened["spec"]["sha256"],
        "variant": opened["variant"],
        "options": opened["options"],
        "seats": [
            {"player": player, "words": words.get(player, ""), "secret": secrets.get(player, "")}
            for player in opened["seats"]
        ],
    }


def deal_key(seed: bytes, deal: Mapping[str, Json]) -> bytes:
    """K: what every shuffle, throw and draw is computed from."""
    return hmac.digest(seed, b"pbem/1 deal\n" + canonical(dict(deal)), "sha256")


def opens_seed(opened: Mapping[str, Json], seed: str) -> bool:
    """Is this the seed (base64url) that the `open` record was bound to?"""
    return bool(seed_commit(opened["game"], from_base64url(seed)) == opened["commit"])
