"""Units in columns: headings stay with their text, tables split well, languages break together."""

from __future__ import annotations

from collections.abc import Iterable

from deckgen.rulebook.flow import flow, together
from deckgen.rulebook.units import Chunk, Unit


def unit(height: float, gap: float = 4.0, *, keep: bool = False, breaks: bool = False) -> Unit:
    def draw(x: float, y: float) -> Iterable[Chunk]:
        return ()

    return Unit(height, draw, gap, keep, breaks=breaks)


def heights(units: list[Unit], room: float = 100.0) -> list[list[float]]:
    return [[placed.unit.height for placed in column.placed] for column in flow(units, room)]


def test_what_fits_goes_in() -> None:
    assert heights([unit(40), unit(40), unit(40)]) == [[40, 40], [40]]


def test_the_first_gap_does_not_count() -> None:
    assert heights([unit(50, 30), unit(50, 0)]) == [[50, 50]]


def test_a_heading_stays_with_what_follows() -> None:
    assert heights([unit(80), unit(6, keep=True), unit(30)]) == [[80], [6, 30]]


def test_gaps_are_tightened_where_that_saves_a_column() -> None:
    tight = [unit(31, 4), unit(31, 4), unit(31, 4)]
    (column,) = flow(tight, 100)
    assert [round(placed.y, 2) for placed in column.placed] == [0, 33.96, 67.92]


def test_a_break_begins_another_column() -> None:
    assert heights([unit(10), unit(0, breaks=True), unit(10)]) == [[10], [10]]


def test_what_is_too_high_for_any_column_stands_alone() -> None:
    assert heights([unit(120), unit(10)]) == [[120], [10]]


def test_languages_break_at_the_same_unit() -> None:
    spanish = [unit(50), unit(40), unit(60), unit(30)]
    english = [unit(50), unit(55), unit(30), unit(30)]
    alone = [len(column.placed) for column in flow(english, 100)]
    assert alone == [1, 2, 1] or alone == [1, 3]
    es, en = together([spanish, english], 100)
    starts = [[len(column.placed) for column in book] for book in (es, en)]
    assert starts[0] == starts[1]


def test_no_page_is_given_up_for_that() -> None:
    spanish = [unit(90), unit(5), unit(90)]
    english = [unit(90), unit(30), unit(60)]
    es, en = together([spanish, english], 100)
    assert len(es) == len(en) == 2
