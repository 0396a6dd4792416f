"""Words of standing orders in both languages."""

from __future__ import annotations

import pytest

from card_specs.language.load import load
from pbem import engine
from pbem.engine.table_words import lexicon_of
from pbem.office.order_words import read_order, shown_key, shown_order

SEATS = ("ana", "beto", "carla")


@pytest.mark.parametrize("line", ["roll dado", "throw extra", "lanzar dado", "throwing Extra"])
def test_a_spanish_canonical_word_is_read_in_both_languages(line: str) -> None:
    spec = load("seis")
    rules = engine.compile_table(spec, "classic", {}, SEATS).program.rules
    lexicon = lexicon_of(spec, rules, SEATS, {})
    assert read_order(line, rules.orders, lexicon, "en") == ("roll", "dado")
    assert shown_order("dado", lexicon, "en") == "extra"
    assert shown_order("dado", lexicon, "es") == "dado"


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(
    ("game", "variant"), [("cinco", "standard"), ("diez", "triad"), ("seis", "mirror")]
)
def test_every_order_is_read_as_it_is_shown(game: str, variant: str, lang: str) -> None:
    """Two keys may not be shown alike unless what follows tells them apart."""
    spec = load(game)
    rules = engine.compile_table(spec, variant, {}, SEATS).program.rules
    lexicon = lexicon_of(spec, rules, SEATS, {})
    for key, known in rules.orders.items():
        for choice in known.choices:
            named = shown_key(key, known, lexicon, lang)
            line = f"{named} {shown_order(choice, lexicon, lang)}"
            assert read_order(line, rules.orders, lexicon, lang) == (key, choice)
            assert lang == "en" or named not in ("shed", "self")
