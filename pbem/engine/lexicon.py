"""The words of a table's moves in each language: verbs, keys, card codes, values.

A move is stored and compared in its canonical text; a `Lexicon` says it in a language and knows
which canonical words a player's word may mean.  It holds texts only, no rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache

from card_specs.values import dataclass

Forms = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Canonical word -> language -> how it is written there; the first form is the one shown."""

_KEY = re.compile(r"([a-z][a-z0-9_]*)=(.+)", re.DOTALL)
_JOINTS = re.compile(r"([~+=,])")


Sense = tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]
"""A move by what it says: verb, cards and keys, each sorted."""


@dataclass(frozen=True)
class Parts:
    """A canonical move taken apart: `verb [card …] [key=value …]`."""

    verb: str
    cards: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        pairs = (f"{key}={value}" for key, value in sorted(self.keys))
        return " ".join((self.verb, *self.cards, *pairs))

    @cached_property
    def sense(self) -> Sense:
        """What the move says, whatever the order of its cards and keys."""
        return self.verb, tuple(sorted(self.cards)), tuple(sorted(self.keys))


@lru_cache(maxsize=10_000)
def take_apart(move: str) -> Parts:
    """The parts of a canonical move."""
    verb, *rest = move.split()
    cards, keys = [], []
    for token in rest:
        match = _KEY.fullmatch(token)
        if match:
            keys.append((match[1], match[2]))
        else:
            cards.append(token)
    return Parts(verb, tuple(cards), tuple(keys))


def plain(text: str) -> str:
    """A word as it is compared: letter case, accents and kinds of dashes do not matter."""
    text = re.sub("[\u2010-\u2015\u2212]", "-", unicodedata.normalize("NFKC", text))
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


