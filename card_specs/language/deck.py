"""The deck: a game's kinds laid out as cards, in the spec's order.

The order is that of the kinds; inside a kind the first axis is the outermost.  Neighbouring kinds
of the same block interleave: for each value of their first axis, each kind in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product

from card_specs.language import numerals
from card_specs.language.arithmetic import ArithmeticProblem
from card_specs.language.fixed_numbers import fixed_numbers
from card_specs.language.model import Card, CardKind, Count, Game, Value, Words
from card_specs.language.placeholders import Hole, filled
from card_specs.language.problems import Problem, SpecError
from card_specs.language.read_words import settle

Attributes = Mapping[str, str | int]
Numbers = Mapping[str, Value]
_BRACES = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def deck(
    game: Game, options: Mapping[str, object] | None = None, players: int | None = None
) -> tuple[Card, ...]:
    """One `Card` for each distinct printed face, in deck order.

    `options` overrule the defaults; `players` is the greatest number if not given.  Raises
    `ValueError` for an option that does not exist or cannot be so, `SpecError` where a formula
    gives no sensible number.
    """
    names: dict[str, Value] = {**settle(game.options, options or {})}
    names["players"] = players or game.players.most
    numbers = fixed_numbers(game, options, players)
    cards: list[Card] = []
    for kind, attributes in faces(game):
        try:
            copies = count(kind.copies, attributes, names)
            in_play = copies if kind.in_play is None else count(kind.in_play, attributes, names)
        except ArithmeticProblem as problem:
            raise SpecError([Problem(kind.copies.mark, str(problem))]) from problem
        cards += _prints(game, kind, attributes, (copies, in_play), numbers)
    return tuple(cards)


def faces(game: Game) -> Iterator[tuple[CardKind, Attributes]]:
    """Every kind with every combination of its axes' values, in deck order."""
    for block, group in groupby(game.kinds.values(), key=lambda kind: kind.block):
        kinds = list(group)
        if not block:
            for kind in kinds:
                yield from ((kind, attributes) for attributes in _combinations(kind))
            continue
        values = dict.fromkeys(value for kind in kinds for value in kind.axes[0].values)
        for value in values:
            for kind in kinds:
                for attributes in _combinations(kind):
                    if attributes[kind.axes[0].name] == value:
                        yield kind, attributes


def _combinations(kind: CardKind) -> Iterator[Attributes]:
    names = [axis.name for axis in kind.axes]
    for values in product(*(axis.values for axis in kind.axes)):
        yield dict(zip(names, values, strict=True))


def count(count: Count, attributes: Attributes, names: Mapping[str, Value]) -> int:
    """How many copies there are of a card with these attributes at such a table."""
    if count.formula is None:
        return count.by_value.get(attributes[count.axis], 0)
    return count.formula.value(names)


def code_of(game: Game, kind: CardKind, attributes: Attributes, language: str = "") -> str:
    """A card's code: the canonical one, or that of a language."""
    letters = {}
    for name, value in attributes.items():
        word = game.words[name][str(value)] if isinstance(value, str) else None
        letters[name] = word.letters.get(language, word.letter) if word else str(value)
    return _filled(kind.alias.get(language, kind.code), letters)


def _filled(pattern: str, names: Mapping[str, str]) -> str:
    return _BRACES.sub(lambda match: names.get(match[1], match[0]), pattern)


def _texts(game: Game, pattern: Words, attributes: Attributes, numbers: Numbers) -> Words:
    """A pattern in each language: axes as words, named numbers said, icons as their symbols."""
    icons = {name: f"{{{word.symbol}}}" for name, word in game.words.get("icon", {}).items()}
    texts = {}
    for language, text in pattern.items():
        names = dict(icons)
        for name, value in attributes.items():
            word = game.words[name][str(value)] if isinstance(value, str) else None
            names[name] = word.title.get(language, word.name) if word else str(value)
        texts[language] = with_numbers(_filled(text, names), language, numbers)
    return texts


def with_numbers(text: str, language: str, numbers: Numbers) -> str:
    """A text with its named numbers put in, `{hand_size:word}`; other braces stay."""

    def say(hole: Hole) -> str | None:
        value = numbers.get(hole.text)
        if type(value) is int and numerals.is_form(hole.form):
            return numerals.said(value, hole.form, language)
        return None

    return filled(text, say) if "{" in text else text


def _prints(
    game: Game,
    kind: CardKind,
    attributes: Attributes,
    counts: tuple[int, int],
    numbers: Numbers,
) -> Iterator[Card]:
    """One card, or one for each copy where the copies differ in print."""
    copies, in_play = counts
    codes = {language: code_of(game, kind, attributes, language) for language in game.languages}
    title, text, chip = (
        _texts(game, words, attributes, numbers) for words in (kind.title, kind.text, kind.chip)
    )
    code = code_of(game, kind, attributes)
    if not kind.each:
        yield Card(code, kind, attributes, copies, in_play, title, text, chip, codes, {}, 0)
        return
    for index in range(copies):
        playing = 1 if index < in_play else 0
        printed = _printed(kind.each, index)
        yield Card(code, kind, attributes, 1, playing, title, text, chip, codes, printed, index)


def _printed(
    each: Mapping[str, Mapping[str, Sequence[str]]], index: int
) -> Mapping[str, Mapping[str, str]]:
    """What is printed on one copy; the lists begin again where there are more copies."""
    return {
        name: {language: values[index % len(values)] for language, values in texts.items()}
        for name, texts in each.items()
    }
