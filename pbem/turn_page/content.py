"""What a turn page holds, as plain values for its script: table, hand, moves, what follows them.

Made of a mail (its reader's view among it) in every language of the game, and of the graph that
`ahead` worked out from the same view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from card_specs.values import dataclass
from pbem.engine.cards import code_of
from pbem.engine.lexicon import Lexicon, take_apart
from pbem.engine.moves import Read
from pbem.letters.commands import Item, resolve
from pbem.mails.blocks import Para, Shown
from pbem.mails.frame import place
from pbem.mails.idle_cards import held_cards, why_idle
from pbem.mails.links import ascii_only, spoken
from pbem.mails.mail import Mail
from pbem.mails.moves_block import Numbered, label_of, worth_of
from pbem.mails.phrases import LANGUAGES
from pbem.mails.play_pages import asked, deadline, turn_title
from pbem.mails.rich import said
from pbem.mails.scene import Scene, scene
from pbem.mails.since import since_lines
from pbem.mails.spec_texts import spec_text
from pbem.mails.table_block import sharers
from pbem.mails.tray import NoPictures
from pbem.mails.wording import Wording, capital
from pbem.turn_page.ahead import Edge, Graph
from pbem.turn_page.shape import Json, cards, paints, shape, shown_counters, values
from pbem.turn_page.words import words_of


@dataclass(frozen=True)
class Content:
    """The reader's mail seen in every language of the page, with its graph."""

    mail: Mail
    graph: Graph
    scenes: Mapping[str, Scene]

    @cached_property
    def first(self) -> Scene:
        """The scene in the reader's own language."""
        return self.scenes[self.mail.reader.language]

    @cached_property
    def words(self) -> dict[str, Wording]:
        return {lang: one.words for lang, one in self.scenes.items()}

    @property
    def lexicon(self) -> Lexicon:
        return self.mail.tablet.lexicon

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The zones of the reader's own cards."""
        names = (f"{zone}.{self.first.me}" for zone in self.first.album.hand)
        return tuple(name for name in names if self.first.sight.is_open(name))

    @cached_property
    def pictured(self) -> tuple[str, ...]:
        """The card that the spec shows with its question, if any."""
        question = self.first.question
        if question is None or not question.picture:
            return ()
        code = self.first.sight.term(question.picture)
        return (str(code),) if code and self.first.album.card(str(code)) else ()

    @property
    def even(self) -> bool:
        """Whether no answer is plainer than another: a window, a bid."""
        return self.first.question is not None and self.first.question.even

    @cached_property
    def held(self) -> tuple[str, ...]:
        """The reader's cards."""
        return tuple(card for zone in self.hand for card in self.first.sight.cards(zone))


def content(mail: Mail, graph: Graph) -> Content:
    """A mail with a question, in every language that we have for its game."""
    languages = [lang for lang in mail.tablet.spec.languages if lang in LANGUAGES]
    scenes = {}
    for lang in dict.fromkeys((*languages, mail.reader.language)):
        reader = replace(mail.reader, language=lang)
        scenes[lang] = scene(replace(mail, reader=reader), NoPictures())
    return Content(mail, graph, scenes)


