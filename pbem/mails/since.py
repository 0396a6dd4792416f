"""What has happened since the reader's last view, in at most five lines.

Facts come from the signed view: moves, dice, cards that came to a place, counters that changed.  A
line is what one player did and what came of it; what a move says already is not said again, and
what the table shows anyway (sizes of hands, piles) not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from card_specs.language import grammar
from card_specs.language.rules import Order
from pbem.engine.cards import code_of
from pbem.engine.lexicon import Parts, take_apart
from pbem.mails.past import past
from pbem.mails.rich import Rich, Run, joined
from pbem.mails.scene import Scene
from pbem.mails.wording import capital

MOST_LINES = 5
MOST_CARDS = 12
MOST_DEEDS = 6
MOST_GAINS = 3
"""Of what was at stake, in a subject: the last ones."""


@dataclass
class Line:
    """One line in the making: who acted, what they did, and what came of it.

    `gained` are cards by the places they left and came to, `values` what counters became.
    """

    who: str = ""
    deeds: list[tuple[str, Rich]] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    gained: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    values: dict[str, list[Any]] = field(default_factory=dict)
    others: list[Rich] = field(default_factory=list)


def since_lines(scene: Scene) -> tuple[Rich, ...]:
    """The last lines of what happened, oldest first."""
    lines = [Line()]
    for fact in scene.view.get("since", ()):
        _take(scene, lines, fact)
    told = [said for said in (_said(scene, line) for line in lines) if said]
    return tuple(told[-MOST_LINES:])


def news_title(scene: Scene) -> str:
    """`Subasta: V5 para Beto`: what became of the cards at stake lately; nothing if none were."""
    found: dict[str, list[str]] = {}
    for fact in scene.view.get("since", ()):
        source = str(fact.get("from", ""))
        if "gained" in fact and source in scene.album.hints.news:
            cards = scene.words.codes(code_of(card) for card in fact["gained"])
            _, owner = owner_of(scene, str(fact["zone"]))
            found.setdefault(source, []).append(_went(scene, cards, owner))
    titles = [_titled(scene, source, gains[-MOST_GAINS:]) for source, gains in found.items()]
    return "; ".join(titles)


def _titled(scene: Scene, source: str, gains: Sequence[str]) -> str:
    what = capital(scene.words.words(scene.album.hints.news[source]))
    return scene.say.text("subject.news_of", what=what, gains=", ".join(gains))


def _went(scene: Scene, cards: str, owner: str) -> str:
    if not owner:
        return cards
    key = "subject.gain_you" if owner == scene.me else "subject.gain"
    return scene.say.text(key, cards=cards, player=scene.words.player(owner))


def _take(scene: Scene, lines: list[Line], fact: Mapping[str, Any]) -> None:
    line = lines[-1]
    if "move" in fact:
        player, parts = str(fact["player"]), take_apart(str(fact["move"]))
        if not _is_told_before(scene, lines, player, parts):
            _move(scene, lines, player, parts)
    elif "die" in fact:
        _deed(scene, lines, str(fact["player"]), _threw(scene, fact), ())
    elif "gained" in fact:
        where = (str(fact.get("from", "")), str(fact["zone"]))
        cards = [code_of(card) for card in fact["gained"]]
        _leave(scene, line, where, cards)
        line.gained.setdefault(where, []).extend(cards)
    elif "counter" in fact:
        line.values.setdefault(str(fact["counter"]), []).append(fact["value"])
    elif "undo" in fact:
        player = scene.words.player(str(fact["undo"]))
        lines.append(Line(others=[scene.say("since.undone", player=player)]))
    elif "turn" in fact:
        lines.append(Line())  # what a turn begins with is not what the last move did
    elif "exchanged" in fact or ("down" in fact and code_of(str(fact["card"])) not in line.named):
        line.others.append(_change(scene, fact))


# --- deeds ---------------------------------------------------------------------------------------


def _move(scene: Scene, lines: list[Line], player: str, parts: Parts) -> None:
    verb = past(scene, parts.verb, player == scene.me)
    _deed(scene, lines, player, verb, _rest(scene, parts))
    values = [value for _, value in parts.keys]
    lines[-1].named |= {code_of(one) for one in (*_single(parts), *values)}


def _is_told_before(scene: Scene, lines: Sequence[Line], player: str, parts: Parts) -> bool:
    """Whether a sealed move of the reader's was told already as it was made.

    The same card again is the same move if it has not come anywhere since.
    """
    cards = {code_of(one) for one in _single(parts)}
    mine = [line for line in lines if line.who == player]
    if player != scene.me or not cards or not mine:
        return False
    if len(cards) > 1:
        return any(cards <= line.named for line in mine)
    verb, rest = mine[-1].deeds[-1]
    came = {card for gained in mine[-1].gained.values() for card in gained}
    again = (past(scene, parts.verb, mine=True), _rest(scene, parts))
    return (verb, rest[-len(again[1]) :]) == again and not cards & came


def _single(parts: Parts) -> list[str]:
    """The cards of a move one by one: several at once stand with commas."""
    return [card for cards in parts.cards for card in cards.split(",")]


def _deed(scene: Scene, lines: list[Line], player: str, verb: str, rest: Rich) -> None:
    """To the line of the same player unless something came of it, else to a new one."""
    line = lines[-1]
    if verb in _endings(scene, player) and line.who == player and line.deeds:
        return  # that a turn was ended is seen by what follows
    if line.who != player or _results(scene, line) or len(line.deeds) >= MOST_DEEDS:
        line = Line(player)
        lines.append(line)
    if rest and line.deeds and line.deeds[-1][0] == verb and line.deeds[-1][1]:
        line.deeds[-1] = (verb, (*line.deeds[-1][1], ", ", *rest))
    else:
        line.deeds.append((verb, rest))


def _endings(scene: Scene, player: str) -> set[str]:
    return {past(scene, verb, player == scene.me) for verb in scene.album.last_verbs}


def _rest(scene: Scene, parts: Parts) -> Rich:
    words = scene.words
    keys = [f"{words.key(key)} {words.value(value)}" for key, value in parts.keys]
    runs: list[Run] = list(words.chips(_single(parts)))
    if keys:
        runs.append((" " if runs else "") + " ".join(keys))
    return tuple(runs)


def _threw(scene: Scene, fact: Mapping[str, Any]) -> str:
    key = "since.you_threw" if fact["player"] == scene.me else "since.threw"
    return scene.say.text(key, value=fact["die"])


# --- what came of it -----------------------------------------------------------------------------


def _said(scene: Scene, line: Line) -> Rich:
    """The whole line: deeds, then results."""
    parts: list[Rich] = []
    if line.deeds:
        who = scene.words.player(line.who)
        subject = scene.say("since.you" if line.who == scene.me else "since.who", player=who)
        deeds = [(verb, " ", *rest) if rest else (verb,) for verb, rest in line.deeds]
        parts.append((*subject, *joined(deeds, ", ")))
    parts += _results(scene, line)
    if not parts:
        return ()
    first = parts[0]
    if first and isinstance(first[0], str):
        first = (capital(first[0]), *first[1:])
    return (*joined([first, *parts[1:]], "; "), ".")


def _leave(scene: Scene, line: Line, where: tuple[str, str], cards: Sequence[str]) -> None:
    """Cards that only passed through a place are told where they came to rest."""
    source, target = where
    if not _is_told(scene, target):
        return
    for (_, before), lying in line.gained.items():
        if before == source:
            for card in cards:
                if card in lying:
                    lying.remove(card)


def _is_told(scene: Scene, zone: str) -> bool:
    """Cards that come to a pile of the table are seen there, and working zones are not shown."""
    thing, owner = owner_of(scene, zone)
    rules = scene.album.zones.get(thing)
    return rules is not None and (bool(owner) or rules.order is not Order.STACK)


def _results(scene: Scene, line: Line) -> list[Rich]:
    """What came of a line's deeds, as far as it is told."""
    return [*_gains(scene, line), *_values(scene, line), *line.others]


