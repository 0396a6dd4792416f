"""What a mail program makes of our mails: parts, links, and prepared answers as they come back."""

from __future__ import annotations

import email
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP, default
from html.parser import HTMLParser
from urllib.parse import unquote

from pbem.letters.commands import Chain, Command, parse_line
from pbem.letters.mime import Letter, read_letter
from pbem.letters.sorting import TokenUse, sort
from pbem.letters.typed_line import typed_line


@dataclass(frozen=True)
class Opened:
    """A mail as a mail program shows it."""

    message: EmailMessage
    text: str
    html: str
    links: tuple[str, ...]
    pictures: dict[str, bytes]

    @property
    def said(self) -> str:
        """The text with its lines joined."""
        return " ".join(self.text.split())

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found.append(dict(attrs)["href"] or "")


def opened(data: bytes) -> Opened:
    message = email.message_from_bytes(data, policy=default)
    assert isinstance(message, EmailMessage)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert html is not None
    shown = str(html.get_content())
    links = _Links()
    links.feed(shown)
    pictures = {}
    for part in message.walk():
        cid = part.get("Content-ID")
        if cid:
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            pictures[str(cid).strip("<>")] = payload
    return Opened(message, str(text.get_content()), shown, tuple(links.found), pictures)


# --- prepared answers ----------------------------------------------------------------------------


def as_written(link: str) -> tuple[str, str, str]:
    """Address, subject and body of a link as RFC 6068 says."""
    address, _, query = link.removeprefix("mailto:").partition("?")
    fields = dict(part.split("=", 1) for part in query.split("&"))
    return unquote(address), unquote(fields["subject"]), unquote(fields["body"])


def as_android(link: str) -> tuple[str, str, str]:
    """Android decodes the whole link, splits it afterwards, and decodes each piece again."""
    address, _, query = unquote(link.removeprefix("mailto:")).partition("?")
    fields = {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        fields[unquote(name)] = unquote(value)
    return unquote(address), fields["subject"], fields["body"]


def as_without_plus(link: str) -> tuple[str, str, str]:
    """Some programs lose the plus part of an address."""
    address, subject, body = as_written(link)
    box, _, domain = address.partition("@")
    return f"{box.partition('+')[0]}@{domain}", subject, body


PROGRAMS = (as_written, as_android, as_without_plus)


def sent(answer: tuple[str, str, str], sender: str) -> Letter:
    """The answer as it arrives at the host, below it the quoted turn mail."""
    to, subject, body = answer
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Message-ID"] = "<answer@example.org>"
    mail.set_content(body + "\r\n-- \r\nSent from my phone\r\n")
    return read_letter(mail.as_bytes())


class Doorman:
    """What sorting asks of a host; knows one table's tokens."""

    own_address = "mesa@mesa.example.org"
    own_server = "mesa.example.org"

    def __init__(self, tokens: dict[tuple[str, str, str], str]) -> None:
        self.tokens = tokens

    def made(self, message_id: str) -> bool:
        return False

    def is_player(self, address: str) -> bool:
        return True

    def is_game(self, game: str) -> bool:
        return True

    def token_of(self, game: str, ask: str, token: str) -> str:
        return self.tokens.get((game, ask, token), "")


def received(letter: Letter, doorman: Doorman) -> tuple[TokenUse, Chain | Command]:
    """Whose answer it is, and what was written."""
    found = sort(letter, doorman)
    assert found.outcome == "read", found
    line = typed_line(letter.text or "")
    assert line, letter.text
    return found.tokens[0], parse_line(line)
