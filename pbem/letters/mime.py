"""Bytes of a mail to a `Letter`: plain values, whatever the headers are like.

Python's `email` with the old policy parses anything but raises on access to some headers and
builds recursion from nesting, so sizes and boundaries are counted first and header values are
taken raw and decoded here.
"""

from __future__ import annotations

import binascii
import email
import email.message
import re
from collections.abc import Iterator

from card_specs.values import dataclass
from pbem.protocol.canonical import sha256
from pbem.protocol.codes import mail_hash

from . import headers as values
from .decoding import clean, decode, unfold_flowed
from .html_text import html_to_text

LARGEST = 256 * 1024
MOST_BOUNDARIES = 100
MOST_PIECES = 2000  # lines that may begin a part
DEEPEST = 20
LONGEST_TYPE = 8 * 1024
MOST_PARAMETERS = 64
"""Of a part's own header: Python reads parameters in time by the square of their number."""

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
    report_type: str  # of a multipart/report: delivery-status, disposition-notification
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


class SetAside(Exception):
    """The mail is not read at all: it is put aside, with one line in the log."""


class TooLarge(SetAside):
    """The mail is beyond a limit that holds before parsing."""


def read_letter(data: bytes, *, limited: bool = True) -> Letter:
    """Parse a mail.  Raises `SetAside`; everything else about it may be broken.

    `limited` false is for mails that their owner hands in: only the number of parts is limited.
    """
    _check_limits(data, limited)
    try:
        message = email.message_from_bytes(data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))
        parts = list(_parts(message, 0))
    except (ValueError, LookupError, RecursionError, AssertionError) as error:
        raise SetAside(f"the parser fails on it ({type(error).__name__})") from None
    found: dict[str, list[str]] = {}
    for name, value in message.raw_items():
        found.setdefault(name.lower(), []).append(values.unfolded(value))
    headers = {name: tuple(lines) for name, lines in found.items()}
    message_id = values.message_id(found.get("message-id", [""])[0])
    readable = max((level for _, level in parts), default=0) <= DEEPEST
    leaves = [part for part, _ in parts if not part.is_multipart() or _is_mail(part)]
    shown = _listed(headers, "to", "cc")
    return Letter(
        known_as=mail_hash(message_id) if message_id else sha256(data.replace(b"\r\n", b"\n")),
        message_id=message_id,
        senders=_listed(headers, "from"),
        recipients=tuple(
            dict.fromkeys((*_listed(headers, "delivered-to", "x-original-to"), *shown))
        ),
        copies=len(shown),
        subject=values.subject(found.get("subject", [""])[0]),
        headers=headers,
        report_type=_report_type([part for part, _ in parts]),
        calendar=any(map(_is_calendar, leaves)),
        text=_text(leaves) if readable else None,
        signed=tuple(_bytes(part) for part in leaves if part.get_content_type() == JOSE),
        attached=tuple(_bytes(part) for part in leaves if _is_signed(part)),
        actions=_actions([part for part, _ in parts]),
        quoted_ids=_quoted_ids(leaves),
        size=len(data),
    )


def _check_limits(data: bytes, limited: bool) -> None:
    if limited and len(data) > LARGEST:
        raise TooLarge(f"larger than {LARGEST} bytes")
    lower = data.lower()
    pieces = lower.count(b"\n--")
    if b"delivery-status" in lower:  # its blocks are parts for Python
        pieces += len(re.findall(rb"\n\r?\n", lower))
    if lower.count(b"boundary=") > MOST_BOUNDARIES or pieces > MOST_PIECES:
        raise TooLarge("too many parts")
    for found in _PART_HEADER.findall(data):
        if len(found) > LONGEST_TYPE or found.count(b";") > MOST_PARAMETERS:
            raise TooLarge("a header of a part is too long")


_PART_HEADER = re.compile(
    rb"^content-[a-z-]{1,30}[ \t]*:[^\r\n]*(?:(?:\r\n|\r|\n)[ \t][^\r\n]*)*", re.I | re.M
)


def _listed(headers: dict[str, tuple[str, ...]], *names: str) -> tuple[str, ...]:
    return values.addresses([value for name in names for value in headers.get(name, ())])


