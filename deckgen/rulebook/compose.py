"""A spec's rulebook -> its content in one language: texts filled, examples played, tables made.

`compose` is the only way in.  Everything that is wrong (a name in braces, an example that fails, a
kind without a line) is gathered and raised together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property

from card_specs.language.book import Block, Book, Chapter, is_for, read_book
from card_specs.language.model import Game
from card_specs.language.problems import Problems, nearest
from card_specs.language.shapes import Fields
from card_specs.values import dataclass
from deckgen.rulebook import made_cards, made_pictures, made_tables
from deckgen.rulebook.card_words import CardWords
from deckgen.rulebook.content import (
    AidSide,
    BookContent,
    Box,
    Bullets,
    Cases,
    ChapterContent,
    Coloured,
    Columns,
    Content,
    Facts,
    Gold,
    Group,
    Heading,
    Hints,
    Item,
    Note,
    PageBreak,
    Paragraph,
    Steps,
    Table,
    Turn,
)
from deckgen.rulebook.filling import Filler
from deckgen.rulebook.inline import Rich, paragraphs
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.played import Play, Played
from deckgen.rulebook.short_book import short_book
from deckgen.rulebook.wording import say as phrase


@dataclass(frozen=True)
class Order:
    """Which book is wanted; `pages` are those of the last setting, for `{page …}`.

    None where there are no pages: links then say what they lead to.  `kept` takes the chapters that
    say no page number, by their numbers, for the next setting.
    """

    game: Game
    language: str
    variant: str = ""
    pages: Mapping[str, str] | None = field(default_factory=dict)
    kept: dict[int, ChapterContent] = field(default_factory=dict)


def compose(order: Order, play: Play, has_art: Callable[[str], bool]) -> BookContent:
    """The whole content; raises `SpecError` with every mistake."""
    problems = Problems()
    book = read_book(order.game, problems)
    problems.raise_if_any()
    if not book.chapters:
        book = short_book(order.game, book)
    played = play(order.game, wanted_examples(book, order.variant))
    composer = Composer(order, book, played, problems, has_art)
    content = composer.book_content()
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
    """Makes the content of one book."""

    def __init__(
        self,
        order: Order,
        book: Book,
        played: Mapping[str, Played],
        problems: Problems,
        has_art: Callable[[str], bool],
    ) -> None:
        self.order, self.book, self.played, self.problems = order, book, played, problems
        self.matter = Matter(order.game, order.language, order.variant)
        self.language = order.language
        links = self._links()
        self.matter.titles.update(self._card_titles())
        self.fill = Filler(self.matter, problems, has_art, links, self._titles(links), order.pages)

    def _links(self) -> frozenset[str]:
        """Everything in the book that can be linked to; cards of the table that have no entry."""
        found = {f"chapter:{one.id}" for one in self.book.chapters if one.id}
        for block in self._blocks():
            if block.sort == "entries":
                found |= {f"entry:{kind}" for kind in block.fields.map("entries")}
            elif block.sort == "example":
                found.add(f"example:{block.name()}")
        for block in self._blocks("deck"):
            named = block.names()
            kinds = self.order.game.kinds if named == ("all",) else named
            found |= {f"card:{kind}" for kind in kinds if f"entry:{kind}" not in found}
        return frozenset(found)

    def _blocks(self, sort: str = "") -> Iterator[Block]:
        """The blocks of this book (of a sort)."""
        for block in self.book.blocks():
            if is_for(block.only, self.order.variant) and sort in ("", block.sort):
                yield block

    def _card_titles(self) -> Iterator[tuple[str, str]]:
        """What a table of cards calls kinds, if not what the spec does."""
        for block in self._blocks("deck"):
            for kind, texts in block.fields.map("titles").items():
                node = texts.get(self.language) or next(iter(texts.values()), None)
                if node is not None:
                    yield kind, node.text

    def _titles(self, links: frozenset[str]) -> Mapping[str, str]:
        """What links lead to, in words; for books without pages."""
        found = {}
        for chapter in self.book.chapters:
            node = chapter.title.get(self.language)
            found[f"chapter:{chapter.id}"] = node.text if node is not None else chapter.id
        for link in links:
            sort, _, name = link.partition(":")
            if sort in ("entry", "card") and name in self.order.game.kinds:
                found[link] = self.matter.title(self.matter.kind(name))
            elif sort == "example" and name in self.played:
                found[link] = self.played[name].title.get(self.language, name)
        return found

    # --- the whole -------------------------------------------------------------------------------

    def book_content(self) -> BookContent:
        game, language = self.order.game, self.language
        numbers = self.matter.players
        ends = (numbers[0], numbers[-1])
        players = str(ends[0]) if len(numbers) == 1 else phrase(language, "players", *ends)
        chapters = [one for one in self.book.chapters if is_for(one.only, self.order.variant)]
        numbered = 0
        made_chapters = []
        for index, chapter in enumerate(chapters):
            counts = index < len(chapters) - 1 or chapter.closing
            numbered += counts
            made_chapters.append(self._kept(index, chapter, numbered if counts else 0))
        return BookContent(
            game.title.get(language, game.id),
            language,
            self.fill.rich(self.book.aim),
            players,
            phrase(language, "cards_pill", self.matter.count()),
            game.credits.get(language, ""),
            tuple(made_chapters),
            self.blocks(self.book.quick),
            tuple(
                AidSide(
                    self.fill.rich(side.title),
                    side.color,
                    tuple((sign.text, self.fill.rich(text)) for sign, text in side.lines),
                )
                for side in self.book.aid
            ),
        )

    def _kept(self, index: int, chapter: Chapter, number: int) -> ChapterContent:
        """The chapter, made anew only if it says page numbers."""
        found = self.order.kept.get(index)
        if found is None:
            before = self.fill.paged
            found = self.chapter(chapter, number)
            if self.fill.paged == before:
                self.order.kept[index] = found
        return found

    def chapter(self, chapter: Chapter, number: int) -> ChapterContent:
        return ChapterContent(
            chapter.id or f"chapter-{chapter.at.line}",
            number,
            self.fill.rich(chapter.title),
            chapter.symbol,
            chapter.color,
            self.fill.rich(chapter.subtitle),
            chapter.closing,
            self.blocks(chapter.blocks),
        )

    def blocks(self, blocks: tuple[Block, ...]) -> tuple[Content, ...]:
        out: list[Content] = []
        for block in blocks:
            if not is_for(block.only, self.order.variant):
                continue
            made = _MAKERS[block.sort](self, block)
            color = block.name("color")
            out += [Coloured(color, tuple(made))] if color and made else made
        return tuple(out)

    def texts(self, block: Block, name: str = "") -> tuple[Rich, ...]:
        """A list of texts among a block's fields."""
        found = block.fields.get(name or block.sort, tuple) or ()
        return tuple(self.fill.rich(one) for one in found if isinstance(one, Mapping))

    def cards(self, block: Block, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Card codes that exist; others are told."""
        for code in codes:
            plain_code = code.rstrip("~")
            if plain_code.startswith("BACK") or plain_code in self.matter.by_code:
                continue
            hint = nearest(plain_code, self.matter.by_code)
            self.problems.add(block.at, f"no card has the code '{code}'", hint)
        return tuple(code for code in codes if self.is_card(code))

    def is_card(self, code: str) -> bool:
        return code.startswith("BACK") or code.rstrip("~") in self.matter.by_code

    # --- written blocks --------------------------------------------------------------------------

    def paragraph(self, block: Block) -> list[Content]:
        text = self.fill.rich(block.texts())
        return [Paragraph(block.sort, one) for one in paragraphs(text) if one]

    def page(self, block: Block) -> list[Content]:
        title = self.fill.rich(block.texts()) if isinstance(block.value, dict) else ()
        return [PageBreak(title, self.fill.rich(block.texts("subtitle")))]

    def heading(self, block: Block) -> list[Content]:
        return [Heading(self.fill.rich(block.texts()), f"part-{block.at.line}")]

    def lists(self, block: Block) -> list[Content]:
        items = self.texts(block)
        if block.sort == "steps":
            return [Steps(items, block.fields.get("start", int) or 1)]
        return [Hints(items) if block.sort == "hints" else Bullets(items)]

    def note(self, block: Block) -> list[Content]:
        return [Note(self.fill.rich(block.texts()), block.name("symbol"))]

    def gold(self, block: Block) -> list[Content]:
        figure = self.fill.rich(block.texts("figure"))
        return [Gold(self.fill.rich(block.texts()), block.name("symbol"), figure)]

    def box(self, block: Block) -> list[Content]:
        cards = self.cards(block, block.names("cards"))
        title = self.fill.rich(block.texts("title"))
        return [Box(self.fill.rich(block.texts()), title, block.name("symbol"), cards)]

    def items(self, block: Block) -> list[Content]:
        title = block.sort.removesuffix("s") if block.sort != "turn" else "step"
        found = []
        for fields in block.items():
            texts = {name: fields.get(name, dict) or {} for name in (title, "text")}
            codes = fields.get("cards", tuple) if title == "step" else ()
            found.append(
                Item(
                    self.fill.rich(texts[title]),
                    self.fill.rich(texts["text"]),
                    fields.text("symbol") if title != "step" else "",
                    self.cards(block, tuple(code.text for code in codes or ())),
                )
            )
        items = tuple(found)
        if block.sort == "turn":
            row = block.fields.get("row", int) or (3 if len(items) != 4 else 2)
            return [Turn(items, row)]
        return [Facts(items) if block.sort == "facts" else Cases(items)]

    def table(self, block: Block) -> list[Content]:
        inner = block.fields.get("table", Fields)
        if inner is None:
            return []
        head = tuple(self.fill.rich(one) for one in inner.get("head", tuple) or ())
        rows = tuple(
            tuple(self.fill.rich(cell) for cell in row) for row in inner.get("rows", tuple) or ()
        )
        width = max((len(row) for row in (head, *rows)), default=0)
        if any(len(row) != width for row in rows) or len(head) not in (0, width):
            self.problems.add(block.at, "the rows of the table are not equally long")
            return []
        shares = inner.get("shares", tuple) or (1,) * width
        caption = self.fill.rich(block.texts("text"))
        return [Table(head, rows, shares, caption)]

    def columns(self, block: Block) -> list[Content]:
        columns = tuple(self.blocks(column) for column in block.columns)
        shares = block.fields.get("shares", tuple) or (1,) * len(columns)
        return [Columns(columns, shares)]

    def group(self, block: Block) -> list[Content]:
        return [Group(self.blocks(column)) for column in block.columns]

    # --- what the spec says of its cards ---------------------------------------------------------

    @cached_property
    def other_fill(self) -> Filler:
        """Fills texts in the spec's other language, for tables of two."""
        languages = self.order.game.languages
        other = next((one for one in languages if one != self.language), self.language)
        matter = Matter(self.order.game, other, self.order.variant)
        return Filler(matter, self.problems, self.fill.has_art)

    @cached_property
    def said(self) -> CardWords:
        """What the spec says of its cards."""
        return CardWords(self.order.game, self.language, self.order.variant)


Maker = Callable[[Composer, Block], list[Content]]
_MAKERS: Mapping[str, Maker] = {
    **dict.fromkeys(("lead", "text"), Composer.paragraph),
    **dict.fromkeys(("list", "steps", "hints"), Composer.lists),
    **dict.fromkeys(("facts", "cases", "turn"), Composer.items),
    "page": Composer.page,
    "heading": Composer.heading,
    "note": Composer.note,
    "gold": Composer.gold,
    "box": Composer.box,
    "table": Composer.table,
    "columns": Composer.columns,
    "group": Composer.group,
    **made_pictures.MAKERS,
    **made_cards.MAKERS,
    **made_tables.MAKERS,
}
