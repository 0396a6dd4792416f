"""Whole games through real servers: dovecot and opensmtpd, a host and scripted players."""

from __future__ import annotations

import email
import random
import smtplib
import time
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from village import Mailed, Village

from pbem.auditing import audit_host
from pbem.letters.mime import LARGEST
from pbem.store.config import Config
from pbem.transports.imap import ImapTransport

pytestmark = pytest.mark.servers

GAMES: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("cinquillo", ("ana", "beto"), {"options": {"limit": 1}}),
    ("cinco", ("ana", "beto", "carla"), {}),
    ("seis", ("ana", "beto"), {"options": {"standing": "mail"}}),
    ("diez", ("ana", "beto"), {"options": {"idle": 2}}),
    ("cinco_vivos", ("ana", "beto"), {"variant": "sudden", "options": {"lives": 3}}),
]

PATIENCE = 900.0
"""Seconds for a game that takes ten: what a server puts off is tried again after five minutes."""


def settings(servers: Path, box: str) -> Config:
    return Config(
        name="Mesa",
        address=f"{box}@host.example.org",
        transport="imap",
        imap="localhost:11993",
        smtp="localhost:11465",
        user=box,
        server="host.example.org",
        ca=str(servers / "cert.pem"),
    )


class Town(Village):
    """A village whose mails go through servers; players have boxes there."""

    def __init__(self, root: Path, servers: Path, players: tuple[str, ...]) -> None:
        self._servers = servers
        super().__init__(root, config=settings(servers, "mesa"))
        self.boxes = {player: self._box(player) for player in players}
        for box in (self.transport, *self.boxes.values()):
            for incoming in box.waiting():
                box.done(incoming.handle)

    def _box(self, name: str) -> ImapTransport:
        return ImapTransport(settings(self._servers, name), f"{name}-pass", LARGEST)

    def way(self) -> ImapTransport:
        return self._box("mesa")

    def mails(self, player: str) -> list[Mailed]:
        found = []
        for incoming in self.boxes[player].waiting():
            self.boxes[player].done(incoming.handle)
            message = email.message_from_bytes(incoming.data, policy=SMTP)
            assert isinstance(message, email.message.EmailMessage)
            found.append(Mailed(message, incoming.data))
        return found

    def deliver(self, data: bytes) -> None:
        """Over SMTP, as another provider would; Return-Path and Delivered-To are the servers'."""
        lines = data.split(b"\r\n")
        to = next(line for line in lines if line.startswith(b"To: ")).decode()[4:]
        body = b"\r\n".join(x for x in lines if not x.startswith((b"Return-Path", b"Delivered-To")))
        with smtplib.SMTP("127.0.0.1", 11025) as smtp:
            smtp.sendmail("player@example.org", [to], body)

    def held_up(self) -> str:
        """What the servers say of mails that did not arrive at once."""
        log = (self._servers / "smtpd.log").read_text("utf-8", "replace").splitlines()
        held = [line for line in log if "result=Ok" not in line and "result=" in line]
        return "\n".join([self.transport.trouble, *held[-10:], *log[-5:]])

    def close(self) -> None:
        for box in (self.transport, *self.boxes.values()):
            box.close()
        self.folder.close()


@pytest.mark.parametrize(("spec", "players", "wish"), GAMES, ids=[game[0] for game in GAMES])
def test_a_complete_game(
    servers: Path, tmp_path: Path, spec: str, players: tuple[str, ...], wish: dict[str, Any]
) -> None:
    town = Town(tmp_path / "host", servers, players)
    try:
        game = town.open(spec, players, **wish)
        play_to_the_end(town, players, random.Random(spec))
    finally:
        town.close()
    assert audit_host(town.root, game).findings == []


def play_to_the_end(town: Town, players: tuple[str, ...], chance: random.Random) -> None:
    """Everybody joins and answers whatever is asked, until all have the last mail."""
    ended: set[str] = set()
    until = time.monotonic() + PATIENCE
    while ended < set(players):
        assert time.monotonic() < until, f"the game takes too long\n{town.held_up()}"
        for player in players:
            for mailed in town.mails(player):
                if mailed.kind == "end":
                    ended.add(player)
                elif mailed.kind == "invitation":
                    town.answer(player, mailed, f"unirme palabras de {player}")
                elif mailed.moves:
                    town.answer(player, mailed, chance.choice(mailed.moves))
        town.run()
