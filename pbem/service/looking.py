"""In place of a way out, for those who only look at a folder: nothing leaves or is removed."""

from __future__ import annotations

from pbem.mails.mail import Mail
from pbem.transports import Delivery, Outgoing


class Nowhere:
    """No way out: for those who only look at a folder."""

    def send(self, mail: Outgoing) -> Delivery:
        raise AssertionError(f"nothing is sent while looking: {mail.message_id}")

    def ready(self, message_id: str) -> bool:
        raise AssertionError(f"nothing is sent while looking: {message_id}")

    def remove(self, word: str) -> int:
        raise AssertionError(f"nothing is removed while looking: {word}")


def not_composed(mail: Mail) -> bytes:
    raise AssertionError(f"nothing is composed while looking: {mail.message_id}")
