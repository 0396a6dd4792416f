"""Code letters and what is made of them: game ids, tokens, Message-IDs, table codes.

Code letters leave out i, l, o and u, so that a code can be read aloud and typed: they are read
without regard to case, `o` as 0, `i` and `l` as 1.
"""

from __future__ import annotations

import hashlib
import hmac
import re

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
GAME_ID = re.compile(rf"[a-z][a-z0-9]*-[{LETTERS}]{{4,8}}")
PLAYER_ID = re.compile(r"[a-z][a-z0-9_]{0,15}")
TAKEN_PLAYERS = frozenset({"host", "table", "all"})
LONGEST_GAME_ID = 20
LOCAL_PART = 64
"""The longest part before the @ (RFC 5321 4.5.3.1.1)."""


def code(data: bytes, letters: int) -> str:
    """The first `letters` code letters (5 bits each) of some bytes."""
    number = int.from_bytes(data, "big")
    bits = len(data) * 8
    return "".join(LETTERS[number >> bits - 5 * (i + 1) & 31] for i in range(letters))


def normal(text: str) -> str:
    """A code as typed, made regular: lower case, o as 0, i and l as 1."""
    return text.lower().replace("o", "0").replace("i", "1").replace("l", "1")


def is_game_id(text: str) -> bool:
    return len(text) <= LONGEST_GAME_ID and GAME_ID.fullmatch(text) is not None


def is_player_id(text: str) -> bool:
    return PLAYER_ID.fullmatch(text) is not None and text not in TAKEN_PLAYERS


def token(mail_key: bytes, game: str, player: str, ask: str, issue: int) -> str:
    """16 code letters (80 bits) for one ask, `0` for the seat, or a confirmation's name."""
    message = f"pbem/1 token\n{game}\n{player}\n{ask}\n{issue}".encode()
    return code(hmac.digest(mail_key, message, "sha256")[:10], 16)


def same(one: str, other: str) -> bool:
    """Compare two tokens in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def plus_address(box: str, domain: str, game: str, ask: str, token: str) -> str:
    """The address that a turn mail asks its answer to be sent to."""
    return f"{box}+{game}.{ask}.{token}@{domain}"


def message_id(
    mail_key: bytes, kind: str, game: str, ask: str, player: str, no: int, domain: str
) -> str:
    """A Message-ID that only this host can make, and makes again after a crash.

    `no` counts reminders or issues; the tag keeps anybody from sending the next one ahead.
    """
    text = f"pbem/1 id\n{kind}\n{game}\n{ask}\n{player}\n{no}".encode()
    tag = code(hmac.digest(mail_key, text, "sha256")[:5], 8)
    return f"<{kind}.{game}.{ask}.{player}.{no}.{tag}@{domain}>"


def mail_hash(message_id: str) -> str:
    """What a mail is known by in the log: its Message-ID, hashed."""
    return hashlib.sha256(b"pbem/1 mail\n" + message_id.encode("utf-8", "replace")).hexdigest()


def table_code(head: str) -> str:
    """16 code letters of a line's hash, in fours, to compare by telephone."""
    letters = code(bytes.fromhex(head)[:10], 16)
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))
