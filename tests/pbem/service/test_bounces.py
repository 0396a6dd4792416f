"""Mails that come back: the table is told once, and never who is asked in secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from village import Village, bounce

from pbem.letters.mime import LARGEST
from pbem.service.by_hand import status
from pbem.service.by_hand import told as as_told
from pbem.transports import Delivery, Outgoing
from pbem.transports.maildir import MaildirTransport

PLAYERS = ("ana", "beto", "carla")
DAY = 86400


class Strict(MaildirTransport):
    """A server that refuses some boxes at once."""

    refused: frozenset[str] = frozenset()
    tried = 0

    def send(self, mail: Outgoing) -> Delivery:
        if mail.to in self.refused:
            self.tried += 1
            return Delivery(taken=False, final=True, said="550 no such box")
        return super().send(mail)


class StrictVillage(Village):
    def way(self) -> Any:
        return Strict(self.root / "mail", LARGEST)


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[StrictVillage]:
    made = StrictVillage(tmp_path / "host")
    yield made
    made.folder.close()


def asked(village: Village) -> tuple[str, Any]:
    """The first player with a question, and that mail; everybody's mails are read."""
    found = [(p, m) for p in PLAYERS for m in village.mails(p) if m.moves]
    return found[0]


def told(village: Village, player: str) -> dict[str, list[Any]]:
    """The bounce mails that the others have got."""
    return {
        other: [m for m in village.mails(other) if m.kind == "bounce"]
        for other in PLAYERS
        if other != player
    }


def test_a_bounce_is_told_to_the_others_once(village: Village) -> None:
    game = village.open("cinquillo", PLAYERS, languages={"ana": "en", "beto": "en", "carla": "en"})
    village.join(PLAYERS)
    player, mailed = asked(village)
    village.deliver(bounce(mailed, 1))
    village.run()
    name = player.capitalize()
    for mails in told(village, player).values():
        (mail,) = mails
        assert mail.subject == f"[{game}] Mails to {name} do not arrive"
        assert f"Mails to {name}" in " ".join(mail.text.split())
    assert not village.mails(player)
    village.deliver(bounce(mailed, 2))
    village.run()
    assert told(village, player) == {other: [] for other in PLAYERS if other != player}
    village.answer(player, mailed, "status")  # now a mail comes: the box works again
    village.run()
    person = village.folder.notebook.seat(game, player)
    assert person is not None
    assert not person.bounced
    village.run(DAY)
    village.deliver(bounce(mailed, 3))
    village.run()
    assert all(len(mails) == 1 for mails in told(village, player).values())


def test_an_invitation_that_comes_back_shows_in_the_status(village: Village) -> None:
    game = village.open("cinquillo", PLAYERS)
    (mailed,) = village.mails("beto")
    village.deliver(bounce(mailed, 1))
    village.run()
    (one,) = status(village.books)
    assert one.bouncing == ("beto",)
    assert "waiting for ana, beto (mails bounce), carla" in as_told(one, "UTC", False)
    assert game in as_told(one, "UTC", True)


def test_a_delayed_mail_is_no_bounce(village: Village) -> None:
    game = village.open("cinquillo", PLAYERS)
    village.join(PLAYERS)
    player, mailed = asked(village)
    village.deliver(bounce(mailed, 1, "delayed"))
    village.run()
    assert told(village, player) == {other: [] for other in PLAYERS if other != player}
    person = village.folder.notebook.seat(game, player)
    assert person is not None
    assert not person.bounced


def test_who_is_asked_in_secret_is_not_named(village: Village) -> None:
    """Sealed bids: everybody is asked at once and nobody is told who has not answered."""
    game = village.open("cinco", PLAYERS)
    village.join(PLAYERS)
    for _ in range(60):
        table = village.books.tables.get(game).game
        referee = village.books.tables.get(game).referee
        assert referee is not None
        secret = set(table.asks) - set(referee.public(table.state)["asked"])
        mails = [(p, m) for p in PLAYERS for m in village.mails(p) if m.moves]
        if secret:
            break
        for player, mailed in mails:
            village.answer(player, mailed, mailed.moves[0])
        village.run()
    player, mailed = next((p, m) for p, m in mails if p in secret)
    village.deliver(bounce(mailed, 1))
    village.run()
    for mails in told(village, player).values():
        (mail,) = mails
        whole = mail.subject + mail.text + mail.html
        assert "alguien de la mesa" in mail.subject
        assert player.capitalize() not in whole.replace(f"Partida {game}", "")


