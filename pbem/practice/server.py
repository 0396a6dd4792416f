"""The practice page served to this machine alone.

It answers at 127.0.0.1, on a free port, under a path that nobody can guess, to requests that name
it as their host; a move counts only from the page itself (`Origin`).  Nothing is served but the
page, nothing is read from the disk, and no other site may read what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs

from pbem.practice.game import Against
from pbem.practice.sheet import POLICY, sheet, shown_names

LONGEST = 64 * 1024
"""Bytes of a request's body."""


@dataclass
class Session:
    """A person at the page: the game under way, and what they were told since their last answer."""

    deal: Callable[[int], Against]
    """A fresh game of a number, from 0."""
    lang: str
    dealt: int = 0
    number: int = 1
    since: list[Mapping[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.game = self.deal(self.dealt)
        self.names = shown_names(self.game, self.lang)
        self.number, self.since = 1, []
        self._bots()

    def again(self) -> None:
        """Another game, with other cards."""
        self.dealt += 1
        self._begin()

    def answer(self, moves: Sequence[str]) -> None:
        """Play moves one after the other as long as they are legal; then the bots."""
        game = self.game
        told: list[Mapping[str, Any]] = []
        for move in moves:
            if move not in game.asks().get(game.me, ()):
                break
            told += self._told(game.play(game.me, move))
        if told:
            self.since = told
            self.number += 1
            self._bots()

    def page(self, post: str) -> str:
        return sheet(self.game, self.names, self.lang, self.number, self.since, post)

    def _bots(self) -> None:
        while (happened := self.game.bot_plays()) is not None:
            self.since += self._told(happened)

    def _told(self, facts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [
            {name: value for name, value in fact.items() if name != "to"}
            for fact in facts
            if self.game.may_know(fact)
        ]


class Server(HTTPServer):
    """Serves one session at `address`."""

    def __init__(self, session: Session, secret: str, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.session, self.path = session, f"/{secret}/"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def address(self) -> str:
        return f"http://{self.host}{self.path}"


class _Handler(BaseHTTPRequestHandler):
    server: Server
    server_version, sys_version = "practice", ""

    def do_GET(self) -> None:
        """The page of the moment."""
        if self.path == "/favicon.ico":  # every browser asks for one
            self._send(HTTPStatus.NO_CONTENT)
        elif self._is_ours():
            self._send(HTTPStatus.OK, self.server.session.page(self.server.path).encode())

    def do_POST(self) -> None:
        """Moves, or another game; then the page is to be fetched again."""
        if not self._is_ours():
            return
        if self.headers.get("Origin") != f"http://{self.server.host}":
            self._send(HTTPStatus.FORBIDDEN)
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > LONGEST:
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        said = parse_qs(self.rfile.read(int(length)).decode("utf-8", "replace"))
        if "again" in said:
            self.server.session.again()
        elif "moves" in said:
            self.server.session.answer(said["moves"][0].split(";"))
        self._send(HTTPStatus.SEE_OTHER, location=self.server.path)

    def _is_ours(self) -> bool:
        """Whether the request names this server and the path; if not, it is refused."""
        if self.headers.get("Host") != self.server.host:
            self._send(HTTPStatus.FORBIDDEN)
        elif self.path != self.server.path:
            self._send(HTTPStatus.NOT_FOUND)
        else:
            return True
        return False

    def _send(self, status: HTTPStatus, body: bytes = b"", location: str = "") -> None:
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", f"{POLICY}; frame-ancestors 'none'")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "same-origin")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: the terminal belongs to the person."""
