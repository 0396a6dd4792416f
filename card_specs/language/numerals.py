"""Numbers in the words of a language, as a rulebook says them: `siete`, `quinto`, `dos veces`.

Words up to `IN_WORDS` (the guide's ten); whatever is higher stays in figures.
Spanish `uno` becomes `un` or `una` before a noun.
"""

from __future__ import annotations

from collections.abc import Mapping

from card_specs.language import grammar
from card_specs.language.nouns import Noun

IN_WORDS = 10

CARDINALS: Mapping[str, tuple[str, ...]] = {
    "es": (
        "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
    ),
    "en": (
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ),
}  # fmt: skip
_ORDINALS: Mapping[str, tuple[str, ...]] = {
    "es": (
        "", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo",
        "noveno", "décimo",
    ),
    "en": (
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ),
}  # fmt: skip
MINUS = "−"
FORMS = ("", "word", "ordinal", "ordinal-f", "times", "+", "-")
"""The forms of a number besides `noun|nouns`."""


def cardinal(value: int, language: str) -> str:
    """`siete`, or figures above ten and below zero."""
    words = CARDINALS.get(language, CARDINALS["en"])
    return words[value] if 0 <= value <= IN_WORDS else figures(value)


def figures(value: int) -> str:
    """The number in figures, with a true minus."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def ordinal(value: int, language: str, *, feminine: bool = False) -> str:
    """`quinto`, `quinta`, `fifth`; above ten `11.º` or `11th`."""
    words = _ORDINALS.get(language, _ORDINALS["en"])
    if 1 <= value <= IN_WORDS:
        word = words[value]
        return word[:-1] + "a" if feminine and language == "es" else word
    if language == "es":
        return f"{value}.{'ª' if feminine else 'º'}"
    teens = 10 <= value % 100 <= 13
    return (
        f"{value}{'th' if teens else ('th', 'st', 'nd', 'rd')[value % 10 if value % 10 < 4 else 0]}"
    )


def times(value: int, language: str) -> str:
    """`dos veces`, `once`."""
    if language == "es":
        return "una vez" if value == 1 else f"{cardinal(value, language)} veces"
    known = {1: "once", 2: "twice"}
    return known.get(value) or f"{cardinal(value, language)} times"


def counted(value: int, one: str, many: str, language: str) -> str:
    """Number and noun, held together: `cinco cartas`, `una carta`, `one card`."""
    number = cardinal(value, language)
    if value == 1 and language == "es":
        gender, _ = grammar.gender_of(Noun({"es": one}))
        number = "una" if gender == "f" else "un"
    return f"{number}\u00a0{one if value == 1 else many}"


def said(value: int, form: str, language: str) -> str:
    """The number in one of the `FORMS`, or with a noun (`carta|cartas`)."""
    one, bar, many = form.partition("|")
    if bar:
        return counted(value, one, many, language)
    if form.startswith("ordinal"):
        return ordinal(value, language, feminine=form == "ordinal-f")
    if form == "word":
        return cardinal(value, language)
    if form == "times":
        return times(value, language)
    if form == "+":
        return f"+{value}" if value >= 0 else figures(value)
    if form == "-":
        return figures(-value)
    return figures(value)


def is_form(form: str) -> bool:
    """Whether a number can be said so."""
    return form in FORMS or (form.count("|") == 1 and not form.startswith("|"))
