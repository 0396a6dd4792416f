"""Cards as strings in the contract's notation, and the tables that answer what they are."""

from __future__ import annotations

import pytest

from pbem.engine import cards
from pbem.engine.cards import Attribute, Deck, Face, HasTag, IsKind, Lies

NOTHING: frozenset[str] = frozenset()
DECK = Deck(
    {
        "R3": Face("number", frozenset({"plain"}), {"color": "red", "rank": 3}, {"worth": 30}),
        "G4": Face("number", frozenset({"plain"}), {"color": "green", "rank": 4}, {"worth": 40}),
        "NUM": Face("NUM", NOTHING, {}, {"worth": 1}),
        "COL": Face("COL", NOTHING, {}, {}),
    },
    {"R3": 2, "G4": 1, "NUM": 1, "COL": 0},
)


@pytest.mark.parametrize(
    ("card", "code", "loose", "standing"),
    [
        ("R3", "R3", ("R3",), ""),
        ("R3~", "R3", ("R3",), ""),
        ("NUM=R3", "NUM", ("NUM",), "R3"),
        ("NUM=R3~", "NUM", ("NUM",), "R3"),
        ("G4+COL", "G4", ("G4", "COL"), ""),
        ("G4+COL=R3", "G4", ("G4", "COL"), "R3"),
    ],
)
def test_taking_a_card_apart(card: str, code: str, loose: tuple[str, ...], standing: str) -> None:
    assert cards.code_of(card) == code
    assert cards.loose(card) == loose
    assert cards.standing_for(card) == standing


def test_turning_and_marking() -> None:
    assert cards.turned_down("R3") == cards.turned_down("R3~") == "R3~"
    assert cards.turned_up("NUM=R3~") == "NUM=R3"
    assert cards.marked("NUM", "R3") == "NUM=R3"
    assert cards.marked("NUM=R3~", "G4") == "NUM=G4~"


def test_a_marked_card_has_the_axes_of_what_it_stands_for_and_its_own_kind() -> None:
    color, rank, worth = (Attribute(DECK, n) for n in ("color", "rank", "worth"))
    assert (color["NUM=R3"], rank["NUM=R3"], worth["NUM=R3"]) == ("red", 3, 1)
    assert (color["G4+COL=R3"], rank["G4+COL=R3~"], worth["G4+COL=R3"]) == ("red", 3, 40)
    assert (color["NUM"], color[None]) == (None, None)
    assert IsKind(DECK, "NUM")["NUM=R3"]
    assert not IsKind(DECK, "number")["NUM=R3"]
    assert not HasTag(DECK, "plain")["NUM=R3"]
    assert HasTag(DECK, "plain")["G4+COL"]
    assert IsKind(DECK, "number")[None] is False
    assert Attribute(DECK, "code")["G4+COL=R3~"] == "G4"


@pytest.mark.parametrize(
    ("card", "states"),
    [("R3", set()), ("R3~", {"down"}), ("NUM=R3", {"marked"}), ("G4+COL", {"paired"})],
)
def test_how_a_card_lies(card: str, states: set[str]) -> None:
    assert {state for state in ("down", "marked", "paired") if Lies(DECK, state)[card]} == states


def test_the_deck() -> None:
    assert DECK.cards == ("R3", "R3", "G4", "NUM")
    assert DECK.codes_of("number") == ("R3", "G4")
    assert DECK.codes_of("COL") == ()
    assert cards.in_deck_order(["NUM", "G4", "R3~", "R3"], DECK.places()) == [
        "R3", "R3~", "G4", "NUM",
    ]  # fmt: skip
    assert Attribute(DECK, "worth").total is False
    assert Attribute(DECK, "code").total is True
