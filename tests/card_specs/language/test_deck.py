"""The five decks, exactly as the components tables of their rules say; and what a deck is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from card_specs.language.deck import deck
from card_specs.language.load import load
from card_specs.language.model import Card


def run(letters: str, ranks: range | tuple[int, ...], pattern: str = "{0}{1}") -> list[str]:
    return [pattern.format(letter, rank) for letter in letters for rank in ranks]


def expected_cinco() -> Iterator[tuple[str, int]]:
    for code in run("RBGY", (1, 2, 3, 4, 6, 7, 8, 9)):
        yield code, 2
    for code in run("RBGY", (3, 7), "{0}-WILD{1}"):
        yield code, 1
    for code in [*run("RBGY", (5,)), "WILD5"]:
        yield code, 5
    for letter in "RBGY":
        yield f"{letter}-REV", 2
        yield f"{letter}-SKP", 2
    yield from (("PTS", 7), ("EMB", 5), ("PRO", 5), ("CHG", 5))


def expected_vivos() -> Iterator[tuple[str, int]]:
    counts = (8, 8, 8, 8, 8, 4, 2, 1)
    yield from ((f"N{rank}", counts[rank]) for rank in range(8))
    yield from (("DR1", 2), ("DR2", 2), ("PAS", 4), ("REV", 2), ("SKP", 6), ("T21", 5))
    yield from (("T10", 2), ("T0", 3), ("RDL", 1), ("BOM", 1))
    yield from ((f"{letter}-LIF", 5) for letter in "RBGYPO")
    yield "HLP", 3


EXPECTED = {
    "cinco": list(expected_cinco()),
    "cinquillo": [(code, 1) for code in run("OCEB", (1, 2, 3, 4, 5, 6, 7, 10, 11, 12))],
    "diez": [
        *((code, 4) for code in run("RGY", range(1, 11))),
        *((code, 4) for code in ("NUM", "COL", "SEA", "ROB", "SWP", "CUS")),
    ],
    "cinco_vivos": list(expected_vivos()),
    "seis": [
        *((code, 1) for code in run("RBGYPO", range(1, 7))),
        *((code, 12) for code in ("DAD", "SAL", "NUM", "REV", "VOL", "TIR")),
    ],
}
TOTALS = {  # printed, in play, distinct faces
    "cinco": (135, 135, 57),
    "cinquillo": (40, 40, 40),
    "diez": (144, 140, 36),
    "cinco_vivos": (108, 75, 49),
    "seis": (108, 108, 42),
}


def cards_of(name: str) -> tuple[Card, ...]:
    return deck(load(name))


@pytest.mark.parametrize("name", EXPECTED)
def test_codes_counts_and_order(name: str) -> None:
    counted: dict[str, int] = {}
    for card in cards_of(name):
        counted[card.code] = counted.get(card.code, 0) + card.copies
    assert list(counted.items()) == EXPECTED[name]


@pytest.mark.parametrize("name", TOTALS)
def test_totals(name: str) -> None:
    cards = cards_of(name)
    totals = (sum(c.copies for c in cards), sum(c.in_play for c in cards), len(cards))
    assert totals == TOTALS[name]
    assert len({card.id for card in cards}) == len(cards)


def test_diez_plays_all_cards_with_a_custom_effect() -> None:
    game = load("diez")
    for value in ("pass", "draw2", "reserves"):
        assert sum(card.in_play for card in deck(game, {"custom": value})) == 144
    with pytest.raises(ValueError, match="option 'custom' cannot be 'swap' — allowed: none, pass"):
        deck(game, {"custom": "swap"})
    with pytest.raises(ValueError, match="unknown option 'costum' — did you mean 'custom'"):
        deck(game, {"costum": "pass"})


SPANISH = {
    "cinco": {
        "R7": "R7",
        "B7": "A7",
        "G7": "V7",
        "Y9": "L9",
        "R-WILD7": "R-COM7",
        "B-WILD3": "A-COM3",
        "WILD5": "COM5",
        "G-SKP": "V-SAL",
        "Y-REV": "L-REV",
        "PTS": "PUN",
        "CHG": "CAM",
        "EMB": "EMB",
        "PRO": "PRO",
    },
    "cinquillo": {"O1": "O1", "B12": "B12"},
    "diez": {"G10": "V10", "Y1": "L1", "SEA": "BUS", "SWP": "INT", "CUS": "PER", "ROB": "ROB"},
    "cinco_vivos": {"N0": "N0", "B-LIF": "A-LIF", "P-LIF": "M-LIF", "O-LIF": "N-LIF"},
    "seis": {"B1": "A1", "P2": "M2", "O3": "N3", "DAD": "DAD", "SAL": "SAL"},
}
ENGLISH = {"seis": {"DAD": "DIE", "SAL": "SKP", "VOL": "TRN", "TIR": "SHT", "NUM": "NUM"}}


@pytest.mark.parametrize("name", SPANISH)
def test_local_codes(name: str) -> None:
    cards = {card.code: card for card in cards_of(name)}
    for code, local in SPANISH[name].items():
        assert cards[code].local_code("es") == local
    for code, card in cards.items():
        assert card.local_code("en") == ENGLISH.get(name, {}).get(code, code)


NAMES = {
    "cinco": {
        "number": ("numérica", "number"),
        "wild": ("comodín numérico", "numeric wild"),
        "five": ("cinco", "five"),
        "WILD5": ("comodín 5", "wild five"),
        "REV": ("Reversa", "Reverse"),
        "SKP": ("Saltar", "Skip"),
        "PTS": ("Puntaje", "Points"),
        "EMB": ("Embargo", "Embargo"),
        "PRO": ("Protección", "Protection"),
        "CHG": ("Cambio", "Change"),
    },
    "diez": {
        "NUM": ("Numeral", "Numeral"),
        "COL": ("Color", "Colour"),
        "SEA": ("Búsqueda", "Search"),
        "ROB": ("Robo", "Rob"),
        "SWP": ("Intercambio", "Swap"),
        "CUS": ("Personalizable", "Custom"),
    },
    "seis": {
        "DAD": ("Dado", "Extra die"),
        "SAL": ("Saltar", "Skip"),
        "NUM": ("Numeral", "Nudge"),
        "REV": ("Reversa", "Reverse"),
        "VOL": ("Voltear", "Turn back"),
        "TIR": ("Tirador", "Shooter"),
    },
}


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str) -> None:
    titles = {card.kind.name: card.title for card in cards_of(name)}
    for kind, (es, en) in NAMES[name].items():
        assert titles[kind] == {"es": es, "en": en}


def test_titles_take_the_words_of_their_axes() -> None:
    cards = {card.code: card.title for card in cards_of("cinquillo")}
    assert cards["O1"] == {"es": "as de oros", "en": "ace of coins"}
    assert cards["E12"] == {"es": "rey de espadas", "en": "king of swords"}
    assert cards["B7"] == {"es": "7 de bastos", "en": "7 of clubs"}


def test_copies_that_differ_in_print_are_faces_of_their_own() -> None:
    lives = [card for card in cards_of("cinco_vivos") if card.code == "R-LIF"]
    assert "".join(card.printed["letter"]["es"] for card in lives) == "VIVOS"
    assert "".join(card.printed["letter"]["en"] for card in lives) == "LIVES"
    assert [card.id for card in lives] == [
        "R-LIF",
        "R-LIF.2",
        "R-LIF.3",
        "R-LIF.4",
        "R-LIF.5",
    ]
    assert all((card.copies, card.in_play) == (1, 0) for card in lives)


def test_icons_in_texts_are_symbols() -> None:
    text = next(card.text["es"] for card in cards_of("cinco_vivos") if card.code == "DR2")
    assert text == "Todos los demás {player} roban **dos** {card}."


@pytest.mark.parametrize("name", EXPECTED)
def test_every_text_is_there_in_both_languages(name: str) -> None:
    for card in cards_of(name):
        for texts in (card.title, card.text, card.chip):
            assert set(texts) in (set(), {"es", "en"}), card.code
            assert all(texts.values()), card.code
