"""What a mail consists of, before it is text or HTML: blocks in the order of reading.

The writers (`to_text`, `to_html`) decide nothing about contents; what only one of them can show
says so in the block.
"""

from __future__ import annotations

from collections.abc import Iterator

from card_specs.values import dataclass
from pbem.mails.rich import Rich


@dataclass(frozen=True)
class Pill:
    """One prepared answer: its number in the list (0: none), its words, and its link.

    `typed` is what one would write by hand; `look` is `main` (filled), `even`, `quiet` or `text`
    (no button and no link: to press it would do nothing).
    """

    number: int
    label: Rich
    typed: str
    href: str
    look: str = "even"
    symbol: str = ""  # cid of a symbol before the label
    note: str = ""  # said behind it: what it is worth
    own: str = ""  # the spec's own words for it, where the label has them


@dataclass(frozen=True)
class Para:
    """A paragraph; `small` is secondary.

    `typed` is what plain text says instead, where the words are about pressing buttons; empty: not
    at all.
    """

    text: Rich
    small: bool = False
    typed: Rich | None = None

    @property
    def is_text(self) -> bool:
        """Whether plain text has it."""
        return self.typed is None or bool(self.typed)


@dataclass(frozen=True)
class Bullets:
    items: tuple[Rich, ...]


@dataclass(frozen=True)
class Mono:
    """Lines to be compared or copied letter by letter, each with what it is."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CardRow:
    """A card of the reader's with what it does and the moves that use it."""

    picture: str  # cid, empty: none
    code: str
    title: str
    about: Rich
    pills: tuple[Pill, ...]


@dataclass(frozen=True)
class Pills:
    """Moves without a card row, or other prepared answers."""

    pills: tuple[Pill, ...]


@dataclass(frozen=True)
class Idle:
    """Cards of the reader's that cannot be used now, and why."""

    cards: tuple[tuple[str, str], ...]  # cid (or nothing) and code
    text: Rich


@dataclass(frozen=True)
class Shown:
    """A card in the middle of the table: its picture with words beside it."""

    picture: str
    code: str
    title: Rich
    about: Rich


@dataclass(frozen=True)
class Cell:
    """A place in a row of cards: what stands in it, in which colours."""

    text: str
    under: str = ""  # small, below: the card that really lies there
    ground: str = ""  # empty: no card here
    ink: str = ""
    framed: bool = False  # looked for now
    down: bool = False
    edge: str = ""  # the colour of an empty framed place


@dataclass(frozen=True)
class Lane:
    """One row of cards under one another in a `Lanes`: its label and cells."""

    label: str
    short: str  # a letter, where the row is drawn
    symbol: str
    cells: tuple[Cell, ...]
    said: str  # the same in words, for text and screen readers


@dataclass(frozen=True)
class Lanes:
    """Rows of cards that belong together, such as ladders."""

    title: Rich
    lanes: tuple[Lane, ...]
    note: Rich = ()


@dataclass(frozen=True)
class Seat:
    """One player's line: name, state, what is in the columns, cards below, further words."""

    name: str
    state: str
    me: bool
    turn: bool
    columns: tuple[Rich, ...]
    dots: tuple[str, ...] = ()  # one a column; empty: none
    lane: tuple[Cell, ...] = ()
    lane_said: str = ""
    notes: tuple[Rich, ...] = ()


@dataclass(frozen=True)
class Seats:
    """The players' table; `heads` name the columns (`numeric` ones are centred)."""

    player: str
    heads: tuple[str, ...]
    numeric: tuple[bool, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Place:
    """A line of the result."""

    rank: str
    name: str
    note: str
    points: str
    winner: bool


@dataclass(frozen=True)
class Results:
    player: str
    points: str
    places: tuple[Place, ...]


Block = Para | Bullets | Mono | CardRow | Pills | Idle | Shown | Lanes | Seats | Results


@dataclass(frozen=True)
class Section:
    """Blocks under a heading.  `name` is for the writers: `moves` comes earlier in plain text.

    `typed` is what plain text has for a heading, where that is another one.
    """

    name: str
    heading: str
    blocks: tuple[Block, ...]
    typed: str = ""


@dataclass(frozen=True)
class Page:
    """A whole mail's contents.  `lead` stands under the title; `preheader` in the list of mails.

    `text_only` and `footer` end it; `bar` is the colour of the edge (`#RRGGBB`).
    """

    lang: str
    title: str
    kicker: str  # the game's title
    place: str  # which game and turn
    lead: tuple[Rich, ...]
    preheader: str
    sections: tuple[Section, ...]
    footer: tuple[Rich, ...]
    bar: str = "#0B5D4B"

    @property
    def blocks(self) -> Iterator[Block]:
        for section in self.sections:
            yield from section.blocks
