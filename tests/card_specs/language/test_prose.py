"""Rules in words: true, complete, in both languages, and with nothing of the program in them."""

from __future__ import annotations

import pytest

from card_specs.language import grammar
from card_specs.language.load import bundled, load
from card_specs.language.load_rules import rules_for
from card_specs.language.prose import Prose
from card_specs.language.rules import Noun


@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("language", ["es", "en"])
def test_every_variant_can_be_said(name: str, language: str) -> None:
    game = load(name)
    for variant in game.variants or [""]:
        lines = list(Prose(game, rules_for(game, variant), language).everything())
        assert lines
        assert all("<" not in line and "(mark" not in line for line in lines)


def test_cards_say_what_they_do() -> None:
    game = load("seis")
    rules = rules_for(game)
    says = {language: Prose(game, rules, language) for language in ("es", "en")}
    card = rules.cards["DAD"]
    assert says["en"].card(card) == "Before your throw: set the throws of this turn to 2."
    assert says["es"].card(card) == "Antes de lanzar: pon los lanzamientos de este turno en 2."
    change = load("cinco")
    rules = rules_for(change)
    assert Prose(change, rules, "es").card(rules.cards["CHG"]) == (
        "En tu turno: pon tu mano debajo del descarte, en orden; roba 7 cartas a tu mano."
    )


NOUNS = {
    "mazo": "el mazo",
    "mano": "la mano",
    "cartas recibidas": "las cartas recibidas",
    "comodines": "los comodines",
    "dirección": "la dirección",
    "interés": "el interés",
}


@pytest.mark.parametrize(("title", "said"), NOUNS.items())
def test_articles(title: str, said: str) -> None:
    assert grammar.the(Noun({"es": title}), "es") == said


def test_declared_grammar_wins() -> None:
    assert grammar.the(Noun({"es": "dado"}, "f"), "es") == "la dado"
    assert grammar.your(Noun({"es": "gente"}, "f", True), "es") == "tus gente"


@pytest.mark.parametrize(
    ("form", "phrase", "said"),
    [
        ("from", "el mazo", "del mazo"),
        ("to", "el mazo", "al mazo"),
        ("to", "la mano", "a la mano"),
        ("in", "el mazo", "en el mazo"),
        ("to", "tú", "a ti"),
    ],
)
def test_contractions(form: str, phrase: str, said: str) -> None:
    assert grammar.with_preposition(form, phrase, "es") == said


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("es", "está boca arriba", "están boca arriba"),
        ("es", "es un cero", "son un cero"),
        ("es", "no sigue", "no siguen"),
        ("es", "tiene vidas", "tienen vidas"),
        ("en", "is face up", "are face up"),
        ("en", "holds a card", "hold a card"),
    ],
)
def test_agreement(language: str, one: str, several: str) -> None:
    assert grammar.many(one, language) == several


def test_lists_and_denials() -> None:
    assert grammar.listed(["a", "b", "c"], "en") == "a, b and c"
    assert grammar.listed(["padre", "hijo"], "es") == "padre e hijo"
    assert grammar.listed(["siete", "ocho"], "es", "or") == "siete u ocho"
    assert grammar.negated("is face up", "en") == "is not face up"
    assert grammar.negated("follows suit", "en") == "does not follow suit"
    assert grammar.negated("sigue", "es") == "no sigue"
