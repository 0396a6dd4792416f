"""The turn page goes with turn mails where a player asked for it, until a server refuses it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from village import Mailed, Village

from pbem.letters.mime import LARGEST
from pbem.transports import Delivery, Outgoing
from pbem.transports.maildir import MaildirTransport

PLAYERS = ("ana", "beto")
REFUSED = "desde ahora tus turnos llegan sin ella"


class Strict(MaildirTransport):
    """A mail server that takes no web pages."""

    def send(self, mail: Outgoing) -> Delivery:
        if b'.html"' in mail.data:
            return Delivery(False, True, "552 5.7.0 This message was blocked")
        return super().send(mail)


class Guarded(Village):
    """A village whose server refuses mails with pages."""

    def way(self) -> Any:
        return Strict(self.root / "mail", LARGEST)


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    made = Guarded(tmp_path / "host")
    yield made
    made.folder.close()


def begun(village: Village) -> tuple[str, str, Mailed]:
    """A game whose players both want pages: its id, who is asked, and the mail that says so."""
    game = village.open("diez", PLAYERS)
    village.join(PLAYERS)
    asked = {}
    for player in PLAYERS:
        for mailed in village.mails(player):
            if mailed.moves:
                asked[player] = mailed
    (player, mailed) = asked.popitem()
    for one in PLAYERS:
        seat = village.books.post.token(village.books.tables.get(game).game, one, "0")
        village.mail(one, f"mesa+{game}.0.{seat}@host.example.org", "página sí")
    village.run()
    assert all(village.folder.notebook.seat(game, one).page for one in PLAYERS)  # type: ignore[union-attr]
    for one in PLAYERS:
        village.mails(one)
    return game, player, mailed


def next_turn(village: Village, player: str, mailed: Mailed) -> tuple[str, Mailed]:
    """Play on until a further question is mailed to anybody."""
    for _ in range(20):
        village.answer(player, mailed, mailed.moves[-1])
        village.run()
        for one in PLAYERS:
            for new in village.mails(one):
                if new.moves:
                    return one, new
    raise AssertionError("nobody was asked")


def pages(mailed: Mailed) -> dict[str, bytes]:
    return {name: data for name, data in mailed.files.items() if name.endswith(".html")}


def data_of(page: bytes) -> Any:
    found = re.search(r'id="turn">(.*?)</script>', page.decode(), re.S)
    assert found is not None
    return json.loads(found[1])


def test_the_page_comes_with_the_turn_and_what_it_prepares_is_played(village: Village) -> None:
    game, player, mailed = begun(village)
    assert pages(mailed) == {}
    player, mailed = next_turn(village, player, mailed)
    view = mailed.view
    assert view is not None
    (name,) = pages(mailed)
    assert name == f"{game}-{view['ask']}.html"
    part = next(p for p in mailed.message.iter_attachments() if p.get_filename() == name)
    assert str(part["Content-Type"]).startswith("text/html; charset=")
    assert part.get_content_disposition() == "attachment"
    assert "«página no»" in mailed.text
    data = data_of(pages(mailed)[name])
    now = data["states"][0]
    assert [data["moves"][m]["id"] for m in now[::2]] == mailed.moves
    chain, at = [], 0
    while at >= 0 and len(chain) < 4:
        state = data["states"][at]
        ways = [(state[i], state[i + 1]) for i in range(0, len(state), 2)]
        move, at = max(ways, key=lambda way: way[1] > 0)
        chain.append(data["moves"][move])
    village.mail(player, data["to"], "; ".join(move["say"]["es"] for move in chain))
    assert village.run().played == 1
    state = village.books.tables.get(game).game
    assert list(state.answered[player].moves) == [move["id"] for move in chain]


def test_a_page_that_bounces_is_left_out_from_then_on(village: Village) -> None:
    game, player, mailed = begun(village)
    player, mailed = next_turn(village, player, mailed)
    assert pages(mailed)
    village.deliver(
        b"From: MAILER-DAEMON@example.org\r\nTo: mesa@host.example.org\r\n"
        b"Message-ID: <bounce@example.org>\r\nSubject: Undelivered\r\n"
        b"Content-Type: text/plain\r\n\r\nYour mail " + str(mailed.message["Message-ID"]).encode()
        + b" was blocked.\r\n"
    )  # fmt: skip
    village.run()
    (again,) = village.mails(player)
    assert again.moves == mailed.moves
    assert pages(again) == {}
    assert REFUSED in " ".join(again.text.split())
    person = village.folder.notebook.seat(game, player)
    assert person is not None
    assert not person.page
    assert not person.bounced
    village.answer(player, again, "1")
    assert village.run().played == 1


def test_a_mail_refused_for_its_page_leaves_without_it(guarded: Guarded) -> None:
    game, player, mailed = begun(guarded)
    player, mailed = next_turn(guarded, player, mailed)
    assert pages(mailed) == {}
    assert REFUSED in " ".join(mailed.text.split())
    person = guarded.folder.notebook.seat(game, player)
    assert person is not None
    assert not person.page
    assert not person.bounced
