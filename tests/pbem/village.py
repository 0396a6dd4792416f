"""A village: a host folder and players who have nothing but a mailbox, all in one process.

Mails go through real Maildirs, files and the real composer; only clock and chance are arguments.
"""

from __future__ import annotations

import email
import email.message
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.policy import SMTP
from pathlib import Path
from typing import Any

from pbem.letters.mime import LARGEST
from pbem.mails.compose import compose
from pbem.protocol.canonical import from_base64url, read
from pbem.service.books import Books, World
from pbem.service.bots import Bots
from pbem.service.duties import DUTIES
from pbem.service.opening import Wish, open_table
from pbem.service.reception import Summary
from pbem.service.rules import Compiled
from pbem.service.run import run_once
from pbem.store.config import Config
from pbem.store.folder import HostFolder
from pbem.transports.maildir import MaildirTransport, deliver, folder_name

MONDAY = 1764576000  # 2025-12-01 08:00 UTC


@dataclass(frozen=True)
class Mailed:
    """A mail as a player has it."""

    message: email.message.EmailMessage
    raw: bytes

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def kind(self) -> str:
        """What sort of mail it is, as its Message-ID says."""
        return str(self.message["Message-ID"]).strip(" <>").split(".")[0]

    @property
    def reply_to(self) -> str:
        return str(self.message["Reply-To"] or self.message["From"]).rpartition("<")[2].strip(">")

    @property
    def text(self) -> str:
        part = self.message.get_body(("plain",))
        return str(part.get_content()) if part else ""

    @property
    def html(self) -> str:
        part = self.message.get_body(("html",))
        return str(part.get_content()) if part else ""

    @property
    def files(self) -> dict[str, bytes]:
        found = {}
        for part in self.message.iter_attachments():
            data = part.get_payload(decode=True)
            found[str(part.get_filename())] = bytes(data) if isinstance(data, bytes) else b""
        return found

    @property
    def view(self) -> dict[str, Any] | None:
        """The payload of the attached view, unchecked."""
        for name, data in self.files.items():
            if name.endswith(".jws") and b'"payload"' in data:
                payload = read(from_base64url(json.loads(data)["payload"]))
                if payload["kind"] == "view":
                    return dict(payload)
        return None

    @property
    def moves(self) -> list[str]:
        view = self.view
        return list(view["own"].get("moves", [])) if view else []


class Village:
    """A host with its clock in our hand."""

    def __init__(self, root: Path, seed: int = 1, config: Config | None = None) -> None:
        self.root, self.random, self.now = root, random.Random(seed), MONDAY
        usual = Config(name="Mesa", address="mesa@host.example.org", zone="Europe/Madrid")
        self.folder = HostFolder.make(root, config or usual, self.random.randbytes)
        self.sent = 0
        self._open()

    def _open(self) -> None:
        self.transport = self.way()
        world = World(lambda: self.now, self.random.randbytes)
        self.books = Books(self.folder, self.transport, Compiled, compose, Bots(), world, DUTIES)

    def way(self) -> Any:
        """The transport: Maildirs, where nothing else is wanted."""
        return MaildirTransport(self.root / "mail", LARGEST)

    def reopen(self) -> None:
        """As a new process finds the folder."""
        self.folder.close()
        self.folder = HostFolder(self.root)
        self._open()

    def open(self, spec: str, players: Sequence[str], **wish: Any) -> str:
        addresses = {player: f"{player}@example.org" for player in players}
        return open_table(self.books, Wish(spec, players, addresses, **wish))

    def run(self, seconds: int = 60) -> Summary:
        self.now += seconds
        return run_once(self.books, self.transport)

    def mails(self, player: str) -> list[Mailed]:
        """New mails of a player, oldest first by ask; they are read then."""
        box = self.root / "mail" / "people" / folder_name(f"{player}@example.org")
        found = []
        for path in sorted((box / "new").glob("*")) if box.exists() else []:
            raw = path.read_bytes()
            path.rename(box / "cur" / f"{path.name}:2,S")
            message = email.message_from_bytes(raw, policy=SMTP)
            assert isinstance(message, email.message.EmailMessage)
            found.append(Mailed(message, raw))
        return found

    def mail(self, player: str, to: str, text: str, **headers: str) -> str:
        """A plain mail to the host; its Message-ID."""
        self.sent += 1
        message_id = headers.pop("message_id", f"<{player}.{self.sent}@example.org>")
        lines = [
            f"Return-Path: <{player}@example.org>",
            f"Delivered-To: {to}",
            f"From: {player} <{player}@example.org>",
            f"To: {to}",
            f"Message-ID: {message_id}",
            f"Subject: {headers.pop('subject', 'Re: x')}",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
            "",
            text,
            "",
        ]
        self.deliver("\r\n".join(lines).encode())
        return message_id

    def deliver(self, data: bytes) -> None:
        self.sent += 1
        deliver(self.root / "mail" / "inbox", f"{self.sent:08d}", data)

    def answer(self, player: str, mailed: Mailed, text: str, **headers: str) -> str:
        return self.mail(player, mailed.reply_to, text, **headers)

    def join(self, players: Sequence[str]) -> None:
        """Everybody accepts the invitation."""
        for player in players:
            for mailed in self.mails(player):
                self.answer(player, mailed, f"unirme palabras de {player}")
        self.run()

    def first_moves(self, players: Sequence[str]) -> None:
        """Everybody answers what they are asked with the first move on the list."""
        for player in players:
            for mailed in self.mails(player):
                if mailed.moves:
                    self.answer(player, mailed, mailed.moves[0])
        self.run()

    def play(
        self, players: Sequence[str], choose: Callable[[list[str]], str], most: int = 10_000
    ) -> dict[str, Mailed]:
        """Answer every turn mail until the game is over; each player's mail that tells the end."""
        last: dict[str, Mailed] = {}
        for _ in range(most):
            for player in players:
                for mailed in self.mails(player):
                    if player not in last or mailed.kind == "end":
                        last[player] = mailed
                    if mailed.moves:
                        self.answer(player, mailed, choose(mailed.moves))
            if not self.run().read:
                return last
        raise AssertionError("the game goes on and on")


def bounce(mailed: Mailed, no: int, action: str = "failed") -> bytes:
    """A delivery report about one of our mails, as a mail server writes it."""
    return (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.org\r\n"
        f"Message-ID: <b{no}@example.org>\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nno such box\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; x@example.org\r\nAction: {action}\r\nStatus: 5.1.1\r\n\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\n"
        f"Message-ID: {mailed.message['Message-ID']}\r\n\r\nx\r\n--b--\r\n"
    ).encode()