def _gains(scene: Scene, line: Line) -> Iterator[Rich]:
    """`a tu mano: A9 EMB`, `cincos: Beto V5`: a part for each sort of place."""
    places: dict[str, list[tuple[str, list[str]]]] = {}
    for (_, target), cards in line.gained.items():
        fresh = [one for one in cards if one not in line.named]
        if fresh and _is_told(scene, target) and len(fresh) <= MOST_CARDS:
            thing, owner = owner_of(scene, target)
            places.setdefault(thing, []).append((owner, fresh))
    for thing, owners in places.items():
        mine = [one for one in owners if one[0] == scene.me]
        others = [one for one in owners if one[0] != scene.me]
        yield from (_at(scene, thing, part) for part in (mine, others) if part)


def _at(scene: Scene, thing: str, owners: Sequence[tuple[str, list[str]]]) -> Rich:
    words = scene.words
    if len(owners) == 1:
        owner, cards = owners[0]
        chips = words.chips(cards)
        if not owner:
            return scene.say("since.gained", zone=words.title(thing), cards=chips)
        return scene.say("since.gained", zone=to_place(scene, thing, owner), cards=chips)
    parts = [(f"{words.player(owner)} ", *words.chips(cards)) for owner, cards in owners]
    return (f"{words.title(thing)}: ", *joined(parts, ", "))


