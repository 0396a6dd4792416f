"""Mails about votes and what depends on them: the question, its outcome, whoever it is about."""

from __future__ import annotations

from pbem.mails.blocks import Block, Page, Para, Pills, Section
from pbem.mails.frame import page
from pbem.mails.moves_block import move_said
from pbem.mails.rich import Rich
from pbem.mails.scene import Scene


def vote(scene: Scene) -> Page:
    """What the others decide: all answers equal, what each needs, until when."""
    words, facts = scene.say, scene.facts
    what, player = _what(scene), _player(scene)
    tail = "" if player else "_secret"
    lead = [words(f"vote.{_text(scene)}{tail}", player=player)]
    if facts.get("moves"):
        moves = "; ".join(move_said(scene, move) for move in facts["moves"])
        key = "vote.undo_later" if facts.get("later") else "vote.undo_moves"
        lead.append(words(key, moves=moves, player=player))
    if facts.get("competitive") and what in ("late", "bounce"):
        lead.append(words("vote.competitive"))
    buttons = Pills(tuple(
        scene.button(words.text(f"vote.{what}_{answer}"), answer,
                     words.text(f"vote.{what}_{answer}_note"))
        for answer in facts.get("answers", ("yes", "no"))
    ))  # fmt: skip
    how = "how_competitive" if what == "bounce" and facts.get("competitive") else "how"
    blocks: list[Block] = [
        buttons,
        Para(words("vote.press"), typed=()),
        Para(words(f"vote.{what}_{how}", player=player)),
    ]
    if facts.get("until"):
        when = scene.when(int(facts["until"]))
        blocks.append(Para(words("vote.until", when=when, zone=scene.zone)))
    title = words.text(f"vote.{what}_title{tail}", player=player)
    preheader = words.text(f"vote.{what}_preheader")
    return page(scene, title, lead, [Section("answers", "", tuple(blocks))], preheader)


def _text(scene: Scene) -> str:
    what = _what(scene)
    if what == "undo" and scene.facts.get("host"):
        return "undo_host"
    for who in ("bot", "back"):
        if what == "seat" and scene.facts.get(who):
            return f"seat_text_{who}"
    return f"{what}_text"


def _what(scene: Scene) -> str:
    return str(scene.facts.get("what", "undo"))


def _player(scene: Scene) -> str:
    """Whom it is about, nothing where that is not for everybody to know."""
    who = str(scene.facts.get("who", ""))
    return scene.words.player(who) if who else ""


def over(scene: Scene) -> Page:
    """How a vote came out that left no record."""
    words, player = scene.say, _player(scene)
    key = f"{_what(scene)}_{scene.facts.get('outcome', 'no')}"
    who = str(scene.facts.get("who", ""))
    tail = "_you" if who == scene.me else "" if player else "_secret"
    lead = [words(f"vote_over.{key}{tail}", player=player)]
    title, preheader = words.text("vote_over.title"), words.text("vote_over.preheader")
    return page(scene, title, lead, [], preheader)


def moving_soon(scene: Scene) -> Page:
    """The host's person will use another address for a player whose mailbox is gone."""
    words, facts = scene.say, scene.facts
    player = _player(scene)
    when = scene.when(int(facts.get("when", 0)))
    lead: list[Rich] = [
        words("moving_soon.text", player=player, when=when, zone=scene.zone),
        words("moving_soon.note", player=player, host=scene.mail.host.address),
    ]
    title = words.text("moving_soon.title", player=player)
    return page(scene, title, lead, [], words.text("moving_soon.preheader"))
