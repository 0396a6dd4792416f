"""A `Mail` as the bytes that leave: the page of its kind, written as text and HTML, enveloped.

Pure and deterministic: the same mail gives the same bytes.  Pictures come from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from pbem.mails import answer_pages, play_pages, table_pages, vote_pages
from pbem.mails.blocks import Page
from pbem.mails.mail import Mail
from pbem.mails.mime import Envelope, Parts, assemble
from pbem.mails.pictures import Drawn
from pbem.mails.scene import Scene, scene
from pbem.mails.subjects import subject
from pbem.mails.to_html import to_html
from pbem.mails.to_text import to_text
from pbem.mails.tray import Pictures

PAGES: Mapping[str, Callable[[Scene], Page]] = {
    "invitation": table_pages.invitation,
    "joined": table_pages.joined_table,
    "roster": table_pages.roster,
    "start": play_pages.start,
    "turn": play_pages.turn,
    "news": play_pages.news,
    "watch": play_pages.watch,
    "late": play_pages.late,
    "undone": play_pages.undone,
    "reminder": play_pages.reminder,
    "seat": table_pages.seat,
    "bounce": table_pages.bounce,
    "end": table_pages.end,
    "receipt": answer_pages.receipt,
    "refused": answer_pages.refused,
    "help": answer_pages.help_page,
    "status": answer_pages.status,
    "orders": answer_pages.orders,
    "habits": answer_pages.habits,
    "away": answer_pages.away,
    "confirm": table_pages.confirm,
    "vote": vote_pages.vote,
    "vote-over": vote_pages.over,
    "vote-about": table_pages.simple,
    "moving-soon": vote_pages.moving_soon,
    "declined": table_pages.declined,
    "token": table_pages.simple,
    "kept": table_pages.simple,
    "resigned": table_pages.simple,
    "address": table_pages.simple,
    "moving": table_pages.simple,
    "forgotten": table_pages.simple,
    "vote-asked": table_pages.simple,
    "back-asked": table_pages.simple,
    "voted": table_pages.simple,
    "rematch": table_pages.simple,
    "watch-help": table_pages.simple,
    "unwatched": table_pages.simple,
}
"""Every kind of mail about one game."""


def compose(mail: Mail, pictures: Pictures | None = None) -> bytes:
    """The bytes of a mail (CRLF line ends); without `pictures` those that this process keeps."""
    return composed(mail, pictures or drawn())[1]


def composed(mail: Mail, pictures: Pictures) -> tuple[Page, bytes]:
    """A mail's page and its bytes."""
    made = scene(mail, pictures)
    page = PAGES[mail.kind](made)
    html = to_html(page)
    used = {cid: file for cid, file in made.tray.files.items() if f'"cid:{cid}"' in html}
    parts = Parts(to_text(page), html, used, mail.attachments)
    return page, assemble(envelope(made), parts)


def envelope(made: Scene) -> Envelope:
    """The headers of a mail."""
    mail = made.mail
    host, reader = mail.host, mail.reader
    replies = made.address(mail.asks, mail.token) if mail.token else host.address
    return Envelope(
        subject=subject(made),
        sender=(host.name, host.address),
        to=(reader.name, reader.address),
        reply_to=(host.name, replies),
        date=mail.date,
        message_id=mail.message_id,
        language=reader.language,
        references=mail.references,
        in_reply_to=mail.in_reply_to or (mail.references[-1] if mail.references else ""),
        answers=mail.answers,
    )


@cache
def drawn() -> Pictures:
    """The deck's own faces, drawn once in this process."""
    return Drawn()
