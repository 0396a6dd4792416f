"""Kinds of mails that the corpus does not have."""

from __future__ import annotations

import pytest

from pbem.letters.commands import Chain, Command, Item, parse_line
from pbem.letters.decoding import clean, decode, unfold_flowed
from pbem.letters.html_text import html_to_text
from pbem.letters.mime import read_letter
from pbem.letters.typed_line import typed_line


@pytest.mark.parametrize(
    "text",
    [
        "play R7\n\nEl lun, 3 mar 2025 a las 10:31, Mesa (<m@x>) escribió:\n> 1) x",
        "El lunes, 3 de marzo de 2025, Mesa <m@x> escribió:\n> 1) draw\n\nplay R7",
        "On Mon, Mar 3, 2025 at 10:31 AM Mesa\n<mesa+x.12.abc@host.org>\nwrote:\n> draw\n\nplay R7",
        "2025-03-03 10:31 GMT+01:00 Mesa <m@x>:\n> draw\n\nplay R7",
        "Am 3. März 2025 10:31:02 MEZ schrieb Mesa <m@x>:\n> draw\nplay R7",
        "Mesa <m@x> escribió:\n> draw\nplay R7",
        "> draw\n\n\nplay R7\n-- \ndraw",
        "play R7\nEnviado desde mi iPhone",
        "play R7\n-----Mensaje original-----\nDe: x\ndraw",
        "\n \n\u200bplay R7",
    ],
)
def test_the_line_is_found(text: str) -> None:
    assert typed_line(clean(text)) == "play R7"


@pytest.mark.parametrize(
    "text",
    [
        "-- \nplay R7",
        "-------- Mensaje original --------De: Mesa Fecha: 3/3/25\nplay R7",
        "________________________________\nplay R7",
        "De: Mesa <m@x>\nEnviado el: lunes\nPara: Ana\nAsunto: x\n\nplay R7",
        "*From:* Mesa\n*Sent:* Monday\n*To:* Ana\n\nplay R7",
        "---------- Forwarded message ---------\nFrom: x\n\nplay R7",
        "> play R7",
        "",
    ],
)
def test_nothing_was_typed(text: str) -> None:
    assert typed_line(clean(text)) is None


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>play R7</p><blockquote>draw</blockquote>", "play R7\n> draw"),
        (
            "<div>play&nbsp;R7</div><div class=gmail_quote>x<br>draw</div>",
            "play\xa0R7\n> x\n> draw",
        ),
        ("<style>p{}</style><p style='display:none'>draw</p>play R7<!-- draw -->", "play R7"),
        ("play R7<div id=divRplyFwdMsg>x</div>", "play R7\n-----Original Message-----\nx"),
        ("<p>play <b>R7</b></p>", "play R7"),
        ("<head><title>draw</title></head><body>play R7", "play R7"),
        ("<div hidden>draw</div>play R7", "play R7"),
        ("<div><p>play R7", "play R7"),
        ("</div></p>play R7", "play R7"),
    ],
)
def test_html_as_it_is_seen(html: str, text: str) -> None:
    assert "\n".join(line for line in html_to_text(html).split("\n") if line) == text


def test_html_within_html_ends() -> None:
    assert html_to_text("<div>" * 5000 + "play R7").strip() == "play R7"


@pytest.mark.parametrize(
    ("data", "label", "text"),
    [
        (b"\x93play R7\x94", "iso-8859-1", "“play R7”"),
        ("ó".encode(), "us-ascii", "ó"),
        (b"\xf3", None, "ó"),
        (b"play", "zip", "play"),
        (b"play", "x-unknown", "play"),
        ("ó".encode(), "utf-16", "ó"),
        ("ñ".encode("latin-1"), "utf-8", "ñ"),
    ],
)
def test_charsets(data: bytes, label: str | None, text: str) -> None:
    if label == "utf-16":
        assert isinstance(decode(data, label), str)
    else:
        assert decode(data, label) == text


