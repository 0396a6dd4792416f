"""Paragraphs in lines: even, unbroken where they must be, never a lone short word."""

from __future__ import annotations

from itertools import pairwise

import pytest

from card_specs.language.book import read_book
from card_specs.language.load import load
from card_specs.language.problems import Problems
from deckgen.face import Faces
from deckgen.rulebook.inline import Rich, Span, words_of
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.setting import Atom, Setter, Setting
from deckgen.rulebook.shelf import Shelf
from deckgen.rulebook.theme import BODY, look_of

GAME = load("cinco")


@pytest.fixture(scope="module")
def setter() -> Setter:
    faces = Faces(GAME)
    matter = Matter(GAME, "es")
    shelf = Shelf(faces, "es", "full", matter.by_code)
    return Setter(shelf, look_of(read_book(GAME, Problems()), faces, False), "es")


def lines(setting: Setting) -> list[str]:
    return [" ".join(_word(word) for word in line) for line in setting.lines]


def _word(word: tuple[Atom, ...]) -> str:
    return words_of(tuple(atom.inline for atom in word))


def text(words: str) -> Rich:
    return (Span(words),)


def test_no_line_is_wider_than_its_measure(setter: Setter) -> None:
    words = "Cada jugador pone boca abajo una carta de su mano, un número o un comodín. " * 4
    for width in (30.0, 60.0, 120.0):
        setting = setter.set(text(words), BODY, width)
        assert max(setting.widths) <= width + 1e-6
        assert " ".join(lines(setting)) == words.strip()


def test_numbers_hold_their_nouns(setter: Setter) -> None:
    words = "Baraja y reparte a cada jugador cinco\u00a0cartas boca abajo sin mirarlas"
    for width in range(30, 100, 3):
        assert any(
            "cinco\u00a0cartas" in line for line in lines(setter.set(text(words), BODY, width))
        )


def test_no_short_word_stands_alone(setter: Setter) -> None:
    words = "Los empatados ofertan otra vez; lo anterior ya no cuenta y se vuelve a empezar aquí."
    for width in range(40, 118):
        found = lines(setter.set(text(words), BODY, float(width)))
        if len(found) > 1:
            last = found[-1]
            assert " " in last or len(last) >= 8, found


def test_a_long_word_is_divided_only_where_a_line_falls_far_short(setter: Setter) -> None:
    words = "aquí extraordinariamente incomprensiblemente desproporcionado"
    plain = lines(setter.set(text(words), BODY, 50))
    divided = lines(setter.set(text(words), BODY, 50, hyphens=True))
    assert not any(line.endswith("-") for line in plain)
    assert any(line.endswith("-") for line in divided)
    ends = [line.endswith("-") for line in divided]
    assert not any(a and b for a, b in pairwise(ends))
    assert "".join(divided).replace("-", "").replace(" ", "") == words.replace(" ", "")


def test_a_character_that_the_font_lacks_comes_from_another(setter: Setter) -> None:
    from deckgen.rulebook.theme import H1

    setting = setter.set(text("≤ 5"), H1, 100)
    fonts = {atom.font for line in setting.lines for word in line for atom in word}
    assert fonts == {"Lato Black", "Fredoka One"}
