"""The IMAP and SMTP transport against real servers."""

from __future__ import annotations

import os
import smtplib
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.letters.mime import LARGEST
from pbem.store.config import Config
from pbem.transports import Incoming, Outgoing, TransportError
from pbem.transports.imap import ImapTransport
from pbem.transports.servers import PasswordError

pytestmark = pytest.mark.servers


def config(servers: Path, box: str, *, starttls: bool = False) -> Config:
    """Settings for a box of the test servers (mesa, ana, beto, carla)."""
    return Config(
        name="Mesa",
        address=f"{box}@host.example.org",
        transport="imap",
        imap="starttls:localhost:11143" if starttls else "localhost:11993",
        smtp="starttls:localhost:11587" if starttls else "localhost:11465",
        user=box,
        server="host.example.org",
        ca=str(servers / "cert.pem"),
    )


@pytest.fixture
def mesa(servers: Path) -> Iterator[ImapTransport]:
    transport = ImapTransport(config(servers, "mesa"), "mesa-pass", LARGEST)
    empty(transport)
    yield transport
    transport.close()


def empty(transport: ImapTransport) -> None:
    for incoming in transport.waiting():
        transport.done(incoming.handle)


def post(text: str, to: str = "mesa+cinco-7k3f.1.abc@host.example.org", size: int = 0) -> None:
    """A mail from outside, by plain SMTP, as another provider would deliver it."""
    body = f"From: ana@example.org\r\nTo: {to}\r\nSubject: x\r\n\r\n{text}\r\n" + "x\r\n" * size
    with smtplib.SMTP("127.0.0.1", 11025) as smtp:
        smtp.sendmail("ana@example.org", [to], body)


