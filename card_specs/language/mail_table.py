"""The section `mail_table`: how play by mail shows a game's table and puts its questions.

Everything in it is a hint with a good default; nothing in it changes the rules.  It names zones,
counters, own terms and moves of the spec; what a variant lacks is left out there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from card_specs.language.mail_shapes import MAIL_TABLE
from card_specs.language.model import Game, Words
from card_specs.language.nodes import Scalar
from card_specs.language.nouns import Beginning
from card_specs.language.problems import Problems, nearest
from card_specs.language.shapes import Fields, Reading
from card_specs.values import dataclass

SECTION = "mail_table"

_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)")


@dataclass(frozen=True)
class MailQuestion:
    """How one question is put; it is the one meant if a legal move begins like one of `moves`."""

    name: str
    moves: tuple[Beginning, ...]
    when: str
    title: Words
    subject: Words
    topic: Words
    text: Words
    where: Mapping[str, Words]
    picture: str
    worth: str
    labels: tuple[tuple[Beginning, Words], ...]
    even: bool
    secret: bool
    rest: Words
    order: str


@dataclass(frozen=True)
class MailTable:
    """The whole section; what is empty has its default."""

    hand: tuple[str, ...] = ()
    piles: tuple[str, ...] | None = None
    counters: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None
    rows: tuple[str, ...] | None = None
    notes: tuple[str, ...] | None = None
    slots: Mapping[str, str] = field(default_factory=dict)
    framed: str = ""
    goals: Mapping[str, int] = field(default_factory=dict)
    plain: tuple[Beginning, ...] = ()
    quiet: tuple[Beginning, ...] = ()
    labels: tuple[tuple[Beginning, Words], ...] = ()
    needs: Mapping[str, Words] = field(default_factory=dict)
    told: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    news: Mapping[str, Words] = field(default_factory=dict)
    questions: tuple[MailQuestion, ...] = ()


def read_mail_table(game: Game, problems: Problems | None = None) -> MailTable:
    """The section of a spec; without it everything has its default."""
    node = game.sections.get(SECTION)
    fields = MAIL_TABLE.read(node, _reading(game, problems)) if node is not None else None
    if fields is None:
        return MailTable()
    told = {
        verb: {lang: tuple(form.text for form in forms) for lang, (_, forms) in by_lang.items()}
        for verb, by_lang in fields.map("told").items()
    }
    return MailTable(
        hand=_names(fields, "hand") or (),
        piles=_names(fields, "piles"),
        counters=_names(fields, "counters"),
        columns=_names(fields, "columns"),
        rows=_names(fields, "rows"),
        notes=_names(fields, "notes"),
        slots=fields.texts("slots"),
        framed=fields.text("framed"),
        goals=fields.map("goals"),
        plain=_beginnings(fields, "plain"),
        quiet=_beginnings(fields, "quiet"),
        labels=_labels(fields),
        needs=fields.map("needs"),
        told=told,
        news=fields.map("news"),
        questions=tuple(_question(name, one) for name, one in fields.map("questions").items()),
    )


def named_in_mails(game: Game) -> frozenset[str]:
    """The own terms of the spec that the section uses."""
    table = read_mail_table(game)
    texts = [table.framed]
    for question in table.questions:
        texts += [question.when, question.picture, question.worth, *question.where]
        said = (question.title, question.topic, question.text, question.rest)
        for words in (*said, *question.where.values()):
            texts += [name for text in words.values() for name in _SLOT.findall(text)]
    return frozenset(texts)


def _reading(game: Game, problems: Problems | None) -> Reading:
    return Reading(problems if problems is not None else Problems(), game.languages)


def _question(name: str, fields: Fields) -> MailQuestion:
    return MailQuestion(
        name=name,
        moves=_beginnings(fields, "moves"),
        when=fields.text("when"),
        title=fields.words("title"),
        subject=fields.words("subject"),
        topic=fields.words("topic"),
        text=fields.words("text"),
        where=fields.map("if"),
        picture=fields.text("picture"),
        worth=fields.text("worth"),
        labels=_labels(fields),
        even=bool(fields.get("even", bool)),
        secret=bool(fields.get("secret", bool)),
        rest=fields.words("rest"),
        order=fields.text("order"),
    )


def _labels(fields: Fields) -> tuple[tuple[Beginning, Words], ...]:
    """Longer beginnings come first: `play TIR` before `play`."""
    found = [(beginning(text), words) for text, words in fields.map("labels").items()]
    return tuple(sorted(found, key=lambda pair: -len(pair[0].keys) - 2 * bool(pair[0].card)))


def _scalars(fields: Fields, name: str) -> tuple[Scalar, ...]:
    return fields.get(name, tuple) or ()


def _beginnings(fields: Fields, name: str) -> tuple[Beginning, ...]:
    return tuple(beginning(one.text) for one in _scalars(fields, name))


def _names(fields: Fields, name: str) -> tuple[str, ...] | None:
    if fields.get(name, tuple) is None:
        return None
    return tuple(one.text for one in _scalars(fields, name))


def beginning(text: str) -> Beginning:
    """`give CARD from=reserve` taken apart; a card may also be a kind's name."""
    verb, *rest = text.split() or [""]
    pairs = (word.partition("=") for word in rest)
    keys = tuple(sorted((key, value) for key, _, value in pairs if value))
    card = next((word for word in rest if "=" not in word), "")
    return Beginning(verb, card, keys)


