"""A mail's parts put together (RFC 5322, 2045 ff.): headers through the library, bytes out.

    multipart/mixed( multipart/alternative( text/plain,
                     multipart/related( text/html, image/png … )), attachments … )

The same mail gives the same bytes: boundaries come from the Message-ID, the date is given.  What
people wrote stands in the mail's own headers alone; unless it is short and of plain letters it goes
through the library, which refuses line breaks (`ValueError`).  The parts' headers hold nothing but
our own plain names, so they are written here, in a tenth of the time.
"""

from __future__ import annotations

import base64
import hashlib
import re
from binascii import b2a_qp
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache

from card_specs.values import dataclass
from pbem.mails.mail import Attachment

LONGEST_LINE = 76

_SAYS_ITSELF = re.compile(r"[A-Za-z0-9<][A-Za-z0-9._+@/:,<> -]*[A-Za-z0-9>]")
"""Letters, digits and marks that mean nothing by themselves in any header that we send."""

_PLAIN = re.compile(r"[A-Za-z0-9._+@/-]+")


@dataclass(frozen=True)
class Envelope:
    """The headers of a mail.  `answers`: sent because a mail came."""

    subject: str
    sender: tuple[str, str]
    to: tuple[str, str]
    reply_to: tuple[str, str]
    date: int
    message_id: str
    language: str
    references: tuple[str, ...] = ()
    in_reply_to: str = ""
    answers: bool = False


@dataclass(frozen=True)
class Parts:
    """The contents: text, HTML with its pictures (Content-ID -> file name and bytes), files."""

    text: str
    html: str = ""
    pictures: Mapping[str, tuple[str, bytes]] | None = None
    files: Sequence[Attachment] = ()


def assemble(envelope: Envelope, parts: Parts) -> bytes:
    """The whole mail, with CRLF line ends."""
    tag = hashlib.sha256(envelope.message_id.encode()).hexdigest()[:16]
    headers = "".join(_header(name, value) for name, value in _headers(envelope))
    return headers.encode("ascii") + _body(parts, tag).replace("\n", "\r\n").encode("ascii")


def _headers(envelope: Envelope) -> Iterator[tuple[str, str]]:
    yield "From", _address(*envelope.sender)
    yield "To", _address(*envelope.to)
    yield "Reply-To", _address(*envelope.reply_to)
    yield "Subject", envelope.subject
    yield "Date", format_datetime(datetime.fromtimestamp(envelope.date, UTC))
    yield "Message-ID", envelope.message_id
    if envelope.in_reply_to:
        yield "In-Reply-To", envelope.in_reply_to
    if envelope.references:
        yield "References", " ".join(envelope.references)
    yield "Auto-Submitted", "auto-replied" if envelope.answers else "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield "Content-Language", envelope.language
    yield "MIME-Version", "1.0"


def _header(name: str, value: str) -> str:
    """One header as it leaves.  What is short and plain says itself; all else is the library's."""
    line = f"{name}: {value}"
    if len(line) <= LONGEST_LINE and _SAYS_ITSELF.fullmatch(value):
        return f"{line}\r\n"
    return _folded(name, value)


@lru_cache(maxsize=1000)
def _folded(name: str, value: str) -> str:
    mail = EmailMessage(policy=SMTP)
    mail[name] = value
    folded = mail.policy.fold(name, mail[name])
    return folded.replace(":\r\n ", ": ", 1)  # some programs show that fold as a blank


@lru_cache(maxsize=1000)
def _address(name: str, address: str) -> str:
    return str(Address(display_name=name, addr_spec=address))


def _body(parts: Parts, tag: str) -> str:
    """The body with its content headers; lines end with a line feed here."""
    body = _plain_text(parts.text)
    if parts.html:
        html = _part("text/html; charset=utf-8", _base64(parts.html.encode()))
        if parts.pictures:
            pictures = [_picture(cid, *file) for cid, file in parts.pictures.items()]
            html = _many("related", [html, *pictures], f"rel-{tag}", '; type="text/html"')
        body = _many("alternative", [body, html], f"alt-{tag}")
    if parts.files:
        body = _many("mixed", [body, *map(_file, parts.files)], f"mix-{tag}")
    return body


def _plain_text(text: str) -> str:
    """Quoted-printable keeps plain text legible; HTML, full of `=`, is shorter in base64."""
    encoded = b2a_qp(text.encode(), istext=True).decode("ascii")
    return _part("text/plain; charset=utf-8", encoded, "quoted-printable")


def _part(content_type: str, data: str, encoding: str = "base64", more: str = "") -> str:
    return f"Content-Type: {content_type}\nContent-Transfer-Encoding: {encoding}\n{more}\n{data}"


def _base64(data: bytes) -> str:
    text = base64.b64encode(data).decode("ascii")
    lines = [text[at : at + LONGEST_LINE] for at in range(0, len(text), LONGEST_LINE)]
    return "\n".join([*lines, ""])


def _picture(cid: str, name: str, data: bytes) -> str:
    more = f"Content-ID: <{_ours(cid)}>\nContent-Disposition: inline;\n filename={_quoted(name)}\n"
    return _part(f"image/png;\n name={_quoted(name)}", _base64(data), more=more)


def _file(file: Attachment) -> str:
    name = _quoted(file.name)
    more = f"Content-Disposition: attachment;\n filename={name}\n"
    charset = " charset=utf-8;" if file.content_type.startswith("text/") else ""
    content_type = f"{_ours(file.content_type)};{charset}\n name={name}"
    return _part(content_type, _base64(file.data), more=more)


def _quoted(name: str) -> str:
    return f'"{_ours(name)}"'


def _ours(name: str) -> str:
    """A name that was made here: it needs no quoting and breaks no line."""
    if not _PLAIN.fullmatch(name):
        raise ValueError(f"{name[:40]!r} cannot stand in a header of a part")
    return name


def _many(subtype: str, parts: Sequence[str], boundary: str, more: str = "") -> str:
    inside = "".join(f"--{boundary}\n{part}\n" for part in parts)
    start = f'Content-Type: multipart/{subtype}{more};\n boundary="{boundary}"\n\n'
    return f"{start}{inside}--{boundary}--\n"
