"""Header values that real mails hold, and what is made of a mail's name and sender."""

from __future__ import annotations

import pytest
from test_fuzz import CONTEXT, LEXICON

from pbem.letters.explain import Asks, Explainer
from pbem.letters.headers import addresses, message_id, subject
from pbem.letters.mime import read_letter


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("ana@example.org", ["ana@example.org"]),
        ("Ana <ANA@Example.org>", ["ana@example.org"]),
        ('"ana@example.org" <dani@example.org>', ["dani@example.org"]),
        ('"García, Ana" <ana@example.org>, beto@b.org', ["ana@example.org", "beto@b.org"]),
        ("García, Ana <ana@example.org>", ["ana@example.org"]),
        ("ana@example.org (Ana, la de casa)", ["ana@example.org"]),
        ("Amigos: ana@a.org, Beto <beto@b.org>; c@c.org", ["ana@a.org", "beto@b.org", "c@c.org"]),
        ("undisclosed-recipients:;", []),
        ("<>", []),
        ("", []),
        ("postmaster", ["postmaster"]),
        ('"Ana <ana@example.org>', ["ana@example.org"]),
        ("Ana (sin cerrar <ana@example.org>", ["ana@example.org"]),
        ("<ana@example.org", ["ana@example.org"]),
        ("<@relay.org:ana@example.org>", ["ana@example.org"]),
        ('"con \\" comilla" <ana@example.org>', ["ana@example.org"]),
        ("=?utf-8?q?Ana=2C_x=40y?= <ana@example.org>", ["ana@example.org"]),
        ('"mesa+x.1.abc"@host.org', ['"mesa+x.1.abc"@host.org']),
        ("ana@example.org, ana@example.org", ["ana@example.org"]),
        ("Ana Pérez ana@example.org", ["ana@example.org"]),
    ],
)
def test_addresses(value: str, found: list[str]) -> None:
    assert list(addresses([value])) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [("<a@b>", "<a@b>"), (" x <a@b> y", "<a@b>"), ("a@b", "a@b"), ("<[>", "<[>"), ("", "")],
)
def test_message_ids(value: str, found: str) -> None:
    assert message_id(value) == found


def test_a_subject_in_pieces() -> None:
    assert subject("=?utf-8?q?opci=C3?= =?utf-8?q?=B3n?= 1") == "opción 1"
    assert subject("=?utf-8?b?" + "A" * 5000 + "?=") != ""


def test_a_byte_order_mark_before_the_first_header() -> None:
    letter = read_letter(b"\xef\xbb\xbfFrom: ana@example.org\r\n\r\n\xef\xbb\xbfplay R7\r\n")
    assert (letter.senders, letter.text) == (("ana@example.org",), "play R7\n")


def test_a_zero_width_space_in_an_address() -> None:
    data = "To: mesa+cinco-7k3f.12.\u200b9b1d4c@host.example.org\r\n\r\nR7\r\n".encode()
    assert read_letter(data).recipients == ("mesa+cinco-7k3f.12.9b1d4c@host.example.org",)


def test_no_from_at_all() -> None:
    """With the right token it counts; without, there is nobody to answer."""
    to = b"To: mesa+cinco-7k3f.12.9b1d4c@host.example.org\r\n\r\nR7\r\n"
    explainer = Explainer(Asks.read(CONTEXT), LEXICON, "es")
    assert explainer.explain(b"Message-ID: <a@b>\r\n" + to).outcome == "move"
    found = explainer.explain(b"To: mesa@host.example.org\r\n\r\nR7\r\n")
    assert (found.outcome, found.code) == ("ignore", "unverifiable-sender")


def test_line_ends_do_not_make_another_mail() -> None:
    """Without a Message-ID a mail is known by its bytes: a Maildir holds LF, IMAP gives CRLF."""
    wire = b"From: ana@example.org\r\nSubject: x\r\n\r\nplay R7\r\n"
    assert read_letter(wire).known_as == read_letter(wire.replace(b"\r\n", b"\n")).known_as
