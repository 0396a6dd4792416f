"""IMAP and SMTP over TLS: a mailbox at any provider.

Handled mails move to a folder of their own, so that a run looks only at what waits; what was
handled is known by Message-ID, so nothing depends on UIDs staying what they are.  A server that
is away, greylists or refuses one recipient never stops the others.
"""

from __future__ import annotations

import contextlib
import smtplib
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC
from typing import TYPE_CHECKING, Any

from pbem.store.config import Config

from . import Delivery, Incoming, Outgoing, TransportError

if TYPE_CHECKING:
    from imapclient import IMAPClient

HANDLED = "pbem-handled"
TIMEOUT = 60.0
IDLE_RENEWAL = 9 * 60.0
"""Servers may drop IDLE after 29 minutes (RFC 2177), some routers after ten."""

RETRY_AFTER = 5 * 60.0
"""Seconds before a mail that was refused for now is tried again: what greylisting asks."""


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


@dataclass
class _Later:
    """Mails that were refused for now, by Message-ID, and when to try each again."""

    until: dict[str, float] = field(default_factory=dict)
    server_down: float = 0.0


class ImapTransport:
    """One mailbox by IMAP and a way out by SMTP, both opened when they are needed."""

    def __init__(self, config: Config, password: str, largest: int) -> None:
        self._user, self._password, self._largest = config.user, password, largest
        self._imap_server = Server.read(config.imap, 993)
        self._smtp_server = Server.read(config.smtp, 465)
        self._tls = ssl.create_default_context(cafile=config.ca or None)
        self._imap: IMAPClient | None = None
        self._smtp: smtplib.SMTP | None = None
        self._validity = 0
        self._later = _Later()

    # --- in -----------------------------------------------------------------------------------

    def waiting(self) -> Iterator[Incoming]:
        """The mails of the inbox, oldest first; a dropped connection loses nothing."""
        with self._imap_errors():
            box = self._inbox()
            uids = box.search(["UNDELETED"])
            found = box.fetch(uids, ["INTERNALDATE", "RFC822.SIZE"]) if uids else {}
            arrived = {uid: _seconds(data[b"INTERNALDATE"]) for uid, data in found.items()}
        for uid in sorted(arrived, key=lambda one: (arrived[one], one)):
            with self._imap_errors():
                part = f"BODY.PEEK[]<0.{self._largest + 1}>"
                data = self._inbox().fetch([uid], [part]).get(uid, {})
            raw = next((v for k, v in data.items() if k.startswith(b"BODY[]")), None)
            if raw is not None:
                yield Incoming(f"{self._validity}.{uid}", arrived[uid], raw)

    def done(self, handle: str) -> None:
        """Move a mail out of the inbox.  If UIDs changed meanwhile it stays: a copy, next time."""
        validity, uid = map(int, handle.split("."))
        with self._imap_errors():
            box = self._inbox()
            if validity != self._validity:
                return
            if box.has_capability("MOVE"):
                box.move([uid], HANDLED)
            else:
                box.copy([uid], HANDLED)
                box.delete_messages([uid])
                box.expunge([uid] if box.has_capability("UIDPLUS") else None)

    def wait(self, seconds: float) -> bool:
        """IDLE until a mail may have come; renewed in time, so it never goes deaf."""
        until = time.monotonic() + seconds
        with self._imap_errors():
            box = self._inbox()
            if not box.has_capability("IDLE"):
                time.sleep(seconds)
                return True
            while (left := until - time.monotonic()) > 0:
                box.idle()
                try:
                    said = box.idle_check(timeout=min(left, IDLE_RENEWAL))
                finally:
                    box.idle_done()
                if any(b"EXISTS" in line for line in said if isinstance(line, tuple)):
                    return True
        return False

    def _inbox(self) -> IMAPClient:
        if self._imap is None:
            from imapclient import IMAPClient

            server = self._imap_server
            box = IMAPClient(
                server.host,
                server.port,
                ssl=not server.starttls,
                ssl_context=None if server.starttls else self._tls,
                timeout=TIMEOUT,
            )
            self._imap = box  # known from here on, so that whatever fails closes it
            if server.starttls:
                box.starttls(self._tls)
            box.login(self._user, self._password)
            if not box.folder_exists(HANDLED):
                box.create_folder(HANDLED)
            self._validity = int(box.select_folder("INBOX")[b"UIDVALIDITY"])
        return self._imap

    @contextlib.contextmanager
    def _imap_errors(self) -> Iterator[None]:
        """Whatever goes wrong with the server drops the connection and is told in one line."""
        from imapclient.exceptions import IMAPClientError

        try:
            yield
        except (IMAPClientError, OSError, EOFError) as error:
            self._drop_imap()
            server = f"{self._imap_server.host}:{self._imap_server.port}"
            raise TransportError(f"IMAP server {server}: {error}") from None

    def _drop_imap(self) -> None:
        box, self._imap = self._imap, None
        if box is not None:
            with contextlib.suppress(OSError):
                box.shutdown()

    # --- out ----------------------------------------------------------------------------------

    def send(self, mail: Outgoing) -> Delivery:
        """Hand a mail to the server.  Not taken and not final: try again in a later run."""
        now = time.monotonic()
        later = max(self._later.until.get(mail.message_id, 0.0), self._later.server_down)
        if now < later:
            return Delivery(taken=False, final=False, said="not yet tried again")
        try:
            refused = self._out().sendmail(mail.sender, [mail.to], mail.data)
        except smtplib.SMTPRecipientsRefused as error:
            return self._refused(mail, error.recipients.get(mail.to, (550, b"refused")))
        except smtplib.SMTPResponseException as error:
            self._drop_smtp()
            return self._refused(mail, (error.smtp_code, error.smtp_error))
        except (smtplib.SMTPException, OSError) as error:
            self._drop_smtp()
            self._later.server_down = now + RETRY_AFTER
            server = f"{self._smtp_server.host}:{self._smtp_server.port}"
            return Delivery(taken=False, final=False, said=f"SMTP server {server}: {error}")
        if refused:
            return self._refused(mail, refused[mail.to])
        return Delivery(taken=True)

    def _refused(self, mail: Outgoing, said: tuple[int, bytes | str]) -> Delivery:
        code, text = said
        words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        if 500 <= code < 600:
            return Delivery(taken=False, final=True, said=f"{code} {words}")
        self._later.until[mail.message_id] = time.monotonic() + RETRY_AFTER
        return Delivery(taken=False, final=False, said=f"{code} {words}")

    def _out(self) -> smtplib.SMTP:
        if self._smtp is not None and self._alive(self._smtp):
            return self._smtp
        server = self._smtp_server
        smtp: smtplib.SMTP
        if server.starttls:
            smtp = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
        else:
            smtp = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=self._tls)
        self._smtp = smtp  # known from here on, so that whatever fails closes it
        if server.starttls:
            smtp.starttls(context=self._tls)
        smtp.login(self._user, self._password)
        return smtp

    def _alive(self, smtp: smtplib.SMTP) -> bool:
        try:
            return smtp.noop()[0] == 250
        except (smtplib.SMTPException, OSError):
            self._drop_smtp()
            return False

    def _drop_smtp(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                smtp.close()

    # --- both ---------------------------------------------------------------------------------

    def pause(self, seconds: float) -> None:
        """Wait before trying an unreachable server again."""
        self.close()
        time.sleep(seconds)

    def close(self) -> None:
        """Log out of both servers."""
        if self._imap is not None:
            with contextlib.suppress(TransportError), self._imap_errors():
                self._imap.logout()
            self._imap = None
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                smtp.quit()


def _seconds(moment: Any) -> int:
    """INTERNALDATE as seconds UTC; IMAPClient gives it in local time without a zone."""
    stamp = moment if moment.tzinfo else moment.astimezone(UTC)
    return int(stamp.timestamp())
