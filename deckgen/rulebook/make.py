"""A wish -> a rulebook's bytes: composes, sets, writes.  The only module that knows all parts.

What says page numbers is composed and set twice: they are known after the first setting.  Examples
are played once, also for several languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace

from card_specs.language.book import Book, read_book
from card_specs.language.model import Game
from card_specs.language.problems import PersonError, Problems, nearest
from card_specs.values import dataclass
from deckgen.face import Faces
from deckgen.fonts import MissingGlyphError
from deckgen.pdf_file import About
from deckgen.rulebook import aid, book_markdown, book_pdf, quick
from deckgen.rulebook.compose import compose
from deckgen.rulebook.content import BookContent, ChapterContent
from deckgen.rulebook.desk import Order
from deckgen.rulebook.formats import A5, BOOKLET, SHEETS, PageFormat
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.pages import Edition, Page, Pages, Run, book_pages
from deckgen.rulebook.played import Play, Played
from deckgen.rulebook.setting import Setter
from deckgen.rulebook.shelf import Shelf
from deckgen.rulebook.short_book import short_book
from deckgen.rulebook.theme import look_of
from deckgen.rulebook.units import Kit
from deckgen.rulebook.wording import say as phrase

MOST_PASSES = 3


@dataclass(frozen=True)
class Wish:
    """What is wanted: `form` is pdf, html or md, `paper` "" (A5), a4 or letter."""

    language: str
    form: str = "pdf"
    paper: str = ""
    variant: str = ""
    booklet: bool = False
    ink: str = "full"
    part: str = "book"  # book | quick | aid


def rulebook(game: Game, wish: Wish, play: Play) -> bytes:
    """The book's bytes; raises as `rulebooks` does."""
    return next(rulebooks(game, wish, play, [wish.language]))


def rulebooks(game: Game, wish: Wish, play: Play, languages: Iterable[str]) -> Iterator[bytes]:
    """The book in one language after the other; what they have in common is made once.

    Raises `SpecError` with everything that is wrong, `PersonError` for a variant that is none.
    """
    if wish.variant and wish.variant not in game.variants:
        raise PersonError(
            f"unknown variant '{wish.variant}' — {nearest(wish.variant, game.variants)}"
        )
    press = Press(game, wish, once(play))
    for language in languages:
        try:
            yield press.turned(language).data()
        except MissingGlyphError as error:
            raise PersonError(f"{error} — a name or title of the spec uses it") from error


def once(play: Play) -> Play:
    """The same player, who plays no example twice."""
    known: dict[str, Played] = {}

    def again(game: Game, ids: Iterable[str]) -> Mapping[str, Played]:
        wanted = list(ids)
        missing = [one for one in wanted if one not in known]
        if missing:
            known.update(play(game, missing))
        return {one: known[one] for one in wanted}

    return again


