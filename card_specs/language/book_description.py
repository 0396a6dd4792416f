"""The section `rulebook` in one table: chapters, blocks, look, quick reference, aid.

As in `description.py`, the reader goes by these shapes and the JSON Schema is made of them.
`docs/rulebook.md` says what the blocks look like.
"""

from __future__ import annotations

from collections.abc import Mapping

from card_specs.language.description import NAME, PAINT
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar
from card_specs.language.problems import nearest
from card_specs.language.rules_description import Expression
from card_specs.language.shapes import (
    Anything,
    Boolean,
    Either,
    Field,
    Fields,
    Integer,
    ListOf,
    MapOf,
    Reading,
    Record,
    Schema,
    Text,
    found,
)
from card_specs.values import dataclass


@dataclass(frozen=True)
class LocalText:
    """A text in each language, kept as nodes so that a mistake in it is told with its place."""

    wanted: str = "a text in each language"

    def read(self, node: Node, reading: Reading) -> Mapping[str, Scalar] | None:
        if isinstance(node, Scalar):
            return dict.fromkeys(reading.languages, node)
        if not isinstance(node, MappingNode):
            reading.wrong(node, self.wanted, "for example {es: Hola, en: Hello}")
            return None
        texts: dict[str, Scalar] = {}
        for key, value in node:
            if key.text not in reading.languages:
                hint = nearest(key.text, reading.languages)
                reading.problems.add(key.mark, f"unknown language '{key.text}'", hint)
            elif (text := Text().read(value, reading)) is not None:
                texts[key.text] = text
        for language in reading.languages:
            if language not in node:
                reading.problems.add(node.mark, f"the text in '{language}' is missing")
        return texts

    def schema(self) -> Schema:
        texts = {"type": "object", "additionalProperties": Text().schema(), "minProperties": 1}
        names: Schema = {"propertyNames": {"pattern": "^[a-z]{2}$"}}
        return {"anyOf": [Text().schema(), {**texts, **names}]}


TEXT = LocalText()
ID = Text("a name of small letters, digits, - and _", "[a-z][a-z0-9_-]*", "for example the-tie")
SYMBOL = Text("an art name", r"[A-Za-z0-9][\w./{}-]*", "for example gavel")
CODE = Text("a card's code", r"[A-Za-z0-9][\w-]*~?", "for example R7, or BACK")
CLAUSE = Text("a clause", r"[A-Z]{3,8}-\d+\.\d+", "for example MINE-3.1")
TEXTS = ListOf(TEXT, alone=False)
CODES = ListOf(CODE)
BY_KIND = Text("a kind's name", "[A-Za-z][A-Za-z0-9_]*")
ALL = Text("all", "all")
YES = Boolean()

EVERY = (
    Field("clauses", ListOf(CLAUSE), "the clauses that it covers"),
    Field("only", ListOf(NAME), "the variants whose book it is in"),
)
COLOR = Field("color", NAME, "a word with paints, or house: the colours it is in")
"""What may stand beside every block and chapter."""


def _item(name: str, *fields: Field[object]) -> ListOf[object]:
    """A list of mappings whose first key is `name`, a text."""
    record = Record(name, (Field(name, TEXT, "its title", required=True), *fields))
    return ListOf(record, alone=False)


_TEXT = Field("text", TEXT, "what is said of it")
_SYMBOL = Field("symbol", SYMBOL, "an art name")
_SHARES = Field("shares", ListOf(Integer(1, 100)), "how the width is shared out")
_LINE = Record(
    "panel line",
    (
        Field("card", CODE, "the card that is shown"),
        Field("figure", TEXT, "what stands large beside it"),
        _TEXT,
    ),
)
_MOVE = Record("move", (Field("move", Text(), "a move", "play R7", required=True), _TEXT))
_ENTRY = Record(
    "entry",
    (
        _TEXT,
        Field("title", TEXT, "instead of the kind's own"),
        Field("card", CODE, "which card of the kind is shown"),
        Field("chip", TEXT, "when it may be played, in a few words"),
        Field("example", ID, "the example whose caption is printed"),
        Field("figure", YES, "whether its picture is printed, too"),
    ),
)
_LINES = Field("lines", MapOf(TEXT, BY_KIND), "a line for each of them")
_ROW = Record(
    "row",
    (Field("row", TEXT, "what it is", required=True), Field("is", Expression(), "its value")),
)


