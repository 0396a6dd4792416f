"""Standing orders as players write them: `orden robar auto`, `order tirador shoot win`.

The engine knows canonical keys and choices; here stand the words for them in both languages.
What a word means for a table, and whether the order can be, the engine says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from card_specs.language.rules import OrderRules
from pbem.engine.lexicon import Lexicon, plain

WORDS: Mapping[str, tuple[str, ...]] = {
    "ask": ("preguntar", "pregunta", "pregúntame"),
    "never": ("nunca",),
    "always": ("siempre",),
    "auto": ("auto", "automático", "sola", "solo"),
    "single": ("única", "único"),
    "low": ("baja", "bajo", "menor"),
    "high": ("alta", "alto", "mayor"),
    "mid": ("media", "medio"),
    "win": ("ganar", "gana"),
    "spare": ("sobrante", "sobra"),
    "room": ("hueco", "sitio"),
    "rescue": ("rescate",),
    "shoot": ("disparar", "dispara"),
    "flip": ("voltear", "voltea"),
    "leader": ("líder",),
}
"""Canonical word -> how it is said in Spanish; the first is shown; accents are optional."""

ENGLISH: Mapping[str, str] = {"dado": "extra"}
"""How a canonical word that is no English word is said in English; both are read."""

KEYS: Mapping[str, Mapping[str, str]] = {
    "shed": {"es": "soltar"},
    "self": {"es": "propio"},
    "voltear": {"es": "destapar", "en": "unflip"},
}
"""Canonical key -> how it is said where neither a verb nor a title of one word says it."""

_MEANS = {plain(form): word for word, forms in WORDS.items() for form in forms}
_MEANS |= {plain(form): word for word, english in ENGLISH.items() for form in (word, english)}
_OR = re.compile(r"\s+(?:o|or)\s+|\s*\|\s*", re.I)


def read_order(
    text: str, rules: Mapping[str, OrderRules], lexicon: Lexicon, lang: str
) -> tuple[str, Any]:
    """The key and the order that a text means; `""` where it names no key of this table.

    Forms: a word (`never`), a list of cards (`O6 C5`), rules with conditions (`shoot win or ask
    leader flip`).  Whether the order can be is not checked here.
    """
    words = text.replace(",", " ").split()
    key, size = _key(words, rules, lexicon)
    if not key and len(rules) == 1:
        key = next(iter(rules))  # a game with one sort of order needs no key
    rest = words[size:]
    if not key or not rest:
        return key, " ".join(rest)
    known = rules[key]
    word = canonical_word(rest[0])
    if len(rest) == 1 and (word == "ask" or word in known.choices):
        return key, word
    if known.rules is not None and word in known.rules.words:
        return key, _rules(" ".join(rest))
    if known.cards is not None:
        return key, [_card(one, lexicon, lang) for one in rest]
    return key, word


def canonical_word(text: str) -> str:
    """A word of orders as the engine knows it."""
    return _MEANS.get(plain(text), plain(text) if plain(text) in WORDS else text)


def shown_word(word: str, lang: str) -> str:
    """A canonical word as a reader of that language writes it."""
    if lang == "en":
        return ENGLISH.get(word, word)
    forms = WORDS.get(word, ())
    return forms[0] if lang == "es" and forms else word


def shown_key(key: str, rules: OrderRules, lexicon: Lexicon, lang: str) -> str:
    """The key of an order in the reader's language: a verb's own word, a title of one word."""
    if key in lexicon.verbs:
        return lexicon.shown(lexicon.verbs, key, lang)
    title = plain(rules.noun.title.get(lang, ""))
    return title if title and " " not in title else KEYS.get(key, {}).get(lang, key)


def shown_order(order: Any, lexicon: Lexicon, lang: str) -> str:
    """An order as one writes it: a word, cards, or rules."""
    if isinstance(order, str):
        return shown_word(order, lang)
    if isinstance(order, Mapping):
        return " ".join(
            " ".join((shown_word(word, lang), *(shown_word(str(c), lang) for c in conditions)))
            for word, conditions in order.items()
        )
    if all(isinstance(one, str) for one in order):
        return " ".join(lexicon.shown_code(one, lang) for one in order)
    between = " o " if lang == "es" else " or "
    return between.join(shown_order(one, lexicon, lang) for one in order)


def _key(
    words: Sequence[str], rules: Mapping[str, OrderRules], lexicon: Lexicon
) -> tuple[str, int]:
    """The key that the words begin with, and how many words it takes.

    It is named by itself, its title or its word in any language, or its verb; of several the one
    that knows what follows: `voltear auto` is about another question than `voltear baja`.
    """
    found: list[tuple[str, int]] = []
    for key, known in rules.items():
        for title in (key, *known.noun.title.values(), *KEYS.get(key, {}).values()):
            parts = plain(title).split()
            if [plain(word) for word in words[: len(parts)]] == parts:
                found.append((key, len(parts)))
    found += [(verb, size) for verb, size in lexicon.verb(words) if verb in rules]
    for key, size in found:
        if size < len(words) and canonical_word(words[size]) in rules[key].choices:
            return key, size
    return found[0] if found else ("", 0)


def _rules(text: str) -> list[dict[str, list[str]]]:
    found = []
    for rule in _OR.split(text):
        word, *conditions = rule.split()
        if conditions and plain(conditions[0]) in ("if", "si"):
            conditions = conditions[1:]
        found.append({canonical_word(word): [canonical_word(one) for one in conditions]})
    return found


def _card(word: str, lexicon: Lexicon, lang: str) -> str:
    codes = lexicon.code(word, lang)
    return codes[0] if codes else word
