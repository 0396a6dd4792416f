"""What the two mail servers have in common: their names, and what is said when one fails."""

from __future__ import annotations

from card_specs.values import dataclass

from . import TransportError

TIMEOUT = 60.0
"""Seconds that a server may take for one answer."""


class PasswordError(TransportError):
    """A server that refuses the password: to try again won't mend that."""


@dataclass(frozen=True)
class Server:
    """A server by name and port; TLS from the first byte, or STARTTLS on the ports for that."""

    host: str
    port: int
    starttls: bool

    @classmethod
    def read(cls, text: str, port: int) -> Server:
        """`host`, `host:port` or `[v6]:port`; `starttls:` before it for servers that want that."""
        forced, text = text.startswith("starttls:"), text.removeprefix("starttls:")
        host, colon, number = text.rpartition(":")
        if not colon or not number.isdigit() or text.endswith("]"):
            host, number = text, str(port)
        return cls(host.strip("[]"), int(number), forced or int(number) in (143, 587, 25))

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def said(words: object) -> str:
    """What a server or a library said, as one line of text."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    if text[:2] in ("b'", 'b"'):  # a library's way of showing bytes
        text = text[2:-1]
    return " ".join(text.split())[:300]