def page_data(made: Content, symbols: Mapping[str, str], faces: Mapping[str, Json]) -> Json:
    """Everything for the script; `symbols` and `faces` are ids of drawings in the page."""
    first, mail, view = made.first, made.mail, made.first.view
    used = _used(made)
    moves, states = _moves(made)
    return {
        "v": 1,
        "title": {lang: one.game_title for lang, one in made.scenes.items()},
        "lang": mail.reader.language,
        "langs": list(made.scenes),
        "me": first.me,
        "names": dict(mail.tablet.names),
        **_way(first),
        "subject": {lang: _subject(one) for lang, one in made.scenes.items()},
        "note": {lang: _note(one) for lang, one in made.scenes.items()},
        "where": {lang: place(one) for lang, one in made.scenes.items()},
        "headline": {lang: turn_title(one) for lang, one in made.scenes.items()},
        "lead": {lang: [said(one) for one in deadline(each)] for lang, each in made.scenes.items()},
        "asked": {lang: question_text(one) for lang, one in made.scenes.items()},
        "askedCard": made.pictured[0] if made.pictured else "",
        "since": {lang: [said(x) for x in since_lines(one)] for lang, one in made.scenes.items()},
        "even": made.even,
        "why": {lang: _why(one) for lang, one in made.scenes.items()},
        "cards": cards(first.album, made.words),
        "paints": paints(first.album, symbols),
        "faces": dict(faces),
        "shape": _shape(made),
        "zones": {**view["public"]["zones"], **view["own"]["zones"]},
        "counters": view["public"]["counters"],
        "hand": list(made.hand),
        "verbs": {verb: {lang: capital(one.words.verb(verb)) for lang, one in made.scenes.items()}
                  for verb in used["verbs"]},
        "keys": {key: {lang: one.words.key(key) for lang, one in made.scenes.items()}
                 for key in used["keys"]},
        "values": values(first.album, made.words, used["values"]),
        "moves": moves,
        "states": states,
        "framed": _framed(made),
        "words": {lang: _words(one) for lang, one in made.scenes.items()},
    }  # fmt: skip


def _shape(made: Content) -> dict[str, Json]:
    """The table's shape; what players have together says who they are."""
    found = shape(made.first.album, made.words)
    for lang, one in made.scenes.items():
        for counter, members in sharers(one).items():
            name, _, word = counter.partition(".")
            whose = f"{one.words.value(word)}: {members}"
            found["titles"][counter][lang] = f"{one.words.title(name)} ({whose})"
    return found


def _way(one: Scene) -> dict[str, Json]:
    """Where the answer goes; nowhere if it must be signed first."""
    address = "" if one.signs else one.address(one.mail.asks, one.mail.token)
    return {"to": address, "signs": one.signs}


def _words(one: Scene) -> dict[str, Json]:
    """The words that the script of this page uses."""
    unused = ("plain",) if one.signs else ("plain", "signed")
    words = words_of(one.say.language)
    return {key: text for key, text in words.items() if not key.startswith(unused)}


# --- texts ---------------------------------------------------------------------------------------


def _subject(one: Scene) -> str:
    mail = one.mail
    about = one.turn_of(mail.asks)
    return ascii_only(f"Re: [{mail.game}] {about}({mail.game}.{mail.asks}.{mail.token})")


def _note(one: Scene) -> str:
    about = one.turn_of(one.mail.asks).strip().lower()
    named = f"{one.game_title}{', ' + about if about else ''}"
    return ascii_only(f"{named}. {one.say.text('words.press')}")


def question_text(one: Scene) -> str:
    """The spec's sentences about what is asked."""
    texts = []
    for block in asked(one):
        if isinstance(block, Shown):
            texts.append(said(block.title))
        elif isinstance(block, Para):
            texts.append(said(block.text))
    return " ".join(texts)


def _why(one: Scene) -> dict[str, str]:
    """Why a held card cannot be used, to stand behind its code.

    By code where it has a reason of its own; under no name for all others.
    """
    idle = one.say.text("turn.idle")
    rest = one.words.words(one.question.rest) if one.question and one.question.rest else ""
    others = f"{idle}: {said(spec_text(one, rest))}" if rest else f"{idle}."
    found = {}
    for card in sorted({code_of(card) for card in held_cards(one)}):
        why = said(why_idle(one, card))
        if why and f"{idle}: {why}" != others:
            found[card] = f"{idle}: {why}"
    return {"": others, **found}


# --- moves ---------------------------------------------------------------------------------------


def _every(made: Content) -> list[str]:
    """Every move of the graph once, those of now first and in the order of their numbers."""
    later = (edge.move for edges in made.graph.edges for edge in edges)
    return list(dict.fromkeys((*made.first.moves, *later)))


def _used(made: Content) -> dict[str, list[str]]:
    verbs: dict[str, None] = {}
    keys: dict[str, None] = {}
    values: dict[str, None] = {}
    for move in _every(made):
        parts = take_apart(move)
        verbs[parts.verb] = None
        for key, value in parts.keys:
            keys[key] = None
            values[value] = None
    shown = made.first.view["public"]["counters"].values()
    values |= dict.fromkeys(value for value in shown if isinstance(value, str))
    known = {*made.first.album.cards, *made.mail.tablet.names}
    words = [value for value in values if value not in known and value in made.lexicon.values]
    return {"verbs": list(verbs), "keys": list(keys), "values": words}


