"""The way in when the server misbehaves: every mail is given once it can be had, and only then."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from faulty import CUT, Faulty, Imap, Script, running

from pbem.letters.mime import LARGEST
from pbem.store.config import Config
from pbem.transports import TransportError
from pbem.transports.imap import ImapTransport
from pbem.transports.servers import PasswordError

Cert = tuple[Path, Path]
MAIL = b"From: ana@example.org\r\n\r\n" + b"play R7\r\n" * 9000


@contextlib.contextmanager
def bench(cert: Cert, script: Script) -> Iterator[tuple[ImapTransport, Faulty]]:
    with running(Imap, cert, script) as server:
        imap = f"localhost:{server.port}"
        config = Config(
            "M", "mesa@h.org", imap=imap, smtp="localhost:1", user="mesa", ca=str(cert[0])
        )
        transport = ImapTransport(config, "word", LARGEST, idle_renewal=0.2)
        yield transport, server
        transport.close()


def test_a_message_that_is_fetched_twice_is_given_once(cert: Cert) -> None:
    with bench(cert, {"FETCH": [None, "twice", "twice"]}) as (transport, server):
        server.box.update({3: MAIL, 5: b"other"})
        assert [found.data for found in transport.waiting()] == [MAIL, b"other"]


def test_a_message_that_another_program_deletes_is_no_error(cert: Cert) -> None:
    with bench(cert, {"FETCH": ["gone", "gone"]}) as (transport, server):
        server.box[3] = MAIL
        assert [found.data for found in transport.waiting()] == [MAIL]


def test_a_drop_in_the_middle_of_a_mail_gives_no_half_mail(cert: Cert) -> None:
    with bench(cert, {"FETCH": [None, "half"]}) as (transport, server):
        server.box[3] = MAIL
        with pytest.raises(TransportError, match="IMAP server localhost"):
            list(transport.waiting())
        (found,) = transport.waiting()
        assert found.data == MAIL
        transport.done(found.handle)
        assert list(transport.waiting()) == []


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "NOOP", "SEARCH", "FETCH", "LIST"])
def test_a_drop_anywhere_is_one_line_and_the_next_run_goes_on(cert: Cert, command: str) -> None:
    with bench(cert, {command: [CUT]}) as (transport, server):
        server.box[3] = MAIL
        with pytest.raises(TransportError) as caught:
            list(transport.waiting())
        assert "\n" not in str(caught.value)
        assert len(list(transport.waiting())) == 1


def test_a_drop_before_a_mail_is_put_aside_gives_it_again(cert: Cert) -> None:
    with bench(cert, {"MOVE": [CUT]}) as (transport, server):
        server.box[3] = MAIL
        (found,) = transport.waiting()
        with pytest.raises(TransportError):
            transport.done(found.handle)
        assert [again.handle for again in transport.waiting()] == [found.handle]


def test_idle_is_renewed(cert: Cert) -> None:
    with bench(cert, {}) as (transport, server):
        assert not transport.wait(1.0)
        assert server.commands.count("IDLE") >= 3


def test_a_wrong_password_is_told_apart(cert: Cert) -> None:
    with bench(cert, {"LOGIN": ["NO [AUTHENTICATIONFAILED] Invalid credentials"]}) as (way, _):
        with pytest.raises(PasswordError) as caught:
            list(way.waiting())
        assert "refuses the password of mesa" in str(caught.value)
        assert "[AUTHENTICATIONFAILED] Invalid credentials" in str(caught.value)
        assert "b'" not in str(caught.value)
        assert "word —" not in str(caught.value)


def test_a_certificate_that_nobody_signed_is_refused(cert: Cert) -> None:
    with running(Imap, cert, {}) as server:
        config = Config(
            "M", "mesa@h.org", imap=f"localhost:{server.port}", smtp="localhost:1", user="mesa"
        )
        with pytest.raises(TransportError, match="certificate verify failed"):
            list(ImapTransport(config, "word", LARGEST).waiting())
        assert server.commands == []
