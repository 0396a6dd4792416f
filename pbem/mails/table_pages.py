"""Mails about the table itself: invitation, joining, seats, the end."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from card_specs.language.model import Value, say
from pbem.mails.blocks import (
    Block,
    Mono,
    Page,
    Para,
    Pills,
    Place,
    Results,
    Section,
)
from pbem.mails.frame import GOLD, page
from pbem.mails.play_pages import hand_section, table_section, watched
from pbem.mails.rich import Bold, Rich, joined
from pbem.mails.scene import Scene

DAY = 86400
GROUP = 4
"""Letters between blanks in a long number, so that people can compare it."""


def invitation(scene: Scene) -> Page:
    """Who plays what, how fast, and two buttons; the host's commitment with one sentence why."""
    words, mail = scene.say, scene.mail
    spec = scene.album.spec
    bots = scene.facts.get("house", ())
    names = [
        f"{name} (bot)" if player in bots else name
        for player, name in mail.tablet.names.items()
        if player != scene.me
    ]
    pace = words.time(int(mail.tablet.conditions.get("deadline", 3 * DAY)))
    late = str(mail.tablet.conditions.get("late", "play"))
    stake = int(mail.tablet.conditions.get("stake", 0))
    lead: list[Rich] = [
        (scene.words.words(spec.summary),) if spec.summary else (),
        *_again(scene),
        words("invitation.who", names=words.listed([*names, words.text("words.you")])),
        *_variant(scene),
        *watched(scene),
        words("invitation.pace", time=pace, late=words.text(f"invitation.late_{late}")),
        words("invitation.competitive", stake=stake) if scene.is_competitive else (),
    ]
    blocks = _joining(scene)
    fair: list[Block] = [Para(words("invitation.words"))]
    commit = str(scene.facts.get("commit", ""))
    if commit:
        fair += [Para(words("invitation.commit")), Mono((("", grouped(commit)),))]
    if mail.attachments:
        fair.append(Para(words("invitation.open"), small=True))
    fair.append(Para(words("invitation.privacy"), small=True))
    host = str(scene.facts.get("by", "")) or mail.host.name
    title = words.text("invitation.title", host=host, game=scene.game_title)
    sections = [Section("answers", "", tuple(blocks)), Section("fair", "", tuple(fair))]
    preheader = words.text("invitation.preheader", time=pace)
    return page(scene, title, filter(None, lead), sections, preheader, pause=False)


def join_buttons(scene: Scene) -> Pills:
    """The two answers to an invitation."""
    words = scene.say
    join, no = words.text("invitation.join_note"), words.text("invitation.decline_note")
    return Pills((
        scene.button(words.text("invitation.join"), "join", join, "main"),
        scene.button(words.text("invitation.decline"), "no", no, "quiet"),
    ))  # fmt: skip


def _joining(scene: Scene) -> list[Block]:
    """How to answer an invitation: by a button, or with a key where only that counts."""
    words = scene.say
    if scene.is_competitive:
        no = words.text("invitation.decline_note")
        decline = scene.button(words.text("invitation.decline"), "no", no, "quiet")
        return [Para(words("invitation.key", player=scene.me)), Pills((decline,))]
    how = Para(words("invitation.how"), typed=words("invitation.how_typed"))
    return [join_buttons(scene), how]


def _again(scene: Scene) -> list[Rich]:
    """That it is the only reminder, or a rematch."""
    found: list[Rich] = []
    if scene.facts.get("again"):
        found.append(scene.say("invitation.once_more"))
    if scene.facts.get("of"):
        found.append(scene.say("invitation.rematch", game=str(scene.facts["of"])))
    return found


def _variant(scene: Scene) -> list[Rich]:
    """The variant (if there are several) and options that are not the defaults."""
    spec, tablet = scene.album.spec, scene.mail.tablet
    variant = spec.variants.get(tablet.variant)
    chosen = []
    for name, value in tablet.options.items():
        option = spec.options.get(name)
        if option is None or value == option.default:
            continue
        title = scene.words.words(option.title)
        chosen.append(f"{title}: {_value(scene, option.value_titles, value)}")
    options = f"{'; '.join(chosen)}." if chosen else ""
    if variant is None or (len(spec.variants) < 2 and not options):
        return []
    title = scene.words.words(variant.title)
    return [scene.say("invitation.variant", variant=title, options=options)]


def _value(scene: Scene, titles: Mapping[str, Any], value: Any) -> str:
    if isinstance(value, bool):
        return scene.say.text("words.yes" if value else "words.no")
    plain: Value = value if isinstance(value, int | str) else str(value)
    found = titles.get(say(plain))
    return scene.words.words(found) if found else say(plain)


