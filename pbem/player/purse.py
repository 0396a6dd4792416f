"""Where a player's keys and secrets lie: one folder, readable by its owner alone."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.protocol.canonical import to_base64url
from pbem.protocol.codes import is_game_id
from pbem.protocol.signing import Key, key_from_seed
from pbem.store.disk import PRIVATE, read_secret, replace

FORMAT = 1
"""Of the files of seats; keys are 32 bytes in base64url and need no number."""

Random = Callable[[int], bytes]
_KID = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class Seat:
    """What a player must remember of a table that was joined with a key."""

    game: str
    player: str
    host: str  # the host's thumbprint
    open: str  # hash of the log's line 0
    opened: str  # that line
    commit: str
    secret: str  # base64url
    words: str


def default_folder(environment: Mapping[str, str]) -> Path:
    """`$PBEM_HOME`, or `pbem` in the user's data folder (XDG base directory specification)."""
    if environment.get("PBEM_HOME"):
        return Path(environment["PBEM_HOME"])
    data = environment.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "pbem"


class Purse:
    """The folder with the player's signing key, sealing key and seats."""

    def __init__(self, folder: Path, random: Random) -> None:
        self._folder, self._random = folder, random

    def key(self) -> Key:
        """The signing key, made at its first use."""
        return key_from_seed(self._secret("signing.key"))

    def sealing_seed(self) -> bytes:
        """32 secret bytes of the X25519 key that views are sealed to."""
        return self._secret("sealing.key")

    def sealing_seed_if_any(self) -> bytes:
        """The seed of the sealing key, `b""` where none was ever made."""
        return self._secret("sealing.key") if (self._folder / "sealing.key").exists() else b""

    def fresh_secret(self) -> bytes:
        """32 random bytes to commit to."""
        return self._random(32)

    def put(self, seat: Seat) -> None:
        path = self._seat(seat.host, seat.game)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace(path, json.dumps({"v": FORMAT, **asdict(seat)}, indent=1).encode(), PRIVATE)

    def seat(self, host: str, game: str) -> Seat | None:
        path = self._seat(host, game)
        if not path.exists():
            return None
        try:
            said = json.loads(path.read_text("utf-8"))
            version = said.pop("v")
            if version == FORMAT:
                return Seat(**said)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise PersonError(f"{path}: cannot be read — restore it from a copy") from None
        raise PersonError(
            f"{path}: has format {version}, this program reads {FORMAT} — "
            "use the version of pbem that wrote it"
        )

    def _seat(self, host: str, game: str) -> Path:
        if not is_game_id(game) or not _KID.fullmatch(host):
            raise PersonError("the mail names an odd host or game")
        return self._folder / "seats" / host / f"{game}.json"

    def _secret(self, name: str) -> bytes:
        path = self._folder / name
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            os.chmod(self._folder, 0o700)  # noqa: PTH101 - Path.chmod follows links as well
            replace(path, to_base64url(self._random(32)).encode() + b"\n", PRIVATE)
        return read_secret(path)
