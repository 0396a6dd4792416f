"""The way out: mails handed to one SMTP server over TLS, one recipient each.

A refusal that means one mail (its recipient, or what is in it) is told apart from one that means
us (password, sender, too many connections) and from a server that is away: only the first is the
mail's end.  Whatever else happens it waits, with the same Message-ID, and leaves later.
"""

from __future__ import annotations

import contextlib
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass

from . import Delivery, Outgoing
from .servers import TIMEOUT, Server, said

RETRY_AFTER = 5 * 60.0
"""Seconds before what was refused for now is tried again (what greylisting asks); then doubled."""

LONGEST_WAIT = 2 * 3600.0


@dataclass
class _Wait:
    """When to try again, and how long the last wait was; seconds."""

    until: float = 0.0
    length: float = 0.0

    def longer(self, now: float) -> None:
        """It was refused again."""
        self.length = min(self.length * 2 or RETRY_AFTER, LONGEST_WAIT)
        self.until = now + self.length


class SmtpWay:
    """Connects when something is to be sent; keeps the connection until it is closed.

    `clock` gives seconds that never go back.
    """

    def __init__(
        self,
        server: Server,
        user: str,
        password: str,
        tls: ssl.SSLContext,
        clock: Callable[[], float],
    ) -> None:
        self._server, self._user, self._password = server, user, password
        self._tls, self._clock = tls, clock
        self._smtp: smtplib.SMTP | None = None
        self._waits: dict[str, _Wait] = {}  # by Message-ID
        self._down = _Wait()
        self.trouble = ""
        """Why nothing can leave now; empty while the server takes mails."""

    def send(self, mail: Outgoing) -> Delivery:
        """Hand a mail to the server.  Not taken and not final: try again in a later run."""
        if not self.ready(mail.message_id):
            return Delivery(taken=False, final=False, said=self.trouble or "not yet tried again")
        try:
            refused = self._connected().sendmail(mail.sender, [mail.to], mail.data)
        except smtplib.SMTPRecipientsRefused as error:
            return self._refused(mail, *error.recipients.get(mail.to, (550, b"refused")))
        except smtplib.SMTPDataError as error:
            return self._refused(mail, error.smtp_code, error.smtp_error)
        except smtplib.SMTPAuthenticationError as error:
            return self._in_trouble(f"refuses the password of {self._user}", error.smtp_error)
        except smtplib.SMTPResponseException as error:
            return self._in_trouble(f"answers {error.smtp_code}", error.smtp_error)
        except (smtplib.SMTPException, OSError) as error:
            return self._in_trouble("fails", str(error) or type(error).__name__)
        if refused:
            return self._refused(mail, *refused[mail.to])
        self._waits.pop(mail.message_id, None)
        self._down, self.trouble = _Wait(), ""
        return Delivery(taken=True)

    def ready(self, message_id: str) -> bool:
        """May this mail be tried now, or was it refused too short a while ago?"""
        wait = self._waits.get(message_id, _Wait())
        return self._clock() >= max(wait.until, self._down.until)

    def _refused(self, mail: Outgoing, code: int, words: object) -> Delivery:
        """The mail was refused: for good, or for now; 421 is said before the server hangs up."""
        if code == 421:
            return self._in_trouble("answers 421", words)
        self._down, self.trouble = _Wait(), ""
        if 500 <= code < 600:
            self._waits.pop(mail.message_id, None)
            return Delivery(taken=False, final=True, said=f"{code} {said(words)}")
        self._waits.setdefault(mail.message_id, _Wait()).longer(self._clock())
        return Delivery(taken=False, final=False, said=f"{code} {said(words)}", theirs=True)

    def _in_trouble(self, what: str, words: object) -> Delivery:
        """Nothing leaves for a while, and nobody's address is to blame."""
        self._drop()
        self._down.longer(self._clock())
        self.trouble = f"SMTP server {self._server} {what}: {said(words)}"
        return Delivery(taken=False, final=False, said=self.trouble)

    def _connected(self) -> smtplib.SMTP:
        if self._smtp is not None and self._alive(self._smtp):
            return self._smtp
        host, port = self._server.host, self._server.port
        smtp: smtplib.SMTP
        if self._server.starttls:
            smtp = smtplib.SMTP(host, port, timeout=TIMEOUT)
        else:
            smtp = smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=self._tls)
        self._smtp = smtp  # known from here on, so that whatever fails closes it
        if self._server.starttls:
            smtp.starttls(context=self._tls)
        smtp.login(self._user, self._password)
        return smtp

    def _alive(self, smtp: smtplib.SMTP) -> bool:
        try:
            if smtp.noop()[0] == 250:
                return True
        except (smtplib.SMTPException, OSError):
            pass
        self._drop()
        return False

    def _drop(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                smtp.close()

    def close(self) -> None:
        """Say goodbye."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                smtp.quit()
