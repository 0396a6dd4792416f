"""A host's folder: where everything of it lies.

host.yaml               settings
keys/host.key mail.key  32 secret bytes each (base64url); seeds/<game>.seed likewise
host.db                 the notebook
specs/<hash>/           the bytes of pinned specs
games/<game>/log.jsonl  the log;  state.jws the checkpoint;  views/ what was sent
mail/                   the embedded Maildirs
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from card_specs.language.problems import PersonError
from pbem.protocol.canonical import Refusal, to_base64url
from pbem.protocol.codes import is_game_id
from pbem.protocol.records import check_members
from pbem.protocol.signing import Key, Signed, key_from_seed, open_line, sign

from . import config as settings
from .disk import PRIVATE, append_line, cut_torn_line, locked, read_secret, replace, whole_lines
from .notebook import Notebook

Random = Callable[[int], bytes]
"""So many fresh random bytes."""


def view_name(game: str, player: str, ask: int, pub: int) -> str:
    """The file of a view: of a question, or of the news at a `pub`."""
    return f"{player}-{game}-{ask}.jws" if ask else f"{player}-{game}-p{pub}.jws"


FOLDERS = ("games", "seeds", "specs")
"""What every host folder has, from its making on."""


class HostFolder:
    """An open host folder.  Whoever writes holds the lock (`with folder.writing(): …`)."""

    def __init__(self, root: Path) -> None:
        if not (root / "host.yaml").is_file():
            raise PersonError(f"{root} is no host folder — make one: pbem host {root}")
        for name in FOLDERS:
            if not (root / name).is_dir():
                raise PersonError(f"{root}/{name} is missing — restore it from a copy")
        self.root = root
        self.config = settings.read(root / "host.yaml")
        self.key: Key = key_from_seed(self._secret("keys/host.key"))
        self.mail_key = self._secret("keys/mail.key")
        base = root / "host.db"
        if not (base.exists() and base.stat().st_size) and self.games():
            raise PersonError(
                f"{root}/host.db, which knows the players' addresses, is missing — "
                "restore it from a copy"
            )
        self.notebook = Notebook(base)

    @classmethod
    def make(cls, root: Path, config: settings.Config, random: Random) -> HostFolder:
        """Make a host folder with fresh keys.  An existing one is never touched."""
        settings.check_new(config)
        if root.exists() and (not root.is_dir() or any(root.iterdir())):
            what = "not empty" if root.is_dir() else "no folder"
            raise PersonError(f"{root} is {what} — name a new folder")
        for name in ("keys", "seeds"):
            (root / name).mkdir(parents=True, mode=0o700)
        for name in FOLDERS:
            (root / name).mkdir(exist_ok=True)
        for name in ("host", "mail"):
            _put_secret(root / "keys" / f"{name}.key", random(32))
        replace(root / "host.yaml", settings.write(config).encode())
        return cls(root)

    def close(self) -> None:
        self.notebook.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """One writer at a time.  Raises `FolderInUseError`."""
        with locked(self.root / "lock"):
            yield

    # --- games --------------------------------------------------------------------------------

    def games(self) -> list[str]:
        """The ids of all games here; what a person put beside them (a copy, say) is none."""
        return sorted(
            filter(self.has_game, (path.name for path in (self.root / "games").iterdir()))
        )

    def has_game(self, game: str) -> bool:
        """Is there such a game?  Ids come from mails: only the form of ours reaches the disk."""
        names = ("log.jsonl", "state.jws")  # a game whose log was lost is still one of ours
        return is_game_id(game) and any((self._game(game) / name).exists() for name in names)

    def add_game(self, game: str, line: bytes, seed: bytes) -> None:
        """A new game: its seed on disk first, then its `open` line."""
        _put_secret(self.root / "seeds" / f"{game}.seed", seed)
        (self._game(game) / "views").mkdir(parents=True, exist_ok=True)
        append_line(self._game(game) / "log.jsonl", line)

    def seed(self, game: str) -> bytes:
        return self._secret(f"seeds/{game}.seed")

    def log(self, game: str) -> list[bytes]:
        """The lines of a game's log, without line ends."""
        return whole_lines(self._game(game) / "log.jsonl")

    def log_bytes(self, game: str) -> bytes:
        """A game's whole lines as they lie, to look for something in them."""
        data = (self._game(game) / "log.jsonl").read_bytes()
        return data[: data.rfind(b"\n") + 1]

    def append(self, game: str, line: bytes) -> None:
        """One more record: written and fsynced when this returns."""
        append_line(self._game(game) / "log.jsonl", line)

    def mend(self, game: str) -> bool:
        """Cut off a torn last line of a log.  True if there was one."""
        return cut_torn_line(self._game(game) / "log.jsonl")

    def put_checkpoint(self, game: str, n: int, head: str, state: dict[str, Any]) -> None:
        """Replace `state.jws`: the game after line `n`, whose hash is `head`."""
        payload = {"v": 1, "kind": "state", "game": game, "n": n, "head": head, "state": state}
        line = sign(self.key, "pbem-state", payload)
        path = self._game(game) / "state.jws"
        replace(path, line + b"\n", PRIVATE, durable=False)

    def checkpoint(self, game: str) -> tuple[int, str, dict[str, Any]] | None:
        """`n`, the hash of that line, and the state; None where there is no good one.

        Raises `PersonError` for one of another format: a newer program has played on.
        """
        try:
            line = (self._game(game) / "state.jws").read_bytes().removesuffix(b"\n")
            payload = open_line(line, "pbem-state", {self.key.kid: self.key.jwk}).payload
            check_members("pbem-state", payload)
        except (FileNotFoundError, Refusal) as error:
            if isinstance(error, Refusal) and error.code == "version":
                raise PersonError(f"state.jws: {error.what}") from None
            return None
        if payload["game"] != game:
            return None
        return payload["n"], payload["head"], payload["state"]

    def keep_view(self, game: str, name: str, line: bytes) -> None:
        """Keep what a player was sent."""
        replace(self._game(game) / "views" / name, line + b"\n", PRIVATE, durable=False)

    def kept_view(self, game: str, name: str) -> Signed | None:
        """The view that was kept under that name; None where there is no good one of this game."""
        try:
            line = (self._game(game) / "views" / name).read_bytes().removesuffix(b"\n")
            view = open_line(line, "pbem-view", {self.key.kid: self.key.jwk})
            check_members("pbem-view", view.payload)
        except (FileNotFoundError, Refusal):
            return None
        return view if view.payload["game"] == game else None

    def _game(self, game: str) -> Path:
        if not is_game_id(game):
            raise PersonError(f"'{game[:40]}' is no game id")
        return self.root / "games" / game

    def _secret(self, name: str) -> bytes:
        return read_secret(self.root / name)


def _put_secret(path: Path, data: bytes) -> None:
    replace(path, to_base64url(data).encode() + b"\n", PRIVATE)