def _values(scene: Scene, line: Line) -> Iterator[Rich]:
    """Scores and lives; the table's own counters are seen on the table.

    A counter that went back to nothing in the same line is told as it was before that.
    """
    found: dict[str, list[str]] = {}
    for counter, values in line.values.items():
        thing, owner = owner_of(scene, counter)
        rules = scene.album.counters.get(thing)
        if rules is None or not owner or rules.faces or not _is_shown(scene, thing):
            continue
        value = values[-2] if len(values) > 1 and values[-1] == 0 else values[-1]
        if value == 0 and thing in scene.album.notes:
            continue  # nor does the table show it
        found.setdefault(thing, []).append(f"{scene.words.player(owner)} {value}")
    for thing, parts in found.items():
        yield (f"{scene.words.title(thing)}: {', '.join(parts)}",)


def _is_shown(scene: Scene, counter: str) -> bool:
    return counter in (*scene.album.columns, *scene.album.notes)


def _change(scene: Scene, fact: Mapping[str, Any]) -> Rich:
    if "exchanged" in fact:
        places = [place_of(scene, *owner_of(scene, str(zone))) for zone in fact["exchanged"]]
        return scene.say("since.exchanged", one=places[0], other=places[-1])
    _, owner = owner_of(scene, str(fact["zone"]))
    card = (scene.words.chip(str(fact["card"])),)
    if owner == scene.me:
        return scene.say("since.down_own" if fact["down"] else "since.up_own", card=card)
    key = "since.down" if fact["down"] else "since.up"
    return scene.say(key, card=card, player=scene.words.player(owner))


# --- places --------------------------------------------------------------------------------------


def owner_of(scene: Scene, name: str) -> tuple[str, str]:
    """`hand.ana` -> hand and ana; without a player at the end, nobody."""
    thing, *rest = name.split(".")
    last = rest[-1] if rest else ""
    return thing, last if last in scene.mail.tablet.names else ""


def place_of(scene: Scene, thing: str, owner: str) -> str:
    """`la reserva de Beto`, `tu reserva`."""
    lang = scene.say.language
    if owner and owner == scene.me:
        return grammar.your(scene.words.noun_of(thing), lang)
    zone = grammar.the(scene.words.noun_of(thing), lang)
    if not owner:
        return zone
    return scene.say.text("since.of", zone=zone, player=scene.words.player(owner))


def to_place(scene: Scene, thing: str, owner: str) -> str:
    """`a la reserva de Beto`, `a tu mano`; `to the reserve of Beto`."""
    lang = scene.say.language
    return grammar.with_preposition("to", place_of(scene, thing, owner), lang)
