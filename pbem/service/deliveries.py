"""Composed mails handed to the way out, and what becomes of them: taken, refused, or waiting.

What is refused for now waits as long as the transport says, for days where it must.  Once an
address has had nothing but such refusals for five days it is given up, as mail servers give up:
from then on it counts as bouncing, and only reminders are tried, once a day.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from pbem.mails.mail import Mail
from pbem.store.folder import HostFolder
from pbem.store.notebook import Person
from pbem.transports import Delivery, Outgoing

from .looking import Nowhere, not_composed

BOUNCE = "bounce "
"""Notes of seats whose mails came back and whose tables must still be told: `bounce GAME SEAT`."""

GIVEN_UP = 5 * 86400
"""Seconds of nothing but refusals for now until an address is given up (RFC 5321, 4.5.4.1)."""

PAUSE = 2 * 86400
"""Seconds without a try after which the count begins anew: a host that slept proves nothing."""

HTML = "text/html"


class Out(Protocol):
    """A way out for mails (part of a `Transport`)."""

    def send(self, mail: Outgoing) -> Delivery: ...

    def ready(self, message_id: str) -> bool: ...

    def remove(self, word: str) -> int: ...


class Compose(Protocol):
    """Makes the bytes of a mail (CRLF line ends)."""

    def __call__(self, mail: Mail) -> bytes: ...


class Deliveries:
    """Sends mails of games; what the server took is noted and never sent again."""

    def __init__(
        self,
        folder: HostFolder,
        transport: Out | None,
        compose: Compose | None,
        now: Callable[[], int],
    ) -> None:
        self._folder, self._now = folder, now
        self.transport, self._compose = transport or Nowhere(), compose or not_composed
        self._waiting: dict[str, set[str]] = {}  # game -> Message-IDs that were refused for now

    def forget(self, game: str) -> None:
        """Which mails of a game wait is about to be found out anew."""
        self._waiting.pop(game, None)

    def must_wait(self, game: str) -> bool:
        """Do mails of this game wait, and may none of them be tried yet?"""
        waiting = self._waiting.get(game)
        return waiting is not None and not any(map(self.transport.ready, waiting))

    def may_try(self, game: str, mail_id: str) -> bool:
        """May this mail be tried now?  If not it waits."""
        if self.transport.ready(mail_id):
            return True
        self._waiting.setdefault(game, set()).add(mail_id)
        return False

    def deliver(self, mail: Mail, person: Person) -> bool:
        """Compose and send.  False: it was refused for now, try again later."""
        data = self._compose(mail)
        out = Outgoing(person.address, mail.host.address, mail.message_id, data)
        delivery = self.transport.send(out)
        game, player = mail.game, mail.reader.player
        if delivery.taken:
            self._folder.notebook.note_sent(mail.message_id, game, mail.date)
            self._settled(game, mail.message_id)
            self.works(game, player, person)
            return True
        if delivery.final and mail.reader.page and _has_page(mail):
            return self.deliver(*self._pageless(mail, person))
        if delivery.final or self.given_up(game, player, person, delivery):
            self._settled(game, mail.message_id)
            self._bounces(game, player, person, mail.date if delivery.final else self._now())
            return True
        self._waiting.setdefault(game, set()).add(mail.message_id)
        return False

    def given_up(self, game: str, player: str, person: Person, delivery: Delivery) -> bool:
        """Notes a refusal for now.  True: there was nothing else for five days.

        Only what the server says of this mail counts, not that it cannot be reached.
        """
        known = self._known(game, player, person)
        if not delivery.theirs or known is None:
            return False
        if known.refused:
            return True
        now = self._now()
        lasts = known.deferred and 0 <= now - known.deferred_at <= PAUSE
        since = known.deferred if lasts else now
        deferred = replace(known, deferred=since, deferred_at=now)
        self._folder.notebook.put_seat(game, player, deferred)
        return now - since >= GIVEN_UP

    def works(self, game: str, player: str, person: Person) -> None:
        """The server took a mail: whatever it refused before is over."""
        known = self._known(game, player, person)
        if known and (known.refused or known.deferred):
            bounced = 0 if known.refused else known.bounced
            again = replace(known.reached(), bounced=bounced)
            self._folder.notebook.put_seat(game, player, again)

    def _bounces(self, game: str, player: str, person: Person, at: int) -> None:
        known = self._known(game, player, person)
        if known:
            self._folder.notebook.put_note(f"{BOUNCE}{game} {player}", "1")
            marked = replace(known.reached(), bounced=known.bounced or at, refused=True)
            self._folder.notebook.put_seat(game, player, marked)

    def _known(self, game: str, player: str, person: Person) -> Person | None:
        """Whoever sits there, if the mail went to that address and not to one to be confirmed."""
        known = self._folder.notebook.seat(game, player)
        same = known is not None and known.address.lower() == person.address.lower()
        return known if same else None

    def _settled(self, game: str, mail_id: str) -> None:
        waiting = self._waiting.get(game, set())
        waiting.discard(mail_id)
        if not waiting:
            self._waiting.pop(game, None)

    def _pageless(self, mail: Mail, person: Person) -> tuple[Mail, Person]:
        """A mail that was refused, without its page; there are none from now on."""
        person = replace(person, page=False)
        if self._known(mail.game, mail.reader.player, person):
            self._folder.notebook.put_seat(mail.game, mail.reader.player, person)
        files = tuple(one for one in mail.attachments if not one.content_type.startswith(HTML))
        facts = {**mail.facts, "page_refused": True}
        reader = replace(mail.reader, page=False)
        return replace(mail, attachments=files, facts=facts, reader=reader), person


def _has_page(mail: Mail) -> bool:
    return any(file.content_type.startswith(HTML) for file in mail.attachments)
