"""A spec's rulebook as a value: chapters of blocks, their texts still with braces in them.

What a block holds is what its record in `book_description.py` reads; texts are nodes by language,
so that whoever fills them can tell the place of a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from card_specs.language.book_description import BOOK
from card_specs.language.model import Game
from card_specs.language.nodes import Scalar
from card_specs.language.problems import Mark, Problems
from card_specs.language.shapes import Fields, Reading
from card_specs.values import dataclass

Texts = Mapping[str, Scalar]
"""A text in each language, as nodes."""


@dataclass(frozen=True, eq=False)
class Block:
    """One block: `sort` is its first key; `fields` are read by the record of that sort."""

    sort: str
    at: Mark
    fields: Fields

    @property
    def value(self) -> object:
        """What stands after the first key."""
        return self.fields.values.get(self.sort)

    @property
    def only(self) -> tuple[str, ...]:
        """The variants it is left for; none means all."""
        return _names(self.fields, "only")

    @property
    def clauses(self) -> tuple[str, ...]:
        return _names(self.fields, "clauses")

    @property
    def columns(self) -> tuple[tuple[Block, ...], ...]:
        """The blocks inside, of a block `columns` (or `group`, which is one column)."""
        value = self.fields.values.get(self.sort) if self.sort in ("columns", "group") else ()
        assert isinstance(value, tuple | None)
        columns = (value,) if self.sort == "group" else value
        return tuple(tuple(map(block_of, column or ())) for column in columns or ())

    def texts(self, name: str = "") -> Texts:
        """A text among its fields; none where it is absent."""
        return self.fields.get(name or self.sort, dict) or {}

    def name(self, name: str = "") -> str:
        """A scalar among its fields."""
        return self.fields.text(name or self.sort)

    def names(self, name: str = "") -> tuple[str, ...]:
        """A list of scalars among its fields."""
        return _names(self.fields, name or self.sort)

    def items(self) -> tuple[Fields, ...]:
        """The mappings of a block that is a list of them."""
        value = self.fields.get(self.sort, tuple) or ()
        return tuple(one for one in value if isinstance(one, Fields))


@dataclass(frozen=True, eq=False)
class Chapter:
    """A chapter; `color` is empty where the look's colours are to go round."""

    at: Mark
    title: Texts
    id: str = ""
    symbol: str = ""
    color: str = ""
    subtitle: Texts = field(default_factory=dict)
    closing: bool = False
    only: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, eq=False)
class Side:
    """One side of the player aid: a sign (number, symbol, letters) and a text a line."""

    at: Mark
    title: Texts
    color: str
    lines: tuple[tuple[Scalar, Texts], ...]


@dataclass(frozen=True, eq=False)
class Look:
    """What a book looks like: names of paints and art."""

    house: str = ""
    house_paints: Mapping[str, str] = field(default_factory=dict)
    colors: tuple[str, ...] = ()
    cover: str = ""
    cards: tuple[str, ...] = ()
    folio: str = ""
    foot: str = ""
    number_at: tuple[float, float] | None = None
    number_size: float = 4.6
    number_turn: float = 0.0
    number_color: str = "on"
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Book:
    """A whole rulebook as its spec has it; without the section, one without chapters."""

    at: Mark
    edition: str = ""
    aim: Texts = field(default_factory=dict)
    look: Look = field(default_factory=Look)
    chapters: tuple[Chapter, ...] = ()
    quick: tuple[Block, ...] = ()
    aid: tuple[Side, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """Every block, those in columns too."""
        waiting = [*(one for chapter in self.chapters for one in chapter.blocks), *self.quick]
        for block in waiting:
            yield block
            for column in block.columns:
                yield from column


def is_for(only: tuple[str, ...], variant: str) -> bool:
    """Whether a chapter or block is in the book of a variant; the whole book has all."""
    return not variant or not only or variant in only


def read_book(game: Game, problems: Problems) -> Book:
    """The section `rulebook`; what is wrong in it is added to the problems."""
    node = game.sections.get("rulebook")
    if node is None:
        return Book(game.mark)
    fields = BOOK.read(node, Reading(problems, game.languages))
    if fields is None:
        return Book(node.mark)
    quick = fields.get("quick", Fields)
    return Book(
        node.mark,
        fields.text("edition"),
        fields.get("aim", dict) or {},
        _look(fields.get("look", Fields)),
        tuple(map(_chapter, fields.get("chapters", tuple) or ())),
        tuple(map(block_of, (quick.get("blocks", tuple) or ()) if quick else ())),
        tuple(map(_side, fields.get("aid", tuple) or ())),
    )


def block_of(fields: Fields) -> Block:
    """A read mapping as a block."""
    return Block(fields.node.items[0][0].text, fields.node.mark, fields)


def _chapter(fields: Fields) -> Chapter:
    return Chapter(
        fields.node.mark,
        fields.get("chapter", dict) or {},
        fields.text("id"),
        fields.text("symbol"),
        fields.text("color"),
        fields.get("subtitle", dict) or {},
        fields.get("closing", bool) or False,
        _names(fields, "only"),
        _names(fields, "clauses"),
        tuple(map(block_of, fields.get("blocks", tuple) or ())),
    )


def _side(fields: Fields) -> Side:
    lines = []
    for line in fields.get("lines", tuple) or ():
        sign = line.get("sign", Scalar)
        if sign is not None:
            lines.append((sign, line.get("text", dict) or {}))
    return Side(
        fields.node.mark, fields.get("side", dict) or {}, fields.text("color"), tuple(lines)
    )


def _look(fields: Fields | None) -> Look:
    if fields is None:
        return Look()
    house = fields.values.get("house")
    paints = house.values if isinstance(house, Fields) else {}
    number = fields.get("number", Fields)
    at = number.get("at", tuple) if number else None
    names = ("house", "colors", "cover", "folio", "foot")
    return Look(
        house=house.text if isinstance(house, Scalar) else "",
        house_paints={k: value.text for k, value in paints.items() if isinstance(value, Scalar)},
        colors=_names(fields, "colors"),
        cover=fields.text("cover"),
        cards=_names(fields, "cards"),
        folio=fields.text("folio"),
        foot=fields.text("foot"),
        number_at=(float(at[0].text), float(at[1].text)) if at and len(at) == 2 else None,
        number_size=float(number.text("size", "4.6")) if number else 4.6,
        number_turn=float(number.text("rotate", "0")) if number else 0.0,
        number_color=number.text("color", "on") if number else "on",
        marks={name: fields.mark(name) for name in names},
    )


def _names(fields: Fields, name: str) -> tuple[str, ...]:
    value = fields.get(name, tuple) or ()
    return tuple(one.text for one in value if isinstance(one, Scalar))
