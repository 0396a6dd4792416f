"""A mail's parts put together (RFC 5322, 2045 ff.): headers through the library, bytes out.

    multipart/mixed( multipart/alternative( text/plain,
                     multipart/related( text/html, image/png … )), attachments … )

The same mail gives the same bytes: boundaries come from the Message-ID, the date is given.  A line
break in a header is refused by the library (`ValueError`).
"""

from __future__ import annotations

import base64
import hashlib
from binascii import b2a_qp
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from email.utils import format_datetime

from pbem.mails.mail import Attachment

LONGEST_LINE = 76


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
    body = _body(parts, tag)
    mail = EmailMessage(policy=SMTP)
    _set_headers(mail, envelope)
    for name, value in body.items():
        mail[name] = value
    mail.set_payload(body.get_payload())
    return mail.as_bytes()


def _set_headers(mail: EmailMessage, envelope: Envelope) -> None:
    mail["From"] = _address(*envelope.sender)
    mail["To"] = _address(*envelope.to)
    mail["Reply-To"] = _address(*envelope.reply_to)
    mail["Subject"] = envelope.subject
    mail["Date"] = format_datetime(datetime.fromtimestamp(envelope.date, UTC))
    mail["Message-ID"] = envelope.message_id
    if envelope.in_reply_to:
        mail["In-Reply-To"] = envelope.in_reply_to
    if envelope.references:
        mail["References"] = " ".join(envelope.references)
    mail["Auto-Submitted"] = "auto-replied" if envelope.answers else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    mail["Content-Language"] = envelope.language
    mail["MIME-Version"] = "1.0"


def _address(name: str, address: str) -> Address:
    return Address(display_name=name, addr_spec=address)


def _body(parts: Parts, tag: str) -> MIMEPart:
    body = _text(parts.text, "plain")
    if parts.html:
        html = _text(parts.html, "html")
        if parts.pictures:
            pictures = [_picture(cid, *file) for cid, file in parts.pictures.items()]
            html = _many("related", [html, *pictures], f"rel-{tag}", type="text/html")
        body = _many("alternative", [body, html], f"alt-{tag}")
    if parts.files:
        body = _many("mixed", [body, *map(_file, parts.files)], f"mix-{tag}")
    return body


def _part(content_type: str, data: str, encoding: str, **parameters: str) -> MIMEPart:
    part = MIMEPart(policy=SMTP)
    part.add_header("Content-Type", content_type, **parameters)
    part["Content-Transfer-Encoding"] = encoding
    part.set_payload(data)
    return part


def _text(text: str, subtype: str) -> MIMEPart:
    """Quoted-printable keeps plain text legible; HTML, full of `=`, is shorter in base64."""
    if subtype == "html":
        return _part("text/html", _lines_of_base64(text.encode()), "base64", charset="utf-8")
    encoded = b2a_qp(text.encode(), istext=True).decode("ascii")
    return _part("text/plain", encoded, "quoted-printable", charset="utf-8")


def _lines_of_base64(data: bytes) -> str:
    text = base64.b64encode(data).decode("ascii")
    lines = (text[at : at + LONGEST_LINE] for at in range(0, len(text), LONGEST_LINE))
    return "\n".join(lines) + "\n"


def _picture(cid: str, name: str, data: bytes) -> MIMEPart:
    part = _part("image/png", _lines_of_base64(data), "base64", name=name)
    part["Content-ID"] = f"<{cid}>"
    part.add_header("Content-Disposition", "inline", filename=name)
    return part


def _file(file: Attachment) -> MIMEPart:
    part = _part(file.content_type, _lines_of_base64(file.data), "base64", name=file.name)
    part.add_header("Content-Disposition", "attachment", filename=file.name)
    return part


def _many(subtype: str, parts: Sequence[MIMEPart], boundary: str, **parameters: str) -> MIMEPart:
    whole = MIMEPart(policy=SMTP)
    whole.add_header("Content-Type", f"multipart/{subtype}", boundary=boundary, **parameters)
    whole.set_payload(list(parts))
    return whole
