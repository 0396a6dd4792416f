"""Doubts about card texts: numbers and players that the text has and the steps have not, or back.

A spec's text may say what the steps do in better words, but not another number.  Numbers are
compared as numbers, in figures or letters; whom a card is about, by words for others, for the next
player, for everybody.  One and the numbers of conditions are not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from card_specs.language import numerals
from card_specs.language.check_rules import has_rules
from card_specs.language.constants import constant
from card_specs.language.deck import deck
from card_specs.language.load_rules import rules_for
from card_specs.language.model import Card, Game
from card_specs.language.problems import Mark, Problems, SpecError
from card_specs.language.rules import CardRules
from card_specs.language.tree import Call, Conditional, Expr, Step
from card_specs.language.vocabulary.cards import Deal, Draw
from card_specs.language.vocabulary.flow import CallRule, ForEach, Repeat
from card_specs.language.vocabulary.values import AddValue, SetValue
from card_specs.language.walk import inside

_FIGURES = re.compile(r"(?<![\w/{])(\d+)(?![\w}])")
_WORD = re.compile(r"([^\W\d_]+)(?=\W*\s+(?:[^\W\d_]{3,}s\b|\{))")
"""A word before a plural or an icon: `siete cartas`, `**siete** {card}`."""

_TIMES = {"once": 1, "twice": 2, "doble": 2, "double": 2, "mitad": 2, "half": 2}
_OTHERS = {
    "es": re.compile(r"\b(otr[oa]s?|jugador(es)?|rival(es)?|contrari[oa]s?)\b|\{players?\}"),
    "en": re.compile(r"\b(another|others?|players?|rivals?|opponents?)\b|\{players?\}"),
}
_EVERYBODY = {
    "es": re.compile(r"\b(todos|cada|demás|ambos|manos|jugadores)\b|\{players\}"),
    "en": re.compile(
        r"\b(all|every|each|everybody|everyone|others|both|hands|players)\b|\{players\}"
    ),
}
_NEXT = {
    "es": re.compile(r"\b(siguiente|próximo|derecha|izquierda)\b"),
    "en": re.compile(r"\b(next|left|right|following)\b"),
}


def check_texts(game: Game, problems: Problems) -> None:
    """Warn of texts that say another number than the steps, or leave out whom they are about."""
    if not has_rules(game):
        return
    try:
        rules = rules_for(game)
    except (SpecError, ValueError):
        return  # told by the check of the rules
    seen: set[str] = set()
    for card in deck(game):
        played = rules.cards.get(card.kind.name)
        if played is None or card.kind.name in seen or "effect" in card.kind.rules:
            continue
        seen.add(card.kind.name)
        for language, text in card.text.items():
            _check(card, played, language, text, problems)


def _check(card: Card, played: CardRules, language: str, text: str, problems: Problems) -> None:
    at = card.kind.marks.get(f"text.{language}") or card.kind.mark
    said, done = numbers_in(text, language), _numbers_of(played)
    if done is not None:
        for number in sorted(said - done - {0, 1}):
            _warn(problems, at, f"the text of {card.kind.name} says {number}", done)
        for number in sorted(done - said - {0, 1}):
            message = f"the steps of {card.kind.name} have {number}, its text ({language}) has not"
            problems.warn(at, message, "or say it as a named number: {NAME}")
    for what, words in _targets(played):
        if not words[language if language in words else "en"].search(text.lower()):
            message = (
                f"the steps of {card.kind.name} are about {what}, its text ({language}) is not"
            )
            problems.warn(at, message)


def _warn(problems: Problems, at: Mark, message: str, done: set[int]) -> None:
    known = ", ".join(map(str, sorted(done))) or "no number"
    problems.warn(at, f"{message}, its steps do not", f"the steps have {known}")


def numbers_in(text: str, language: str) -> set[int]:
    """The numbers of a text, in figures and in letters (not `un`, `una`, `one`)."""
    found = {int(number) for number in _FIGURES.findall(text)}
    before_nouns = {word.lower() for word in _WORD.findall(text)}
    for number in range(2, numerals.IN_WORDS + 1):
        if numerals.cardinal(number, language) in before_nouns:
            found.add(number)
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", text)}
    return found | {number for word, number in _TIMES.items() if word in words}


def _numbers_of(played: CardRules) -> set[int] | None:
    """The numbers that the steps work with; None where they are not all to be seen there."""
    found: set[int] = set()
    if not played.do:
        return None
    for step in inside(played.do, Step):
        if isinstance(step, CallRule):
            return None
        for value in _worked_with(step):
            parts = (value.yes, value.no) if isinstance(value, Conditional) else (value,)
            numbers = [constant(part) for part in parts]
            if not all(isinstance(number, int) for number in numbers):
                return None
            found |= {abs(int(number)) for number in numbers if number is not None}
    return found


def _worked_with(step: Step) -> Iterator[Expr]:
    """The numbers that a step moves, adds, sets or repeats by."""
    if isinstance(step, AddValue) or (
        isinstance(step, SetValue) and step.value.type.kind.value == "a number"
    ):
        yield step.value
    elif isinstance(step, Draw):
        yield from (one for one in (step.number, step.limit) if one is not None)
    elif isinstance(step, Deal) and step.number is not None:
        yield step.number
    elif isinstance(step, Repeat) and step.times is not None:
        yield step.times


def _targets(played: CardRules) -> Iterator[tuple[str, dict[str, re.Pattern[str]]]]:
    """Whom the card is about: a chosen player, everybody, the next one."""
    chosen = [call.function for call in inside(played.arguments, Call)]
    if "others" in chosen or "players" in chosen:
        yield "another player", _OTHERS
    for loop in inside(played.do, ForEach):
        if any(call.function in ("players", "others") for call in inside((loop.items,), Call)):
            yield "everybody", _EVERYBODY
    steps = [call.function for call in inside(played.do, Call)]
    if "next" in steps and not chosen:
        yield "the next player", _NEXT
