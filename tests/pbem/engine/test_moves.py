"""Moves in a player's words: read as what they say, or refused with one of three reasons."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.lexicon import Lexicon, take_apart
from pbem.engine.moves import Ambiguous, Because, NotLegal, Read, Unreadable, read_move
from pbem.engine.refusals import explain

LEXICON = Lexicon(
    languages=("es", "en"),
    verbs={
        "play": {"es": ("jugar", "juego", "juega"), "en": ("play",)},
        "draw": {"es": ("robar", "robo", "roba"), "en": ("draw", "take a card")},
        "reserve": {"es": ("reservar",), "en": ("reserve",)},
        "bid": {"es": ("ofertar",), "en": ("bid",)},
        "pass": {"es": ("pasar", "paso"), "en": ("pass",)},
    },
    keys={"color": {"es": ("color",), "en": ("colour",)}, "from": {"es": ("de",)}, "card": {}},
    codes={
        "R7": {"es": "R7", "en": "R7"},
        "B7": {"es": "A7", "en": "B7"},
        "R5": {"es": "R5", "en": "R5"},
        "R-WILD7": {"es": "R-COM7", "en": "R-WILD7"},
        "EMB": {"es": "EMB", "en": "EMB"},
        "NUM": {"es": "NUM", "en": "NUM"},
    },
    values={
        "red": {"es": ("rojo",), "en": ("red",)},
        "blue": {"es": ("azul",), "en": ("blue",)},
        "reserve": {"es": ("tu reserva",), "en": ("reserve",)},
    },
    bare=("play", "bid"),
    players=("ana", "beto"),
    names={"beto": "Roberto"},
)
LEGAL = [
    "draw",
    "play B7",
    "play EMB card=R5 from=beto",
    "play R-WILD7 color=blue",
    "play R-WILD7 color=red",
    "play R7",
    "reserve NUM=R5",
]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play R7", "play R7"),
        ("  «Jugar r7».", "play R7"),
        ("juego A7", "play B7"),
        ("PLAY b7!", "play B7"),
        ("a7", "play B7"),
        ("R7", "play R7"),
        ("robo", "draw"),
        ("take a card", "draw"),
        ("jugar: R7", "play R7"),
        ("jugar R-COM7, color azul", "play R-WILD7 color=blue"),
        ("jugar R-COM7 color=azul", "play R-WILD7 color=blue"),
        ("jugar rcom7 colour azul", "play R-WILD7 color=blue"),
        ("R\u2010WILD7 color = blue", "play R-WILD7 color=blue"),
        ("play EMB from beto card r5", "play EMB card=R5 from=beto"),
        ("juega EMB de=Roberto card=R5", "play EMB card=R5 from=beto"),
        ("reservar num=r5", "reserve NUM=R5"),
    ],
)
def test_what_can_be_read(text: str, move: str) -> None:
    assert read_move(LEXICON, LEGAL, text, "es") == Read(move)


@pytest.mark.parametrize(
    ("text", "word", "near"),
    [
        ("", "", ""),
        ("juego la R7, ¡suerte a todos!", "la", ""),
        ("juego la R7", "la", ""),
        ("jugra R7", "jugra", "jugar"),
        ("play R77", "R77", "R7"),
        ("play R-WILD7 color=azull", "azull", ""),
        ("azul", "azul", ""),
    ],
)
def test_what_cannot_be_read(text: str, word: str, near: str) -> None:
    assert read_move(LEXICON, LEGAL, text, "es") == Unreadable(text, word, near)


@pytest.mark.parametrize(
    ("text", "legal", "move", "because"),
    [
        ("play R7", [], "play R7", Because.NOT_ASKED),
        ("R7", [], "R7", Because.NOT_ASKED),
        ("bid R7", LEGAL, "bid R7", Because.VERB),
        ("play R5", LEGAL, "play R5", Because.NOT_HELD),
        ("R5", LEGAL, "play R5", Because.NOT_HELD),
        ("reserve R7", LEGAL, "reserve R7", Because.CARD),
        ("play EMB card=R5 from=ana", LEGAL, "play EMB card=R5 from=ana", Because.KEY),
    ],
)
def test_what_is_not_legal(text: str, legal: list[str], move: str, because: Because) -> None:
    answer = read_move(LEXICON, legal, text, "es", held=["R7", "B7", "EMB", "R-WILD7", "NUM"])
    assert isinstance(answer, NotLegal)
    assert (answer.move, answer.because) == (move, because)
    assert set(answer.near) <= set(legal)


@pytest.mark.parametrize(
    ("text", "legal", "moves"),
    [
        ("jugar R-COM7", LEGAL, ("play R-WILD7 color=blue", "play R-WILD7 color=red")),
        ("R-COM7", LEGAL, ("play R-WILD7 color=blue", "play R-WILD7 color=red")),
        ("play EMB", LEGAL, ("play EMB card=R5 from=beto",)),
        ("R7", ["reserve R7"], ("reserve R7",)),
    ],
)
def test_what_needs_more_words(text: str, legal: list[str], moves: tuple[str, ...]) -> None:
    assert read_move(LEXICON, legal, text, "es") == Ambiguous(text, moves)


def test_a_code_alone_means_the_first_verb_that_is_legal_with_it() -> None:
    assert read_move(LEXICON, ["bid R7", "reserve R7"], "R7", "en") == Read("bid R7")
    assert read_move(LEXICON, ["bid R7", "play R7"], "R7", "en") == Read("play R7")


@pytest.mark.parametrize(
    "text",
    ["jugar R5, R7, B7", "jugar R5,R7,B7", "juego B7 R7 R5", "R7, R5 y A7", "play R5 & R7, b7"],
)
def test_lists_of_cards_as_people_write_them(text: str) -> None:
    lists = ["play R5,R7,B7", "play R5,R7", "play R7,B7"]
    assert read_move(LEXICON, lists, text, "es") == Read("play R5,R7,B7")


def test_a_list_that_could_be_two_moves_is_not_guessed() -> None:
    lists = ["play R5,R7", "play R7,R5"]
    assert read_move(LEXICON, lists, "R7,R5", "es") == Read("play R7,R5")
    assert read_move(LEXICON, lists, "R5 y R7", "es") == Ambiguous("R5 y R7", tuple(lists))


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("move", LEGAL)
def test_shown_moves_are_read_again(move: str, lang: str) -> None:
    assert read_move(LEXICON, LEGAL, LEXICON.show(move, lang), lang) == Read(move)


def test_moves_are_shown_in_the_readers_words() -> None:
    assert LEXICON.show("play R-WILD7 color=blue", "es") == "jugar R-COM7 color=azul"
    assert LEXICON.show("play EMB card=B7 from=reserve", "es") == "jugar EMB card=A7 de=tu_reserva"


def test_a_move_taken_apart_and_put_together_is_the_same() -> None:
    for move in LEGAL:
        assert str(take_apart(move)) == move


MARKS = "=~+,-.;:!?\u00a0\u200b😀\x00\n´áﬁ①"
WORDS = ("play", "jugar", "R7", "a7", "color", "azul", "de", "from", "beto", "NUM=R5", "12")
PIECES = st.sampled_from((*MARKS, *WORDS, "take a card", " "))


@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=30).map(" ".join)))
@settings(deadline=None)
def test_any_text_gets_an_answer(text: str) -> None:
    """Nothing that a stranger can write breaks the reader, and only legal moves are read."""
    answer = read_move(LEXICON, LEGAL, text, "es")
    if isinstance(answer, Read):
        assert answer.move in LEGAL
    elif isinstance(answer, Ambiguous):
        assert set(answer.moves) <= set(LEGAL)
    for lang in ("es", "en"):
        assert isinstance(explain(LEXICON, answer, lang), str)


def test_a_line_of_thousands_of_words_is_read_in_no_time() -> None:
    answer = read_move(LEXICON, LEGAL, "play color azul from beto card R5 " * 5000, "es")
    assert not isinstance(answer, Read)
