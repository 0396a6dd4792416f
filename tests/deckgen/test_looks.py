"""The bundled decks' looks, measured on their drawings (visual guide, section 10).

What a person must look at (is it beautiful?) is not here; what can be measured is: every text in
the safe zone, large enough and readable on its ground, both indices, the symbol of the colour on
every coloured card, backs that are equal to themselves turned round.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from card_specs.language.deck import deck
from card_specs.language.load import bundled, load
from card_specs.language.model import Card
from card_specs.language.problems import Problems
from deckgen import art, to_png
from deckgen.art_files import ArtFolders
from deckgen.drawing import IDENTITY, Drawing, Group, Mark, Matrix, Shape, Text
from deckgen.face import Faces
from deckgen.geometry import Rect
from deckgen.palette import hard_to_read

ART = Path(__file__).parents[2] / "card_specs" / "art"
GAMES = bundled()
INKS = ("full", "saver", "grey")
TURNED = (-1.0, 0.0, 0.0, -1.0, 63.5, 88.9)
LEAST_PT, LARGE_PT = 5.5, 14.0
READABLE, READABLE_LARGE = 4.5, 3.0
CAPITALS, BELOW = 0.74, 0.02  # of the em; what hangs below the baseline may leave the safe zone
NO_INDEX = {"HLP"}  # a summary card lies on the table and is never held in a fan
COLOURED_PICTURE = {"seis": 3, "cinco_vivos": 3}  # the symbol is in the picture, too
BACKS = [(game, name) for game in GAMES for name in sorted(Faces(load(game)).style.backs)]


@cache
def faces(game: str) -> Faces:
    return Faces(load(game))


@cache
def cards(game: str) -> tuple[Card, ...]:
    """One card of each code; the copies that differ in print only are drawn in `test_drawn`."""
    return tuple({card.code: card for card in deck(faces(game).game)}.values())


@cache
def drawing(game: str, number: int, language: str, ink: str) -> Drawing:
    return faces(game).draw(cards(game)[number], language, ink)


def drawings(game: str, language: str = "es", ink: str = "full") -> Iterator[tuple[Card, Drawing]]:
    for number, card in enumerate(cards(game)):
        yield card, drawing(game, number, language, ink)


def times(first: Matrix, second: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@dataclass(frozen=True)
class Placed:
    """A mark that is no group, and where it is seen."""

    mark: Mark
    matrix: Matrix

    @property
    def scale(self) -> float:
        return math.hypot(self.matrix[0], self.matrix[1])

    def corners(self) -> list[tuple[float, float]]:
        """A text's box: from its baseline to its capitals' height."""
        text = self.mark
        assert isinstance(text, Text)
        top, bottom = text.y - CAPITALS * text.size, text.y + BELOW * text.size
        points = [(x, y) for x in (text.x, text.x + text.width) for y in (top, bottom)]
        return [at(self.matrix, x, y) for x, y in points]

    def middle(self) -> tuple[float, float]:
        points = self.corners()
        return sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4


def walk(marks: Drawing, matrix: Matrix = IDENTITY) -> Iterator[Placed]:
    for mark in marks:
        if isinstance(mark, Group):
            yield from walk(mark.marks, times(matrix, mark.matrix))
        else:
            yield Placed(mark, matrix)


def outlines(placed: Placed) -> Iterator[list[tuple[float, float]]]:
    """A shape's subpaths as polygons, curves in eight steps."""
    assert isinstance(placed.mark, Shape)
    points: list[tuple[float, float]] = []
    for name, *numbers in placed.mark.path:
        values = [float(value) for value in numbers]
        if name == "M":
            if points:
                yield points
            points = [at(placed.matrix, *values)]
        elif name == "L":
            points.append(at(placed.matrix, *values))
        elif name == "C":
            p1, p2, p3 = (at(placed.matrix, *values[i : i + 2]) for i in (0, 2, 4))
            points += [bezier(points[-1], p1, p2, p3, step / 8) for step in range(1, 9)]
    if points:
        yield points


def bezier(
    p0: tuple[float, float],
    p1: tuple[float, float],
    p2: tuple[float, float],
    p3: tuple[float, float],
    t: float,
) -> tuple[float, float]:
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    points = (p0, p1, p2, p3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def winding(placed: Placed, x: float, y: float) -> int:
    turns = 0
    for points in outlines(placed):
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                turns += 1 if y2 > y1 else -1
    return turns


def under_line(placed: Placed, x: float, y: float, width: float) -> bool:
    """Whether a point lies on the outline's line."""
    for points in outlines(placed):
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            long = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1.0
            along = min(1.0, max(0.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long))
            dx, dy = x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)
            if dx * dx + dy * dy < (width / 2) ** 2:
                return True
    return False


def ground(before: list[Placed], x: float, y: float) -> str:
    """The colour at a point of what has been painted so far; white paper where nothing is."""
    for placed in reversed(before):
        shape = placed.mark
        if not isinstance(shape, Shape):
            continue
        line = shape.stroke
        if line and not line.dash and under_line(placed, x, y, line.width * placed.scale):
            return line.colour
        turns = winding(placed, x, y)
        if shape.fill is not None and (turns % 2 if shape.even_odd else turns):
            return shape.fill
    return "#FFFFFF"


