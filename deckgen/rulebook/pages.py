"""A book's content -> pages of chunks: chapters flow, headings and page numbers are put round them.

`book_pages` sets the whole book; a second book (the other language) may flow with it, so that both
have the same page numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from card_specs.language.book import Book
from card_specs.values import dataclass
from deckgen.rulebook import aid, frame
from deckgen.rulebook.blocks import units_of
from deckgen.rulebook.content import BookContent, ChapterContent, Contents
from deckgen.rulebook.flow import Column, flow, together
from deckgen.rulebook.formats import BAND, PageFormat
from deckgen.rulebook.inline import Rich, Span, plain, words_of
from deckgen.rulebook.text_blocks import closing, token
from deckgen.rulebook.theme import PAD_X, Type
from deckgen.rulebook.units import Chunk, Kit, Node, Unit, text_chunks
from deckgen.rulebook.wording import say as phrase


@dataclass(frozen=True, eq=False)
class Goal:
    """Where a link or an outline entry leads: a page (from 0) and how far down (mm)."""

    page: int
    y: float


@dataclass(frozen=True, eq=False)
class Entry:
    """An entry of the outline: level (1: a chapter), text, where it leads."""

    level: int
    text: str
    goal: Goal


@dataclass(eq=False)
class Page:
    """One page: what is drawn on it in reading order, and its printed number."""

    format: PageFormat
    label: str
    parts: list[Callable[[], Iterable[Chunk]]] = field(default_factory=list)

    def put(self, draw: Callable[..., Iterable[Chunk]], *what: Any) -> None:
        """Have something drawn here, once the page is written."""
        self.parts.append(partial(draw, *what))

    @property
    def chunks(self) -> Iterator[Chunk]:
        """What stands on the page, drawn now."""
        for part in self.parts:
            yield from part()


@dataclass(eq=False)
class Pages:
    """A set book."""

    pages: list[Page] = field(default_factory=list)
    goals: dict[str, Goal] = field(default_factory=dict)
    outline: list[Entry] = field(default_factory=list)

    def labels(self) -> Mapping[str, str]:
        """The printed page of each target."""
        return {target: self.pages[goal.page].label for target, goal in self.goals.items()}


@dataclass(frozen=True, eq=False)
class Edition:
    """One book to be set: its content, and the kit in its language."""

    kit: Kit
    content: BookContent
    made: dict[tuple[int, ...], Run] = field(default_factory=dict)
    """Chapters built before, for when the book is set again with other page numbers."""


@dataclass(frozen=True, eq=False)
class Run:
    """A chapter as units; closing chapters are the last ones."""

    chapter: ChapterContent
    closing: tuple[ChapterContent, ...]
    kit: Kit
    units: tuple[Unit, ...]


def book_pages(
    book: Book,
    edition: Edition,
    others: Sequence[Edition],
    format_: PageFormat,
    multiple: int = 1,
) -> Pages:
    """The edition's pages; `others` are the same book in other languages.

    Spare pages come before the last chapter, so that there are a multiple of so many.
    """
    if not format_.tabbed:
        return _Sheets(book, edition, format_).all_pages()
    books = [_parts(one) for one in (edition, *others)]
    same = len({len(parts) for parts in books}) == 1
    chapters = []
    for index, part in enumerate(books[0]):
        parts = [found[index] for found in books] if same else [part]
        chapters.append(_chapter(parts, format_))
    made = Pages()
    setter = _Booklet(book, edition, format_, made)
    setter.cover()
    spare = -(1 + sum(len(columns) for _, columns in chapters)) % multiple
    for index, (run, columns) in enumerate(chapters):
        if index == len(chapters) - 1:
            for number in range(spare):
                setter.spare(number)
        setter.chapter(run, columns)
    return made


@dataclass(frozen=True, eq=False)
class _Part:
    """A chapter with the kit in its colours, and the closing chapters that end it."""

    chapter: ChapterContent
    kit: Kit
    made: dict[tuple[int, ...], Run]
    closing: tuple[tuple[ChapterContent, Kit], ...] = ()

    def run(self, width: float, *, compact: bool = False) -> Run:
        """The chapter's units; a closing chapter's box is the last one."""
        key = (compact, id(self.chapter), *(id(chapter) for chapter, _ in self.closing))
        found = self.made.get(key)  # a run holds its chapters, so the ids stay theirs
        if found is None:
            found = self.made[key] = self._run(width, compact)
        return found

    def _run(self, width: float, compact: bool) -> Run:
        kit = self.kit.tight() if compact else self.kit
        units = units_of(kit, self.chapter.blocks, width)
        for chapter, own in self.closing:
            units.append(_closing_unit(own.tight() if compact else own, chapter, width))
        closing = tuple(chapter for chapter, _ in self.closing)
        return Run(self.chapter, closing, kit, tuple(units))


def _chapter(parts: Sequence[_Part], format_: PageFormat) -> tuple[Run, list[Column]]:
    """The first part's run and columns, broken where the other languages' books break theirs.

    The chapter is set a little smaller where that saves a page.
    """
    width, height = format_.text_width, format_.text_height
    runs = [part.run(width) for part in parts]
    columns = together([run.units for run in runs], height)[0]
    if len(columns) > 1:
        tight = [part.run(width, compact=True) for part in parts]
        smaller = together([run.units for run in tight], height)[0]
        if len(smaller) < len(columns):
            return tight[0], smaller
    return runs[0], columns


def _parts(edition: Edition) -> list[_Part]:
    """The chapters with their colours, closing ones with those that they end."""
    parts: list[_Part] = []
    turn = 0
    for chapter in edition.content.chapters:
        if chapter.color:
            paints = edition.kit.look.of(chapter.color)
        else:
            paints = edition.kit.look.of("", turn)
            turn += 1
        kit = edition.kit.having(paints)
        if chapter.closing and parts:
            last = parts[-1]
            parts[-1] = replace(last, closing=(*last.closing, (chapter, kit)))
        else:
            parts.append(_Part(chapter, kit, edition.made))
    return parts


def _closing_unit(kit: Kit, chapter: ChapterContent, width: float) -> Unit:
    units = units_of(kit, chapter.blocks, width - 2 * PAD_X)
    number: Rich = (Span(f"{chapter.number} · "),) if chapter.number else ()
    return closing(kit, (*number, *chapter.title), units, width, f"chapter:{chapter.id}")


class _Booklet:
    """Pages with tabs."""

    def __init__(self, book: Book, edition: Edition, format_: PageFormat, made: Pages) -> None:
        self.book, self.edition, self.format, self.made = book, edition, format_, made

    def page(self) -> Page:
        page = Page(self.format, str(len(self.made.pages) + 1))
        self.made.pages.append(page)
        return page

    def cover(self) -> None:
        page = self.page()
        kit, content = self.edition.kit, self.edition.content
        page.put(frame.cover, kit, self.book, content, self.format)

    def spare(self, number: int) -> None:
        """A page that nothing needs: the player aid to cut out, then lines for notes."""
        page = self.page()
        count = len(self.made.pages)
        kit = self.edition.kit.having(self.edition.kit.look.house)
        sides = aid.made_or_written(kit, self.edition.content)
        cut_out = number == 0 and len(sides) == 2
        words = plain(phrase(kit.language, "cut_out" if cut_out else "notes"))
        symbol = "fan" if cut_out else "pencil"
        head = frame.Heading(0, symbol, words, (), True)
        page.put(frame.heading, kit, head, self.format, count)
        box = self.format.frame(count)
        if cut_out:
            page.put(aid.cut_out, kit, sides, box)
        else:
            page.put(frame.lines, box)
        page.put(frame.folio, kit, self.book, self.format, count, 99)

    def chapter(self, run: Run, columns: Sequence[Column]) -> None:
        """Each column is a page."""
        title, subtitle = run.chapter.title, run.chapter.subtitle
        for index, column in enumerate(columns):
            opening = column.opening
            if opening is not None and opening.title:
                title, subtitle = opening.title, ()
            if opening is not None and opening.subtitle:
                subtitle = opening.subtitle
            elif index and (opening is None or not opening.title):
                subtitle = ()
            page = self.page()
            number = len(self.made.pages)
            if not index:
                goal = Goal(number - 1, 0.0)
                self.made.goals[f"chapter:{run.chapter.id}"] = goal
                text = words_of(run.chapter.title)
                mark = f"{run.chapter.number}  " if run.chapter.number else ""
                self.made.outline.append(Entry(1, mark + text, goal))
            head = frame.Heading(run.chapter.number, run.chapter.symbol, title, subtitle, not index)
            beside = column.placed[0].unit.beside if column.placed else None
            page.put(frame.heading, run.kit, head, self.format, number, beside)
            box = self.format.frame(number)
            put(self.made, page, number - 1, column, box.x, box.y)
            last = run.chapter.number or 99
            page.put(frame.folio, run.kit, self.book, self.format, number, last)


def put(made: Pages, page: Page, index: int, column: Column, x: float, y: float) -> None:
    """Have a column's units drawn, and note where links and outline entries lead."""
    for placed in column.placed:
        top = y + placed.y
        for target in placed.unit.targets:
            made.goals.setdefault(target, Goal(index, max(0.0, top - 4)))
        if placed.unit.outline:
            level, text = placed.unit.outline
            made.outline.append(Entry(level, text, Goal(index, max(0.0, top - 4))))
        page.put(placed.unit.draw, x, top)


