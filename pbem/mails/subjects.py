"""The subject of each kind of mail: the game first, one subject for everything about a question.

Reminder, receipt and refusal are `Re:` to their turn mail, so that mail programs put them together.
"""

from __future__ import annotations

from pbem.mails.rich import said
from pbem.mails.scene import Scene
from pbem.mails.since import news_title
from pbem.mails.spec_texts import spec_text
from pbem.mails.table_pages import end_title

ABOUT_A_TURN = ("turn", "start", "reminder", "refused", "receipt")


def subject(scene: Scene) -> str:
    """The whole subject line."""
    mail = scene.mail
    text = _text(scene)
    answer = mail.kind in ("reminder", "refused", "receipt") and bool(_number(scene))
    answer |= mail.kind == "invitation" and bool(scene.facts.get("again"))
    line = f"{'Re: ' if answer else ''}[{mail.game}] {text}"
    if scene.is_plain and mail.token:
        line += f" ({mail.game}.{mail.asks}.{mail.token})"
    return line


def _number(scene: Scene) -> int:
    """The question that the mail is about: its own, or the one that was answered."""
    return scene.mail.ask or int(scene.facts.get("ask", 0))


def _text(scene: Scene) -> str:
    kind = scene.mail.kind
    number = _number(scene)
    if kind in ABOUT_A_TURN and number:
        return _turn(scene, number)
    find = _OF_KIND.get(kind)
    if find:
        return find(scene)
    name = kind.replace("-", "_")
    return scene.say.text(f"subject.{name}")


def _turn(scene: Scene, number: int) -> str:
    """`Turno 12: te toca, Ana`, or the spec's words for what is asked: as in its own turn mail."""
    asked = scene.as_asked()
    question = asked.question
    if question is not None and question.topic:
        return said(spec_text(asked, asked.words.words(question.topic)))
    if question is not None and question.subject:
        about = scene.words.words(question.subject)
        return scene.say.text("subject.question", number=number, question=about)
    return scene.say.text("subject.turn", number=number, name=scene.my_name)


def _invitation(scene: Scene) -> str:
    by = str(scene.facts.get("by", "")) or scene.mail.host.name
    return scene.say.text("subject.invitation", name=by, title=scene.game_title)


def _late(scene: Scene) -> str:
    player = str(scene.facts.get("player", ""))
    if player != scene.me:
        return scene.say.text("subject.late_other", player=scene.words.player(player))
    return scene.say.text("subject.late_you")


def _end(scene: Scene) -> str:
    if scene.facts.get("reason") == "cancelled":
        return scene.say.text("subject.cancelled")
    return end_title(scene, "subject.end")


def _confirm(scene: Scene) -> str:
    return scene.say.text(f"subject.confirm_{scene.facts.get('what', scene.mail.asks)}")


def _news(scene: Scene) -> str:
    return news_title(scene) or scene.say.text("subject.news")


def _vote(scene: Scene) -> str:
    who = str(scene.facts.get("who", ""))
    what = str(scene.facts.get("what", "undo"))
    tail = "" if who else "_secret"
    return scene.say.text(f"subject.vote_{what}{tail}", player=scene.words.player(who))


def _moving_soon(scene: Scene) -> str:
    player = scene.words.player(str(scene.facts.get("who", "")))
    return scene.say.text("subject.moving_soon", player=player)


def _bounce(scene: Scene) -> str:
    player = str(scene.facts.get("who", ""))
    tail = "" if player else "_secret"
    return scene.say.text(f"subject.bounce{tail}", player=scene.words.player(player))


def _start(scene: Scene) -> str:
    return scene.say.text("subject.start", title=scene.game_title)


_OF_KIND = {
    "start": _start,
    "invitation": _invitation,
    "late": _late,
    "end": _end,
    "news": _news,
    "confirm": _confirm,
    "vote": _vote,
    "moving-soon": _moving_soon,
    "bounce": _bounce,
}
