"""The polite answer to a mail without a right token.  Nothing of that mail is in it, no token."""

from __future__ import annotations

from pbem.mails.blocks import Page
from pbem.mails.mime import Envelope, Parts, assemble
from pbem.mails.phrases import phrases
from pbem.mails.to_html import to_html
from pbem.mails.to_text import to_text

CODES = ("no-token", "bad-token", "stranger", "digest")


def unknown_mail(
    host_name: str,
    own_address: str,
    to: str,
    language: str,
    code: str,
    message_id: str,
    now: int,
) -> bytes:
    """The bytes of the answer; `now` in seconds UTC, `code` one of `CODES`."""
    say = phrases(language)
    code = code if code in CODES else "stranger"
    lead = [say(f"unknown.{code}")]
    if code != "stranger":
        lead += [say("unknown.what"), say("unknown.person")]
    page = Page(
        lang=say.language,
        title=say.text("unknown.title"),
        kicker=host_name,
        place="",
        lead=tuple(lead),
        preheader=say.text(f"unknown.{code}")[:100],
        sections=(),
        footer=(say("unknown.once"), say("footer.host_alone", host=own_address)),
    )
    envelope = Envelope(
        subject=say.text("subject.unknown"),
        sender=(host_name, own_address),
        to=("", to),
        reply_to=(host_name, own_address),
        date=now,
        message_id=message_id,
        language=say.language,
        answers=True,
    )
    return assemble(envelope, Parts(to_text(page), to_html(page)))