class _Sheets:
    """Pages in two columns; chapters follow one another, a heading in the column."""

    def __init__(self, book: Book, edition: Edition, format_: PageFormat) -> None:
        self.book, self.edition, self.format = book, edition, format_
        self.made = Pages()

    def made_units(self) -> list[Unit]:
        width = self.format.column_width
        units: list[Unit] = []
        for part in _parts(_without_contents(self.edition)):
            run = part.run(width)
            units.append(_chapter_head(run, width))
            units += [unit for unit in run.units if not unit.breaks]
        return units

    def made_columns(self) -> list[Column]:
        below = self.format.text_height - (BAND + 6 - self.format.top)
        units = self.made_units()
        # The first page has a band: its columns are shorter.
        first = flow(units, below)[: self.format.columns]
        count = sum(len(column.placed) for column in first)
        taken = {id(p.unit.draw) for column in first for p in column.placed}
        rest = [unit for unit in units if id(unit.draw) not in taken]
        split = len(units) - len(rest) != count
        if split or not rest:
            return flow(units, below)
        return [*first, *flow(rest, self.format.text_height)]

    def made_page(self, index: int, columns: Sequence[Column]) -> None:
        page = Page(self.format, str(index + 1))
        self.made.pages.append(page)
        top = self.format.top
        kit, content = self.edition.kit, self.edition.content
        if not index:
            second: Rich = (Span(f"{content.players} · {content.cards}"),)
            page.put(frame.band, kit, content, self.format, second, content.aim)
            top = BAND + 6
        x = self.format.inner
        for column in columns:
            put(self.made, page, index, column, x, top)
            x += self.format.column_width + self.format.gutter
        page.put(frame.small_folio, kit, self.format, index + 1)

    def all_pages(self) -> Pages:
        columns = self.made_columns()
        step = self.format.columns
        for index, start in enumerate(range(0, len(columns), step)):
            self.made_page(index, columns[start : start + step])
        return self.made


