"""A rulebook's content in one language, ready for any writer: PDF pages, HTML, Markdown.

Texts are filled, tables are made, examples are played; nothing here has a size or a place.  Cards
are named by their codes in scenario notation (`R3~`, `NUM=R3`), backs as `BACK` or `BACK-name`.
"""

from __future__ import annotations

from dataclasses import field

from card_specs.language.problems import Mark
from card_specs.values import dataclass
from deckgen.rulebook.inline import Rich


@dataclass(frozen=True)
class Paragraph:
    """`sort`: lead, text or small."""

    sort: str
    text: Rich


@dataclass(frozen=True)
class Heading:
    text: Rich
    id: str = ""


@dataclass(frozen=True)
class Bullets:
    items: tuple[Rich, ...]


@dataclass(frozen=True)
class Steps:
    items: tuple[Rich, ...]
    start: int = 1


@dataclass(frozen=True)
class Hints:
    items: tuple[Rich, ...]


@dataclass(frozen=True)
class Note:
    text: Rich
    symbol: str = ""


@dataclass(frozen=True)
class Gold:
    text: Rich
    symbol: str = ""
    figure: Rich = ()


@dataclass(frozen=True)
class Box:
    text: Rich
    title: Rich = ()
    symbol: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item:
    """A symbol, a title, a text: one of several facts or cases."""

    title: Rich
    text: Rich
    symbol: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Facts:
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Cases:
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Turn:
    """The strip of a turn: boxes joined by arrows, `row` of them in a row."""

    items: tuple[Item, ...]
    row: int = 3


@dataclass(frozen=True)
class Table:
    """`sort`: text, moves or words (two languages, the second column in `other`)."""

    head: tuple[Rich, ...]
    rows: tuple[tuple[Rich, ...], ...]
    shares: tuple[int, ...]
    caption: Rich = ()
    sort: str = "text"
    other: str = ""


@dataclass(frozen=True)
class Columns:
    columns: tuple[tuple[Content, ...], ...]
    shares: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """Blocks on a tinted ground."""

    blocks: tuple[Content, ...]


@dataclass(frozen=True)
class Coloured:
    """Blocks in other colours than the chapter's."""

    color: str
    blocks: tuple[Content, ...]


@dataclass(frozen=True)
class Fan:
    cards: tuple[str, ...]


@dataclass(frozen=True)
class CardRow:
    cards: tuple[str, ...]
    caption: Rich = ()
    large: bool = False


@dataclass(frozen=True)
class PanelLine:
    card: str
    figure: Rich
    text: Rich


@dataclass(frozen=True)
class Panel:
    card: str
    lines: tuple[PanelLine, ...]


@dataclass(frozen=True)
class ArtPicture:
    art: str
    caption: Rich
    alt: str
    at: Mark = field(compare=False)


@dataclass(frozen=True)
class Choices:
    """The card that is followed, and cards that may (true) or may not be played on it."""

    top: str
    cards: tuple[tuple[str, bool], ...]
    caption: Rich = ()


@dataclass(frozen=True)
class Heap:
    """Cards of one zone in a figure: its label, whose it is (`""`: the table's), a value below.

    A `winner` has its name in gold; `tight` cards overlap; `large` ones are what it is about.
    """

    label: str
    owner: str
    cards: tuple[str, ...]
    values: tuple[str, ...] = ()
    tight: bool = False
    winner: bool = False
    symbol: str = ""


@dataclass(frozen=True)
class Scene:
    """One panel of a figure: its heading and what lies there."""

    title: str
    heaps: tuple[Heap, ...]
    large: bool = False


@dataclass(frozen=True)
class Example:
    """A worked example: scenes from left to right, joined by arrows."""

    id: str
    title: Rich
    symbol: str
    scenes: tuple[Scene, ...]
    caption: Rich
    alt: str


@dataclass(frozen=True)
class Seat:
    name: str
    cards: int
    back: str
    front: tuple[tuple[str, ...], ...] = ()
    note: str = ""
    first: bool = False


@dataclass(frozen=True)
class Pile:
    """A zone of the table: its name, its top card (`""`: empty) and how many lie there."""

    title: str
    card: str
    count: int


@dataclass(frozen=True)
class Seats:
    """A table after the set-up, the reader at the bottom, seats clockwise."""

    seats: tuple[Seat, ...]
    piles: tuple[Pile, ...]
    places: int
    place: str
    caption: Rich
    clockwise: bool
    others: tuple[int, ...]
    alt: str


@dataclass(frozen=True)
class Contents:
    """Chapters with their pages: number, title, link."""

    entries: tuple[tuple[str, Rich, str], ...]


@dataclass(frozen=True)
class LegendWord:
    list: str
    word: str
    letter: str
    name: str


@dataclass(frozen=True)
class Legend:
    words: tuple[LegendWord, ...]


@dataclass(frozen=True)
class CardLine:
    """A kind in the table of cards; `target` is where its name leads, `anchor` what leads here."""

    kind: str
    card: str
    title: str
    count: int
    code: str
    text: Rich
    target: str = ""
    anchor: str = ""


@dataclass(frozen=True)
class CardTable:
    lines: tuple[CardLine, ...]
    total: int


@dataclass(frozen=True)
class Part:
    """A printed thing that is not a card."""

    title: str
    count: int
    text: Rich
    symbol: str = ""


@dataclass(frozen=True)
class Parts:
    items: tuple[Part, ...]


@dataclass(frozen=True)
class Entry:
    """One kind: picture, name, when it may be played, name in the other language, text."""

    kind: str
    card: str
    title: str
    chip: str
    other: str
    other_language: str
    text: Rich
    example: Rich = ()
    figure: Example | None = None


@dataclass(frozen=True)
class Entries:
    items: tuple[Entry, ...]


@dataclass(frozen=True)
class Credits:
    terms: Rich
    lines: tuple[str, ...]


@dataclass(frozen=True)
class PageBreak:
    """Another page of the same chapter; with a title, under that."""

    title: Rich = ()
    subtitle: Rich = ()


Content = (
    Paragraph | Heading | Bullets | Steps | Hints | Note | Gold | Box | Facts | Cases | Turn | Table
    | Columns | Group | Coloured | Fan | CardRow | Panel | ArtPicture | Choices | Example | Seats
    | Contents | Legend | CardTable | Parts | Entries | Credits | PageBreak
)  # fmt: skip


@dataclass(frozen=True)
class ChapterContent:
    """`number` is 0 for a chapter without one."""

    id: str
    number: int
    title: Rich
    symbol: str
    color: str
    subtitle: Rich
    closing: bool
    blocks: tuple[Content, ...]


@dataclass(frozen=True)
class AidSide:
    title: Rich
    color: str
    lines: tuple[tuple[str, Rich], ...]


@dataclass(frozen=True)
class BookContent:
    """Everything that one book says."""

    title: str
    language: str
    aim: Rich
    players: str
    cards: str
    credits: str
    chapters: tuple[ChapterContent, ...]
    quick: tuple[Content, ...]
    aid: tuple[AidSide, ...]
