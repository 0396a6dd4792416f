"""The book of a spec that says nothing of one: `card_specs/library/short_book.yaml`, read for it.

Chapters that would be empty (a deck without options or variants) are left out.
"""

from __future__ import annotations

from dataclasses import replace

from card_specs.language.book import Book, read_book
from card_specs.language.load import LIBRARY, shown
from card_specs.language.model import Game
from card_specs.language.nodes import Mapping
from card_specs.language.problems import Problems
from card_specs.language.source import decode, parse

FILE = LIBRARY / "short_book.yaml"


def short_book(game: Game, book: Book) -> Book:
    """The book with the chapters that any game has."""
    problems = Problems()
    text = decode(FILE.read_bytes(), shown(FILE), problems)
    node = parse(text, shown(FILE), problems) if text is not None else None
    section = node.get("rulebook") if isinstance(node, Mapping) else None
    assert section is not None, problems.found
    stand_in = replace(game, sections={"rulebook": section}, languages=("es", "en"))
    made = read_book(stand_in, problems)
    chapters = tuple(
        one
        for one in made.chapters
        if one.id != "options" or game.options or len(game.variants) > 1
    )
    return replace(book, chapters=chapters)