def _without_contents(edition: Edition) -> Edition:
    """A few sheets need no table of contents."""
    chapters = tuple(
        replace(
            chapter,
            blocks=tuple(one for one in chapter.blocks if not isinstance(one, Contents)),
        )
        for chapter in edition.content.chapters
    )
    return replace(edition, content=replace(edition.content, chapters=chapters))


def _chapter_head(run: Run, width: float) -> Unit:
    """A chapter's numeral in a disc and its title, in a column."""
    kit = run.kit
    type_ = Type(18, 21, *("Fredoka One",) * 3)
    number = run.chapter.number
    indent = 11.5 if number else 0.0
    title = kit.setter.set(run.chapter.title, type_, width - indent)
    height = max(9.0, title.height)

    def draw(x: float, y: float) -> Iterator[Chunk]:
        if number:
            yield Chunk(Node("Lbl"), token(kit, x + 4.5, y + 4.4, str(number), 9.0))
        top = y + (height - title.height) / 2
        yield from text_chunks(kit, title, x + indent, top, Node("H1"), kit.strong)

    text = words_of(run.chapter.title)
    mark = f"{number}  " if number else ""
    target = f"chapter:{run.chapter.id}"
    return Unit(height, draw, 7.0, True, None, (target,), (1, mark + text))


__all__ = ["Edition", "Entry", "Goal", "Page", "Pages", "book_pages", "put"]
