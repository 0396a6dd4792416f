"""What cards do, in words: every card of the bundled games, in both languages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from card_specs.language.card_prose import card_text
from card_specs.language.load import load
from card_specs.language.load_rules import rules_for

GOLDENS = Path(__file__).parent / "goldens"
GAMES = ("cinco", "cinquillo", "diez", "cinco_vivos", "seis", "crazy_eights", "hearts")


@pytest.mark.parametrize("name", GAMES)
def test_cards_are_said_as_before(name: str) -> None:
    """A golden, to be read by a person: DECKGEN_GOLDENS=write makes it anew."""
    game = load(name)
    rules = rules_for(game)
    lines = [
        f"{kind} ({language}): {card_text(game, rules, kind, language)}\n"
        for kind in rules.cards
        for language in game.languages
    ]
    path = GOLDENS / f"card-prose-{name}.txt"
    if os.environ.get("DECKGEN_GOLDENS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(lines), encoding="utf-8")
    assert "".join(lines).splitlines() == path.read_text("utf-8").splitlines()


def said(kind: str, language: str = "es", game: str = "cinco") -> str:
    spec = load(game)
    return card_text(spec, rules_for(spec), kind, language)


def test_grammar() -> None:
    assert said("CHG") == "Pon tu mano debajo del descarte y roba siete cartas."
    assert said("PRO") == "Queda en tu Protección. Solo si tienes cincos."
    assert said("PRO", "en") == "It stays in your Protection. Only if you have fives."
    assert said("EMB") == (
        "Elige a otro jugador que tiene cincos y no tiene Protección y uno de sus cincos: "
        "ponlo en tus cincos."
    )
    assert said("wild") == "Elige un color: esta carta cuenta como de ese color."
    assert said("PTS", "en").startswith("Add 2 to your")


def test_a_counter_has_words_of_its_own() -> None:
    assert said("SKP").startswith("El siguiente jugador pierde el turno.")
    assert said("DAD", "es", "seis") == "Este turno lanzas el dado dos veces."
    assert said("DAD", "en", "seis") == "This turn you throw the die twice."


def test_somebody_else_is_spoken_of_as_their() -> None:
    text = said("VOL", "en", "seis")
    assert "that player chooses a card from their row" in text