@dataclass(frozen=True)
class Lexicon:
    """What the words of a table's moves are called.

    `values` holds what may stand in a move beside card codes: words of the spec's lists, names of
    zones.  `codes` maps a canonical code to its local one by language.  `players` are ids, which
    are the same everywhere; `names` are what players are called besides.
    """

    languages: tuple[str, ...]
    verbs: Forms
    keys: Forms = field(default_factory=dict)
    codes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    values: Forms = field(default_factory=dict)
    bare: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def seated(self, players: Sequence[str], names: Mapping[str, str]) -> Lexicon:
        """The same words at a table of these players; what is looked up in them is shared."""
        other = replace(self, players=tuple(players), names=names)
        for name in _LOOKED_UP:
            other.__dict__[name] = getattr(self, name)
        return other

    # --- saying -------------------------------------------------------------------------------

    def show(self, move: str, lang: str) -> str:
        """A canonical move as a reader of that language writes it."""
        parts = take_apart(move)
        pairs = (
            f"{self.shown(self.keys, key, lang)}={self.shown_value(value, lang)}"
            for key, value in parts.keys
        )
        cards = (self.shown_code(card, lang) for card in parts.cards)
        return " ".join((self.shown(self.verbs, parts.verb, lang), *cards, *pairs))

    def shown(self, forms: Forms, word: str, lang: str) -> str:
        """The first form of a word in a language; the word itself if it has none."""
        found = forms.get(word, {}).get(lang, ())
        return found[0] if found else word

    def shown_code(self, code: str, lang: str) -> str:
        """A card code in a language, also with its condition: `R3~`, `NUM=R3`, `G4+COL`."""
        pieces = _JOINTS.split(code)
        return "".join(self.codes.get(piece, {}).get(lang, piece) for piece in pieces)

    def shown_value(self, value: str, lang: str) -> str:
        """What stands after `key=` in a language: one word without blanks."""
        if value in self.values:
            return self.shown(self.values, value, lang).replace(" ", "_")
        return value if value in self.players else self.shown_code(value, lang)

    # --- understanding ------------------------------------------------------------------------

    def verb(self, words: Sequence[str]) -> Iterator[tuple[str, int]]:
        """The verbs that the text may begin with, and how many words each takes; longest first."""
        for size in range(min(len(words), self._longest), 0, -1):
            for verb in self._verbs.get(" ".join(map(plain, words[:size])), ()):
                yield verb, size

    def key(self, word: str) -> tuple[str, ...]:
        """The canonical keys that a word may mean."""
        return self._keys.get(plain(word), ())

    def code(self, word: str, lang: str) -> tuple[str, ...]:
        """The canonical codes that a word may mean, those of the reader's language first."""
        readings = [""]
        for piece in _JOINTS.split(word):
            found = (piece,) if not piece or _JOINTS.fullmatch(piece) else self._code(piece, lang)
            readings = [before + one for before in readings for one in found][:16]
        return tuple(readings)

    def value(self, word: str, lang: str) -> tuple[str, ...]:
        """What a word may mean after a key."""
        same = plain(word)
        found = [*self._values.get(same, ()), *self.code(word, lang)]
        found += [player for player in self.players if self._is_called(player, same)]
        if re.fullmatch(r"-?\d{1,9}", same):
            found.append(str(int(same)))
        return tuple(dict.fromkeys(found))

    def known(self, lang: str) -> tuple[str, ...]:
        """All verbs and codes as written in a language, for hints."""
        verbs = (self.shown(self.verbs, verb, lang) for verb in self.verbs)
        return (*verbs, *(self.shown_code(code, lang) for code in self.codes))

    def _is_called(self, player: str, same: str) -> bool:
        return same in (plain(player), plain(self.names.get(player, player)))

    def _code(self, piece: str, lang: str) -> tuple[str, ...]:
        same = plain(piece)
        own = self._codes_by_language.get(lang, {}).get(same, ())
        return tuple(dict.fromkeys((*own, *self._codes.get(same, ()))))

    @cached_property
    def _verbs(self) -> Mapping[str, tuple[str, ...]]:
        return _turned(self.verbs)

    @cached_property
    def _longest(self) -> int:
        return max((len(form.split()) for form in self._verbs), default=1)

    @cached_property
    def _keys(self) -> Mapping[str, tuple[str, ...]]:
        return _turned(self.keys)

    @cached_property
    def _values(self) -> Mapping[str, tuple[str, ...]]:
        return _turned(self.values)

    @cached_property
    def _codes_by_language(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return {
            lang: _grouped(
                (form, code)
                for code, local in self.codes.items()
                for form in _spellings(local.get(lang, code))
            )
            for lang in self.languages
        }

    @cached_property
    def _codes(self) -> Mapping[str, tuple[str, ...]]:
        """Canonical codes, and what no canonical code is: the local ones of every language."""
        canonical = _grouped((form, code) for code in self.codes for form in _spellings(code))
        local: dict[str, tuple[str, ...]] = {}
        for forms in self._codes_by_language.values():
            for form, codes in forms.items():
                if form not in canonical:
                    local[form] = tuple(dict.fromkeys((*local.get(form, ()), *codes)))
        return {**canonical, **local}


_LOOKED_UP = tuple(
    name for name, member in vars(Lexicon).items() if isinstance(member, cached_property)
)
"""What a lexicon works out once, of its words alone and not of who plays."""


def _spellings(code: str) -> tuple[str, ...]:
    """A code as people type it: with its hyphens or without."""
    same = plain(code)
    return tuple(dict.fromkeys((same, same.replace("-", ""))))


def _turned(forms: Forms) -> Mapping[str, tuple[str, ...]]:
    """Plain form -> canonical words; a canonical word always means itself."""
    return _grouped(
        (plain(form).replace("_", " ") if " " in form else plain(form), word)
        for word, by_language in forms.items()
        for form in (word, *_all_forms(by_language))
    )


def _all_forms(by_language: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for forms in by_language.values():
        for form in forms:
            yield form
            if " " in form:
                yield form.replace(" ", "_")


def _grouped(pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for form, word in pairs:
        found.setdefault(form, {})[word] = None
    return {form: tuple(words) for form, words in found.items()}
