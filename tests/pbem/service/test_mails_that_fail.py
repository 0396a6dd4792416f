"""A mail that our program fails on, and servers that fail while a host runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from village import Village

from pbem.office.visit import Reaction, Visit
from pbem.service import reception
from pbem.service.run import run_once, watching
from pbem.transports import Delivery, Incoming, Outgoing, TransportError
from pbem.transports.maildir import MaildirTransport
from pbem.transports.servers import PasswordError


@pytest.fixture
def village(tmp_path: Path) -> Village:
    return Village(tmp_path / "host")


def test_a_mail_that_fails_is_set_aside_once_and_the_others_are_played(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = village.open("cinco", ("ana", "beto"))
    real = reception.counter.receive

    def failing(visit: Visit) -> Reaction:
        if "pum" in (visit.letter.text or ""):
            raise KeyError("secret text of the mail")
        return real(visit)

    monkeypatch.setattr(reception.counter, "receive", failing)
    (asked,) = village.mails("ana")
    village.answer("ana", asked, "pum")
    (other,) = village.mails("beto")
    village.answer("beto", other, "unirme")
    summary = village.run()
    assert (summary.read, summary.ignored, summary.played) == (2, 1, 1)
    (line,) = [line for line in summary.lines if line.startswith("set aside")]
    assert "<ana.1@example.org>: our mistake, please report it: KeyError at " in line
    assert "secret" not in line
    assert village.run().read == 0  # and never again
    village.answer("ana", asked, "unirme")
    assert village.run().played == 1
    assert village.books.tables.get(game).game.phase == "playing"


class Failing(MaildirTransport):
    """The way in works, the way out or in is told to fail."""

    def __init__(self, root: Path, errors: list[TransportError | None]) -> None:
        super().__init__(root, 1000)
        self.errors, self.pauses = errors, [0.0]

    def waiting(self) -> Iterator[Incoming]:
        error = self.errors.pop(0) if self.errors else KeyboardInterrupt()
        if error:
            raise error
        return super().waiting()

    def wait(self, seconds: float) -> bool:
        return True

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


def test_a_server_that_is_away_is_tried_again_ever_more_slowly(village: Village) -> None:
    away: list[TransportError | None] = [TransportError("IMAP server x: away")] * 13
    transport = Failing(village.root / "mail", [None, *away, None])
    runs = []
    with pytest.raises(KeyboardInterrupt):
        runs.extend(watching(village.books, transport))
    assert [line for run in runs for line in run.lines] == ["mail server: IMAP server x: away"] * 13
    assert transport.pauses[1:] == sorted(transport.pauses[1:])
    assert (transport.pauses[1], transport.pauses[-1]) == (1.0, 900.0)


def test_a_wrong_password_ends_a_watch_that_never_began(village: Village) -> None:
    transport = Failing(village.root / "mail", [PasswordError("refuses the password")])
    with pytest.raises(PasswordError):
        list(watching(village.books, transport))
    later = Failing(village.root / "mail", [None, PasswordError("refuses the password"), None])
    with pytest.raises(KeyboardInterrupt):
        list(watching(village.books, later))


class NoWayOut(MaildirTransport):
    """Mails come in, none leaves."""

    def send(self, mail: Outgoing) -> Delivery:
        self.trouble = "SMTP server x fails: away"
        return Delivery(taken=False, final=False, said=self.trouble)


def test_a_way_out_that_fails_is_said_and_the_mails_leave_later(village: Village) -> None:
    good = village.transport
    village.books.deliveries.transport = NoWayOut(village.root / "mail", 1000)
    village.open("cinco", ("ana", "beto"))
    summary = run_once(village.books, village.books.deliveries.transport)
    assert summary.trouble == "SMTP server x fails: away"
    assert village.mails("ana") == []
    village.books.deliveries.transport = good
    village.run()
    assert [mail.kind for mail in village.mails("ana")] == ["invitation"]
