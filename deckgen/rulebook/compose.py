"""A spec's rulebook -> its content in one language: texts filled, examples played, tables made.

`compose` is the only way in.  Everything that is wrong (a name in braces, an example that fails, a
kind without a line) is gathered and raised together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from card_specs.language.book import Block, Book, Chapter, is_for, read_book
from card_specs.language.problems import Problems
from deckgen.rulebook import made_cards, made_pictures, made_tables, made_writing
from deckgen.rulebook.content import (
    AidSide,
    BookContent,
    ChapterContent,
    Coloured,
    Columns,
    Content,
    Group,
)
from deckgen.rulebook.desk import Desk, Order
from deckgen.rulebook.played import Play
from deckgen.rulebook.short_book import short_book
from deckgen.rulebook.wording import say as phrase


def compose(order: Order, play: Play, has_art: Callable[[str], bool]) -> BookContent:
    """The whole content; raises `SpecError` with every mistake."""
    problems = Problems()
    book = read_book(order.game, problems)
    problems.raise_if_any()
    if not book.chapters:
        book = short_book(order.game, book)
    played = play(order.game, wanted_examples(book, order.variant))
    desk = Desk(order, book, played, problems, has_art)
    content = Composer(desk).book_content()
    problems.raise_if_any()
    return content


def wanted_examples(book: Book, variant: str = "") -> list[str]:
    """The ids of the examples that a book shows."""
    ids: list[str] = []
    for block in book.blocks():
        if not is_for(block.only, variant):
            continue
        if block.sort in ("example", "choices", "seats"):
            ids.append(block.name())
        elif block.sort == "entries":
            entries = block.fields.map("entries").values()
            ids += [entry.text("example") for entry in entries if entry.text("example")]
    return list(dict.fromkeys(ids))


class Composer:
    """Makes the content of one book, chapter by chapter."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # --- the whole -------------------------------------------------------------------------------

    def book_content(self) -> BookContent:
        game, language = self.desk.order.game, self.desk.language
        numbers = self.desk.matter.players
        ends = (numbers[0], numbers[-1])
        players = str(ends[0]) if len(numbers) == 1 else phrase(language, "players", *ends)
        chapters = [
            one for one in self.desk.book.chapters if is_for(one.only, self.desk.order.variant)
        ]
        numbered = 0
        made_chapters = []
        for index, chapter in enumerate(chapters):
            counts = index < len(chapters) - 1 or chapter.closing
            numbered += counts
            made_chapters.append(self._kept(index, chapter, numbered if counts else 0))
        return BookContent(
            game.title.get(language, game.id),
            language,
            self.desk.fill.rich(self.desk.book.aim),
            players,
            phrase(language, "cards_pill", self.desk.matter.count()),
            game.credits.get(language, ""),
            tuple(made_chapters),
            self.blocks(self.desk.book.quick),
            tuple(
                AidSide(
                    self.desk.fill.rich(side.title),
                    side.color,
                    tuple((sign.text, self.desk.fill.rich(text)) for sign, text in side.lines),
                )
                for side in self.desk.book.aid
            ),
        )

    def _kept(self, index: int, chapter: Chapter, number: int) -> ChapterContent:
        """The chapter, made anew only if it says page numbers."""
        found = self.desk.order.kept.get(index)
        if found is None:
            before = self.desk.fill.paged
            found = self.chapter(chapter, number)
            if self.desk.fill.paged == before:
                self.desk.order.kept[index] = found
        return found

    def chapter(self, chapter: Chapter, number: int) -> ChapterContent:
        return ChapterContent(
            chapter.id or f"chapter-{chapter.at.line}",
            number,
            self.desk.fill.rich(chapter.title),
            chapter.symbol,
            chapter.color,
            self.desk.fill.rich(chapter.subtitle),
            chapter.closing,
            self.blocks(chapter.blocks),
        )

    def blocks(self, blocks: tuple[Block, ...]) -> tuple[Content, ...]:
        out: list[Content] = []
        for block in blocks:
            if not is_for(block.only, self.desk.order.variant):
                continue
            made = self._made(block)
            color = block.name("color")
            out += [Coloured(color, tuple(made))] if color and made else made
        return tuple(out)

    def _made(self, block: Block) -> list[Content]:
        if block.sort == "columns":
            return self.columns(block)
        if block.sort == "group":
            return [Group(self.blocks(column)) for column in block.columns]
        return _MAKERS[block.sort](self.desk, block)

    def columns(self, block: Block) -> list[Content]:
        columns = tuple(self.blocks(column) for column in block.columns)
        shares = block.fields.get("shares", tuple) or (1,) * len(columns)
        return [Columns(columns, shares)]


_MAKERS: Mapping[str, Callable[[Desk, Block], list[Content]]] = {
    **made_writing.MAKERS,
    **made_pictures.MAKERS,
    **made_cards.MAKERS,
    **made_tables.MAKERS,
}