def grouped(text: str) -> str:
    """A long number in groups that can be read out."""
    return " ".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def joined_table(scene: Scene) -> Page:
    """The seat is taken: who is missing, and how a turn will work."""
    words = scene.say
    lead: list[Rich] = []
    if "missing" in scene.facts:
        missing = [scene.words.player(player) for player in scene.facts["missing"]]
        key = "complete" if not missing else "missing_one" if len(missing) == 1 else "missing"
        lead.append(words(f"joined.{key}", names=words.listed(missing)))
    else:
        lead.append(words("joined.already"))
    commands = [words.text(f"commands.{name}") for name in ("language", "zone", "receipts")]
    blocks: list[Block] = [
        *([Para(words("joined.rules"))] if scene.facts.get("rules") else []),
        Para(words("joined.works")),
        Para(words("joined.turns")),
        Para(words("joined.habits", commands=joined([(Bold(one),) for one in commands], ", "))),
    ]
    if not scene.mail.reader.page:
        link = scene.seat_link(
            words.text("joined.page_link"), "page", words.text("joined.page_note")
        )
        blocks.append(Para(words("joined.page", link=link)))
    blocks.append(Para(words("joined.public"), small=True))
    title = words.text("joined.title", name=scene.my_name)
    preheader = words.text("joined.preheader")
    return page(scene, title, lead, [Section("about", "", tuple(blocks))], preheader, pause=False)


def roster(scene: Scene) -> Page:
    """To players with a key: the roster that their program answers."""
    words = scene.say
    lead = [words("roster.text"), words("roster.command"), words("roster.warning")]
    title, preheader = words.text("roster.title"), words.text("roster.preheader")
    return page(scene, title, lead, [], preheader, pause=False)


def seat(scene: Scene) -> Page:
    """A seat changed hands, or its player has left; also to whoever sat there."""
    words, facts = scene.say, scene.facts
    who, change = str(facts.get("player", "")), str(facts.get("change", ""))
    key = f"{change}_vote" if change == "resign" and facts.get("by") == "vote" else change
    if who == scene.me and words.has(f"seat.{key}_you"):
        key = f"{key}_you"
    player = scene.words.player(who)
    lead = [words(f"seat.{key}", player=player, host=scene.mail.host.address)]
    lead.append(words("seat.go_on"))
    plays = who != scene.me or change not in ("bot", "resign")  # nobody else needs a week off
    title, preheader = words.text("seat.title"), words.text("seat.preheader")
    return page(scene, title, lead, [], preheader, pause=plays)


def bounce(scene: Scene) -> Page:
    """Mails to somebody come back; no name while a question is secret."""
    words, facts = scene.say, scene.facts
    player = str(facts.get("who", ""))
    tail = "" if player else "_secret"
    name = scene.words.player(player)
    lead = [words(f"bounce.text{tail}", player=name)]
    if facts.get("until"):
        lead.append(words("bounce.until", when=scene.when(int(facts["until"])), zone=scene.zone))
    title = words.text(f"bounce.title{tail}", player=name)
    return page(scene, title, lead, [], words.text("bounce.preheader"))


def confirm(scene: Scene) -> Page:
    """Resigning, another address, being forgotten: nothing happens without this answer."""
    words = scene.say
    what = str(scene.facts.get("what", scene.mail.asks))
    text = words(
        f"confirm.{what}",
        game=scene.mail.game,
        address=str(scene.facts.get("address", "")),
        player=scene.words.names.get(str(scene.facts.get("who", "")), ""),
    )
    pills = Pills((
        scene.button(words.text("confirm.yes"), "confirm", words.text("confirm.yes_note")),
        scene.button(words.text("confirm.no"), "no", words.text("confirm.no_note")),
    ))  # fmt: skip
    blocks: tuple[Block, ...] = (
        pills,
        Para(words("confirm.how"), typed=words("confirm.how_typed")),
    )
    title = words.text(f"confirm.title_{what}")
    sections = [Section("answers", "", blocks)]
    return page(scene, title, [text], sections, words.text("confirm.preheader"), pause=False)


# --- the end -------------------------------------------------------------------------------------


