import pytest

from card_specs.language.problems import PersonError
from deckgen.geometry import CardFormat
from deckgen.papers import card_format, paper_named


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("a4", 210, 297),
        ("A4", 210, 297),
        ("letter", 215.9, 279.4),
        ("a3", 297, 420),
        ("100x150", 100, 150),
        ("8.5x11in", 215.9, 279.4),
        ("21 × 29,7 cm", 210, 297),
    ],
)
def test_paper_sizes_are_exact(name: str, width: float, height: float) -> None:
    paper = paper_named(name)
    assert (paper.width, paper.height) == (width, height)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("poker", (63.5, 88.9)),
        ("bridge", (57.15, 88.9)),
        ("tarot", (70, 120)),
        ("mini", (44, 68)),
        ("mini-us", (44.45, 63.5)),
        ("small_square", (63, 63)),
        ("square", (70, 70)),
        ("euro", (59, 92)),
        ("business", (89, 51)),
        ("2.5x3.5in", (63.5, 88.9)),
    ],
)
def test_card_sizes_are_exact(name: str, size: tuple[float, float]) -> None:
    card = card_format(name, CardFormat(corner=4, bleed_by=2))
    assert (card.width, card.height) == size
    assert (card.corner, card.bleed_by) == (4, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lettr", "unknown paper 'lettr' — did you mean 'letter'?, or WIDTHxHEIGHT in mm"),
        ("a4x", "unknown paper 'a4x' — did you mean 'a4'?, or WIDTHxHEIGHT in mm"),
        ("-5x10", "unknown paper '-5x10' — known: a3, a4, letter, or WIDTHxHEIGHT in mm"),
        (
            "5x10",
            "paper 5x10: 5 x 10 mm cannot be printed — both sides between 40 and 2000 mm",
        ),
    ],
)
def test_a_paper_that_is_none_says_what_there_is(text: str, says: str) -> None:
    with pytest.raises(PersonError) as error:
        paper_named(text)
    assert str(error.value) == says


def test_a_card_that_is_too_small_is_refused() -> None:
    with pytest.raises(PersonError, match="too small to cut"):
        card_format("5x90")
