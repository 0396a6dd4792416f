"""Mail servers that fail as they are told to: real sockets and real TLS, no mail program behind.

A script says what a server does instead of its usual answer, by command: each time the command
comes, the next entry of its list is used; `None` is the usual answer, `CUT` hangs up.
"""

from __future__ import annotations

import contextlib
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CUT = "cut"
Script = dict[str, list[str | None]]


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of localhost and its key, made with openssl."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", str(key), "-out", str(cert)),
        ],
        check=True,
        capture_output=True,
    )
    return cert, key


@dataclass
class Faulty:
    """A running server: its port, what it was told to do, and what it saw."""

    script: Script = field(default_factory=dict)
    port: int = 0
    mails: list[bytes] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    box: dict[int, bytes] = field(default_factory=dict)  # IMAP: the inbox, by UID

    def instead(self, command: str) -> str | None:
        """What the script wants in place of the usual answer."""
        self.commands.append(command)
        waiting = self.script.get(command)
        return waiting.pop(0) if waiting else None


@contextlib.contextmanager
def running(handler: type[Any], cert: tuple[Path, Path], script: Script) -> Iterator[Faulty]:
    """A server on a free port, with TLS from the first byte."""
    faulty = Faulty(script)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*cert)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that hangs up is no news."""

    class Handler(handler):  # type: ignore[misc]
        def setup(self) -> None:
            self.request = context.wrap_socket(self.request, server_side=True)
            self.faulty = faulty
            super().setup()

        def finish(self) -> None:
            with contextlib.suppress(OSError, ValueError):
                super().finish()
            self.request.close()

    with Server(("127.0.0.1", 0), Handler) as server:
        faulty.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield faulty
        server.shutdown()


class Smtp(socketserver.StreamRequestHandler):
    """SMTP, as much as a client needs to hand over a mail."""

    faulty: Faulty

    def handle(self) -> None:
        if not self.answer("CONNECT", "220 localhost"):
            return
        while line := self.rfile.readline():
            command = line.split()[0].upper().decode() if line.split() else ""
            usual = {
                "EHLO": "250-localhost\r\n250 AUTH PLAIN",
                "AUTH": "235 welcome",
                "DATA": "354 go on",
                "QUIT": "221 bye",
            }.get(command, "250 fine")
            if not self.answer(command, usual) or command == "QUIT":
                return
            if command == "DATA" and not self.take():
                return

    def take(self) -> bool:
        data = b""
        while not data.endswith(b"\r\n.\r\n"):
            line = self.rfile.readline()
            if not line:
                return True
            data += line
            if self.faulty.script.get("TEXT"):
                self.faulty.script["TEXT"].pop()
                return False  # in the middle of the mail
        self.faulty.mails.append(data)
        return self.answer("DOT", "250 taken")

    def answer(self, command: str, usual: str) -> bool:
        instead = self.faulty.instead(command)
        if instead == CUT:
            return False
        self.wfile.write((instead or usual).encode() + b"\r\n")
        return True


class Imap(socketserver.StreamRequestHandler):
    """IMAP, as much as the transport asks for."""

    faulty: Faulty

    def handle(self) -> None:
        self.say("* OK [CAPABILITY IMAP4rev1 IDLE MOVE] ready")
        while line := self.rfile.readline().decode().strip():
            tag, command, *rest = line.split()
            command = rest.pop(0) if command.upper() == "UID" else command
            command = command.upper()
            instead = self.faulty.instead(command)
            if instead == CUT:
                return
            if instead and instead.startswith(("NO", "BAD")):
                self.say(f"{tag} {instead}")
            elif not self.usual(tag, command, rest, instead or ""):
                return

    def usual(self, tag: str, command: str, rest: list[str], more: str) -> bool:
        box = self.faulty.box
        if command == "CAPABILITY":
            self.say("* CAPABILITY IMAP4rev1 IDLE MOVE")
        elif command == "LIST":
            self.say('* LIST () "/" pbem-handled')
        elif command == "SELECT":
            self.say(f"* {len(box)} EXISTS\r\n* OK [UIDVALIDITY 7]")
        elif command == "SEARCH":
            self.say("* SEARCH " + " ".join(map(str, box)))
        elif command == "FETCH":
            return self.fetch(tag, rest, more)
        elif command == "MOVE":
            box.pop(int(rest[0]), None)
        elif command == "IDLE":
            self.say("+ idling")
            self.rfile.readline()
        self.say(f"{tag} OK done")
        return True

    def fetch(self, tag: str, rest: list[str], more: str) -> bool:
        for place, (uid, data) in enumerate(self.faulty.box.items(), 1):
            if "INTERNALDATE" in " ".join(rest):
                self.say(
                    f'* {place} FETCH (UID {uid} INTERNALDATE "03-Mar-2025 10:31:0{place} +0100")'
                )
            elif rest[0] == str(uid):
                head = f"* {place} FETCH (UID {uid} BODY[]<0> {{{len(data)}}}\r\n".encode()
                if more == "half":
                    self.wfile.write(head + data[: len(data) // 2])
                    return False
                for _ in range(2 if more == "twice" else 1):
                    self.wfile.write(head + data + b")\r\n")
                    self.say(f"* {place} FETCH (UID {uid} FLAGS (\\Seen))")
        if more == "gone":
            self.say("* 9 FETCH (UID 99 FLAGS (\\Deleted))")
        self.say(f"{tag} OK done")
        return True

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")
