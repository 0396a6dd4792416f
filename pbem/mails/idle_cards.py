"""The reader's cards that no move names, and why each cannot be used now."""

from __future__ import annotations

from card_specs.language.vocabulary.choices import Ask, Window
from pbem.engine.cards import code_of
from pbem.engine.lexicon import take_apart
from pbem.mails.blocks import Idle, Para
from pbem.mails.rich import Rich, fill, joined
from pbem.mails.scene import Scene
from pbem.mails.spec_texts import spec_text


def held_cards(scene: Scene) -> list[str]:
    """The reader's cards, in the order in which they are shown."""
    cards: list[str] = []
    for zone in scene.album.hand:
        cards += scene.sight.cards(f"{zone}.{scene.me}")
    return cards


def idle_block(scene: Scene, used: set[str]) -> Idle | Para | None:
    """Held cards that no move names; where none is named at all, just the hand."""
    held = held_cards(scene)
    cards = list(dict.fromkeys(one for one in held if code_of(one) not in used))
    question = scene.question
    quiet = question is not None and question.even and not question.rest
    if not cards or not scene.moves or quiet:
        return None
    if not used & set(map(code_of, held)) and not (question and question.rest):
        return Para(scene.words.chips(held))
    shown = []
    for card in cards:
        printed = scene.album.card(card)
        shown.append((scene.tray.card(printed) if printed else "", scene.words.code(card)))
    groups: dict[Rich, list[str]] = {}
    for card in cards:
        groups.setdefault(why_idle(scene, card), []).append(scene.words.code(card))
    lines = [
        _line(scene, codes, why, number == 0) for number, (why, codes) in enumerate(groups.items())
    ]
    return Idle(tuple(shown), joined(lines, " "))


def _line(scene: Scene, codes: list[str], why: Rich, is_first: bool) -> Rich:
    slots = {"names": scene.say.listed(codes), "not_now": scene.say.text("turn.idle")}
    names = fill("**{names}**, {not_now}" if is_first or not why else "**{names}**", slots)
    return (*names, *((": ", *why) if why else (".",)))


def why_idle(scene: Scene, card: str) -> Rich:
    """Why a held card cannot be used now, as far as the spec tells; else nothing.

    A card for another moment says when it can be; one of this moment what the spec says that it
    needs, or that its choices are empty; for all others stands the question's `rest`.
    """
    printed, question = scene.album.card(card), scene.question
    kind = scene.album.rules.cards.get(printed.kind.name) if printed else None
    asks = _asks(scene)
    moment = asks[0].moment if len({ask.moment for ask in asks}) == 1 else ""
    if kind is not None and moment and kind.moment and not _is_limited(asks):
        if kind.moment != moment:
            when = scene.words.words(scene.album.rules.moments[kind.moment].title)
            if when:
                return scene.say("turn.other_moment", moment=when[:1].lower() + when[1:])
        elif kind.kind in scene.album.hints.needs:
            return spec_text(scene, scene.words.words(scene.album.hints.needs[kind.kind]))
        elif kind.arguments and not kind.condition:
            return scene.say("turn.no_target")
    return spec_text(scene, scene.words.words(question.rest)) if question and question.rest else ()


def _asks(scene: Scene) -> list[Ask | Window]:
    """The questions of the rules that these moves may answer."""
    return [ask for ask in scene.album.asks if _may_be(scene, ask)]


def _may_be(scene: Scene, ask: Ask | Window) -> bool:
    verbs = {move.verb for move in ask.moves}
    if ask.decline is not None:
        verbs.add(ask.decline.verb)
        if ask.decline.condition is None and ask.decline.verb not in scene.moves:
            return False
    for move in scene.moves:
        parts = take_apart(move)
        printed = scene.album.card(parts.cards[0]) if parts.cards else None
        kind = scene.album.rules.cards.get(printed.kind.name) if printed else None
        is_played = parts.verb == "play" and kind is not None and kind.moment == ask.moment
        if parts.verb not in verbs and not (ask.moment and is_played):
            return False
    return bool(scene.moves)


def _is_limited(asks: list[Ask | Window]) -> bool:
    """Whether only some of the cards in hand may be played at all."""
    return any(isinstance(ask, Ask) and ask.only is not None for ask in asks)
