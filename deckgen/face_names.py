"""Where the names in a face description lead for one card (docs/faces.md, "Names").

A `Scope` is asked for a name and looks, in this order, into what the layer adds (`each`, `paints`),
the kind's `look`, the face's slots, the card's data, the attributes of its words, and the style's
paints.  A name that is being worked out is passed over, so `base: mix(base, white, 50)` means the
base of the next level.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from card_specs.language.model import Card, Game, Word
from card_specs.language.problems import Mark, SpecError, nearest
from card_specs.language.style_values import Plain, Value, ValueProblem, say
from card_specs.values import dataclass
from deckgen import colours
from deckgen.drawing import Colour

_MIX = re.compile(r"mix\(([^,()]+),([^,()]+),([\d.]+)\)")
_SHORT_MIX = re.compile(r"mix(\d{1,2})")
_DEEPEST = 12
_BUILT_IN: Mapping[str, Colour] = {"white": colours.WHITE, "ink": colours.INK}
_MADE: Mapping[str, Callable[[Colour], Colour]] = {
    "deep": colours.deep_of,
    "tint": colours.tint_of,
    "on": colours.on_of,
}
"""What is computed from a word's `base` where the word does not say it."""

Level = Mapping[str, Value]
Measures = Callable[[str, str], float | None]
"""A layer's name and one of width, lines …; None if there is no such layer."""


def _no_measures(layer: str, what: str) -> float | None:
    return None


@dataclass(frozen=True)
class About:
    """What is drawn: a card of a game in a language, or a back (no card)."""

    game: Game
    card: Card | None
    language: str

    def words(self) -> list[Word]:
        """The words that the card has on its axes, in the order of the axes."""
        if self.card is None:
            return []
        return [
            self.game.words[axis.name][str(self.card.attributes[axis.name])]
            for axis in self.card.kind.axes
            if axis.of_words
        ]

    def data(self) -> dict[str, Plain]:
        """The card's own data by name."""
        language = self.language
        found: dict[str, Plain] = {"game": self.game.title.get(language, ""), "lang": language}
        card = self.card
        if card is None:
            return found
        found |= {name: _plain(value) for name, value in card.kind.has.items()}
        found |= {name: _plain(value) for name, value in card.attributes.items()}
        found |= {
            "kind": card.kind.name,
            "code": card.local_code(language),
            "copies": float(card.copies),
            "title": card.title.get(language) or None,
            "text": card.text.get(language) or None,
            "chip": card.chip.get(language) or None,
        }
        found |= {name: words.get(language, "") for name, words in card.printed.items()}
        return found

    def text_of_steps(self) -> Plain:
        """What the card's steps say, for a kind that has an effect and no text of its own."""
        card = self.card
        if card is None or not ({"do", "when_drawn"} & set(card.kind.rules)):
            return None
        return _said(self.game, card.kind.name, self.language)

    def attributes(self) -> dict[str, Plain]:
        """What the card's words have: `symbol` of the first that has one, and `color.symbol`."""
        found: dict[str, Plain] = {}
        for word in self.words():
            for name, value in word_data(word, self.language).items():
                found.setdefault(name, value)
                found[f"{word.list}.{name}"] = value
        return found


_texts: dict[tuple[int, str, str], tuple[Game, str]] = {}


def _said(game: Game, kind: str, language: str) -> str | None:
    """The words of a kind's steps, made once; nothing where the rules cannot be read."""
    key = (id(game), kind, language)
    known = _texts.get(key)
    if known is None or known[0] is not game:
        from card_specs.language.card_prose import card_text  # most decks need no rules
        from card_specs.language.load_rules import rules_for

        try:
            text = card_text(game, rules_for(game), kind, language)
        except SpecError:  # told by the check of the rules; the deck can be printed all the same
            text = ""
        known = _texts[key] = (game, text)
    return known[1] or None


def word_data(word: Word, language: str) -> dict[str, Plain]:
    """A word's attributes, with the paints that its base implies."""
    found: dict[str, Plain] = {name: _plain(value) for name, value in word.has.items()}
    found |= word.paints
    base = word.paints.get("base")
    if base:
        for name, made in _MADE.items():
            found.setdefault(name, made(base))
    found["name"] = word.title.get(language) or word.name
    found["letter"] = word.letters.get(language) or word.letter or None
    found["symbol"] = word.symbol or None
    return found


