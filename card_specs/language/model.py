"""What a game's spec says, as frozen values: the cards half in full, the rules half as nodes.

`load.py` makes a `Game`; `deck.py` lays out its cards.  Everything here is checked: names exist,
codes differ, counts are whole numbers.  Marks lead back to the spec.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from card_specs.language.arithmetic import Formula
from card_specs.language.nodes import Node
from card_specs.language.problems import Mark
from card_specs.values import dataclass

Words = Mapping[str, str]
"""A text in each of the spec's languages."""

Value = int | bool | str
"""What a table option is set to: a number, true or false, or a word."""

NO_WORDS: Words = MappingProxyType({})


@dataclass(frozen=True)
class Players:
    """How many may play: all the numbers, ascending."""

    numbers: tuple[int, ...]

    @property
    def least(self) -> int:
        return self.numbers[0]

    @property
    def most(self) -> int:
        return self.numbers[-1]

    def __contains__(self, number: int) -> bool:
        return number in self.numbers

    def __str__(self) -> str:
        """`2-6`, or `4, 6` where numbers between are left out."""
        runs: list[list[int]] = []
        for number in self.numbers:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


@dataclass(frozen=True)
class Word:
    """One word of a closed list: a colour, a suit, an icon.

    `letter` stands for it in codes, `letters` in a language's own codes; `symbol` names an art
    file and `paints` the colours (`#RRGGBB`) that are handed to drawings.
    """

    name: str
    list: str
    mark: Mark = field(compare=False, repr=False)
    letter: str
    letters: Words
    title: Words
    symbol: str
    paints: Mapping[str, str]
    has: Mapping[str, Value]
    gender: str = ""
    plural: bool = False


@dataclass(frozen=True)
class Option:
    """What a table may choose: one of `values`, or a number from `least` to `most`.

    `sort` is empty, or names what only the rules half understands: `groups` (lists of players; as a
    value, whether there is any) or `effect` (one of `values`, or an effect of the table's own).
    """

    name: str
    mark: Mark = field(compare=False, repr=False)
    title: Words
    text: Words
    default: Value
    values: tuple[Value, ...]
    value_titles: Mapping[str, Words]
    least: int | None
    most: int | None
    sort: str = ""
    rules: Mapping[str, Node] = field(default_factory=dict)

    @property
    def allowed(self) -> str:
        """The values as a spec says them: `rebid, order` or `10-15`."""
        if self.least is not None:
            return f"{self.least}-{self.most}"
        return ", ".join(map(say, self.values))

    def allows(self, value: Value) -> bool:
        """Whether the option may be set to the value; `True` is no number."""
        if self.least is not None and self.most is not None:
            return type(value) is int and self.least <= value <= self.most
        return any(type(value) is type(known) and value == known for known in self.values)


def say(value: Value) -> str:
    """A value as it is written in a spec."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Axis:
    """What a kind is multiplied by: words of the list of the same name, or numbers."""

    name: str
    values: tuple[str | int, ...]
    of_words: bool


@dataclass(frozen=True)
class Count:
    """How many copies: one formula, or a number for each value of an axis."""

    mark: Mark = field(compare=False, repr=False)
    formula: Formula | None
    axis: str = ""
    by_value: Mapping[str | int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class CardKind:
    """Cards that are alike but for their axes; texts are patterns in which `{axis}` may stand."""

    name: str
    mark: Mark = field(compare=False, repr=False)
    code: str
    alias: Words
    axes: tuple[Axis, ...]
    copies: Count
    in_play: Count | None
    title: Words
    text: Words
    chip: Words
    block: str
    tags: tuple[str, ...]
    has: Mapping[str, Value]
    each: Mapping[str, Mapping[str, tuple[str, ...]]]
    face: str
    back: str
    look: Mapping[str, Node]
    rules: Mapping[str, Node]
    gender: str = ""
    plural: bool = False
    marks: Mapping[str, Mark] = field(default_factory=dict, compare=False, repr=False)
    """Where title, text and chip stand, by name and by `name.language`."""


@dataclass(frozen=True)
class Card:
    """One distinct printed face.

    `copies` are printed, `in_play` of them are in the deck.  Where the copies of a code differ in
    print (`each`), every one is a `Card` of its own with the same code: `print_index` counts them
    from 0 and `printed` holds what differs.
    """

    code: str
    kind: CardKind = field(repr=False)
    attributes: Mapping[str, str | int]
    copies: int
    in_play: int
    title: Words
    text: Words
    chip: Words
    codes: Words
    printed: Mapping[str, Words]
    print_index: int

    @property
    def id(self) -> str:
        """A name that no other face of the deck has: the code, and `.2`, `.3` for later prints."""
        return f"{self.code}.{self.print_index + 1}" if self.print_index else self.code

    @property
    def face(self) -> str:
        return self.kind.face

    @property
    def back(self) -> str:
        return self.kind.back

    @property
    def look(self) -> Mapping[str, Node]:
        return self.kind.look

    def local_code(self, language: str) -> str:
        """The code as a reader of that language writes it."""
        return self.codes.get(language, self.code)


@dataclass(frozen=True)
class Component:
    """Another printed thing: dice nets, a score sheet; `node` is read by whoever prints it."""

    name: str
    mark: Mark = field(compare=False, repr=False)
    kind: str
    title: Words
    count: int
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class Variant:
    """A way to play; `node` holds its patch for the rules half."""

    name: str
    mark: Mark = field(compare=False, repr=False)
    title: Words
    players: Players
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class Game:
    """A whole spec.

    `sections` holds the top-level sections of the rules half (zones, turn, moves …) and `style` as
    located nodes, each for its own reader; a section that the spec lacks is not in it.
    """

    id: str
    mark: Mark = field(compare=False, repr=False)
    folder: str = field(compare=False, repr=False)
    title: Words
    languages: tuple[str, ...]
    players: Players
    summary: Words
    credits: Words
    licence: Words
    includes: tuple[str, ...]
    options: Mapping[str, Option]
    words: Mapping[str, Mapping[str, Word]]
    kinds: Mapping[str, CardKind]
    components: Mapping[str, Component]
    variants: Mapping[str, Variant]
    sections: Mapping[str, Node]

    @property
    def style(self) -> Node | None:
        """The section that says what the cards look like."""
        return self.sections.get("style")