def end(scene: Scene) -> Page:
    """Result, how it ended, the seed and the log to check it with."""
    words, facts = scene.say, scene.facts
    reason = str(facts.get("reason", "over"))
    left = reason == "abandoned" and facts.get("winners")
    if reason == "cancelled":
        lead = _called_off(scene)
    else:
        lead = [words("end.left" if left else f"end.{reason}"), words("end.thanks")]
    result = Section("result", words.text("end.result"), tuple(_results(scene)))
    sections = [result]
    if scene.view:
        sections += [table_section(scene), hand_section(scene)]
    sections.append(Section("proof", words.text("end.proof"), tuple(_proof(scene))))
    last = Para(words("end.last"), True)
    if scene.looks_on:
        sections.append(Section("last", "", (last,)))
    else:
        again = (*_rematch(scene, reason), last)
        sections.append(Section("again", words.text("end.again"), again))
    return page(
        scene, end_title(scene, "end.title"), lead, sections, words.text("end.preheader"),
        pause=False, bar=GOLD,
    )  # fmt: skip


def _called_off(scene: Scene) -> list[Rich]:
    """Why a table does not begin: somebody declined, or not all have joined in time."""
    words, who = scene.say, str(scene.facts.get("declined", ""))
    if who == scene.me:
        why = words("end.declined_you")
    elif who:
        why = words("end.declined", player=scene.words.player(who))
    else:
        why = words("end.missing")
    return [why, words("end.cancelled")]


def _rematch(scene: Scene, reason: str) -> list[Block]:
    """A prepared answer that invites everybody again; a table that never began has none."""
    words = scene.say
    if reason == "cancelled":
        return [Para(words("end.another", host=scene.mail.host.address))]
    button = scene.button(words.text("end.again_link"), "rematch", words.text("end.again_note"))
    return [Para(words("end.again_text")), Pills((button,))]


def end_title(scene: Scene, key: str) -> str:
    """`Gana Ana`, `Ganan Ana y Beto`, that it is over, or that it never began."""
    if scene.facts.get("reason") == "cancelled":
        return scene.say.text("end.title_cancelled")
    winners = list(scene.facts.get("winners", ()))
    number = "none" if not winners else "one" if len(winners) == 1 else "many"
    return scene.say.text(f"{key}_{number}", names=scene.words.players(winners))


def _results(scene: Scene) -> list[Block]:
    scores = dict(scene.facts.get("scores", {}))
    winners = set(scene.facts.get("winners", ()))
    if not scores:
        return []
    worth = _worth(scores, winners)
    places = []
    for player in sorted(scores, key=lambda one: worth[one], reverse=True):
        note = scene.say.text("end.winner") if player in winners else ""
        rank = 1 + sum(other > worth[player] for other in worth.values())
        name = scene.words.player(player)
        places.append(Place(str(rank), name, note, str(scores[player]), player in winners))
    heads = scene.say.text("end.player"), scene.say.text("end.points")
    return [Results(*heads, tuple(places))]


def _worth(scores: Mapping[str, Any], winners: Set[str]) -> dict[str, tuple[bool, int]]:
    """What ranks the players: winners first, then as the winners' scores show what counts."""
    best = [scores[player] for player in winners if player in scores]
    others = [score for player, score in scores.items() if player not in winners]
    low = bool(best and others) and min(best) < max(others)
    return {
        player: (player in winners, 0 if player in winners else -score if low else score)
        for player, score in scores.items()
    }


def _proof(scene: Scene) -> list[Block]:
    words, facts = scene.say, scene.facts
    blocks: list[Block] = [Para(words("end.proof_text"))]
    lines = [(words.text("end.seed"), str(facts.get("seed", "")))]
    if facts.get("commit"):
        lines.append((words.text("end.commit"), grouped(str(facts["commit"]))))
    blocks.append(Mono(tuple(lines)))
    logs = [file.name for file in scene.mail.attachments if file.name.endswith(".jsonl")]
    if logs:
        blocks += [
            Para(words("end.log", file=logs[0])),
            Para(words("end.audit", file=logs[0])),
        ]
    return blocks


def declined(scene: Scene) -> Page:
    """To whoever declined an invitation."""
    words = scene.say
    how_long = "declined.never" if scene.facts.get("never") else "declined.month"
    lead = [words("declined.you"), words(how_long, host=scene.mail.host.address)]
    title, preheader = words.text("declined.title"), words.text("declined.preheader")
    return page(scene, title, lead, [], preheader, pause=False)


def simple(scene: Scene) -> Page:
    """Kinds that are a title and a sentence or two: their table in the phrases says them."""
    words = scene.say
    table = scene.mail.kind.replace("-", "_")
    lead = [
        words(f"{table}.{key}")
        for key in ("text", "next", "end", "last")
        if words.has(f"{table}.{key}")
    ]
    title, preheader = words.text(f"{table}.title"), words.text(f"{table}.preheader")
    return page(scene, title, lead, [], preheader, pause=False)
