"""A printer with a known error is simulated; the sheet must show the shift that undoes it."""

import pytest

from card_specs.language.problems import PersonError
from deckgen.calibrate import STEP, STROKES, calibration
from deckgen.drawing import Drawing, Shape, Text
from deckgen.impose import turning_edge
from deckgen.papers import Paper, paper_named
from deckgen.sheet import Backs

Line = tuple[float, float, float, float]


def strokes(drawing: Drawing) -> list[Line]:
    """The strokes of the row and the column: the shape with one for each number both ways."""
    for mark in drawing:
        if isinstance(mark, Shape) and len(mark.path) == 4 * (2 * STROKES + 1):
            return [
                (float(x1), float(y1), float(x2), float(y2))
                for (_, x1, y1), (_, x2, y2) in zip(mark.path[::2], mark.path[1::2], strict=True)
            ]
    raise AssertionError("no strokes")


def seen_from_the_front(paper: Paper, backs: Backs, line: Line, error: tuple[float, float]) -> Line:
    """Where a stroke of the back shows through, printed so much too far right and down."""
    x1, y1, x2, y2 = line
    (x1, x2), (y1, y2) = ((x + error[0] for x in (x1, x2)), (y + error[1] for y in (y1, y2)))
    tall = paper.height >= paper.width
    if tall == (backs is Backs.DUPLEX_LONG):
        return paper.width - x1, y1, paper.width - x2, y2
    return x1, paper.height - y1, x2, paper.height - y2


def in_line(front: Line, back: Line, way: int) -> bool:
    """Whether one stroke goes on in the line of the other."""
    return abs(front[way] - back[way]) < 0.05


@pytest.mark.parametrize("backs", [Backs.DUPLEX_LONG, Backs.DUPLEX_SHORT])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "297x240"])
@pytest.mark.parametrize("error", [(0.0, 0.0), (1.2, -0.4), (-3.8, 4.0), (3.0, 2.0)])
def test_one_stroke_each_way_continues_its_own_and_its_number_undoes_the_error(
    paper: str, backs: Backs, error: tuple[float, float]
) -> None:
    page = paper_named(paper)
    sheet = calibration(page, turning_edge(page, backs), "en")
    fronts = strokes(sheet.front)
    behind = [seen_from_the_front(page, backs, line, error) for line in strokes(sheet.back)]
    # Strokes alternate: one of the row, one of the column, from -STROKES upwards.
    for way in (0, 1):
        lines, others = fronts[way::2], behind[way::2]
        met = [
            (n, m) for n, a in enumerate(lines) for m, b in enumerate(others) if in_line(a, b, way)
        ]
        own = [n for n, m in met if n == m]
        assert len(own) == 1
        assert (own[0] - STROKES) * STEP == pytest.approx(-error[way])
        # What else is in line is a pitch away: more than a pin can be mistaken.
        assert all(abs((n - own[0]) * STEP) > 3.5 for n, m in met if n != m)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("paper", ["a4", "letter", "194x240"])
def test_everything_lies_on_the_paper_and_the_rulers_are_100_mm(paper: str, lang: str) -> None:
    page = paper_named(paper)
    sheet = calibration(page, turning_edge(page, Backs.DUPLEX_LONG), lang, "casa", (0.4, -0.2))
    xs: list[float] = []
    ys: list[float] = []
    for mark in (*sheet.front, *sheet.back):
        if isinstance(mark, Text):
            xs += [mark.x, mark.x + mark.width]
            ys += [mark.y - mark.size, mark.y + mark.size / 4]
        elif isinstance(mark, Shape):
            xs += [float(s[1]) for s in mark.path]
            ys += [float(s[2]) for s in mark.path]
    assert min(xs) >= 2
    assert min(ys) >= 2
    assert max(xs) <= page.width - 2
    assert max(ys) <= page.height - 2
    texts = [mark.text for mark in sheet.front if isinstance(mark, Text)]
    assert "deckgen deck SPEC --printer casa" in texts
    assert any("+0.4" in text for text in texts)
    rulers = [
        abs(float(b[1]) - float(a[1])) + abs(float(b[2]) - float(a[2]))
        for mark in sheet.front
        if isinstance(mark, Shape)
        for a, b in zip(mark.path[::2], mark.path[1::2], strict=True)
    ]
    assert rulers.count(pytest.approx(100)) == 2


def test_a_paper_that_is_too_small() -> None:
    page = Paper(100, 150)
    with pytest.raises(PersonError, match="100x150 is too small for the calibration sheet"):
        calibration(page, turning_edge(page, Backs.DUPLEX_LONG), "en")