@dataclass(frozen=True)
class Blocks:
    """A list of blocks: mappings whose first key names their sort."""

    wanted: str = "a list of blocks"

    def read(self, node: Node, reading: Reading) -> tuple[Fields, ...] | None:
        read = ListOf(Anything(), alone=False).read(node, reading)
        if read is None:
            return None
        blocks = (self._block(one, reading) for one in read if isinstance(one, Node))
        return tuple(block for block in blocks if block is not None)

    def _block(self, node: Node, reading: Reading) -> Fields | None:
        if not isinstance(node, MappingNode) or not node.items:
            hint = "for example - text: {es: …, en: …}"
            reading.problems.add(node.mark, f"expected a block, found {found(node)}", hint)
            return None
        sort = node.items[0][0]
        if sort.text not in BLOCKS:
            hint = nearest(sort.text, BLOCKS)
            later = next((key.text for key, _ in node if key.text in BLOCKS), "")
            if later:
                hint = f"write '- {later}:' first, the other keys below it"
            reading.problems.add(sort.mark, f"there is no block '{sort.text}'", hint)
            return None
        return BLOCKS[sort.text].read(node, reading)

    def schema(self) -> Schema:
        return {"type": "array", "items": {"$ref": "#/definitions/block"}}


def _block(name: str, shape: object, *fields: Field[object]) -> Record:
    about = "what it says or shows (docs/rulebook.md)"
    first: Field[object] = Field(name, shape, about, required=True)  # type: ignore[arg-type]
    return Record(f"block '{name}'", (first, *fields, COLOR, *EVERY))


PAGE = Either("new, or a title", scalar=Anything(), mapping=TEXT)
_WRITTEN = (
    _block("page", PAGE, Field("subtitle", TEXT, "a line under the title")),
    _block("lead", TEXT),
    _block("text", TEXT),
    _block("heading", TEXT),
    _block("list", TEXTS),
    _block("steps", TEXTS, Field("start", Integer(1, 99), "the first number")),
    _block("note", TEXT, _SYMBOL),
    _block("gold", TEXT, _SYMBOL, Field("figure", TEXT, "large letters at the left")),
    _block(
        "box",
        TEXT,
        _SYMBOL,
        Field("title", TEXT, "its title"),
        Field("cards", CODES, "cards at its left"),
    ),
    _block("facts", _item("fact", _SYMBOL, _TEXT)),
    _block("cases", _item("case", _SYMBOL, _TEXT)),
    _block("hints", TEXTS),
    _block(
        "table",
        Record(
            "table",
            (
                Field("head", TEXTS, "the heads of the columns"),
                Field("rows", ListOf(TEXTS, alone=False), "the rows", required=True),
                _SHARES,
            ),
        ),
        _TEXT,
    ),
    _block("by_players", ListOf(_ROW, alone=False)),
    _block("group", Blocks()),
    _block("columns", ListOf(Blocks(), alone=False), _SHARES),
)
_PICTURES = (
    _block("fan", CODES),
    _block("row", CODES, _TEXT, Field("large", YES, "whether the cards are larger")),
    _block("panel", ListOf(_LINE, alone=False), Field("card", CODE, "a large card at the left")),
    _block("picture", SYMBOL, _TEXT, Field("alt", TEXT, "what is to be seen")),
    _block(
        "example",
        ID,
        _SYMBOL,
        Field("title", TEXT, "instead of the example's own"),
        Field("show", ListOf(Text("a zone")), "the zones that are drawn"),
        Field("value", Text("a counter"), "what hangs below the cards of its player"),
        Field("text", Boolean(), "whether the caption is printed; default: true"),
    ),
    _block("choices", ID, Field("zone", NAME, "the zone that is followed"), _TEXT),
    _block(
        "seats",
        ID,
        _TEXT,
        Field("zones", ListOf(NAME), "the zones in the middle"),
        Field("places", Expression(), "empty places in front of each player"),
        Field("place", SYMBOL, "the shape of such a place"),
        Field("front", ListOf(NAME), "own zones that lie face up in front of each player"),
        Field("first", TEXT, "said of the player whose turn it is"),
        Field("dealer", TEXT, "said of the seat after that one"),
    ),
    _block(
        "turn",
        _item("step", _TEXT, Field("cards", CODES, "cards that belong there")),
        Field("row", Integer(2, 5), "boxes in a row"),
    ),
)
_WORDS = Field("words", MapOf(MapOf(TEXT, Text("a value")), NAME), "shorter words")
_MADE = (
    _block("contents", YES),
    _block("legend", NAME),
    _block(
        "deck",
        ListOf(BY_KIND),
        _LINES,
        Field("pictures", MapOf(CODE, BY_KIND), "which card of a kind is shown"),
        Field("titles", MapOf(TEXT, BY_KIND), "instead of the kinds' own"),
    ),
    _block("parts", ListOf(NAME), _LINES),
    _block("entries", MapOf(_ENTRY, BY_KIND)),
    _block("options", ListOf(NAME), _WORDS),
    _block("variants", ListOf(NAME), Field("texts", MapOf(TEXT, NAME), "what is said of each")),
    _block("moves", ListOf(_MOVE, alone=False)),
    _block("orders", MapOf(MapOf(TEXT, Text("a choice")), NAME)),
    _block("deadline", TEXT),
    _block("glossary", TEXTS),
    _block("index", ALL),
    _block("credits", ALL),
)
BLOCKS: Mapping[str, Record] = {
    record.fields[0].name: record for record in (*_WRITTEN, *_PICTURES, *_MADE)
}
"""Every block by its name, in the order of the documentation."""

