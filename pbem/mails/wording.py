"""How a table's cards, players and moves are said in a reader's language.

Everything comes from the spec's words; only the grammar around them is the house's.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import cache

from card_specs.language.deck import with_numbers
from card_specs.language.model import Word, Words
from card_specs.language.rules import Beginning, Noun
from card_specs.values import dataclass
from deckgen.palette import readable_ground
from pbem.engine.cards import DOWN, code_of, standing_for
from pbem.engine.lexicon import Lexicon, Parts, take_apart
from pbem.mails.album import Album
from pbem.mails.phrases import Phrases
from pbem.mails.rich import Chip, Rich, Run
from pbem.mails.tray import Tray

PLAIN_GROUND, PLAIN_INK = "#2A2F3A", "#FFFFFF"
"""Cards without a colour of their own."""


@cache
def _readable(ground: str, ink: str) -> tuple[str, str]:
    return readable_ground(ground, ink), ink


def colours_of(word: Word | None) -> tuple[str, str]:
    """Ground and ink of small letters in a word's colours."""
    paints = word.paints if word is not None else {}
    return _readable(paints.get("base", PLAIN_GROUND), paints.get("on", PLAIN_INK))


_MARKS = re.compile(r"\*\*")
_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(frozen=True)
class Wording:
    """A table's words for one reader; pictures that are used are put into the tray."""

    album: Album
    lexicon: Lexicon
    names: Mapping[str, str]
    me: str
    lang: str
    phrases: Phrases
    tray: Tray = field(repr=False)

    # --- spec texts -----------------------------------------------------------------------------

    def words(self, words: Words) -> str:
        """A text of the spec in the reader's language, else in its first."""
        return words.get(self.lang) or next(iter(words.values()), "")

    def noun(self, noun: Noun) -> str:
        return self.words(noun.title)

    def noun_of(self, thing: str) -> Noun:
        """A zone or counter as a noun of the house's language, for its articles."""
        rules = self.album.rules
        known = rules.zones.get(thing) or rules.counters.get(thing)
        noun = known.noun if known else Noun()
        house = self.phrases.language
        if house in noun.title:
            return noun
        return Noun({house: self.title(thing)}, noun.gender, noun.plural)

    def title(self, thing: str) -> str:
        """What a zone or counter is called."""
        rules = self.album.rules
        known = rules.zones.get(thing) or rules.counters.get(thing)
        return (self.noun(known.noun) if known else "") or thing.replace("_", " ")

    # --- players --------------------------------------------------------------------------------

    def player(self, player: str) -> str:
        return isolated(self.names.get(player, player))

    def players(self, players: Iterable[str]) -> str:
        return self.phrases.listed([self.player(one) for one in players])

    # --- cards ----------------------------------------------------------------------------------

    def code(self, card: str) -> str:
        """A card's code as the reader writes it."""
        return self.lexicon.shown_code(card.rstrip(DOWN), self.lang)

    def codes(self, cards: Iterable[str]) -> str:
        return ", ".join(self.code(card) for card in cards)

    def card_title(self, card: str) -> str:
        """`rojo 7`, `5 de oros`, `Embargo`, `comodín numérico (rojo 7)`."""
        printed = self.album.cards.get(standing_for(card) or code_of(card))
        if printed is None:
            return self.code(card)
        title = self.words(printed.title)
        if "{" in self.words(printed.kind.title) or not printed.attributes:
            return title
        axes = " ".join(self._axis(name, value) for name, value in printed.attributes.items())
        if not any(isinstance(value, str) for value in printed.attributes.values()):
            return f"{title} {axes}"
        if not printed.kind.text and not any(
            key in printed.kind.rules for key in ("do", "effect", "with")
        ):
            return axes
        return f"{title} ({axes})"

    def _axis(self, name: str, value: object) -> str:
        word = self.album.word(name, str(value))
        return self.words(word.title) if word else str(value)

    def card_text(self, card: str) -> str:
        """What the card's face says it does, with words for its icons."""
        printed = self.album.card(card)
        if printed is None:
            return ""
        text = _MARKS.sub("", " ".join(self.words(printed.kind.text).split()))
        axes = {name: self._axis(name, value) for name, value in printed.attributes.items()}
        text = _SLOT.sub(lambda hole: axes.get(hole[1]) or self._icon(hole[1]) or hole[0], text)
        return with_numbers(text, self.lang, self.album.numbers)

    def _icon(self, name: str) -> str:
        """An icon of the text as its noun: `{cards}`, cards."""
        word = self.album.word("icon", name)
        return self.words(word.title) if word else ""

    def chip(self, card: str) -> Chip:
        """A card in the line of a text."""
        word = self.album.word_of(card)
        symbol = self.tray.symbol(word) if word is not None else ""
        ground, ink = colours_of(word)
        return Chip(card, self.code(card), ground, ink, symbol, card.endswith(DOWN))

    def chips(self, cards: Iterable[str]) -> Rich:
        runs: list[Run] = []
        for card in cards:
            runs += [" ", self.chip(card)] if runs else [self.chip(card)]
        return tuple(runs)

    def counted(self, cards: Iterable[str]) -> Rich:
        """Each card once, with how many there are of it."""
        runs: list[Run] = []
        for card, count in Counter(cards).items():
            chip = self.chip(card)
            if count > 1:
                chip = replace(chip, text=f"{chip.text} ×{count}")
            runs += [" ", chip] if runs else [chip]
        return tuple(runs)

    # --- moves ----------------------------------------------------------------------------------

    def verb(self, verb: str) -> str:
        return self.lexicon.shown(self.lexicon.verbs, verb, self.lang)

    def key(self, key: str) -> str:
        return self.lexicon.shown(self.lexicon.keys, key, self.lang)

    def value(self, value: str) -> str:
        """What stands after a key, as one says it."""
        if value in self.names:
            return self.player(value)
        if value in self.lexicon.values:
            return self.lexicon.shown(self.lexicon.values, value, self.lang)
        return self.code(value)

    def move(self, move: str) -> str:
        """A whole move in words: `jugar EMB carta V5 de Beto`."""
        parts = take_apart(move)
        return " ".join((self.verb(parts.verb), self.rest(parts))).strip()

    def rest(self, parts: Parts) -> str:
        """A move without its verb."""
        keys = (f"{self.key(key)} {self.value(value)}" for key, value in parts.keys)
        return " ".join((*(self.code(card) for card in parts.cards), *keys))

    def moves(self, moves: Iterable[str]) -> str:
        return "; ".join(self.move(move) for move in moves)

    def symbol_of(self, value: str) -> str:
        """The symbol beside a choice: of a colour, or of a card's colour."""
        if value in self.names:
            return ""
        word = self.album.any_word(value) if value in self.lexicon.values else None
        if word is None and code_of(value) in self.album.cards:
            word = self.album.word_of(value)
        return self.tray.symbol(word) if word is not None and word.symbol and word.paints else ""


def fits(beginning: Beginning, parts: Parts, album: Album) -> bool:
    """Whether a move begins so; a card may be named by its code or its kind, a value by `*`."""
    given = dict(parts.keys)
    if beginning.verb != parts.verb:
        return False
    if not all(key in given and value in ("*", given[key]) for key, value in beginning.keys):
        return False
    if not beginning.card:
        return True
    first = parts.cards[0] if parts.cards else ""
    printed = album.cards.get(first)
    return first == beginning.card or (printed is not None and printed.kind.name == beginning.card)


def isolated(name: str) -> str:
    """A name; one that is written from right to left is kept from turning round what follows."""
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\u2068{name}\u2069" if turns else name


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]
