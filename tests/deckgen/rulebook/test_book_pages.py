"""The set books: what the visual guide asks of every page."""

from __future__ import annotations

import books
import pytest

from deckgen.drawing import Group, Mark, Shape, Text
from deckgen.geometry import Rect
from deckgen.matrices import moved, times
from deckgen.rulebook.formats import A5
from deckgen.rulebook.inline import words_of
from deckgen.rulebook.pages import Page
from deckgen.rulebook.sketch import Stamp

BOOKS = [(name, language) for name in books.GAMES for language in books.LANGUAGES]
LEAST = 6.8 * 25.4 / 72
"""mm; nothing on a page is set smaller, but for what stands on a card."""


def marks_of(page: Page) -> list[tuple[Mark, tuple[float, ...]]]:
    """All marks of a page with their matrices, without what stands on cards."""
    out: list[tuple[Mark, tuple[float, ...]]] = []

    def walk(marks: tuple[Mark, ...], matrix: tuple[float, ...]) -> None:
        for mark in marks:
            if isinstance(mark, Group):
                walk(mark.marks, times(mark.matrix, matrix))  # type: ignore[arg-type]
            else:
                out.append((mark, matrix))

    for chunk in page.chunks:
        for piece in chunk.sketch:
            if not isinstance(piece, Stamp):
                walk((piece,), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    return out


@pytest.mark.parametrize(("name", "language"), BOOKS)
def test_text_stays_on_its_page(name: str, language: str) -> None:
    for page in books.pages(name, language).pages:
        for mark, matrix in marks_of(page):
            if not isinstance(mark, Text):
                continue
            box = Rect(mark.x, mark.y - 0.7 * mark.size, mark.width, 0.9 * mark.size)
            there = moved(box, matrix)  # type: ignore[arg-type]
            assert there.x > 4.9, (page.label, mark.text)
            assert there.right < A5.width - 4.9, (page.label, mark.text)
            assert there.y > 3, (page.label, mark.text)
            assert there.bottom < A5.height - 1, (page.label, mark.text)


@pytest.mark.parametrize(("name", "language"), BOOKS)
def test_nothing_is_set_too_small(name: str, language: str) -> None:
    for page in books.pages(name, language).pages:
        for mark, matrix in marks_of(page):
            if isinstance(mark, Text):
                size = mark.size * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
                assert size >= LEAST - 1e-3, (page.label, mark.text, size)


@pytest.mark.parametrize("name", books.GAMES)
def test_both_languages_have_the_same_pages(name: str) -> None:
    es, en = (books.pages(name, language) for language in books.LANGUAGES)
    assert len(es.pages) == len(en.pages)
    chapters = [
        {target: goal.page for target, goal in one.goals.items() if target.startswith("chapter:")}
        for one in (es, en)
    ]
    assert chapters[0] == chapters[1]


@pytest.mark.parametrize(("name", "language"), BOOKS)
def test_every_link_lands(name: str, language: str) -> None:
    pages = books.pages(name, language)
    wanted = {chunk.link for page in pages.pages for chunk in page.chunks if chunk.link}
    assert wanted <= set(pages.goals)


def test_the_counts_add_up_to_the_deck() -> None:
    for name in books.GAMES:
        press = books.press(name, "es")
        content = press.content("es", {})
        tables = [
            block
            for chapter in content.chapters
            for block in chapter.blocks
            if type(block).__name__ == "CardTable"
        ]
        total = press.shelves["es"].faces.game
        cards = sum(card.copies for card in books.press(name, "es").shelves["es"].cards.values())
        assert tables, total.id
        assert tables[0].total >= cards  # type: ignore[union-attr]


def test_a_booklet_has_a_multiple_of_four_pages() -> None:
    from deckgen.rulebook.make import Press, Wish, once
    from pbem.replay.book_examples import play_examples

    for name in books.GAMES:
        press = Press(books.game(name), Wish("es", booklet=True), once(play_examples))
        assert len(press.pages().pages) % 4 == 0


def test_cinco_has_its_twelve_pages() -> None:
    pages = books.pages("cinco", "es")
    assert len(pages.pages) == 12
    titles = [entry.text for entry in pages.outline if entry.level == 1]
    assert titles[:3] == ["1  De qué va", "2  Las cartas", "3  Preparación"]
    assert words_of(books.press("cinco", "es").content("es", {}).aim) == "Junta cinco cincos y gana"


def test_no_area_of_ink_where_it_is_saved() -> None:
    pages = books.press("cinco", "es", ink="saver").pages()
    for page in pages.pages:
        for mark, _ in marks_of(page):
            if isinstance(mark, Shape) and mark.fill not in (None, "#FFFFFF"):
                xs = [float(v) for segment in mark.path for v in segment[1::2]]
                ys = [float(v) for segment in mark.path for v in segment[2::2]]
                area = (max(xs) - min(xs)) * (max(ys) - min(ys))
                assert area < 120, (page.label, mark.fill, area)
