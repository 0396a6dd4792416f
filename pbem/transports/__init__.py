"""Ways for mails to come and go: Maildir folders, IMAP and SMTP.  Nothing here knows a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Protocol

from card_specs.language.problems import OutsideError
from card_specs.values import dataclass


class TransportError(OutsideError):
    """The mail server or the mail folder could not be used; nothing is lost, try again."""


@dataclass(frozen=True)
class Incoming:
    """A mail that waits: its handle in the mailbox, when it arrived (seconds UTC), its bytes.

    A mail beyond the size limit comes with its first bytes only, one more than the limit.
    """

    handle: str
    arrived: int
    data: bytes


@dataclass(frozen=True)
class Outgoing:
    """A mail to leave: one recipient, ready bytes (CRLF line ends), its Message-ID."""

    to: str
    sender: str
    message_id: str
    data: bytes


@dataclass(frozen=True)
class Delivery:
    """What became of a mail: taken; or refused for good or for now, and what the server said.

    `theirs`: a refusal for now of this very mail, not trouble that would hold up any other.
    """

    taken: bool
    final: bool = True
    said: str = ""
    theirs: bool = False


def names(data: bytes, word: str) -> bool:
    """Do the headers of a mail name this game id or address, whole and not within another?"""
    head = re.split(rb"\r?\n\r?\n", data, maxsplit=1)[0].lower()
    before = rb"[a-z0-9.%+_-]" if "@" in word else rb"[a-z0-9-]"
    pattern = rb"(?<!" + before + rb")" + re.escape(word.lower().encode()) + rb"(?![a-z0-9-])"
    return re.search(pattern, head) is not None


def names_any(data: bytes, games: Collection[str]) -> bool:
    """Do the headers of a mail name one of these games?"""
    head = re.split(rb"\r?\n\r?\n", data, maxsplit=1)[0].lower()
    found = re.findall(rb"(?<![a-z0-9-])[a-z][a-z0-9]*-[0-9a-z]{4,8}(?![a-z0-9-])", head)
    return any(name.decode() in games for name in found)


class Transport(Protocol):
    """What the service asks of a mailbox and a way out."""

    @property
    def trouble(self) -> str:
        """Why nothing can leave now, in a line; empty while mails are taken."""

    def waiting(self) -> Iterator[Incoming]:
        """The mails that wait, in order of arrival."""

    def done(self, handle: str) -> None:
        """This mail is handled: never give it again."""

    def send(self, mail: Outgoing) -> Delivery:
        """Hand over a mail.  Raises `TransportError` where no server answers."""

    def ready(self, message_id: str) -> bool:
        """May this mail be tried now, or was it refused too short a while ago?"""

    def remove(self, word: str) -> int:
        """Delete the handled mails whose headers name a game or an address; how many."""

    def remove_old(self, before: int, games: Collection[str]) -> int:
        """Delete mails handled that came before a time (seconds UTC) and name none of these games.

        How many.
        """

    def wait(self, seconds: float) -> bool:
        """Wait until something may have come, at most so long.  False: nothing came."""

    def pause(self, seconds: float) -> None:
        """Wait so long before trying an unreachable server again; connections are dropped."""

    def close(self) -> None:
        """Let go of connections."""
