"""Measured pieces of a page: each knows its height, draws itself where it is put, is tagged.

A `Unit` is placed whole, or split where it says that it can be.  A `Chunk` is what it draws: a
sketch that belongs to a `Node` of the document's structure (a heading, a paragraph, a figure), or
to none where it only decorates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from card_specs.values import dataclass
from deckgen.drawing import Colour, Stroke
from deckgen.geometry import Rect
from deckgen.rulebook.inline import Rich
from deckgen.rulebook.setting import Setter, Setting
from deckgen.rulebook.shelf import Shelf
from deckgen.rulebook.sketch import Sketch, rounded
from deckgen.rulebook.theme import BLOCK, BODY, INK, RADIUS, WHITE, Look, Paints, Type


@dataclass(eq=False)
class Node:
    """An element of the structure: PDF's standard roles (H1, P, L, LI, Table, Figure, Link …).

    `alt` is what a figure shows; `scope` (Row, Column) says which cells a head of a table heads.
    """

    role: str
    parent: Node | None = None
    alt: str = ""
    lang: str = ""
    title: str = ""
    scope: str = ""


@dataclass(frozen=True, eq=False)
class Chunk:
    """Something drawn; `node` None: decoration.  `link` is where its `box` leads."""

    node: Node | None
    sketch: Sketch
    link: str = ""
    box: Rect | None = None


Draw = Callable[[float, float], Iterable[Chunk]]


@dataclass(frozen=True, eq=False)
class Beside:
    """What may stand at the right of a page's heading if the unit is the first one below it."""

    width: float
    draw: Draw


@dataclass(frozen=True, eq=False)
class Unit:
    """A piece of a column.

    `gap` is kept above it unless it is the first; `keep` holds it on the page of the next one;
    `split(room)` gives a part that fits and the rest, or None.  `targets` are what links lead to,
    `outline` its entry in the document's outline (level and text), `beside` what it would put
    beside the heading.
    """

    height: float
    draw: Draw
    gap: float = BLOCK
    keep: bool = False
    split: Callable[[float], tuple[Unit, Unit] | None] | None = None
    targets: tuple[str, ...] = ()
    outline: tuple[int, str] | None = None
    beside: Beside | None = None
    breaks: bool = False
    """Whether a new page begins here; its `title` and `subtitle` are then a page's heading."""
    title: Rich = ()
    subtitle: Rich = ()


@dataclass(frozen=True, eq=False)
class Kit:
    """What building blocks needs: the setter, the shelf, the colours of the chapter, the pages."""

    setter: Setter
    shelf: Shelf
    look: Look
    paints: Paints
    language: str
    body: Type = BODY
    pages: Callable[[str], str] = lambda target: "00"
    compact: bool = False
    """Whether a chapter is set a little smaller, since that saves a page."""

    @property
    def saver(self) -> bool:
        return self.look.saver

    def tight(self) -> Kit:
        """The kit for a chapter that is set smaller: text 9.2 on 12.2, cards at nine tenths."""
        return replace(self, compact=True, body=self.body.scaled(0.945))

    @property
    def card_scale(self) -> float:
        return 0.92 if self.compact else 1.0

    def having(self, paints: Paints) -> Kit:
        """The kit in other colours."""
        return replace(self, paints=paints)

    # --- grounds ---------------------------------------------------------------------------------

    def ground(self, x: float, y: float, width: float, height: float, fill: Colour = "") -> Sketch:
        """A rounded area in the tint; where ink is saved an outline."""
        if self.saver:
            return (rounded(x, y, width, height, RADIUS, WHITE, Stroke(self.paints.deep, 0.5)),)
        return (rounded(x, y, width, height, RADIUS, fill or self.paints.tint),)

    @property
    def strong(self) -> Colour:
        """Headings and signs: the deep colour."""
        return self.paints.deep


def text_chunks(
    kit: Kit,
    setting: Setting,
    x: float,
    y: float,
    node: Node,
    colour: Colour = INK,
    *,
    align: float = 0.0,
    width: float = 0.0,
    strong: Colour = "",
) -> Iterator[Chunk]:
    """A set text as chunks: links and foreign words have nodes of their own."""
    stretches = kit.setter.draw(setting, x, y, colour, align=align, width=width, strong=strong)
    for stretch in stretches:
        owner = node
        if stretch.link:
            owner = Node("Link", node)
        elif stretch.lang:
            owner = Node("Span", node, lang=stretch.lang)
        box = stretch.box if stretch.link else None
        yield Chunk(owner, stretch.sketch, stretch.link, box)


def text_unit(
    kit: Kit,
    rich: Rich,
    type_: Type,
    width: float,
    *,
    role: str = "P",
    colour: Colour = INK,
    gap: float = BLOCK,
    keep: bool = False,
    hyphens: bool = False,
    indent: float = 0.0,
) -> Unit:
    """A paragraph, which may be split with two lines on either side."""
    setting = kit.setter.set(rich, type_, width - indent, hyphens=hyphens)
    return set_unit(kit, setting, Node(role), colour, gap, keep, indent)


def set_unit(
    kit: Kit,
    setting: Setting,
    node: Node,
    colour: Colour = INK,
    gap: float = BLOCK,
    keep: bool = False,
    indent: float = 0.0,
) -> Unit:
    """A set text as a unit."""

    def draw(x: float, y: float) -> Iterator[Chunk]:
        return text_chunks(kit, setting, x + indent, y, node, colour)

    def split(room: float) -> tuple[Unit, Unit] | None:
        lines = int(room / setting.type.pitch + 1e-6)
        lines = min(lines, len(setting.lines) - 2)
        if lines < 2:
            return None
        head, tail = setting.cut(lines)
        return (
            set_unit(kit, head, node, colour, gap, False, indent),
            set_unit(kit, tail, node, colour, 0.0, keep, indent),
        )

    return Unit(setting.height, draw, gap, keep, split if len(setting.lines) > 3 else None)


def joined(units: Iterable[Unit], gap: float) -> Unit:
    """Several units as one that is placed whole."""
    parts = list(units)
    heights = [unit.height + (unit.gap if index else 0.0) for index, unit in enumerate(parts)]

    def draw(x: float, y: float) -> Iterator[Chunk]:
        for unit, height in zip(parts, heights, strict=True):
            yield from unit.draw(x, y + height - unit.height)
            y += height

    targets = tuple(target for unit in parts for target in unit.targets)
    outline = next((unit.outline for unit in parts if unit.outline), None)
    return Unit(sum(heights), draw, gap, targets=targets, outline=outline)


def decoration(sketch: Sketch) -> Chunk:
    """Something that a screen reader passes over."""
    return Chunk(None, sketch)
