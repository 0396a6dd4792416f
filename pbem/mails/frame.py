"""What every mail has around its contents: game and turn above, the footer below."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.mails.blocks import Page, Section
from pbem.mails.rich import Rich, joined
from pbem.mails.scene import Scene
from pbem.mails.wording import capital

JOSE = "application/jose+json"
LONGEST_PREHEADER = 110
BAR, GOLD = "#0B5D4B", "#F0C53A"


def page(
    scene: Scene,
    title: str,
    lead: Iterable[Rich],
    sections: Iterable[Section],
    preheader: str,
    *,
    pause: bool = True,
    bar: str = BAR,
) -> Page:
    """The page of a mail; `pause` offers a week off in the footer."""
    return Page(
        lang=scene.mail.reader.language,
        title=title,
        kicker=scene.game_title,
        place=place(scene),
        lead=tuple(lead),
        preheader=shortened(preheader),
        sections=tuple(section for section in sections if section.blocks),
        footer=tuple(_footer(scene, pause)),
        bar=bar,
    )


def shortened(text: str) -> str:
    if len(text) <= LONGEST_PREHEADER:
        return text
    return text[: LONGEST_PREHEADER - 1].rsplit(" ", 1)[0] + "…"


def place(scene: Scene) -> str:
    """`Partida cinco-7k3f, turno 12`, with crossed swords at a competitive table."""
    game, ask = scene.mail.game, scene.mail.ask
    if ask:
        text = scene.say.text("footer.game_turn", game=game, number=ask)
    else:
        text = scene.say.text("footer.game", game=game)
    return f"{text} · {scene.say.text('words.competitive')}" if scene.is_competitive else text


def _footer(scene: Scene, pause: bool) -> list[Rich]:
    mail = scene.mail
    first: list[Rich] = [
        (place(scene),),
        scene.say("footer.host", host=mail.host.address),
    ]
    if mail.table_code:
        first.append(scene.say("words.table_code", code=mail.table_code))
    lines = [joined(first, " · ")]
    why = "why_invited" if mail.kind == "invitation" else "why"
    why = "why_watch" if scene.looks_on else why
    reasons: list[Rich] = [scene.say(f"footer.{why}")]
    if scene.looks_on and mail.kind != "end":
        reasons.append(scene.say("footer.watch_stop"))
    if pause and not mail.answers:
        words, note = scene.say.text("footer.pause"), scene.say.text("footer.pause_note")
        reasons.append((scene.seat_link(capital(words), "pause", note), "."))
    lines.append(joined(reasons, " "))
    files = _files(scene)
    return [*lines, files] if files else lines


def _files(scene: Scene) -> Rich:
    """About the signed view, and the page."""
    parts: list[Rich] = []
    mail = scene.mail
    if mail.view is not None:
        for file in mail.attachments:
            if file.content_type == JOSE:
                parts.append(scene.say("footer.view", file=file.name))
    if mail.ask and not mail.answers:
        if any(file.content_type.startswith("text/html") for file in mail.attachments):
            parts.append(scene.say("footer.page_sent"))
        elif scene.facts.get("page_refused"):
            parts.append(scene.say("footer.page_refused"))
        elif not mail.reader.page:
            words, note = scene.say.text("footer.page_link"), scene.say.text("footer.page_note")
            parts.append(scene.say("footer.page", link=scene.seat_link(words, "page", note)))
    return joined(parts, " ")
