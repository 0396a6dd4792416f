"""Records as the office makes them: a draft says what happened, the chain does the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from card_specs.values import dataclass
from pbem.protocol.canonical import sha256, to_base64url
from pbem.protocol.deal import seed_commit
from pbem.protocol.records import VERSION
from pbem.protocol.signing import Key, sign

from .game import Game, begin, rises, stepped
from .ledger import take
from .notices import Notice
from .referee import Referee

Draft = dict[str, Any]
"""A record's `kind` and its own members; the chain's members are added when it is signed."""

Salt = Callable[[], bytes]
"""16 fresh random bytes for each record."""


@dataclass(frozen=True)
class Written:
    """A record with its signed line (without line end) and the game after it."""

    record: dict[str, Any]
    line: bytes
    game: Game
    notices: tuple[Notice, ...]


def opened(
    key: Key, seed: bytes, at: int, salt: Salt, game: str, members: dict[str, Any]
) -> tuple[dict[str, Any], bytes]:
    """The `open` record of a new table and its line; `members`: spec, seats, table and so on."""
    record = {
        "v": VERSION,
        "kind": "open",
        "game": game,
        "n": 0,
        "pub": 0,
        "prev": "",
        "at": at,
        "salt": to_base64url(salt()),
        "host": key.jwk,
        "commit": seed_commit(game, seed),
        **members,
    }
    return record, sign(key, "pbem-log", record)


def write(
    game: Game, draft: Draft, key: Key, at: int, salt: Salt, referee: Referee | None
) -> Written:
    """Sign the next record of a game.  Time never goes back in a log, whatever the clock does."""
    record = {
        "v": VERSION,
        "game": game.id,
        "n": game.n + 1,
        "prev": game.last,
        "at": max(at, game.at),
        "salt": to_base64url(salt()),
        **draft,
    }
    changed = stepped(game, record, referee)
    record["pub"] = game.pub + rises(game, record, changed)
    line = sign(key, "pbem-log", record)
    after, notices = take(game, record, sha256(line), referee, changed)
    return Written(record, line, after, notices)


def first(record: dict[str, Any], line: bytes, key: Key) -> Game:
    """The game that a fresh `open` line begins."""
    return begin(record, sha256(line), key.kid)
