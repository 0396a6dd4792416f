"""Everything a book shows many times, drawn once: cards, backs, symbols in a colour.

A card's picture is its finished face without bleed: round corners, a thin line, a solid edge below.
Keys are texts (`card:R7`, `back:main`, `symbol:gavel:#2F3570`), so that a writer can keep each
drawing once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from card_specs.language.model import Card
from card_specs.language.problems import Mark as Place
from card_specs.language.problems import Problem, Problems, SpecError, nearest
from card_specs.values import dataclass
from deckgen import art as art_format
from deckgen import colours
from deckgen.art import Art
from deckgen.drawing import Colour, Drawing, Group, Matrix, Shape, Stroke
from deckgen.face import Faces
from deckgen.geometry import Rect
from deckgen.matrices import times
from deckgen.recolour import recoloured
from deckgen.rulebook.sketch import Sketch, Stamp, rounded
from deckgen.rulebook.theme import EDGE, LINE

EDGE_BELOW, LINE_WIDTH = 1.4, 0.35
"""The solid edge below a card and the line round it, in the card's own mm."""


@dataclass(frozen=True)
class Kept:
    """A drawing of the shelf: its box (own mm) and what it is, in words."""

    drawing: Drawing
    box: Rect
    alt: str


@dataclass(eq=False)
class Shelf:
    """What one book shows; `ink` is full, saver or grey."""

    faces: Faces
    language: str
    ink: str
    cards: Mapping[str, Card]
    names: Mapping[str, str] = field(default_factory=dict)
    kept: dict[str, Kept] = field(default_factory=dict)

    @property
    def width(self) -> float:
        """A card's width in mm."""
        return self.faces.card.width

    @property
    def height(self) -> float:
        return self.faces.card.height

    def get(self, key: str) -> Kept:
        """A drawing by its key, which has been asked for before."""
        return self.kept[key]

    # --- cards -----------------------------------------------------------------------------------

    def card(
        self, code: str, x: float, y: float, width: float, turn: Matrix | None = None
    ) -> Sketch:
        """A card so many mm wide, its corner at x, y; `turn` (in the card's own mm) first.

        `R3~` shows the back, `BACK` a back; `NUM=R3` the card with a little one that it stands for,
        `G4+COL` two cards.
        """
        scale = width / self.width
        place = (scale, 0.0, 0.0, scale, x, y)
        if "+" in code or "=" in code:
            return self._two(code, x, y, width)
        key = self._card_key(code)
        matrix = place if turn is None else times(turn, place)
        return (Stamp(key, matrix),)

    def _two(self, code: str, x: float, y: float, width: float) -> Sketch:
        """Two cards on one place: the second small, over the lower corner of the first."""
        first, _, second = code.replace("=", "+", 1).partition("+")
        height = width * self.height / self.width
        small = 0.52
        below = self.card(first, x, y, width)
        there = self.card(
            second, x + width * (1 - small), y + height * (1 - small) - 0.02 * height, width * small
        )
        return (*below, *there)

    def _card_key(self, code: str) -> str:
        if code.startswith("BACK"):
            return self.back(code.partition("-")[2] or "main")
        if code.endswith("~"):
            card = self.cards.get(code[:-1])
            return self.back(card.back if card else "main")
        key = f"card:{code}"
        if key not in self.kept:
            drawing = self.faces.draw(self.cards[code], self.language, self.ink)
            self.kept[key] = self._framed(drawing, self.names.get(code, code))
        return key

    def back(self, name: str) -> str:
        """The key of a back."""
        key = f"back:{name}"
        if key not in self.kept:
            drawing = self.faces.draw_back(name, self.ink, language=self.language)
            self.kept[key] = self._framed(drawing, "")
        return key

    def _framed(self, drawing: Drawing, alt: str) -> Kept:
        """The trimmed card with its line and its edge."""
        size = self.faces.card
        clip = rounded(0, 0, size.width, size.height, size.corner, "#000000")
        frame = (0.0, 0.0, size.width, size.height, size.corner)
        line, edge = (
            (colours.grey(LINE), colours.grey(EDGE)) if self.ink == "grey" else (LINE, EDGE)
        )
        marks: list[object] = []
        if self.ink != "saver":
            marks.append(rounded(0, EDGE_BELOW, *frame[2:], edge))
        marks.append(rounded(*frame, "#FFFFFF"))
        marks.append(Group(drawing, clip=Shape(clip.path)))
        marks.append(rounded(*frame, None, Stroke(line, LINE_WIDTH)))
        half = LINE_WIDTH / 2
        box = Rect(-half, -half, size.width + 2 * half, size.height + EDGE_BELOW + 2 * half)
        return Kept(tuple(marks), box, alt)  # type: ignore[arg-type]

    # --- symbols and art -------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        return self.faces.art.has(name)

    def symbol(
        self, name: str, x: float, y: float, size: float, colour: Colour, at: Place | None = None
    ) -> Sketch:
        """A symbol in one colour, its middle at x, y; nothing for no name."""
        if not name:
            return ()
        if self.faces.art.has(f"symbols/{name}"):
            name = f"symbols/{name}"  # a game may have a larger drawing of the same name
        key = f"symbol:{name}:{colour}"
        if key not in self.kept:
            paints = {"currentColor": colour, "base": colour, "deep": colour}
            self.kept[key] = self.art(name, paints, at)
        box = self.kept[key].box
        scale = size / max(box.width, box.height)
        return (
            Stamp(
                key,
                (
                    *(scale, 0.0, 0.0, scale),
                    x - scale * (box.x + box.width / 2),
                    y - scale * (box.y + box.height / 2),
                ),
            ),
        )

    def art(self, name: str, paints: Mapping[str, Colour], at: Place | None = None) -> Kept:
        """An art file in certain paints; `SpecError` if there is none or it is wrong."""
        place = at or self.faces.game.mark
        if self.ink == "saver" and self.faces.art.has(f"{name}.saver"):
            name = f"{name}.saver"
        problems = Problems()
        piece = self.faces.art.find(name, problems)
        problems.raise_if_any()
        if not isinstance(piece, Art):
            hint = nearest(name, self.faces.art.names())
            raise SpecError([Problem(place, f"there is no drawing '{name}'", hint)])

        def paint(wanted: str) -> Colour | None:
            return paints.get(wanted)

        try:
            marks = art_format.in_paints(piece.marks, paint)
        except KeyError as error:
            message = f"the drawing '{name}' needs the paint '{error.args[0]}'"
            raise SpecError([Problem(place, message)]) from None
        if self.ink == "grey":
            marks = recoloured(marks, colours.grey)
        return Kept(marks, piece.view, "")

    def keep(self, key: str, kept: Kept) -> str:
        """Put a drawing on the shelf under a key."""
        self.kept.setdefault(key, kept)
        return key
