"""A host folder with everything around it: real clock, real chance, the transport it names."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from card_specs.language.problems import PersonError
from pbem.letters.mime import LARGEST
from pbem.mails.compose import compose
from pbem.mails.pictures import Drawn
from pbem.service.books import Books, World
from pbem.service.bot_moves import SeatBots
from pbem.service.bots import Bots
from pbem.service.duties import DUTIES
from pbem.service.rules import Compiled
from pbem.store.config import Config
from pbem.store.folder import HostFolder
from pbem.transports import Transport
from pbem.transports.maildir import MaildirTransport

PICTURES = "cache/pictures"
"""Where a host folder keeps the cards that it has drawn for mails; may be deleted at any time."""


@dataclass
class Host:
    """An opened host."""

    folder: HostFolder
    transport: Transport
    books: Books


@contextlib.contextmanager
def opened(root: Path) -> Iterator[Host]:
    """Open a host folder for writing; nobody else writes to it meanwhile."""
    folder = HostFolder(root)
    try:
        with folder.writing():
            transport = transport_of(folder)
            world = World(lambda: int(time.time()), secrets.token_bytes)
            bots = Bots(SeatBots(folder.notebook, world.random))
            write = partial(compose, pictures=Drawn(root / PICTURES))
            books = Books(folder, transport, Compiled, write, bots, world, DUTIES)
            try:
                yield Host(folder, transport, books)
            finally:
                transport.close()
    finally:
        folder.close()


@contextlib.contextmanager
def looked_at(root: Path) -> Iterator[Books]:
    """A host folder's books, to look at: another process may write to it, nothing is sent."""
    folder = HostFolder(root)
    try:
        world = World(lambda: int(time.time()), secrets.token_bytes)
        yield Books(folder, None, Compiled, None, Bots(), world, DUTIES)
    finally:
        folder.close()


def transport_of(folder: HostFolder) -> Transport:
    """The transport that `host.yaml` names."""
    if folder.config.transport == "maildir":
        return MaildirTransport(folder.root / "mail", LARGEST)
    from pbem.transports.imap import ImapTransport  # imapclient only where it is used

    return ImapTransport(folder.config, password(folder.config), LARGEST)


def password(config: Config) -> str:
    """The mailbox's password from the environment or the key ring; never from a file."""
    if config.password.startswith("env:"):
        name = config.password.removeprefix("env:")
        if not os.environ.get(name):
            raise PersonError(f"the password of {config.user} is expected in {name} — set it")
        return os.environ[name]
    try:
        import keyring
    except ImportError:
        raise PersonError(
            "host.yaml says keyring, which is not installed — pip install keyring"
        ) from None
    found = keyring.get_password("pbem", config.user)
    if not found:
        raise PersonError(
            f"the key ring has no password for {config.user} — keyring set pbem {config.user}"
        )
    return str(found)