def _moves(made: Content) -> tuple[list[Json], list[list[int]]]:
    """Moves with what they change, and for each position move, next, move, next …

    The same move is there twice if it changes different things in different positions.
    """
    order = {move: at for at, move in enumerate(_every(made))}
    told = dict(_told(made, list(order)))
    shown = set(_counters(made))
    found: dict[tuple[str, Any], int] = {}
    moves: list[Json] = []
    states = []
    for edges in made.graph.edges:
        state: list[int] = []
        for edge in sorted(edges, key=lambda one: order[one.move]):
            changed = tuple(one for one in edge.changes if one[0][0] != ":" or one[0] in shown)
            key = (edge.move, changed)
            if key not in found:
                found[key] = len(moves)
                moves.append({**told[edge.move], **_uses(made, edge), "ch": changed})
            state += [found[key], edge.to]
        states.append(state)
    return moves, states


def _counters(made: Content) -> Iterator[str]:
    """The counters that the table shows, as changes name them."""
    album = made.first.album
    for name in (*shown_counters(album), "turn", "direction"):
        yield f":{name}"
    for name in (*album.columns, *album.notes):
        for player in made.mail.tablet.names:
            yield f":{name}.{player}"


def _told(made: Content, every: Sequence[str]) -> Iterator[tuple[str, dict[str, Json]]]:
    """Each move's parts, its prepared text and its label."""
    held = set(map(code_of, made.held))
    groups: dict[str, list[Numbered]] = {}
    for move in every:
        parts = take_apart(move)
        first = code_of(parts.cards[0]) if parts.cards else ""
        groups.setdefault(first, []).append(Numbered(0, move, parts))
    for first, group in groups.items():
        for one in group:
            label = {}
            for lang, each in made.scenes.items():
                worth = worth_of(each, one)
                text = said(label_of(each, one, group, first in held and not made.even))
                label[lang] = f"{text} ({worth})" if worth else text
            about: dict[str, Json] = {"id": one.move, "verb": one.parts.verb, "label": label}
            if one.parts.cards:
                about["card"] = first
            if one.parts.keys:
                about["args"] = dict(one.parts.keys)
            yield one.move, {**about, "say": _said(made, one.move, every)}


def _said(made: Content, move: str, every: Sequence[str]) -> dict[str, str]:
    """The prepared text in each language, where it means this move to this reader; else in his."""
    mine = made.mail.reader.language
    found = {}
    for lang in made.scenes:
        text = spoken(made.lexicon, move, lang)
        answer = resolve(Item(None, text), made.lexicon, made.first.moves, every, mine)
        fits = isinstance(answer, Read) and answer.move == move
        found[lang] = text if fits else spoken(made.lexicon, move, mine)
    return found


def _uses(made: Content, edge: Edge) -> dict[str, Json]:
    """The reader's own cards that a move takes, beside the one it names first."""
    taken = [code_of(str(card)) for zone, what, card in edge.changes
             if what == "-" and zone in made.hand]  # fmt: skip
    parts = take_apart(edge.move)
    first = code_of(parts.cards[0]) if parts.cards else ""
    many = [card for token in parts.cards for card in token.split(",")]
    uses = list(dict.fromkeys(card for card in (*taken, *many) if card != first))
    return {"uses": uses} if uses else {}


# --- what is looked for --------------------------------------------------------------------------


def _framed(made: Content) -> Json:
    """Which codes each position looks for: the different lists, and each position's list."""
    first = made.first
    name = first.album.hints.framed
    if not name:
        return {}
    lists: dict[tuple[str, ...], int] = {}
    at = []
    for position in made.graph.positions:
        sight = replace(first.sight, zones=position.zones, counters=position.counters)
        found = sight.term(name)
        many = found if isinstance(found, tuple) else () if found is None else (found,)
        at.append(lists.setdefault(tuple(map(str, many)), len(lists)))
    return {"lists": [list(one) for one in lists], "at": at}
