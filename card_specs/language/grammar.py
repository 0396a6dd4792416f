"""Spanish and English grammar, as much as rules need: articles, contractions, agreement."""

from __future__ import annotations

import re
from collections.abc import Mapping

from card_specs.language.nouns import Noun

_FEMININE = re.compile(r"(a|as|ión|iones|dad|dades|tad|ez|mano|manos)$")
_ARTICLES = {("m", False): "el", ("f", False): "la", ("m", True): "los", ("f", True): "las"}
_VERBS = {
    "es": {"es": "son", "está": "están", "ha": "han", "va": "van", "no": "no"},
    "en": {"is": "are", "has": "have", "was": "were", "can": "can", "may": "may", "does": "do"},
}


def gender_of(noun: Noun, language: str = "es") -> tuple[str, bool]:
    """A Spanish noun's gender and whether it is plural: as declared, or by its first word."""
    first = noun.title.get(language, "").split(" ")[0].lower()
    plural = noun.plural or (first.endswith("s") and not first.endswith("és"))
    return noun.gender or ("f" if _FEMININE.search(first) else "m"), plural


_ES_ENDINGS = (("ión", "iones"), ("z", "ces"), ("í", "íes"), ("n", "nes"), ("r", "res"))


def plural(title: str, language: str) -> str:
    """Several of what a title names: `comodines numéricos`, `wild fives`.

    Spanish puts every word in the plural up to the first preposition or figure; English the last.
    """
    words = title.split(" ")
    if language != "es":
        last = words[-1]
        words[-1] = last if last.endswith("s") else _english_plural(last)
        return " ".join(words)
    for index, word in enumerate(words):
        if word in ("de", "del", "a", "en", "con", "sin") or word.isdigit():
            break
        words[index] = _spanish_plural(word)
    return " ".join(words)


def _english_plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "ch", "sh")) else "s")


def _spanish_plural(word: str) -> str:
    """Nouns and adjectives; an infinitive that names a card (`Saltar`) and a plural stay."""
    if word.endswith(("s", "x", "ar", "er", "ir")) and len(word) > 3:
        return word
    for ending, many in _ES_ENDINGS:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            return stem + many if ending == "ión" else _unstressed(stem) + many
    return word + ("s" if word[-1:] in "aeiouáéó" else "es")


def _unstressed(stem: str) -> str:
    """`comodín` loses its accent as it grows: `comodines`."""
    return stem[:-1] + stem[-1:].translate(str.maketrans("áéíóú", "aeiou"))


def the(noun: Noun, language: str) -> str:
    """`el mazo`, `the stock`."""
    title = noun.title.get(language, "")
    if language == "es":
        return f"{_ARTICLES[gender_of(noun)]} {title}"
    return f"the {title}"


def your(noun: Noun, language: str) -> str:
    """`tu mano`, `your hand`."""
    title = noun.title.get(language, "")
    if language == "es":
        return f"{'tus' if gender_of(noun)[1] else 'tu'} {title}"
    return f"your {title}"


def of_both(noun: Noun, language: str) -> str:
    """`vuestra mano`: what belongs to the reader and somebody else; `your hand`."""
    if language != "es":
        return your(noun, language)
    gender, many = gender_of(noun)
    ending = ("a" if gender == "f" else "o") + ("s" if many else "")
    return f"vuestr{ending} {noun.title.get(language, '')}"


PREPOSITIONS: Mapping[str, Mapping[str, str]] = {
    "es": {"of": "de", "from": "de", "to": "a", "in": "en", "into": "en"},
    "en": {"of": "of", "from": "from", "to": "to", "in": "in", "into": "into"},
}


def with_preposition(form: str, phrase: str, language: str) -> str:
    """A noun phrase after a preposition: `del mazo`, `al mazo`, `from the stock`."""
    word = PREPOSITIONS[language][form]
    if language == "es" and word in ("de", "a") and phrase.startswith("el "):
        return f"{word}l {phrase[3:]}"
    if language == "es" and phrase == "tú":
        return f"{word} ti"
    return f"{word} {phrase}"


def contracted(text: str) -> str:
    """`a el` and `de el` as Spanish writes them."""
    return re.sub(r"\b(a|de) el ", r"\1l ", text)


def many(predicate: str, language: str) -> str:
    """A predicate for several: `is face up` -> `are face up`."""
    first, space, rest = predicate.partition(" ")
    known = _VERBS[language]
    if first in known:
        if first == "no" and rest:
            return f"no {many(rest, language)}"
        return known[first] + space + rest
    if language == "es":
        ending = "n" if first[-1:] in "aeiouáéíóú" else ""
        return first + ending + space + rest
    return (first[:-1] if first.endswith("s") else first) + space + rest


def negated(predicate: str, language: str) -> str:
    """A predicate denied: `is not face up`, `no está boca arriba`."""
    if language == "es":
        return f"no {predicate}"
    first, _, rest = predicate.partition(" ")
    if first in _VERBS["en"]:
        return f"{first} not {rest}"
    return f"does not {first[:-1] if first.endswith('s') else first} {rest}".rstrip()


def listed(items: list[str], language: str, word: str = "and") -> str:
    """`a, b and c`."""
    joints = {"es": {"and": "y", "or": "o"}, "en": {"and": "and", "or": "or"}}
    joint = joints[language][word]
    if len(items) < 2:
        return "".join(items)
    if language == "es" and joint == "y" and items[-1].lower().startswith(("i", "hi")):
        joint = "e"
    if language == "es" and joint == "o" and items[-1].lower().startswith(("o", "ho")):
        joint = "u"
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    stripped = text.strip()
    ending = "" if stripped.endswith((".", "!", "?")) else "."
    return stripped[:1].upper() + stripped[1:] + ending if stripped else ""
