"""The quick reference: one page to lie on the table, a band and what is looked up in every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from card_specs.language.problems import Mark, Problem, SpecError
from deckgen.rulebook import frame
from deckgen.rulebook.blocks import units_of
from deckgen.rulebook.content import BookContent, CardTable, Choices, Content, Gold, Turn
from deckgen.rulebook.flow import Column, Placed
from deckgen.rulebook.formats import BAND, QUICK
from deckgen.rulebook.inline import plain
from deckgen.rulebook.pages import Page, Pages, put
from deckgen.rulebook.theme import Type
from deckgen.rulebook.units import Kit, Unit
from deckgen.rulebook.wording import say as phrase

BODY = Type(9, 12)
GAPS = (1.15, 1.0, 0.8, 0.6, 0.45)
"""By how much gaps are stretched or squeezed until all stands on one page."""


def quick_page(kit: Kit, content: BookContent, paper: str, at: Mark) -> Pages:
    """The page; `SpecError` where it is more than one, however tight."""
    format_ = QUICK[paper]
    made = Pages()
    page = Page(format_, "1")
    made.pages.append(page)
    second = plain(phrase(kit.language, "quick"))
    page.put(frame.band, kit, content, format_, second, content.aim)
    blocks = content.quick or made_blocks(content)
    room = format_.height - (BAND + 7) - format_.foot - 4
    placed = _fitted(kit, blocks, format_.text_width, room, at)
    put(made, page, 0, Column(tuple(placed)), format_.inner, BAND + 7)
    page.put(frame.small_folio, kit, format_, 1, content.credits)
    return made


def made_blocks(content: BookContent) -> tuple[Content, ...]:
    """What a book that says nothing of it puts there: the turn, how one wins, all cards."""
    blocks = [block for chapter in content.chapters for block in chapter.blocks]
    found: list[Content] = []
    for kind in (Turn, Gold, Choices, CardTable):
        found += [block for block in blocks if isinstance(block, kind)][:1]
    return tuple(found)


def _fitted(
    kit: Kit, blocks: Sequence[Content], width: float, room: float, at: Mark
) -> list[Placed]:
    """The blocks one below the other, gaps as wide as there is room."""
    height = 0.0
    for smaller in (kit, kit.tight()):
        units = units_of(replace(smaller, body=BODY), blocks, width)
        for factor in GAPS:
            placed, height = _stacked(units, factor)
            if height <= room:
                return placed
    message = f"the quick reference is {height - room:.0f} mm too long for one page"
    raise SpecError([Problem(at, message, "shorten its texts, or leave a block out")])


def _stacked(units: Sequence[Unit], factor: float) -> tuple[list[Placed], float]:
    placed = []
    y = 0.0
    for index, unit in enumerate(units):
        y += unit.gap * factor if index else 0.0
        placed.append(Placed(unit, y))
        y += unit.height
    return placed, y
