"""IMAP and SMTP over TLS: a mailbox at any provider.

Handled mails move to a folder of their own, so that a run looks only at what waits; what was
handled is known by Message-ID, so nothing depends on UIDs staying what they are.  A server that
is away, greylists or refuses one recipient never stops the others.
"""

from __future__ import annotations

import contextlib
import ssl
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbem.store.config import Config

from . import Delivery, Incoming, Outgoing, TransportError, names, names_any
from .servers import TIMEOUT, PasswordError, Server, said
from .smtp import SmtpWay

if TYPE_CHECKING:
    from imapclient import IMAPClient

HANDLED = "pbem-handled"
AT_ONCE = 500
"""Headers that are fetched together."""

IDLE_RENEWAL = 9 * 60.0
"""Servers may drop IDLE after 29 minutes (RFC 2177), some routers after ten."""


class ImapTransport:
    """One mailbox by IMAP and a way out by SMTP, both opened when they are needed."""

    def __init__(
        self,
        config: Config,
        password: str,
        largest: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        idle_renewal: float = IDLE_RENEWAL,
    ) -> None:
        self._user, self._password, self._largest = config.user, password, largest
        self._server = Server.read(config.imap, 993)
        self._tls = ssl.create_default_context(cafile=config.ca or None)
        self._imap: IMAPClient | None = None
        self._validity = 0
        self._clock, self._idle_renewal = clock, idle_renewal
        smtp = Server.read(config.smtp, 465)
        self._out = SmtpWay(smtp, config.user, password, self._tls, clock)

    # --- in -----------------------------------------------------------------------------------

    def waiting(self) -> Iterator[Incoming]:
        """The mails of the inbox, oldest first; a dropped connection loses nothing."""
        with self._imap_errors():
            box = self._inbox()
            box.noop()  # servers tell a session of new mails with its next command
            uids = box.search(["UNDELETED"])
            found = box.fetch(uids, ["INTERNALDATE"]) if uids else {}
            arrived = {
                uid: _seconds(found[uid][b"INTERNALDATE"])
                for uid in uids
                if b"INTERNALDATE" in found.get(uid, {})  # gone meanwhile, where it isn't
            }
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

    def remove(self, word: str) -> int:
        """Delete handled mails from the folder that they were moved to."""
        criteria = [["HEADER", name, word] for name in ("FROM", "TO", "SUBJECT", "DELIVERED-TO")]
        return self._delete(criteria, lambda head: names(head, word))

    def remove_old(self, before: int, games: Collection[str]) -> int:
        """Delete handled mails from days before a time that name none of these games."""
        day = datetime.fromtimestamp(before, UTC).date()
        return self._delete([["BEFORE", day]], lambda head: not names_any(head, games))

    def _delete(self, criteria: Sequence[list[Any]], wanted: Callable[[bytes], bool]) -> int:
        """Delete handled mails that the server finds by any of these, if their header is wanted."""
        with self._imap_errors():
            box = self._inbox()
            box.select_folder(HANDLED)
            try:
                found = sorted({uid for one in criteria for uid in box.search(one)})
                gone = []
                for start in range(0, len(found), AT_ONCE):
                    heads = box.fetch(found[start : start + AT_ONCE], ["BODY.PEEK[HEADER]"])
                    gone += [uid for uid, one in heads.items() if wanted(one[b"BODY[HEADER]"])]
                if gone:
                    box.delete_messages(gone)
                    box.expunge(gone if box.has_capability("UIDPLUS") else None)
            finally:
                self._validity = int(box.select_folder("INBOX")[b"UIDVALIDITY"])
        return len(gone)

    def wait(self, seconds: float) -> bool:
        """IDLE until a mail may have come; renewed in time, so it never goes deaf."""
        until = self._clock() + seconds
        with self._imap_errors():
            box = self._inbox()
            if not box.has_capability("IDLE"):
                time.sleep(seconds)
                return True
            while (left := until - self._clock()) > 0:
                box.idle()
                news = box.idle_check(timeout=min(left, self._idle_renewal))
                news += box.idle_done()[1]  # what came while it was renewed
                if any(b"EXISTS" in line for line in news if isinstance(line, tuple)):
                    return True
        return False

    def _inbox(self) -> IMAPClient:
        if self._imap is None:
            from imapclient import IMAPClient

            server = self._server
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
            self._log_in(box)
            if not box.folder_exists(HANDLED):
                box.create_folder(HANDLED)
            self._validity = int(box.select_folder("INBOX")[b"UIDVALIDITY"])
        return self._imap

    def _log_in(self, box: IMAPClient) -> None:
        from imapclient.exceptions import LoginError

        try:
            box.login(self._user, self._password)
        except LoginError as error:
            self._drop_imap()
            raise PasswordError(
                f"IMAP server {self._server} refuses the password of {self._user}: {said(error)} "
                "— is it an app password, and the right one?"
            ) from None

    @contextlib.contextmanager
    def _imap_errors(self) -> Iterator[None]:
        """Whatever goes wrong with the server drops the connection and is told in one line."""
        from imapclient.exceptions import IMAPClientError

        try:
            yield
        except (IMAPClientError, OSError, EOFError) as error:
            self._drop_imap()
            what = said(error) or type(error).__name__
            raise TransportError(f"IMAP server {self._server}: {what}") from None

    def _drop_imap(self) -> None:
        box, self._imap = self._imap, None
        if box is not None:
            with contextlib.suppress(OSError):
                box.shutdown()

    # --- out ----------------------------------------------------------------------------------

    def send(self, mail: Outgoing) -> Delivery:
        """Hand a mail to the server.  Not taken and not final: try again in a later run."""
        return self._out.send(mail)

    def ready(self, message_id: str) -> bool:
        """May this mail be tried now, or was it refused too short a while ago?"""
        return self._out.ready(message_id)

    @property
    def trouble(self) -> str:
        """Why nothing can leave now; empty while the server takes mails."""
        return self._out.trouble

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
        self._out.close()


def _seconds(moment: Any) -> int:
    """INTERNALDATE as seconds UTC; IMAPClient gives it in local time without a zone."""
    stamp = moment if moment.tzinfo else moment.astimezone(UTC)
    return int(stamp.timestamp())