class Press:
    """One book in the making; in whichever language, its pages are the same."""

    def __init__(self, game: Game, wish: Wish, play: Play) -> None:
        self.game, self.wish, self.play = game, wish, play
        self.faces = Faces(game)
        problems = Problems()
        book = read_book(game, problems)
        problems.raise_if_any()
        self.book: Book = book if book.chapters else short_book(game, book)
        self.look = look_of(self.book, self.faces, wish.ink == "saver")
        self.shelves = {language: self._shelf(language) for language in self.languages}
        self.setters = {
            language: Setter(shelf, self.look, language) for language, shelf in self.shelves.items()
        }
        self.labels: dict[str, str] = {}
        """The printed page of each target, as far as it is known."""
        self.kept: dict[str, dict[int, ChapterContent]] = {one: {} for one in self.languages}
        self.runs: dict[str, dict[tuple[int, ...], Run]] = {one: {} for one in self.languages}

    def turned(self, language: str) -> Press:
        """The same press for another language; they share what they make."""
        other = copy(self)
        other.wish = replace(self.wish, language=language)
        return other

    @property
    def languages(self) -> tuple[str, ...]:
        """The book's language first, then the others that share its page numbers."""
        others = [one for one in self.game.languages if one != self.wish.language]
        return (self.wish.language, *others)

    def _shelf(self, language: str) -> Shelf:
        matter = Matter(self.game, language, self.wish.variant)
        names = {code: matter.name(code) for code in matter.by_code}
        return Shelf(self.faces, language, self.wish.ink, matter.by_code, names)

    def content(self, language: str, pages: Mapping[str, str] | None) -> BookContent:
        order = Order(self.game, language, self.wish.variant, pages, self.kept[language])
        return compose(order, self.play, self.faces.art.has)

    def edition(self, language: str, pages: Mapping[str, str] | None) -> Edition:
        setter = self.setters[language]

        def page_of(target: str) -> str:
            return self.labels.get(target, "00") if pages is not None else ""

        kit = Kit(setter, setter.shelf, self.look, self.look.house, language, pages=page_of)
        return Edition(kit, self.content(language, pages), self.runs[language])

    # --- forms -----------------------------------------------------------------------------------

    def data(self) -> bytes:
        """The wish's bytes."""
        make = {"pdf": self.pdf, "html": self.html, "md": self.markdown}[self.wish.form]
        return make() if self.wish.part == "book" else self.part()

    @property
    def format(self) -> PageFormat:
        paper = self.wish.paper
        if self.wish.booklet:
            return BOOKLET[paper or "a4"]
        return SHEETS[paper] if paper else A5

    def pages(self) -> Pages:
        """The set book, once its page numbers hold still."""
        for _ in range(MOST_PASSES):
            editions = [self.edition(language, self.labels) for language in self.languages]
            multiple = 4 if self.wish.booklet else 1
            made = book_pages(self.book, editions[0], editions[1:], self.format, multiple)
            labels = made.labels()
            if labels == self.labels:
                break
            self.labels.clear()
            self.labels.update(labels)
        return made

    def pdf(self) -> bytes:
        pages = self.pages()
        shelf = self.shelves[self.wish.language]
        if self.wish.booklet:
            paper = aid.LANDSCAPE[self.wish.paper or "a4"]
            size = (paper.width, paper.height)
            return book_pdf.write_booklet(pages, shelf, self.folded, size)
        return book_pdf.write_pages(pages, shelf, self.about)

    def part(self) -> bytes:
        """The quick reference or the player aid alone."""
        language, paper = self.wish.language, self.wish.paper or "a4"
        edition = self.edition(language, {})
        kit, content = edition.kit, edition.content
        if self.wish.part == "quick":
            pages = quick.quick_page(kit, content, paper, self.book.at)
        else:
            pages = self._aids(kit, content, paper)
        return book_pdf.write_pages(pages, self.shelves[language], self.about)

    def _aids(self, kit: Kit, content: BookContent, paper: str) -> Pages:
        """Sheets of player aids, one aid for each of the most players there can be."""
        most = max(Matter(self.game, kit.language, self.wish.variant).players)
        format_, sheet = aid.LANDSCAPE[paper], aid.PER_SHEET
        pages = Pages()
        for number, start in enumerate(range(0, most, sheet), start=1):
            page = Page(format_, str(number))
            page.put(aid.aid_sheet, kit, content, format_, min(sheet, most - start))
            pages.pages.append(page)
        return pages

    def html(self) -> bytes:
        from deckgen.rulebook.book_html import html  # a printed book pays for no template

        edition = self.edition(self.wish.language, None)
        return html(edition.kit, edition.content, self.book.edition)

    def markdown(self) -> bytes:
        language = self.wish.language
        return book_markdown.markdown(self.content(language, None), self.shelves[language])

    @property
    def about(self) -> About:
        language = self.wish.language
        title = self.game.title.get(language, self.game.id)
        licence = self.game.licence.get(language, "")
        name = {"quick": "quick", "aid": "aid"}.get(self.wish.part, "rules")
        said = phrase(language, name)
        return About(f"{title}: {said[:1].lower()}{said[1:]}", language, licence)

    @property
    def folded(self) -> About:
        """The booklet's: printed on both sides and turned over its short edge."""
        return replace(self.about, duplex="DuplexFlipShortEdge")