def _plain(value: object) -> Plain:
    if isinstance(value, bool):
        return value
    return float(value) if isinstance(value, int) else str(value)


class Scope:
    """The names of one card, perhaps inside a layer that adds some."""

    def __init__(
        self,
        about: About,
        levels: tuple[Level, ...],
        paints: Level,
        measures: Measures = _no_measures,
    ) -> None:
        self.about = about
        self.levels = levels  # innermost first: layer additions, look, slots
        self.paints = paints
        self.measures = measures
        self.data = about.data()
        self.attributes = about.attributes()
        self._busy: set[tuple[int, str]] = set()
        self._known: dict[str, Plain] = {}

    @property
    def language(self) -> str:
        return self.about.language

    def inside(self, added: Level) -> Scope:
        """The scope of a layer that adds names."""
        inner = Scope.__new__(Scope)
        inner.about, inner.paints, inner.measures = self.about, self.paints, self.measures
        inner.data, inner.attributes = self.data, self.attributes
        inner.levels = (added, *self.levels)
        inner._busy, inner._known = set(), {}
        return inner

    def find(self, name: str) -> Plain:
        """A name's value; None if nothing has it."""
        if not self._busy:
            if name not in self._known:
                self._known[name] = self._find(name)
            return self._known[name]
        return self._find(name)

    def _find(self, name: str) -> Plain:
        if "." in name:
            return self._dotted(name)
        for i, level in enumerate((*self.levels, None, self.paints)):
            if level is None:
                if name == "text" and self.data.get(name) is None:
                    return self.about.text_of_steps()
                if name in self.data:
                    return self.data[name]
                if name in self.attributes:
                    return self.attributes[name]
            elif name in level and (i, name) not in self._busy:
                return self._worked_out(i, name, level[name])
        return _BUILT_IN.get(name)

    def _worked_out(self, level: int, name: str, value: Value) -> Plain:
        self._busy.add((level, name))
        try:
            found = value.of(self)
            if isinstance(found, tuple):
                return found[0] if found else None
            if isinstance(found, str) and name in found and not found.startswith("#"):
                return self._own_mix(found)
            return found
        finally:
            self._busy.discard((level, name))

    def _own_mix(self, text: str) -> Plain:
        """A mix that names itself, worked out while its own level is passed over."""
        return self._colour(text, 0) if _MIX.fullmatch(text) else text

    def _dotted(self, name: str) -> Plain:
        if name in self.attributes:
            return self.attributes[name]
        first, _, rest = name.partition(".")
        return self.measures(first, rest)

    def colour(self, value: Plain, mark: Mark) -> Colour | None:
        """A value as a colour: None for none; ValueProblem for a name that leads nowhere."""
        if value is None or value == "" or value == "none":
            return None
        text = say(value)
        found = self._colour(text, 0)
        if found is None:
            raise ValueProblem(mark, f"unknown paint '{text}'", nearest(text, self.known()))
        return found

    def _colour(self, text: str, depth: int) -> Colour | None:
        if text.startswith("#"):
            return text.upper()
        if depth > _DEEPEST:
            return None
        match = _MIX.fullmatch(text.replace(" ", ""))
        short = _SHORT_MIX.fullmatch(text)
        if match:
            return self._mixed(match.group(1), match.group(2), float(match.group(3)), depth)
        found = self.find(text)
        if found is None and short:
            return self._mixed("base", "tint", float(short.group(1)), depth)
        return self._colour(say(found), depth + 1) if found is not None else None

    def _mixed(self, first: str, second: str, percent: float, depth: int) -> Colour | None:
        a, b = self._colour(first, depth + 1), self._colour(second, depth + 1)
        return colours.mix(a, b, percent) if a and b else None

    def knows(self, name: str) -> bool:
        """Whether a name means anything here, even if the card has none of it."""
        return name in self.known()

    def known(self) -> set[str]:
        """Every name there is, for hints."""
        names = {*self.data, *self.attributes, *self.paints, *_BUILT_IN}
        for level in self.levels:
            names |= set(level)
        return names
