"""One mail of every kind, in any language, as the office would ask for it."""

from __future__ import annotations

from typing import Any

from pbem.mails.mail import Attachment, Mail

from .tabletop import DAY, MONDAY, SEAT_TOKEN, Tabletop, table_of

SEED = "iQ-M7xXvoAmfrd7eDzwfGKdCR2NzIkZsRjg5NSoilw8"
COMMIT = "674cf865e6b54e82161b3d32e982ee4d7d49d7074c04eccc9b9cd96265c02e28"
LOG = Attachment("cinco-7k3f.jsonl", "application/x-ndjson", b'{"payload":""}\n')
RECEIPT = Attachment("cinco-7k3f-12-receipt.jws", "application/jose+json", b"{}\n")

NOT_LEGAL = {"type": "NotLegal", "move": "play G4", "because": "card", "near": []}
UNREADABLE = {"type": "Unreadable", "text": "jugar X9", "word": "X9", "near": "R9"}

PLAIN: dict[str, dict[str, Any]] = {
    "invitation": {"commit": COMMIT, "by": "Beto"},
    "joined": {"missing": ["beto", "carla"]},
    "roster": {},
    "seat": {"player": "beto", "change": "bot"},
    "bounce": {"who": "beto", "until": MONDAY + 7 * DAY},
    "receipt": {
        "moves": ["play R7"],
        "left": ["play L2"],
        "learned": True,
        "ask": 12,
        "next": ["beto"],
        "undo": "alone",
    },
    "orders": {"orders": {"draw": "auto", "bid": "low"}},
    "habits": {"page": True},
    "away": {"away_until": MONDAY + 5 * DAY, "away_used": 5 * DAY},
    "vote": {"who": "beto"},
    "vote-over": {"what": "late", "who": "beto", "outcome": "wait"},
    "vote-about": {"what": "late", "who": "ana", "until": MONDAY + 3 * DAY},
    "moving-soon": {"who": "beto", "when": MONDAY + 2 * DAY},
    "declined": {},
    "token": {},
    "kept": {"what": "resign"},
    "resigned": {},
    "address": {},
    "moving": {},
    "forgotten": {},
    "vote-asked": {},
    "back-asked": {},
    "voted": {},
    "rematch": {},
    "watch-help": {},
    "unwatched": {},
    "help": {},
}
"""Kinds that show no table, with their facts."""

SEEN: dict[str, dict[str, Any]] = {
    "turn": {},
    "start": {"words": {"ana": "tres gatos verdes", "beto": "", "carla": "¡órdago!"}},
    "news": {},
    "watch": {},
    "late": {"player": "ana", "moves": ["play R7"]},
    "undone": {"player": "beto", "by": "vote"},
    "end": {
        "reason": "over",
        "winners": ["ana"],
        "scores": {"ana": 5, "beto": 4, "carla": 1},
        "seed": SEED,
        "commit": COMMIT,
    },
    "reminder": {},
    "status": {},
    "refused": {"code": "not-an-option", "wrote": "jugar V4", "answer": NOT_LEGAL},
}
"""Kinds that are drawn from the reader's view."""

CODES = (
    "unreadable", "empty", "not-understood", "not-an-option", "turn-over", "only-signed",
    "two-asks", "signature", "two-moves", "order", "away", "switch", "language", "zone",
    "zone-choice", "zone-near",
    "address", "not-started", "nothing-to-undo", "vote-open", "undo-never", "seat-token",
    "rematch", "rematch-early", "join-late", "invitation-used", "digest",
    "vote-over", "not-a-vote", "needs-key", "chips",
)  # fmt: skip
ANSWERS = {
    "receipt", "refused", "help", "status", "orders", "token", "habits", "away", "confirm", "kept",
    "resigned", "address", "moving", "forgotten", "vote-asked", "back-asked", "voted", "rematch",
    "watch-help", "unwatched",
}  # fmt: skip
KINDS = (*PLAIN, *SEEN)


def a_table() -> tuple[Tabletop, str]:
    """A game of three somewhere in the middle, and who is asked to play."""
    table = table_of("cinco", 3)
    table.walk(24)
    return table, table.walk(200, "play EMB")


def sample(kind: str, lang: str, **facts: Any) -> Mail:
    """The mail of a kind."""
    table, player = a_table()
    seen = kind in SEEN
    more: dict[str, Any] = {"view": seen, "facts": {**PLAIN.get(kind, {}), **SEEN.get(kind, {})}}
    more["facts"] |= facts
    more["answers"] = kind in ANSWERS
    if kind == "end":
        more["attachments"] = (LOG,)
    if kind in ("news", "watch", "late", "undone", "end"):
        more |= {"ask": 0, "asks": "0", "token": SEAT_TOKEN, "deadline": 0, "late_move": ""}
    if kind == "receipt":
        more["attachments"] = (RECEIPT,)
    return table.mail(kind, player, lang, **more)


def confirmations(lang: str) -> list[Mail]:
    """The three mails that ask for a confirmation."""
    table, player = a_table()
    return [
        table.mail(
            "confirm", player, lang, view=False, asks=what, token="h3t9q6d8rk4w2c7z", answers=True,
            facts={"what": what, "address": "nueva@example.org"},
        )
        for what in ("resign", "address", "forget")
    ]  # fmt: skip
