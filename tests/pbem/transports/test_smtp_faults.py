"""The way out when the server misbehaves: nothing is lost, nobody is blamed, no hammering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from faulty import CUT, Faulty, Script, Smtp, running

from pbem.letters.mime import LARGEST
from pbem.store.config import Config
from pbem.transports import Outgoing
from pbem.transports.imap import ImapTransport
from pbem.transports.smtp import LONGEST_WAIT, RETRY_AFTER

Cert = tuple[Path, Path]


def mail(to: str = "ana@example.org", name: str = "one") -> Outgoing:
    data = f"From: mesa@h.org\r\nTo: {to}\r\nMessage-ID: <{name}@h>\r\n\r\nhi\r\n"
    return Outgoing(to, "mesa@h.org", f"<{name}@h>", data.encode())


@dataclass
class Bench:
    """A transport, the faulty server it sends to, and the clock in our hand."""

    transport: ImapTransport
    server: Faulty
    now: float = 1000.0

    def sent(self) -> list[str]:
        return [x.partition(b"Message-ID: ")[2][:7].decode() for x in self.server.mails]


@pytest.fixture
def bench(cert: Cert, request: pytest.FixtureRequest) -> Iterator[Bench]:
    script: Script = {name: list(lines) for name, lines in request.param.items()}
    with running(Smtp, cert, script) as server:
        smtp = f"localhost:{server.port}"
        config = Config("M", "mesa@h.org", imap="localhost:1", smtp=smtp, user="mesa")
        found = Bench(
            ImapTransport(
                Config(**{**vars(config), "ca": str(cert[0])}),
                "word",
                LARGEST,
                clock=lambda: found.now,
            ),
            server,
        )
        yield found
        found.transport.close()


with_script = pytest.mark.parametrize


@with_script("bench", [{"RCPT": ["451 4.7.1 greylisted", "451 4.7.1 still"]}], indirect=True)
def test_greylisting_is_tried_again_at_sane_times(bench: Bench) -> None:
    first = bench.transport.send(mail())
    assert (first.taken, first.final, first.said) == (False, False, "451 4.7.1 greylisted")
    assert first.theirs
    assert not bench.transport.ready("<one@h>")
    assert bench.transport.ready("<two@h>")
    assert bench.transport.send(mail(name="two")).final is False  # the second entry of the script
    for _ in range(20):  # every turn of the loop
        bench.now += 10
        assert not bench.transport.send(mail()).taken
    assert bench.server.commands.count("RCPT") == 2
    bench.now += RETRY_AFTER
    assert bench.transport.send(mail()).taken
    assert bench.sent() == ["<one@h>"]


@with_script("bench", [{"RCPT": ["450 busy"] * 9}], indirect=True)
def test_waits_grow_and_stay_below_some_hours(bench: Bench) -> None:
    waits = []
    for _ in range(8):
        assert not bench.transport.send(mail()).taken
        tried, before = bench.server.commands.count("RCPT"), bench.now
        while bench.server.commands.count("RCPT") == tried:
            bench.now += 60
            bench.transport.send(mail())
            if bench.now - before > LONGEST_WAIT + 60:
                break
        waits.append(bench.now - before)
    assert waits == sorted(waits)
    assert waits[0] <= RETRY_AFTER + 60
    assert waits[-1] <= LONGEST_WAIT + 120


@with_script("bench", [{"RCPT": ["550 5.1.1 no such user"]}], indirect=True)
def test_a_refused_recipient_is_final_and_the_next_mail_leaves(bench: Bench) -> None:
    refused = bench.transport.send(mail("nobody@example.org"))
    assert (refused.taken, refused.final) == (False, True)
    assert bench.transport.send(mail(name="two")).taken
    assert bench.transport.trouble == ""


@with_script("bench", [{"DATA": ["554 5.7.1 looks like spam"]}], indirect=True)
def test_a_mail_refused_at_data_is_final(bench: Bench) -> None:
    refused = bench.transport.send(mail())
    assert (refused.final, refused.said) == (True, "554 5.7.1 looks like spam")
    assert bench.transport.send(mail(name="two")).taken


@with_script(
    "bench",
    [
        {"CONNECT": ["554 no service"]},
        {"AUTH": ["535 5.7.8 bad password"]},
        {"AUTH": ["454 4.7.0 try later"]},
        {"MAIL": ["550 5.7.1 sender not allowed"]},
        {"MAIL": ["421 4.7.0 too many connections"]},
        {"RCPT": ["421 4.7.0 closing"]},
        {"DOT": ["421 4.3.2 shutting down"]},
        {"CONNECT": [CUT]},
        {"EHLO": [CUT]},
        {"RCPT": [CUT]},
        {"DATA": [CUT]},
        {"TEXT": [CUT]},
        {"DOT": [CUT]},
    ],
    indirect=True,
    ids=lambda script: " ".join(f"{name} {lines[0]}" for name, lines in script.items()),
)
def test_a_server_in_trouble_blames_no_recipient_and_everything_leaves_later(
    bench: Bench,
) -> None:
    """Cut off before or after the final dot, too: the mail is sent again, with the same id."""
    failed = bench.transport.send(mail())
    assert (failed.taken, failed.final, failed.theirs) == (False, False, False)
    assert not bench.transport.ready("<two@h>")
    assert "SMTP server localhost:" in bench.transport.trouble
    assert "\n" not in bench.transport.trouble
    asked = len(bench.server.commands)
    assert not bench.transport.send(mail(name="two")).taken  # not at once
    assert len(bench.server.commands) == asked
    bench.now += RETRY_AFTER + 1
    assert bench.transport.send(mail()).taken
    assert bench.transport.send(mail(name="two")).taken
    assert bench.transport.trouble == ""
    assert set(bench.sent()) == {"<one@h>", "<two@h>"}


@with_script("bench", [{"AUTH": ["535 5.7.8 bad password"]}], indirect=True)
def test_a_wrong_password_is_said_so(bench: Bench) -> None:
    bench.transport.send(mail())
    assert not bench.transport.send(mail(name="two")).theirs
    assert "refuses the password of mesa: 5.7.8 bad password" in bench.transport.trouble


def test_a_certificate_that_nobody_signed_is_refused(cert: Cert) -> None:
    with running(Smtp, cert, {}) as server:
        smtp = f"localhost:{server.port}"
        config = Config("M", "mesa@h.org", imap="localhost:1", smtp=smtp, user="mesa")
        transport = ImapTransport(config, "word", LARGEST)
        assert not transport.send(mail()).taken
        assert "certificate verify failed" in transport.trouble
        assert server.commands == []  # no password, no mail
