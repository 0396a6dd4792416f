"""Braces of a rulebook filled, each way of writing them, and what is wrong with its place."""

from __future__ import annotations

import pytest

from card_specs.language.load import load
from card_specs.language.nodes import Scalar, Source
from card_specs.language.problems import Mark, Problems
from deckgen.face import faces_of
from deckgen.rulebook.filling import Filler
from deckgen.rulebook.inline import Disc, Icon, Mini, Span, words_of
from deckgen.rulebook.matter import Matter

GAME = load("cinco")
LINKS = frozenset({"chapter:turn", "entry:REV", "example:tie"})


def node(text: str) -> Scalar:
    return Scalar(Mark("book.yaml", 1, 1), Source("book.yaml", text), 0, len(text), text)


def filler(language: str, problems: Problems | None = None) -> Filler:
    has_art = faces_of(GAME).art.has
    found = problems if problems is not None else Problems()
    return Filler(Matter(GAME, language), found, has_art, LINKS, {}, {"chapter:turn": "5"})


@pytest.mark.parametrize(
    ("text", "es", "en"),
    [
        ("x {hand_size}", "x 5", "x 5"),
        ("x {hand_size - 1:word}", "x cuatro", "x four"),
        ("{fives_to_win:ordinal}.", "Quinto.", "Fifth."),
        ("x {double * 7}", "x 14", "x 14"),
        ("x {7}", "x 7", "x 7"),
        ("{deck} / {deck number} / {copies five}", "135 / 20 / 5".replace("20", "64"), ""),
        ("x {players}", "x 2–6", "x 2–6"),
        ("x {players:word}", "x dos a seis", "x two to six"),
        ("x {wild:plural}", "x comodines numéricos", "x numeric wilds"),
        ("{wild} x", "Comodín numérico x", "Numeric wild x"),
        ("x {REV:made}", "x dos de cada color", "x two of each colour"),
        ("x {R7:name}, {R-WILD7:code}", "x 7 rojo, R-COM7", "x red 7, R-WILD7"),
        ("x {stock:of}, {hand:the}", "x del mazo, la mano", "x of the stock, the hand"),
        ("x {ties=order}", "x gana el primero en el orden de la subasta", ""),
        ("x {ties}", "x los empatados vuelven a ofertar", "x the tied players bid again"),
        ("x {red:name}", "x rojo", "x red"),
        ("x {page turn}", "x página 5", "x page 5"),
        ("{move play R-WILD7 color=blue}", "jugar R-COM7 color=azul", "play R-WILD7 color=blue"),
        ("{move play EMB card=B5 from=beto}", "jugar EMB carta=A5 de=beto", ""),
    ],
)
def test_what_stands_in_braces(text: str, es: str, en: str) -> None:
    for language, said in (("es", es), ("en", en)):
        if said:
            problems = Problems()
            rich = filler(language, problems).filled(node(text))
            assert words_of(rich).replace("\u00a0", " ") == said
            assert problems.found == []


def test_pictures_in_a_line() -> None:
    (mini,) = filler("es").filled(node("{R7}"))
    assert mini == Mini("R7", "7 rojo")
    disc, name = filler("es").filled(node("{red}"))
    assert disc == Disc("color", "red")
    assert name == Span("\u00a0rojo")
    (icon,) = filler("es").filled(node("{gavel}"))
    assert icon == Icon("gavel", "subasta")


def test_links() -> None:
    (span,) = filler("en").filled(node("{REV}"))
    assert span == Span("Reverse", link="entry:REV")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a {hand_sise} b", "'{hand_sise}' means nothing here"),
        ("{value}", "no number that is fixed"),
        ("{hand_size:wordy}", "a number has no form 'wordy'"),
        ("{page nowhere}", "there is no chapter, entry or example 'nowhere'"),
        ("{deck nothing}", "there is no kind of card 'nothing'"),
        ("{ties=never}", "the option 'ties' is never 'never'"),
        ("{REV:many}", "a kind has no form 'many'"),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, message: str) -> None:
    problems = Problems()
    filler("es", problems).filled(node(text))
    (problem,) = problems.found
    assert message in problem.message
    assert problem.at.column == text.index("{") + 2
