"""What has happened since the reader's last view, in at most five lines.

Facts come from the signed view: moves, cards that came to a place, counters that changed.  What
a move says already is not said again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.cards import code_of
from pbem.engine.lexicon import Parts, take_apart
from pbem.mails.rich import Rich, Run
from pbem.mails.scene import Scene
from pbem.mails.wording import capital

MOST_LINES = 5
MOST_CARDS = 12


@dataclass
class Line:
    """One line in the making: who acted, and what is told of it."""

    who: str
    parts: list[Rich] = field(default_factory=list)


def since_lines(scene: Scene) -> tuple[Rich, ...]:
    """The last lines of what happened, oldest first."""
    lines: list[Line] = []
    named: set[str] = set()
    for fact in scene.view.get("since", ()):
        if "move" in fact:
            named = _move(scene, lines, fact, named)
        else:
            said = _other(scene, fact, named)
            if said:
                _add(lines, "", said)
    return tuple(_rich(line) for line in lines[-MOST_LINES:])


def _rich(line: Line) -> Rich:
    runs: list[Run] = []
    for number, part in enumerate(line.parts):
        runs += [", " if number else "", *part]
    return (*(run for run in runs if run), ".")


def _add(lines: list[Line], who: str, said: Rich) -> None:
    """To the line of the same player, or a new one; changes stay with each other."""
    if lines and lines[-1].who == who and len(lines[-1].parts) < 6:
        lines[-1].parts.append(said)
    else:
        lines.append(Line(who, [said]))


# --- moves ---------------------------------------------------------------------------------------


def _move(scene: Scene, lines: list[Line], fact: Mapping[str, Any], named: set[str]) -> set[str]:
    """A move goes to the line of its player; the cards that it names are known from then on."""
    player, parts = str(fact["player"]), take_apart(str(fact["move"]))
    fresh = not (lines and lines[-1].who == player)
    mine = player == scene.me
    words = scene.words
    verb = past(scene, parts.verb, mine)
    what: list[Run] = [verb]
    rest = _rest(scene, parts)
    if rest:
        what += [" ", *rest]
    if fresh:
        subject: Rich = () if mine else (f"{words.player(player)} ",)
        what[0] = capital(verb) if mine else verb
        _add(lines, player, (*subject, *what))
    else:
        _add(lines, player, tuple(what))
    values = [value for _, value in parts.keys]
    return {code_of(one) for one in (*parts.cards, *values)}


def _rest(scene: Scene, parts: Parts) -> Rich:
    words = scene.words
    keys = [f"{words.key(key)} {words.value(value)}" for key, value in parts.keys]
    runs: list[Run] = list(words.chips(parts.cards))
    if keys:
        runs.append((" " if runs else "") + " ".join(keys))
    return tuple(runs)


def past(scene: Scene, verb: str, mine: bool) -> str:
    """A verb in the past: `jugó`, `jugaste`; `played`.  The spec says irregular ones."""
    told = scene.album.hints.told.get(verb, {}).get(scene.words.lang)
    if told:
        return told[-1] if mine else told[0]
    shown = scene.words.verb(verb)
    if scene.words.lang == "es":
        return _preterite(shown, mine)
    return _past_tense(shown)


def _preterite(verb: str, mine: bool) -> str:
    """Regular verbs in -ar, -er, -ir (and -uir, -ger …, which only change in the third person)."""
    stem, ending = verb[:-2], verb[-2:]
    if ending == "ar":
        return stem + ("aste" if mine else "ó")
    if ending in ("er", "ir"):
        if mine:
            return stem + "iste"
        return stem + ("yó" if stem[-1:] in "aeou" and not stem.endswith(("qu", "gu")) else "ió")
    return verb


_IRREGULAR = {
    "draw": "drew", "throw": "threw", "take": "took", "give": "gave", "put": "put", "bid": "bid",
    "lay": "laid", "choose": "chose", "get": "got", "keep": "kept", "win": "won", "lose": "lost",
    "hold": "held", "show": "showed", "buy": "bought", "sell": "sold", "pay": "paid",
}  # fmt: skip


def _past_tense(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    told = _IRREGULAR.get(first) or (
        first + "d" if first.endswith("e") else
        first[:-1] + "ied" if first.endswith("y") and first[-2:-1] not in "aeiou" else
        first + first[-1] + "ed" if _doubles(first) else first + "ed"
    )  # fmt: skip
    return f"{told} {rest}".strip()


def _doubles(verb: str) -> bool:
    """Short verbs that end in vowel and consonant: flip, skip, pass not."""
    vowels = "aeiou"
    return (
        3 <= len(verb) <= 4
        and verb[-1] not in vowels + "wxys"
        and verb[-2] in vowels
        and verb[-3] not in vowels
    )


# --- everything else -----------------------------------------------------------------------------


def _other(scene: Scene, fact: Mapping[str, Any], named: set[str]) -> Rich:
    if "undo" in fact:
        return scene.say("since.undone", player=scene.words.player(str(fact["undo"])))
    if "gained" in fact:
        return _gained(scene, str(fact["zone"]), list(fact["gained"]), named)
    if "more" in fact:
        return _more(scene, str(fact["zone"]), int(fact["more"]))
    if "counter" in fact:
        return _counter(scene, str(fact["counter"]), fact["value"])
    return ()


def _gained(scene: Scene, zone: str, cards: Sequence[str], named: set[str]) -> Rich:
    """Cards that came to a zone, save those that the move itself named."""
    thing, owner = _owner(scene, zone)
    cards = [card for card in cards if code_of(card) not in named]
    if not cards or thing not in scene.album.zones or len(cards) > MOST_CARDS:
        return ()
    chips = scene.words.chips(cards)
    title = scene.words.title(thing)
    if owner == scene.me and thing in scene.album.hand:
        return scene.say("since.gained_own", zone=title, cards=chips)
    if owner:
        name = scene.words.player(owner)
        return scene.say("since.gained_of", zone=capital(title), player=name, cards=chips)
    return scene.say("since.gained", zone=capital(title), cards=chips)


def _more(scene: Scene, zone: str, count: int) -> Rich:
    """Hidden cards that came to another player: how many."""
    thing, owner = _owner(scene, zone)
    if not owner or owner == scene.me:
        return ()
    title, name = scene.words.title(thing), scene.words.player(owner)
    return scene.say("since.more_of", zone=capital(title), player=name, cards=count)


def _counter(scene: Scene, counter: str, value: Any) -> Rich:
    """A die that was thrown, a score or a life; the table's own counters are seen on the table."""
    thing, owner = _owner(scene, counter)
    rules = scene.album.counters.get(thing)
    if rules is None or rules.each_turn is not None or not owner:
        return ()
    title = scene.words.title(thing)
    if rules.faces:
        if not value:
            return ()
        if owner == scene.me:
            return scene.say("since.you_rolled", die=title, value=value)
        return scene.say("since.rolled", player=scene.words.player(owner), die=title, value=value)
    if not isinstance(value, int) or thing not in (*scene.album.columns, *scene.album.notes):
        return ()
    return scene.say(
        "since.counter_of", counter=capital(title), player=scene.words.player(owner), value=value
    )


def _owner(scene: Scene, name: str) -> tuple[str, str]:
    """`hand.ana` -> hand and ana; without a player at the end, nobody."""
    thing, *rest = name.split(".")
    last = rest[-1] if rest else ""
    return thing, last if last in scene.mail.tablet.names else ""
