"""Bytes of a mail to a `Letter`: plain values, whatever the headers are like.

Python's `email` with the old policy parses anything but raises on access to some headers and
builds recursion from nesting, so sizes and boundaries are counted first and header values are
taken raw and decoded here.
"""

from __future__ import annotations

import email
import email.message
import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.utils import getaddresses

from pbem.protocol.canonical import sha256
from pbem.protocol.codes import mail_hash

from .decoding import clean, decode, unfold_flowed
from .html_text import html_to_text

LARGEST = 256 * 1024
MOST_BOUNDARIES = 100
DEEPEST = 20
LONGEST_TEXT = 64 * 1024
JOSE = "application/jose+json"
LOG = "application/x-ndjson"


@dataclass(frozen=True)
class Letter:
    """A mail as plain values; addresses in lower case; `text` None where nothing is readable."""

    known_as: str  # SHA-256 of the Message-ID, or of the bytes: what the log knows it by
    message_id: str
    senders: tuple[str, ...]  # addresses of From
    recipients: tuple[str, ...]  # of Delivered-To, X-Original-To, To and Cc
    copies: int  # how many addresses To and Cc have
    subject: str
    headers: dict[str, tuple[str, ...]]  # other headers by lower-case name, topmost first
    content_type: str
    report_type: str
    calendar: bool
    text: str | None
    signed: tuple[bytes, ...]  # attached JOSE files
    attached: tuple[bytes, ...]  # these and attached logs
    actions: tuple[str, ...]  # of a delivery report: failed, delayed, delivered …
    quoted_ids: tuple[str, ...]  # Message-IDs of attached mails or their headers (bounces)
    size: int

    def header(self, name: str) -> str:
        """The topmost header of that name, or nothing."""
        values = self.headers.get(name.lower(), ())
        return values[0] if values else ""


class TooLarge(Exception):
    """The mail is beyond a limit that holds before parsing; it is set aside unread."""


def read_letter(data: bytes, *, limited: bool = True) -> Letter:
    """Parse a mail.  Raises `TooLarge`; everything else about it may be broken.

    `limited` false is for mails that their owner hands in: only the number of parts is limited.
    """
    if limited and len(data) > LARGEST:
        raise TooLarge(f"{len(data)} bytes")
    if data.lower().count(b"boundary=") > MOST_BOUNDARIES:
        raise TooLarge("too many parts")
    message = email.message_from_bytes(data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))
    headers: dict[str, tuple[str, ...]] = {}
    for name, value in message.raw_items():
        key = name.lower()
        headers[key] = (*headers.get(key, ()), _raw(value))
    message_id = _message_id(headers)
    parts = list(_parts(message, 0))
    readable = max((level for _, level in parts), default=0) <= DEEPEST
    normal = data.replace(b"\r\n", b"\n")
    return Letter(
        known_as=mail_hash(message_id) if message_id else sha256(normal),
        message_id=message_id,
        senders=_addresses(headers, "from"),
        recipients=_addresses(headers, "delivered-to", "x-original-to", "to", "cc"),
        copies=len(set(_addresses(headers, "to", "cc"))),
        subject=clean(decoded((headers.get("subject") or ("",))[0])).replace("\n", " "),
        headers=headers,
        content_type=message.get_content_type(),
        report_type=_parameter(message, "report-type"),
        calendar=any(_is_calendar(part) for part, _ in parts),
        text=_text([part for part, _ in parts]) if readable else None,
        signed=tuple(_bytes(part) for part, _ in parts if part.get_content_type() == JOSE),
        attached=tuple(_bytes(part) for part, _ in parts if _is_signed(part)),
        actions=_actions([part for part, _ in parts]),
        quoted_ids=_quoted_ids([part for part, _ in parts]),
        size=len(data),
    )


def _quoted_ids(parts: list[email.message.Message]) -> tuple[str, ...]:
    """Message-IDs that stand in attached mails or in attached headers of mails."""
    found: list[str] = []
    for part in parts:
        kind = part.get_content_type()
        if kind == "message/rfc822":
            inner = part.get_payload()
            mails = inner if isinstance(inner, list) else []
            found += [
                str(mail.get("message-id", "")).strip()
                for mail in mails
                if isinstance(mail, email.message.Message)
            ]
        elif kind in ("text/rfc822-headers", "message/rfc822-headers"):
            text = _bytes(part).decode("ascii", "replace")
            found += re.findall(r"^message-id:\s*(<[^<>\s]+>)", text, re.I | re.M)
    return tuple(found)