@pytest.mark.parametrize(
    ("flowed", "text"),
    [
        ("play \nR7", "play R7"),
        ("play R7\n-- \nAna", "play R7\n-- \nAna"),
        ("> quoted \n> on\nplay R7", "> quoted on\nplay R7"),
        ("> quoted \nplay R7", "> quoted \nplay R7"),
        (" play R7", "play R7"),
    ],
)
def test_flowed(flowed: str, text: str) -> None:
    assert unfold_flowed(flowed, delsp=False) == text


@pytest.mark.parametrize(
    ("line", "parsed"),
    [
        ("1", Chain((Item(1, ""),))),
        ("１", Chain((Item(1, ""),))),
        ("«1)»", Chain((Item(1, ""),))),
        ("opcion 2.", Chain((Item(2, ""),))),
        ("Option 3", Chain((Item(3, ""),))),
        ("1) play R7", Chain((Item(1, "play R7"),))),
        ("R4; L2; fin", Chain((Item(None, "R4"), Item(None, "L2"), Item(None, "fin")))),
        ("2; 7", Chain((Item(2, ""), Item(7, "")))),
        ("¡R7!", Chain((Item(None, "R7"),))),
        (";;", Chain(())),
        ("Ayuda", Command("help")),
        ("página sí", Command("page", "sí")),
        ("pagina si", Command("page", "si")),
        ("unirme ¡órdago! ½", Command("join", "¡órdago! ½")),
        ("me uno", Command("join")),
        ("No, gracias.", Command("no")),
        ("olvídame", Command("forget")),
        ("orden tirador nunca", Command("order", "tirador nunca")),
        ("ausente 5d", Command("away", "5d")),
    ],
)
def test_commands(line: str, parsed: Chain | Command) -> None:
    assert parse_line(line) == parsed


def test_headers_that_python_stumbles_over() -> None:
    letter = read_letter(
        b"Message-ID: <[>\r\nFrom: =?utf-8?B?QW5h?= <ANA@Example.org>, \r\n"
        b"To: =?utf-8?q?a=0Ab?= <mesa+x@h>\r\nSubject: =?x-unknown?q?caf=E9?=\r\n"
        b'Date: nonsense\r\nContent-Type: text/plain; charset="bad\r\n\r\nplay R7'
    )
    assert letter.senders == ("ana@example.org",)
    assert letter.recipients == ("mesa+x@h",)
    assert letter.text == "play R7"


def test_two_parts_around_a_picture_are_both_read() -> None:
    letter = read_letter(
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\n \r\n"
        b"--b\r\nContent-Type: image/png\r\nContent-Disposition: inline\r\n\r\nx\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\nplay R7\r\n--b--\r\n"
    )
    assert typed_line(letter.text or "") == "play R7"


def test_a_blank_text_part_beside_full_html() -> None:
    letter = read_letter(
        b"Content-Type: multipart/alternative; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\n\r\n"
        b"--b\r\nContent-Type: text/html\r\n\r\n<p>play R7</p>\r\n--b--\r\n"
    )
    assert typed_line(letter.text or "") == "play R7"


def test_attachments_are_not_read() -> None:
    letter = read_letter(
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: text/plain; name=move.txt\r\n\r\ndraw\r\n"
        b"--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\ndraw\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\nplay R7\r\n--b--\r\n"
    )
    assert typed_line(letter.text or "") == "play R7"


def test_a_signed_mail_is_looked_into() -> None:
    letter = read_letter(
        b"Content-Type: multipart/signed; boundary=b; protocol=application/pgp-signature\r\n\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\nplay R7\r\n"
        b"--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--\r\n"
    )
    assert letter.text is not None
    assert typed_line(letter.text) == "play R7"


@pytest.mark.parametrize(
    "word", ["=?UTF-8?B?AAAAA?=", "=?UTF-8?Q?=zz?=", "=?zip?B?AAAA?= =?UTF-8?B?A?="]
)
def test_a_damaged_encoded_word_stops_no_mail(word: str) -> None:
    letter = read_letter(f"Subject: {word}\r\nFrom: {word} <a@b.org>\r\n\r\nplay R7\r\n".encode())
    assert typed_line(letter.text or "") == "play R7"
