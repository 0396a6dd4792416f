"""One mail for several tables that wait for the same player, on request and once a day.

It replaces reminders and receipts, never turn mails.  Each button has the token of its own table;
a typed answer to it is refused, since nobody could tell which table is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.mails.blocks import Block, Bullets, CardRow, Page, Para, Pill, Pills, Section
from pbem.mails.compose import drawn
from pbem.mails.frame import shortened
from pbem.mails.mail import Mail
from pbem.mails.mime import Envelope, Parts, assemble
from pbem.mails.moves_block import move_said, moves_blocks
from pbem.mails.play_pages import deadline, turn_title
from pbem.mails.rich import Bold
from pbem.mails.scene import Scene, scene
from pbem.mails.to_html import to_html
from pbem.mails.to_text import to_text
from pbem.mails.tray import Pictures

MOST_TABLES = 8
"""Tables with buttons: more would be cut off by mail programs."""

MOST_PILLS = 6
"""The main moves of each table; the others are in its own mail."""


def digest(
    mails: Sequence[Mail], message_id: str, date: int, pictures: Pictures | None = None
) -> bytes:
    """The bytes of a digest of open questions (turn mails), the most urgent first."""
    urgent = sorted(mails, key=lambda mail: (mail.deadline, mail.game))
    scenes = [scene(mail, pictures or drawn()) for mail in urgent]
    first = scenes[0]
    page = _page(scenes)
    host, reader = first.mail.host, first.mail.reader
    envelope = Envelope(
        subject=first.say.text("subject.digest", count=len(scenes)),
        sender=(host.name, host.address),
        to=(reader.name, reader.address),
        reply_to=(host.name, host.address),
        date=date,
        message_id=message_id,
        language=reader.language,
    )
    html = to_html(page)
    files = {cid: file for one in scenes for cid, file in one.tray.files.items()}
    used = {cid: file for cid, file in files.items() if f'"cid:{cid}"' in html}
    return assemble(envelope, Parts(to_text(page), html, used))


def _page(scenes: Sequence[Scene]) -> Page:
    first = scenes[0]
    say = first.say
    games = ", ".join(one.game_title for one in scenes)
    return Page(
        lang=first.mail.reader.language,
        title=say.text("digest.title", count=len(scenes)),
        kicker=first.mail.host.name,
        place="",
        lead=(),
        preheader=shortened(say.text("digest.preheader", games=games)),
        sections=(
            Section("how", "", (_how(scenes),)),
            *(_section(one) for one in scenes[:MOST_TABLES]),
            *_more(scenes[MOST_TABLES:]),
        ),
        footer=(
            say("footer.host_alone", host=first.mail.host.address),
            say("digest.off"),
        ),
    )


def _how(scenes: Sequence[Scene]) -> Para:
    """That buttons work and typed answers do not, if there are any buttons."""
    typed = scenes[0].say("digest.how_typed")
    if all(one.signs for one in scenes[:MOST_TABLES]):
        return Para(typed)
    return Para(scenes[0].say("digest.how"), typed=typed)


def _more(scenes: Sequence[Scene]) -> list[Section]:
    """Tables beyond those that are shown: their deadlines, and no buttons."""
    lines = [
        (f"{one.say.text('digest.each', title=one.game_title, game=one.mail.game)}: ",
         *deadline(one)[0])
        for one in scenes
    ]  # fmt: skip
    heading = scenes[0].say.text("digest.more") if scenes else ""
    return [Section("more", heading, (Bullets(tuple(lines)),))] if scenes else []


def _section(one: Scene) -> Section:
    """A table: what is asked, until when, its main moves."""
    heading = one.say.text("digest.each", title=one.game_title, game=one.mail.game)
    title = Para((Bold(turn_title(one)),))
    blocks: list[Block] = [title, *(Para(lead) for lead in deadline(one))]
    done = "; ".join(move_said(one, str(move)) for move in one.facts.get("done", ()))
    if done:
        blocks.append(Para(one.say("digest.done", moves=done), small=True))
    if one.signs:
        return Section("table", heading, (*blocks, Para(one.sign())), heading)
    pills = [pill for block in moves_blocks(one) for pill in _pills(block)]
    blocks.append(Pills(tuple(pills[:MOST_PILLS])))
    if len(pills) > MOST_PILLS:
        blocks.append(Para(one.say("digest.rest"), small=True))
    return Section("table", heading, tuple(blocks), heading)


def _pills(block: Block) -> list[Pill]:
    """Moves without the number, which means nothing here, but with their card."""
    if isinstance(block, Pills):
        return [replace(pill, number=0) for pill in block.pills]
    if isinstance(block, CardRow):
        code = block.code
        return [_with_card(pill, code) for pill in block.pills]
    return []


def _with_card(pill: Pill, code: str) -> Pill:
    named = any(code in run for run in pill.label if isinstance(run, str))
    label = pill.label if named else (f"{code}: ", *pill.label)
    return replace(pill, number=0, label=label)