def arrive(transport: ImapTransport, number: int) -> list[Incoming]:
    """Wait until so many mails wait."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        found = list(transport.waiting())
        if len(found) >= number:
            return found
        transport.wait(1)
    raise AssertionError(f"only {len(found)} of {number} mails came")


def out(to: str, name: str) -> Outgoing:
    data = f"From: mesa@host.example.org\r\nTo: {to}\r\nMessage-ID: <{name}@h>\r\n\r\nhi\r\n"
    return Outgoing(to, "mesa@host.example.org", f"<{name}@h>", data.encode())


def test_mail_comes_in_order_and_is_given_once(mesa: ImapTransport) -> None:
    for number in range(3):
        post(f"mail {number}")
        arrive(mesa, number + 1)  # the server's queue may turn mails of one moment round
    found = arrive(mesa, 3)
    assert [b"mail %d" % n in one.data for n, one in enumerate(found)] == [True] * 3
    assert b"Delivered-To: mesa+cinco-7k3f.1.abc@host.example.org" in found[0].data
    for one in found:
        mesa.done(one.handle)
    assert list(mesa.waiting()) == []


def test_handled_mails_of_a_game_are_removed(mesa: ImapTransport) -> None:
    mesa.remove("cinco-9z9z")
    post("one", "mesa+cinco-9z9z.1.abc@host.example.org")
    post("two", "mesa+cinco-8y8y.1.abc@host.example.org")
    for one in arrive(mesa, 2):
        mesa.done(one.handle)
    assert mesa.remove("cinco-9z9") == 0
    assert mesa.remove("cinco-9z9z") == 1
    assert mesa.remove("cinco-9z9z") == 0
    assert mesa.remove("a@example.org") == 0
    assert mesa.remove("ana@example.org") >= 1
    post("three")  # the inbox is selected again
    for one in arrive(mesa, 1):
        mesa.done(one.handle)


def test_old_mails_of_no_game_are_removed(mesa: ImapTransport) -> None:
    later = int(time.time()) + 2 * 86400  # whole days, by the server's clock
    mesa.remove_old(later, ())
    for name in ("cinco-9z9z", "cinco-7x7x", "nada"):
        post("x", f"mesa+{name}.1.abc@host.example.org")
    for one in arrive(mesa, 3):
        mesa.done(one.handle)
    games = {"cinco-9z9z", "cinco-8y8y"}
    assert mesa.remove_old(later - 3 * 86400, games) == 0
    assert mesa.remove_old(later, games) == 2
    assert mesa.remove("cinco-9z9z") == 1


def test_a_huge_mail_is_fetched_up_to_the_limit(mesa: ImapTransport) -> None:
    post("big", size=LARGEST)
    (found,) = arrive(mesa, 1)
    assert len(found.data) == LARGEST + 1


def test_starttls_and_sending(servers: Path) -> None:
    mesa = ImapTransport(config(servers, "mesa", starttls=True), "mesa-pass", LARGEST)
    ana = ImapTransport(config(servers, "ana"), "ana-pass", LARGEST)
    empty(ana)
    assert mesa.send(out("ana@example.org", "one")).taken
    (found,) = arrive(ana, 1)
    assert b"Message-ID: <one@h>" in found.data
    mesa.close()
    ana.close()


def test_a_refused_recipient_is_final_and_stops_nobody(mesa: ImapTransport) -> None:
    refused = mesa.send(out("nobody@example.org", "two"))
    assert (refused.taken, refused.final) == (False, True)
    assert mesa.send(out("ana@example.org", "three")).taken


def test_a_dropped_connection_is_one_error_and_the_next_run_goes_on(
    mesa: ImapTransport, servers: Path
) -> None:
    post("before the drop")
    arrive(mesa, 1)
    subprocess.run(
        ["doveadm", "-c", str(servers / "dovecot.conf"), "kick", "mesa"],
        check=True,
        capture_output=True,
    )
    with pytest.raises(TransportError, match="IMAP server localhost:11993"):
        list(mesa.waiting())
    assert len(arrive(mesa, 1)) == 1


def test_uids_that_change_lose_nothing(mesa: ImapTransport, servers: Path) -> None:
    post("kept")
    (found,) = arrive(mesa, 1)
    subprocess.run(
        [
            *("doveadm", "-c", str(servers / "dovecot.conf"), "mailbox", "update"),
            *("--uid-validity", str(int(time.time())), "-u", "mesa", "INBOX"),
        ],
        check=True,
        capture_output=True,
    )
    mesa.close()
    (again,) = arrive(mesa, 1)
    assert again.handle != found.handle
    mesa.done(found.handle)  # the old handle means nothing now: the mail stays
    assert [one.handle for one in mesa.waiting()] == [again.handle]


def test_idle_wakes_up(mesa: ImapTransport) -> None:
    timer = threading.Timer(0.5, post, ["wake up"])
    timer.start()
    began = time.monotonic()
    assert mesa.wait(20)
    assert time.monotonic() - began < 15
    timer.join()


def test_idle_that_was_renewed_still_wakes_up(servers: Path) -> None:
    mesa = ImapTransport(config(servers, "mesa"), "mesa-pass", LARGEST, idle_renewal=0.3)
    empty(mesa)
    timer = threading.Timer(2.0, post, ["after some renewals"])
    timer.start()
    began = time.monotonic()
    assert mesa.wait(20)
    assert 1.5 < time.monotonic() - began < 15
    timer.join()
    empty(mesa)
    mesa.close()


def test_a_box_with_a_thousand_mails(mesa: ImapTransport, servers: Path) -> None:
    """As after a holiday of the host: all are given, in order, and all are put aside."""
    empty(mesa)
    new = servers / "mail" / "mesa" / "Maildir" / "new"
    owner = new.stat()
    for number in range(1000):
        path = new / f"{1700000000 + number}.M{number}P1.test"
        path.write_bytes(b"From: ana@example.org\r\n\r\nmail %04d\r\n" % number)
        os.utime(path, (1700000000 + number, 1700000000 + number))
        os.chown(path, owner.st_uid, owner.st_gid)
    began = time.monotonic()
    found = []
    for one in mesa.waiting():
        found.append(one.data[-11:].split()[-1])
        mesa.done(one.handle)
    assert found == [b"%04d" % number for number in range(1000)]
    assert list(mesa.waiting()) == []
    assert time.monotonic() - began < 120


def test_a_copy_of_what_was_sent_lies_nowhere(servers: Path, mesa: ImapTransport) -> None:
    """Only the outbox's own list says what left; handled mails have a folder of their own."""
    assert mesa.send(out("ana@example.org", "five")).taken
    folders = subprocess.run(
        ["doveadm", "-c", str(servers / "dovecot.conf"), "mailbox", "list", "-u", "mesa"],
        check=True,
        capture_output=True,
    ).stdout.split()
    assert sorted(folders) == [b"INBOX", b"pbem-handled"]


def test_a_wrong_password_is_told_in_one_line(servers: Path) -> None:
    transport = ImapTransport(config(servers, "mesa"), "wrong", LARGEST)
    with pytest.raises(PasswordError, match="localhost:11993 refuses the password of mesa"):
        list(transport.waiting())
    delivery = transport.send(out("ana@example.org", "four"))
    assert (delivery.taken, delivery.final) == (False, False)  # ana's address is not to blame
    assert "localhost:11465 refuses the password of mesa" in transport.trouble
    transport.close()