# --- checks --------------------------------------------------------------------------------------


def check_mail_table(game: Game, problems: Problems) -> None:
    """Names that no part of the spec has are errors; a variant may lack some."""
    node = game.sections.get(SECTION)
    if node is None:
        return
    found = Problems()
    fields = MAIL_TABLE.read(node, _reading(game, found))
    if fields is not None and not found.errors:
        _Names(game, problems).check(fields)


class _Names:
    """What the spec and its variants name."""

    def __init__(self, game: Game, problems: Problems) -> None:
        self.game, self.problems = game, problems
        self.texts = _all_keys(game)
        self.kinds = tuple(game.kinds)

    def check(self, fields: Fields) -> None:
        for name in ("hand", "piles", "counters", "columns", "rows", "notes"):
            for one in _scalars(fields, name):
                self._known(one)
        for name in ("slots", "goals", "news"):
            for key, _ in fields.entries(name).values():
                self._known(key)
        for key, _ in fields.entries("needs").values():
            self._kind(key)
        self._field(fields, "framed")
        for _, question in fields.entries("questions").values():
            for name in ("when", "picture", "worth"):
                self._field(question, name)
            for key, _ in question.entries("if").values():
                self._known(key)

    def _field(self, fields: Fields, name: str) -> None:
        node = fields.get(name, Scalar)
        if node is not None:
            self._known(node)

    def _kind(self, node: Scalar) -> None:
        if node.text not in self.kinds:
            message = f"the spec has no cards '{node.text}'"
            self.problems.add(node.mark, message, nearest(node.text, self.kinds))

    def _known(self, node: Scalar) -> None:
        if node.text not in self.texts:
            message = f"the spec has no zone, counter or term '{node.text}'"
            self.problems.add(node.mark, message, nearest(node.text, self.texts))


def _all_keys(game: Game) -> tuple[str, ...]:
    """The zones, counters and terms of the spec, those that variants bring included."""
    found: list[str] = []
    for name in ("zones", "counters", "names"):
        section: Any = game.sections.get(name)
        found += [key.text for key, _ in section or ()]
    for variant in game.variants.values():
        changes: Any = variant.node
        changed = changes.get("set") if hasattr(changes, "get") else None
        for key, _ in changed or ():
            section_name, _, rest = key.text.partition(".")
            if section_name in ("zones", "counters", "names"):
                found.append(rest.partition(".")[0])
    return tuple(dict.fromkeys(found))