def _actions(parts: list[email.message.Message]) -> tuple[str, ...]:
    """What a delivery report says was done, for each recipient (RFC 3464)."""
    values = [str(part.get("action", "")).strip().lower() for part in parts]
    return tuple(value for value in values if value)


def _raw(value: object) -> str:
    """A header value as text: unfolded, raw bytes decoded, no control characters."""
    text = str(value)
    data = text.encode("utf-8", "surrogateescape")
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", decode(data, None).replace("\n", "")).strip()


def decoded(value: str) -> str:
    """A header's encoded words as text; what cannot be decoded stays as it is."""
    try:
        pieces = decode_header(value)
    except (ValueError, HeaderParseError):  # damaged base64, in either of the library's ways
        return value
    return "".join(
        piece if isinstance(piece, str) else decode(piece, charset) for piece, charset in pieces
    )


def _message_id(headers: dict[str, tuple[str, ...]]) -> str:
    value = (headers.get("message-id") or ("",))[0]
    found = re.search(r"<[^<>]*>", value)
    return found.group() if found else value.strip()


def _addresses(headers: dict[str, tuple[str, ...]], *names: str) -> tuple[str, ...]:
    values = [value for name in names for value in headers.get(name, ())]
    found = [clean(address).strip().lower() for _, address in getaddresses(values)]
    return tuple(dict.fromkeys(address for address in found if "@" in address or address))


def _parts(message: email.message.Message, level: int) -> list[tuple[email.message.Message, int]]:
    """The parts that may be read, in order; attached mails are not looked into."""
    if level > DEEPEST + 1 or message.get_content_type() == "message/rfc822":
        return [(message, level)]
    if not message.is_multipart():
        return [(message, level)]
    found = []
    for part in message.get_payload():
        if isinstance(part, email.message.Message):
            found += _parts(part, level + 1)
    return found


def _parameter(part: email.message.Message, name: str, header: str = "content-type") -> str:
    try:
        value = part.get_param(name, "", header)
    except (ValueError, IndexError, LookupError):
        return ""
    if isinstance(value, tuple):  # RFC 2231: charset, language, text
        value = value[2]
    return str(value).strip().lower()


def _is_calendar(part: email.message.Message) -> bool:
    if part.get_content_type() != "text/calendar":
        return False
    return bool(_parameter(part, "method")) or b"METHOD:" in _bytes(part).upper()


def _bytes(part: email.message.Message) -> bytes:
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError):
        payload = None
    return payload if isinstance(payload, bytes) else b""


def _is_signed(part: email.message.Message) -> bool:
    """A JOSE file or a log, by its type or, where a mail program changed that, by its name."""
    if part.get_content_type() in (JOSE, LOG):
        return True
    try:
        name = part.get_filename() or ""
    except (ValueError, IndexError, LookupError):
        return False
    return name.lower().endswith((".jws", ".jsonl"))


def _attached(part: email.message.Message) -> bool:
    disposition = str(part.get("content-disposition", "")).strip().lower()
    try:
        name = part.get_filename()
    except (ValueError, IndexError, LookupError):
        name = "broken"
    return disposition.startswith("attachment") or bool(name)


def _text(parts: list[email.message.Message]) -> str | None:
    """The readable text: all text/plain parts, or text/html where these are missing or blank."""
    plain = [p for p in parts if p.get_content_type() == "text/plain" and not _attached(p)]
    text = "\n".join(_plain(part) for part in plain)
    if text.strip():
        return clean(text)[:LONGEST_TEXT]
    html = [p for p in parts if p.get_content_type() == "text/html" and not _attached(p)]
    if not plain and not html:
        return None
    return clean("\n".join(html_to_text(_decoded(part)) for part in html))[:LONGEST_TEXT]


def _decoded(part: email.message.Message) -> str:
    return decode(_bytes(part), _parameter(part, "charset"))


def _plain(part: email.message.Message) -> str:
    text = _decoded(part).replace("\r\n", "\n").replace("\r", "\n")
    if _parameter(part, "format") == "flowed":
        return unfold_flowed(text, _parameter(part, "delsp") == "yes")
    return text
