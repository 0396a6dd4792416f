"""Maildir folders: the default transport, for tests and for tables on one machine.

`inbox/` is the host's own; what it sends lands in `people/<address>/`, one Maildir each.  File
names come from the Message-ID, so that a mail sent twice after a crash is one file.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Collection, Iterator
from pathlib import Path

from pbem.store.disk import sync_folder

from . import Delivery, Incoming, Outgoing, TransportError, names, names_any

PARTS = ("tmp", "new", "cur")


def make_maildir(path: Path) -> None:
    """Make the three folders of a Maildir, readable by their owner alone."""
    for part in PARTS:
        (path / part).mkdir(mode=0o700, parents=True, exist_ok=True)


def folder_name(address: str) -> str:
    """A folder name for an address: itself where that is harmless, else with its hash."""
    plain = re.sub(r"[^a-z0-9@._-]", "_", address.lower())
    if plain == address and not plain.startswith("."):
        return plain
    return f"{plain.lstrip('.')}-{hashlib.sha256(address.encode()).hexdigest()[:8]}"


class MaildirTransport:
    """Mails as files below one folder.  Sizes are looked at before anything is read."""

    def __init__(self, root: Path, largest: int) -> None:
        self._inbox = root / "inbox"
        self._people = root / "people"
        self._largest = largest
        make_maildir(self._inbox)
        self.trouble = ""

    def waiting(self) -> Iterator[Incoming]:
        new = self._inbox / "new"
        found = []
        for entry in os.scandir(new):
            if entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
                found.append((int(entry.stat().st_mtime), entry.name))
        for arrived, name in sorted(found):
            try:
                with (new / name).open("rb") as file:
                    yield Incoming(name, arrived, file.read(self._largest + 1))
            except FileNotFoundError:
                continue  # another program moved it

    def done(self, handle: str) -> None:
        source = self._inbox / "new" / handle
        source.rename(self._inbox / "cur" / f"{handle.split(':')[0]}:2,S")

    def remove(self, word: str) -> int:
        """Mails in the inbox; for an address also the box of what was sent there."""
        count = 0
        for path in (self._inbox / "cur").iterdir():
            with path.open("rb") as file:
                found = names(file.read(self._largest), word)
            if found:
                path.unlink()
                count += 1
        if "@" in word:
            shutil.rmtree(self._people / folder_name(word), ignore_errors=True)
        return count

    def remove_old(self, before: int, games: Collection[str]) -> int:
        """Handled mails; and boxes where nothing came since, if no mail is of these games."""
        old = [one for one in (self._inbox / "cur").iterdir() if self._is_old(one, before, games)]
        for path in old:
            path.unlink()
        for box in self._people.iterdir() if self._people.exists() else ():
            mails = (one for part in PARTS for one in (box / part).glob("*"))
            if all(self._is_old(one, before, games) for one in mails):
                shutil.rmtree(box, ignore_errors=True)
        return len(old)

    def _is_old(self, path: Path, before: int, games: Collection[str]) -> bool:
        if path.stat().st_mtime >= before:
            return False
        with path.open("rb") as file:
            return not names_any(file.read(self._largest), games)

    def send(self, mail: Outgoing) -> Delivery:
        box = self._people / folder_name(mail.to)
        name = hashlib.sha256(mail.message_id.encode()).hexdigest()[:32] + ".pbem"
        try:
            if not (box / "new").exists():
                make_maildir(box)
                for folder in (box, box.parent, box.parent.parent):
                    sync_folder(folder)
            deliver(box, name, mail.data)
        except OSError as error:
            raise TransportError(f"{box}: cannot deliver: {error.strerror}") from None
        return Delivery(taken=True)

    def ready(self, message_id: str) -> bool:
        """Always: a folder refuses nothing for now."""
        return True

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if any(self._inbox.joinpath("new").iterdir()):
                return True
            time.sleep(min(0.25, seconds))
        return False

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def close(self) -> None:
        """Nothing is open."""


def deliver(box: Path, name: str, data: bytes) -> None:
    """Put a mail into a Maildir durably: written to `tmp`, then moved to `new`."""
    temporary = box / "tmp" / name
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if not (box / "cur" / f"{name}:2,S").exists():
        temporary.rename(box / "new" / name)
        sync_folder(box / "new")  # it will be noted as sent, and that note may outlive a power cut
    else:
        temporary.unlink()
