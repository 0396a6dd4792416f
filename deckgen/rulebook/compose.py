"""A spec's rulebook -> its content in one language: texts filled, examples played, tables made.

`compose` is the only way in.  Everything that is wrong (a name in braces, an example that fails, a
kind without a line) is gathered and raised together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property

from card_specs.language import grammar
from card_specs.language.book import Block, Book, Chapter, is_for, read_book
from card_specs.language.model import Game
from card_specs.language.problems import Problems, nearest
from card_specs.language.shapes import Fields
from card_specs.values import dataclass
from deckgen.rulebook import made_cards, made_tables, scenes
from deckgen.rulebook.card_words import CardWords
from deckgen.rulebook.content import (
    AidSide,
    ArtPicture,
    BookContent,
    Box,
    Bullets,
    CardRow,
    Cases,
    ChapterContent,
    Columns,
    Content,
    Example,
    Facts,
    Fan,
    Gold,
    Heading,
    Hints,
    Item,
    Note,
    PageBreak,
    Panel,
    PanelLine,
    Paragraph,
    Steps,
    Table,
    Turn,
)
from deckgen.rulebook.filling import Filler
from deckgen.rulebook.inline import Rich, paragraphs, plain, words_of
from deckgen.rulebook.made_texts import number_of
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.played import Play, Played
from deckgen.rulebook.scenes import Asked
from deckgen.rulebook.short_book import short_book
from deckgen.rulebook.wording import say as phrase


@dataclass(frozen=True)
class Order:
    """Which book is wanted; `pages` are those of the last setting, for `{page …}`."""

    game: Game
    language: str
    variant: str = ""
    pages: Mapping[str, str] = field(default_factory=dict)


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
        self.fill = Filler(self.matter, problems, has_art, _links(book, order), order.pages)

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
            made_chapters.append(self.chapter(chapter, numbered if counts else 0))
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
            if is_for(block.only, self.order.variant):
                out += _MAKERS[block.sort](self, block)
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

    # --- pictures --------------------------------------------------------------------------------

    def fan(self, block: Block) -> list[Content]:
        return [Fan(self.cards(block, block.names()))]

    def row(self, block: Block) -> list[Content]:
        large = block.fields.get("large", bool) or False
        return [
            CardRow(self.cards(block, block.names()), self.fill.rich(block.texts("text")), large)
        ]

    def panel(self, block: Block) -> list[Content]:
        lines = []
        for fields in block.items():
            figure, text = (fields.get(name, dict) or {} for name in ("figure", "text"))
            card = (*self.cards(block, (fields.text("card"),)), "")[0]
            lines.append(PanelLine(card, self.fill.rich(figure), self.fill.rich(text)))
        large = (*self.cards(block, (block.name("card"),)), "")[0] if block.name("card") else ""
        return [Panel(large, tuple(lines))]

    def picture(self, block: Block) -> list[Content]:
        caption = self.fill.rich(block.texts("text"))
        alt = self.fill.plain(block.texts("alt")) or words_of(caption)
        return [ArtPicture(block.name(), caption, alt, block.at)]

    def example(self, block: Block) -> list[Content]:
        title = self.fill.rich(block.texts("title"))
        asked = Asked(block.names("show"), block.name("value"))
        caption = block.fields.get("text", bool) is not False
        found = self.example_of(block.name(), asked, block.name("symbol"), title)
        if found is None:
            return []
        if not found.scenes:
            return [Box(found.caption, found.title, block.name("symbol"))]
        if not caption:
            found = Example(found.id, found.title, found.symbol, found.scenes, (), found.alt)
        return [found]

    def example_of(
        self, id: str, asked: Asked, symbol: str = "", title: Rich = ()
    ) -> Example | None:
        """An example as a figure; without scenes where it is no picture."""
        played = self.played.get(id)
        if played is None:
            return None
        made_scenes = scenes.example_of(self.matter, played, asked)
        named = title or plain(played.title.get(self.language, "") or self._first_card(played))
        caption = plain(played.caption.get(self.language, ""))
        found = Example(id, named, symbol, made_scenes, caption, "")
        alt = scenes.described(self.matter, found)
        return Example(id, named, symbol, made_scenes, caption, alt)

    def _first_card(self, played: Played) -> str:
        """What an example without a title is called: the first card that is played."""
        for made_round in played.rounds:
            for _, move in made_round.moves:
                for token in move.split()[1:2]:
                    if token in self.matter.by_code:
                        return grammar.sentence(self.matter.name(token)).rstrip(".")
        return phrase(self.language, "example").rstrip(".")

    def choices(self, block: Block) -> list[Content]:
        played = self.played.get(block.name())
        if played is None:
            return []
        caption = self.fill.rich(block.texts("text"))
        return [scenes.choices_of(self.matter, played, block.name("zone"), caption)]

    def seats(self, block: Block) -> list[Content]:
        played = self.played.get(block.name())
        if played is None:
            return []
        places = block.fields.node.get("places")
        laid = scenes.Laid(
            block.names("zones"),
            block.names("front"),
            self.number(block, places.raw) if places is not None else 0,
            block.name("place"),
            self.fill.plain(block.texts("first")),
            self.fill.plain(block.texts("dealer")),
        )
        return [scenes.seats_of(self.matter, played, laid, self.fill.rich(block.texts("text")))]

    def number(self, block: Block, text: str) -> int:
        """An expression of a block as a number; 0 with a problem."""
        return number_of(self, block.at, text)

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


def _links(book: Book, order: Order) -> frozenset[str]:
    """Everything in the book that can be linked to."""
    found = [f"chapter:{one.id}" for one in book.chapters if one.id]
    for block in book.blocks():
        if block.sort == "entries" and is_for(block.only, order.variant):
            found += [f"entry:{kind}" for kind in block.fields.map("entries")]
        if block.sort == "example":
            found.append(f"example:{block.name()}")
    return frozenset(found)


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
    "fan": Composer.fan,
    "row": Composer.row,
    "panel": Composer.panel,
    "picture": Composer.picture,
    "example": Composer.example,
    "choices": Composer.choices,
    "seats": Composer.seats,
    **made_cards.MAKERS,
    **made_tables.MAKERS,
}