def test_refused_at_once_is_told_and_tried_once_a_day(strict: StrictVillage) -> None:
    game = strict.open("cinquillo", PLAYERS)
    strict.join(PLAYERS)
    player, mailed = asked(strict)
    others = [p for p in PLAYERS if p != player]
    strict.transport.refused = frozenset({f"{others[0]}@example.org"})
    while True:
        strict.answer(player, mailed, "1")
        strict.run()
        if others[0] in strict.books.tables.get(game).game.asks:
            break
        player, mailed = asked(strict)
    assert len([m for m in strict.mails(others[1]) if m.kind == "bounce"]) == 1
    strict.transport.tried = 0
    for _ in range(48):
        strict.run(DAY // 8)
    assert strict.transport.tried <= 6
    person = strict.folder.notebook.seat(game, others[0])
    assert person is not None
    assert person.bounced
    strict.transport.refused = frozenset()
    strict.run(DAY)
    assert any(m.kind == "reminder" for m in strict.mails(others[0]))
    person = strict.folder.notebook.seat(game, others[0])
    assert person is not None
    assert not person.bounced


class Putting(MaildirTransport):
    """A server that puts some boxes off, each try after a pause of its own, or is away itself."""

    def __init__(self, root: Path, largest: int, now: Callable[[], int]) -> None:
        super().__init__(root, largest)
        self.put_off: frozenset[str] = frozenset()
        self.away = False
        self.tried: list[str] = []
        self._now, self._until = now, dict[str, int]()

    def ready(self, message_id: str) -> bool:
        return self._now() >= self._until.get(message_id, 0)

    def send(self, mail: Outgoing) -> Delivery:
        assert self.ready(mail.message_id)
        if self.away:
            return Delivery(taken=False, final=False, said="SMTP server fails")
        if mail.to in self.put_off:
            self.tried.append(mail.message_id)
            self._until[mail.message_id] = self._now() + 7200
            return Delivery(taken=False, final=False, said="452 mailbox full", theirs=True)
        return super().send(mail)


class PuttingVillage(Village):
    def way(self) -> Any:
        return Putting(self.root / "mail", LARGEST, lambda: self.now)


@pytest.fixture
def putting(tmp_path: Path) -> Iterator[PuttingVillage]:
    made = PuttingVillage(tmp_path / "host")
    yield made
    made.folder.close()


def asked_and_put_off(village: PuttingVillage) -> tuple[str, str, str]:
    """A game, a player who is asked and whose mails are put off, and another."""
    game = village.open("cinquillo", PLAYERS)
    village.join(PLAYERS)
    player, mailed = asked(village)
    others = [p for p in PLAYERS if p != player]
    village.transport.put_off = frozenset({f"{others[0]}@example.org"})
    while others[0] not in village.books.tables.get(game).game.asks:
        village.answer(player, mailed, "1")
        village.run()
        if others[0] not in village.books.tables.get(game).game.asks:
            player, mailed = asked(village)
    return game, others[0], others[1]


def bounced(village: Village, game: str, player: str) -> int:
    person = village.folder.notebook.seat(game, player)
    assert person is not None
    return person.bounced


def test_put_off_for_five_days_is_given_up_and_told(putting: PuttingVillage) -> None:
    """Over restarts, too; then one try a day, and all is well as soon as one is taken."""
    game, player, other = asked_and_put_off(putting)
    first = putting.now
    while putting.now < first + 5 * DAY - 7200:
        putting.run(3600)
        if (putting.now - first) // 3600 % 30 == 0:
            off = putting.transport.put_off
            putting.reopen()
            putting.transport.put_off = off
        assert not bounced(putting, game, player)
    assert putting.folder.notebook.busy() == [game]
    for _ in range(5):
        putting.run(3600)
    assert bounced(putting, game, player) >= first + 5 * DAY
    assert putting.folder.notebook.busy() == []
    kinds = [m.kind for m in putting.mails(other)]
    assert kinds.count("bounce") == 1
    putting.transport.tried.clear()
    for _ in range(3 * 12):
        putting.run(7200)
    assert 2 <= len(putting.transport.tried) <= 4
    assert [m.kind for m in putting.mails(other)].count("bounce") == 0
    putting.transport.put_off = frozenset()
    putting.run(DAY)
    assert any(m.kind == "reminder" for m in putting.mails(player))
    person = putting.folder.notebook.seat(game, player)
    assert person is not None
    assert person == person.reached()


def test_a_server_that_is_away_and_a_host_that_sleeps_count_for_nothing(
    putting: PuttingVillage,
) -> None:
    game, player, _ = asked_and_put_off(putting)
    putting.run(7200)
    putting.now += 9 * DAY  # the host was switched off: the address may have worked meanwhile
    putting.run()
    assert not bounced(putting, game, player)
    putting.transport.put_off, putting.transport.away = frozenset(), True
    for _ in range(9):
        putting.run(DAY)
    assert not bounced(putting, game, player)
    putting.transport.away = False
    putting.run()
    assert "turn" in [m.kind for m in putting.mails(player)]


def test_while_nothing_may_be_tried_nothing_is_replayed(
    putting: PuttingVillage, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, player, _ = asked_and_put_off(putting)
    replays: list[int] = []
    real = putting.books.send_again
    monkeypatch.setattr(
        putting.books, "send_again", lambda game: (replays.append(putting.now), real(game))
    )
    for _ in range(6 * 60):
        putting.run(60)
    assert 2 <= len(replays) <= 8  # each of its waiting mails every two hours
    putting.reopen()
    putting.run()
    assert putting.folder.notebook.busy() == []
    assert "turn" in [m.kind for m in putting.mails(player)]


def test_a_new_address_that_is_refused_does_not_take_the_seat(putting: PuttingVillage) -> None:
    """The question to confirm goes to the new address; what comes of it is nothing of the old."""
    game = putting.open("cinquillo", PLAYERS)
    putting.join(PLAYERS)
    player, mailed = asked(putting)
    new = "nueva@example.net"
    putting.transport.put_off = frozenset({new})
    putting.answer(player, mailed, f"dirección {new}")
    for _ in range(4):
        putting.run(7200)
        for mail in putting.mails(player):
            if mail.kind == "confirm":
                putting.answer(player, mail, "confirmar")
    assert any(one.startswith("<confirm.") for one in putting.transport.tried)
    person = putting.folder.notebook.seat(game, player)
    assert person is not None
    assert person.address == f"{player}@example.org"
    assert person == person.reached()
