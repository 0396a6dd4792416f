"""What `deckgen check` says of a rulebook."""

from __future__ import annotations

import shutil
from pathlib import Path

import books
import pytest

from card_specs.language.load import BUNDLED, load
from card_specs.language.problems import Problems
from deckgen.rulebook.book_checks import check_rulebook


def said(path: Path | str) -> list[str]:
    problems = Problems()
    check_rulebook(load(path), problems)
    return [f"{p.level}: {p.message}" for p in problems.found]


@pytest.mark.parametrize("name", books.GAMES)
def test_the_bundled_books_are_right(name: str) -> None:
    assert said(name) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part in ("looks", "rulebooks", "examples", "art"):
        shutil.copytree(BUNDLED / part, tmp_path / part)
    shutil.copy(BUNDLED / "cinco.yaml", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "roba una.",
            "roba una de siete cartas.",
            "warning: 'siete cartas' stands literally, and it is {fresh_hand}",
        ),
        ("roba una.", "roba 7.", "warning: '7' stands literally, and it is {fresh_hand}"),
        ("example: embargo\n", "example: embergo\n", "error: there is no example 'embergo'"),
        ("- fan: [R5, ", "- fan: [R55, ", "error: no card has the code 'R55'"),
        ("color: yellow", "color: yelow", "error: no word has paints called 'yelow'"),
        ("cover: cover", "cover: covr", "error: there is no drawing 'covr' for the book"),
        (
            "low: {es: ofertar siempre tu carta de menos valor, en: always bid your lowest card}",
            "other: {es: x, en: x}",
            "error: the standing order 'bid: low' is not explained",
        ),
    ],
)
def test_mistakes(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "rulebooks" / "cinco.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert message in said(folder / "cinco.yaml")


def test_braces_make_a_number_meant(folder: Path) -> None:
    path = folder / "rulebooks" / "cinco.yaml"
    text = path.read_text("utf-8").replace("roba una.", "roba {7}.", 1)
    path.write_text(text, encoding="utf-8")
    assert said(folder / "cinco.yaml") == []


def test_a_block_that_does_not_exist(folder: Path) -> None:
    from card_specs.language.book import read_book

    path = folder / "rulebooks" / "cinco.yaml"
    text = path.read_text("utf-8").replace("- hints:", "- hint:", 1)
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    read_book(load(folder / "cinco.yaml"), problems)
    assert [p.message for p in problems.found] == ["there is no block 'hint'"]
    assert problems.found[0].hint == "did you mean 'hints'?"