def texts(marks: Drawing) -> Iterator[tuple[Placed, str]]:
    """Every text with the colour it stands on, but for those which are another one's shadow."""
    before: list[Placed] = []
    for placed in walk(marks):
        text = placed.mark
        if isinstance(text, Text) and (text.stroke is None or text.stroke.colour != text.fill):
            yield placed, ground(before, *placed.middle())
        before.append(placed)


def points_of(placed: Placed) -> float:
    assert isinstance(placed.mark, Text)
    return placed.mark.size * placed.scale * 72 / 25.4


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_drawn(game: str, language: str, ink: str) -> None:
    for card in deck(faces(game).game):
        assert faces(game).draw(card, language, ink)
    for name in faces(game).style.backs:
        assert faces(game).draw_back(name, ink)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_texts_stand_in_the_safe_zone_and_are_large_enough(game: str, language: str) -> None:
    safe = faces(game).card.safe
    for card, marks in drawings(game, language):
        for placed, _ in texts(marks):
            what = f"{card.code}: {placed.mark}"
            for x, y in placed.corners():
                assert safe.x <= x <= safe.right, what
                assert safe.y <= y <= safe.bottom, what
            assert points_of(placed) >= LEAST_PT, what


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("game", GAMES)
def test_texts_are_readable_on_their_ground(game: str, ink: str) -> None:
    for card, marks in drawings(game, "es", ink):
        for placed, under in texts(marks):
            text = placed.mark
            assert isinstance(text, Text)
            wanted = READABLE if points_of(placed) < LARGE_PT else READABLE_LARGE
            fronts = [text.fill] if text.stroke is None else [text.fill, text.stroke.colour]
            failing = [front for front in fronts if hard_to_read(front, under, wanted)]
            what = f"{card.code} '{text.text}': {fronts} on {under}"
            assert len(failing) < len(fronts), what


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_its_index_in_both_corners(game: str, ink: str) -> None:
    for card, marks in drawings(game, "es", ink):
        groups = [mark for mark in marks if isinstance(mark, Group)]
        turned = [group for group in groups if group.matrix == pytest.approx(TURNED)]
        assert len(turned) == (0 if card.kind.name in NO_INDEX else 1), card.code
        for group in turned:
            assert Group(group.marks) in groups, f"{card.code}: the corners differ"


@cache
def symbol_path(name: str) -> object:
    piece = art.read((ART / "symbols" / f"{name}.svg").read_bytes(), name, Problems())
    assert piece is not None
    return next(placed.mark.path for placed in walk(piece.marks) if isinstance(placed.mark, Shape))


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("game", GAMES)
def test_no_coloured_card_without_its_symbol(game: str, ink: str) -> None:
    words = {
        word.name: word for group in faces(game).game.words.values() for word in group.values()
    }
    for card, marks in drawings(game, "es", ink):
        for axis in card.kind.axes:
            if not axis.of_words:
                continue
            symbol = words[str(card.attributes[axis.name])].symbol
            wanted = {symbol_path(name) for name in (symbol, f"{symbol}_s") if _is_art(name)}
            seen = [p for p in walk(marks) if isinstance(p.mark, Shape) and p.mark.path in wanted]
            assert len(seen) >= COLOURED_PICTURE.get(game, 2), f"{card.code}: {len(seen)} symbols"


def _is_art(symbol: str) -> bool:
    return (ART / "symbols" / f"{symbol}.svg").is_file()


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("game", "name"), BACKS)
def test_backs_are_equal_to_themselves_turned_round(game: str, name: str, ink: str) -> None:
    marks = faces(game).draw_back(name, ink)
    assert not list(texts(marks)), "a text on a back has a right way up"
    view = Rect(-0.25, -0.55, 64, 90)  # whole pixels on either side of the centre
    picture = Image.open(io.BytesIO(to_png.png(marks, view, dpi=254))).convert("RGB").reduce(2)
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    difference = ImageChops.difference(picture, turned).convert("L")
    # an edge's smoothing may fall on either side of a pixel; a figure out of place is darker
    assert max(count for count in range(256) if difference.histogram()[count]) < 100


@pytest.mark.parametrize("game", GAMES)
def test_backs_tell_apart_what_lies_face_down(game: str) -> None:
    view = Rect(0, 0, 63.5, 88.9)
    backs = {to_png.png(faces(game).draw_back(n), view, 40) for n in faces(game).style.backs}
    assert len(backs) == len(faces(game).style.backs)


@pytest.mark.parametrize("game", GAMES)
def test_faces_are_light(game: str) -> None:
    """Few marks, so that a deck's file is small and quickly drawn."""
    for card, marks in drawings(game):
        drawn = list(walk(marks))
        segments = sum(len(p.mark.path) for p in drawn if isinstance(p.mark, Shape))
        assert len(drawn) <= 120, f"{card.code}: {len(drawn)} marks"
        assert segments <= 900, f"{card.code}: {segments} segments"


@pytest.mark.parametrize("file", sorted(ART.rglob("*.svg")), ids=lambda file: file.stem)
def test_art_is_read_without_a_problem(file: Path) -> None:
    problems = Problems()
    assert ArtFolders((file.parent,)).find(file.stem, problems) is not None
    assert not problems.found
