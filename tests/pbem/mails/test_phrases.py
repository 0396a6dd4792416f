"""The house's phrases: the same in every language, used, and in the house's tone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pbem.mails import phrases as module
from pbem.mails.phrases import LANGUAGES, phrases

PBEM = Path(module.__file__).parents[1]
FILES = {
    lang: tomllib.loads((PBEM / "mails" / "phrases" / f"{lang}.toml").read_text("utf-8"))
    for lang in LANGUAGES
}
FLAT = {
    lang: {f"{table}.{key}": text for table, keys in tables.items() for key, text in keys.items()}
    for lang, tables in FILES.items()
}
FORMAL = re.compile(r"\b(usted|ustedes|(?<!on )(?<!in )(él|ella))\b")
SLOT = re.compile(r"\{([a-z_]+)\}")


def test_the_languages_have_the_same_phrases_with_the_same_slots() -> None:
    assert FLAT["es"].keys() == FLAT["en"].keys()
    for key, text in FLAT["es"].items():
        assert set(SLOT.findall(text)) == set(SLOT.findall(FLAT["en"][key])), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tone(lang: str) -> None:
    """No exclamation marks, no formal address, bold marks in pairs."""
    for key, text in FLAT[lang].items():
        assert not set("!¡") & set(text), key
        assert text.count("**") % 2 == 0, key
        if lang == "es":
            assert not FORMAL.search(text), key


def test_every_phrase_is_used() -> None:
    code = "".join(path.read_text("utf-8") for path in PBEM.rglob("*.py"))
    code += "".join(path.read_text("utf-8") for path in PBEM.rglob("*.html"))
    whole = set(re.findall(r'"([a-z_]+\.[a-z_-]+)"', code))
    beginnings = set(re.findall(r'f"([a-z_]+\.[a-z_-]*)\{', code))
    built = {
        "rematch",
        "watch_help",
        "unwatched",
        "commands",
        "token",
        "kept",
        "resigned",
        "address",
        "forgotten",
        "vote_asked",
        "voted",
    }
    built |= {"moving", "vote_about", "back_asked"}
    for key in FLAT["en"]:
        table = key.partition(".")[0]
        used = key in whole or any(key.startswith(one) for one in beginnings) or table in built
        told = table in ("vote", "confirm", "subject") or used
        assert told, key


def test_lists_of_names() -> None:
    es, en = phrases("es"), phrases("en")
    assert es.listed(["Ana"]) == "Ana"
    assert es.listed(["Ana", "Beto", "Carla"]) == "Ana, Beto y Carla"
    assert es.listed(["Ana", "Íñigo"]) == "Ana e Íñigo"
    assert es.listed(["Ana", "Hierro"]) == "Ana y Hierro"
    assert es.listed(["siete", "ocho"], "or") == "siete u ocho"
    assert en.listed(["Ana", "Beto"], "or") == "Ana or Beto"
    assert en.listed([]) == ""


def test_lengths_of_time() -> None:
    assert phrases("es").time(3 * 86400) == "3 días"
    assert phrases("en").time(86400) == "1 day"
    assert phrases("en").time(36 * 3600) == "36 hours"


def test_a_language_without_phrases_gets_english() -> None:
    assert phrases("fr").language == "en"
    assert phrases("es").quoted("x") == "«x»"