CHAPTER = Record(
    "chapter",
    (
        Field("chapter", TEXT, "its title", required=True),
        Field("id", ID, "a name for links"),
        _SYMBOL,
        Field("color", NAME, "a word with paints, or house"),
        Field("subtitle", TEXT, "a line under the title"),
        Field("closing", YES, "whether it is a box on the last page of the one before"),
        Field("blocks", Blocks(), "what stands in it", required=True),
        *EVERY,
    ),
)
SET = Record(
    "set of paints",
    tuple(Field(name, PAINT, "a colour") for name in ("base", "deep", "tint", "on")),
)
LOOK = Record(
    "look",
    (
        Field(
            "house", Either("a paint or a set", scalar=NAME, mapping=SET), "cover, core chapters"
        ),
        Field("colors", ListOf(NAME), "words with paints, taken in turn"),
        Field("cover", SYMBOL, "the cover's picture"),
        Field("cards", CODES, "cards fanned out on the cover, where it has no picture"),
        Field("folio", SYMBOL, "the thing that holds the page number"),
        Field("foot", SYMBOL, "art at the foot of a page"),
        Field(
            "number",
            Record(
                "number",
                (
                    Field("at", ListOf(Text("mm", r"-?\d+(\.\d+)?")), "its middle in the art, mm"),
                    Field("size", Text("mm", r"\d+(\.\d+)?"), "its size, mm"),
                    Field("rotate", Text("degrees", r"-?\d+(\.\d+)?"), "degrees"),
                    Field("color", NAME, "base, deep, tint, on, ink or white"),
                ),
            ),
            "where the page number stands in it",
        ),
    ),
)
SIDE = Record(
    "side",
    (
        Field("side", TEXT, "its title", required=True),
        Field("color", NAME, "house, gold or a word with paints"),
        Field(
            "lines",
            ListOf(
                Record(
                    "line",
                    (
                        Field("sign", Text(), "a number, a symbol, a few letters", required=True),
                        Field("text", TEXT, "what is said", required=True),
                    ),
                ),
                alone=False,
            ),
            "its lines, at most eight",
            required=True,
        ),
    ),
)
BOOK = Record(
    "section 'rulebook'",
    (
        Field("edition", Text(), "the edition's number", '"1.0"'),
        Field("aim", TEXT, "a line under the title: how one wins"),
        Field("look", LOOK, "colours, cover, page number"),
        Field("chapters", ListOf(CHAPTER, alone=False), "the chapters in order"),
        Field(
            "quick",
            Record("quick reference", (Field("blocks", Blocks(), "its blocks", required=True),)),
            "the one-page quick reference",
        ),
        Field("aid", ListOf(SIDE, alone=False), "the two sides of the player aid"),
    ),
)


def book_definitions() -> Schema:
    """The JSON Schema definitions that a rulebook refers to."""
    return {"block": {"anyOf": [record.schema() for record in BLOCKS.values()]}}
