"""No mail below the size limit takes long to read, however it is made.

Each of these once took from one second to some minutes, or would with a plainer program: they
meet what is quadratic in Python's own readers of headers, HTML, Unicode and parameters.
"""

from __future__ import annotations

import time

import pytest
from test_fuzz import explained

from pbem.letters.mime import LARGEST, read_letter

HEAD = (
    b"Return-Path: <ana@example.org>\r\n"
    b"Delivered-To: mesa+cinco-7k3f.12.9b1d4c@host.example.org\r\n"
    b"From: ana@example.org\r\nMessage-ID: <x@y>\r\n"
)
TEXT = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
PARAMETERS = b'--b\r\nContent-Type: text/plain; a="' + b";" * 8000 + b"\r\n\r\nx\r\n"

LONG = {
    "one header again and again": (HEAD, b"A: b\r\n"),
    "encoded words that never end": (HEAD + b"Subject: ", b"=?a?q?"),
    "addresses": (HEAD + b"To: ", b"ana@example.org, "),
    "comments within comments": (HEAD + b"To: ", b"("),
    "quotation marks": (HEAD + b"To: ", b'"a'),
    "angle brackets": (HEAD + b"To: ", b"<"),
    "parameters": (HEAD + b'Content-Type: text/plain; a="', b";"),
    "parameters of many parts": (MIXED, PARAMETERS),
    "parts": (MIXED, b"--b\r\n\r\nx\r\n"),
    "blocks of a delivery report": (
        HEAD + b"Content-Type: message/delivery-status\r\n\r\n",
        b"a: b\r\n\r\n",
    ),
    "results within quotation marks": (
        HEAD + b"Authentication-Results: mx.host.example.org; ",
        b'"a;dmarc(',
    ),
    "combining marks": (TEXT + b"a", "\u0301\u0316".encode()),
    "signs that stand for many": (TEXT, "\ufdfa".encode()),
    "an address that never ends": (TEXT + b"<", b"@"),
    "attributions": (TEXT, b"On 1 Jan a wrote:\r\n"),
    "an attribution that never ends": (TEXT + b"On 1 ", b"wrote "),
    "signatures": (TEXT, b"Enviado desde mi iPhone\r\n"),
    "header blocks": (TEXT, b"De: a"),
    "a chain": (TEXT, b"R7;"),
    "an equation": (TEXT, b"a="),
    "a condition": (TEXT + b"play ", b"R7~"),
    "flowed lines": (
        HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n",
        b"a \r\n",
    ),
    "tags that are never closed": (HTML, b"<a"),
    "attributes that are never closed": (HTML + b"<a ", b'a="'),
    "comments that are never closed": (HTML, b"<!--"),
    "paragraphs": (HTML, b"<p>"),
    "closing tags of nothing": (HTML + b"<x>" * 300, b"</y>"),
    "quotations": (HTML, b"<blockquote>a"),
    "scripts": (HTML + b"<script>", b"</script"),
}


@pytest.mark.parametrize("name", LONG)
def test_a_mail_as_large_as_allowed_is_read_at_once(name: str) -> None:
    head, piece = LONG[name]
    data = head + piece * ((LARGEST - len(head)) // len(piece) - 8)
    began = time.process_time()
    outcome = explained(data + b"\r\n\r\n")
    assert time.process_time() - began < 1.5, "half a second where nothing else runs"
    assert outcome in ("reject", "ignore", "move")


@pytest.mark.parametrize(
    "html", ["&#" + "9" * 6000 + ";R7", "&#x" + "f" * 5000 + ";R7", "<a b=&#" + "1" * 5000 + ">R7"]
)
def test_huge_numbers_of_characters(html: str) -> None:
    """Python refuses to read numbers of so many digits."""
    assert (read_letter(HTML + html.encode()).text or "").endswith("R7")


@pytest.mark.parametrize("name", [b"filename*%s=x", b"name*%s*=x"])
def test_huge_numbers_of_parameters(name: bytes) -> None:
    data = HEAD + b"Content-Disposition: inline; " + name % (b"9" * 5000) + b"\r\n\r\nplay R7\r\n"
    assert explained(data) in ("reject", "move", "ignore")