def _is_mail(part: email.message.Message) -> bool:
    return part.get_content_type() == "message/rfc822"


def _report_type(parts: list[email.message.Message]) -> str:
    """What sort of report the mail is, also where something was wrapped around the report."""
    for part in parts:
        if part.get_content_type() == "multipart/report":
            named = _parameter(part, "report-type")
            inner = part.get_payload()
            kinds = [
                one.get_content_type() for one in inner if isinstance(one, email.message.Message)
            ]
            for kind in ("disposition-notification", "delivery-status"):
                if named == kind or (not named and f"message/{kind}" in kinds):
                    return kind
    return ""


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
    actions = [str(part.get("action", "")).strip().lower() for part in parts]
    return tuple(action for action in actions if action)


def _parts(
    message: email.message.Message, level: int
) -> Iterator[tuple[email.message.Message, int]]:
    """All parts in order, containers too; attached mails are not looked into."""
    yield message, level
    if level <= DEEPEST and message.is_multipart() and not _is_mail(message):
        for part in message.get_payload():
            if isinstance(part, email.message.Message):
                yield from _parts(part, level + 1)


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
    """A part's bytes, decoded as far as they go."""
    encoding = str(part.get("content-transfer-encoding", "")).strip().lower()
    name = re.split(r"[^a-z0-9-]", encoding, maxsplit=1)[0]
    if name == "base64":
        return _from_base64(_undecoded(part))
    if name == "quoted-printable":
        return binascii.a2b_qp(re.sub(rb"=[ \t]+(?=\r?\n)", b"=", _undecoded(part)))
    return _undecoded(part)


def _undecoded(part: email.message.Message) -> bytes:
    """The bytes as they stand in the mail; Python gives them only without an encoding."""
    encoding = part.get("content-transfer-encoding")
    del part["content-transfer-encoding"]
    payload = part.get_payload(decode=True)
    if encoding is not None:
        part["content-transfer-encoding"] = encoding
    return payload if isinstance(payload, bytes) else b""


def _from_base64(data: bytes) -> bytes:
    """What is base64 decoded, signs outside its alphabet left out (RFC 2045 6.8).

    From the first line on that has words, or follows the end, the bytes are taken as they stand.
    """
    lines = data.splitlines(keepends=True)
    good: list[bytes] = []
    ended = False
    for line in lines:
        text = line.strip()
        if re.search(rb"[ \t\x80-\xff]", text) or (ended and text):
            break
        good.append(re.sub(rb"[^A-Za-z0-9+/=]+", b"", text))
        ended = ended or good[-1].endswith(b"=")
    encoded = b"".join(good).rstrip(b"=")
    letters = len(encoded) - encoded.count(b"=")
    encoded = encoded[: len(encoded) - (letters % 4 == 1)]
    rest = b"".join(lines[len(good) :])
    try:
        found = binascii.a2b_base64(encoded + b"===")
    except binascii.Error:  # padding in odd places
        return data
    return found + b"\n" + rest if rest else found


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
    text = clean("\n".join(map(_plain, plain)))
    if text.strip():
        return _without_armour(text)
    html = [p for p in parts if p.get_content_type() == "text/html" and not _attached(p)]
    if not plain and not html:
        return None
    return clean("\n".join(html_to_text(_decoded(part)) for part in html))


def _without_armour(text: str) -> str | None:
    """The text inside a signature of PGP's older kind; None where it is encrypted."""
    start = text.lstrip()
    if start.startswith("-----BEGIN PGP MESSAGE-----"):
        return None
    if not start.startswith("-----BEGIN PGP SIGNED MESSAGE-----"):
        return text
    body = start.split("\n\n", 1)[-1].split("\n-----BEGIN PGP SIGNATURE-----", 1)[0]
    return re.sub(r"^- ", "", body, flags=re.M)


def _decoded(part: email.message.Message) -> str:
    return decode(_bytes(part), _parameter(part, "charset"))


def _plain(part: email.message.Message) -> str:
    text = _decoded(part).replace("\r\n", "\n").replace("\r", "\n")
    if _parameter(part, "format") == "flowed":
        return unfold_flowed(text, _parameter(part, "delsp") == "yes")
    return text
