"""What cards and kinds are called in a sentence: `7 rojo`, `Reversa azul`, `red 7`.

A title that holds its axes (`{rank} de {suit}`) is the name already.  Otherwise the axes are put
beside the title, words as adjectives that agree; a kind whose code is nothing but its axes is a
plain number card and goes by these alone.
"""

from __future__ import annotations

import re

from card_specs.language import grammar, numerals
from card_specs.language.model import Axis, Card, CardKind, Game
from card_specs.language.rules import Noun

_AXIS = re.compile(r"\{[a-z][a-z0-9_]*\}")
_EMPTY_ENDS = re.compile(r"^\s*(?:de|of)\b|\b(?:de|of)\s*$|\s+(?:de|of)\s*(?=$)")


def noun_of(kind: CardKind, language: str) -> Noun:
    """The kind's name as a noun."""
    return Noun({language: kind_title(kind, language)}, kind.gender, kind.plural)


def kind_title(kind: CardKind, language: str) -> str:
    """The kind's title without its axes; its own name where nothing is left."""
    pattern = kind.title.get(language, "")
    if not _AXIS.search(pattern):
        return pattern or kind.name
    bare = _AXIS.sub("", pattern)
    while (shorter := _EMPTY_ENDS.sub("", bare).strip()) != bare:
        bare = shorter
    return bare or kind.name


def card_name(game: Game, card: Card, language: str) -> str:
    """One card's name, without capital where its kind has none."""
    kind = card.kind
    title = card.title.get(language, "") or kind.name
    if _AXIS.search(kind.title.get(language, "")) or not kind.axes:
        return title
    bare = not _AXIS.sub("", kind.code)
    numbers = [str(card.attributes[axis.name]) for axis in kind.axes if not axis.of_words]
    words = [
        _adjective(
            game, axis, str(card.attributes[axis.name]), noun_of(kind, language), bare, language
        )
        for axis in kind.axes
        if axis.of_words
    ]
    head = [] if bare and numbers else [title]
    if language == "es":
        return " ".join([*head, *numbers, *words])
    return " ".join([*words, *head, *numbers])


def _adjective(game: Game, axis: Axis, value: str, noun: Noun, bare: bool, language: str) -> str:
    """A word as it stands beside the noun: `roja`; a number card is masculine (`el 7 rojo`)."""
    title = game.words[axis.name][value].title.get(language, value)
    feminine = language == "es" and not bare and grammar.gender_of(noun)[0] == "f"
    return title[:-1] + "a" if feminine and title.endswith("o") else title


def made_of(game: Game, kind: CardKind, copies: int, language: str) -> str:
    """What a kind consists of: `1, 2, 3 y 4, dos de cada color`; copies are those of one face."""
    numbers = [str(v) for axis in kind.axes if not axis.of_words for v in axis.values]
    words = [axis for axis in kind.axes if axis.of_words]
    es = language == "es"
    parts = [grammar.listed(numbers, language)] if len(numbers) > 1 else []
    if not words:
        return ", ".join([*parts, numerals.times(copies, language)]) if parts else ""
    each = _each(words[0], language)
    if not parts:
        amount = numerals.cardinal(copies, language)
        if copies == 1:
            amount = "una" if es else "one"
        return f"{amount} {'de cada' if es else 'of each'} {each}"
    if copies == 1:
        return f"{parts[0]} {'de cada' if es else 'of each'} {each}"
    amount = numerals.times(copies, language)
    return f"{parts[0]}, {amount} {'en cada' if es else 'in each'} {each}"


def _each(axis: Axis, language: str) -> str:
    known = {"color": {"es": "color", "en": "colour"}, "suit": {"es": "palo", "en": "suit"}}
    return known.get(axis.name, {}).get(language, axis.name)
