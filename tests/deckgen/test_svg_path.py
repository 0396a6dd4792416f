"""Path data, transforms and basic shapes against what the SVG specification says they are."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckgen import svg_path


def rounded(path: svg_path.Path) -> list[tuple[str | float, ...]]:
    return [
        tuple(part if isinstance(part, str) else round(part, 3) for part in segment)
        for segment in path
    ]


@pytest.mark.parametrize(
    ("data", "segments"),
    [
        ("M1 2L3 4", [("M", 1, 2), ("L", 3, 4)]),
        ("m1-2 3.5.5", [("M", 1, -2), ("L", 4.5, -1.5)]),
        (
            "M0 0H5V-1h-2v3z",
            [("M", 0, 0), ("L", 5, 0), ("L", 5, -1), ("L", 3, -1), ("L", 3, 2), ("Z",)],
        ),
        (
            "M0 0c1 0 2 1 2 2s1 2 2 2",
            [("M", 0, 0), ("C", 1, 0, 2, 1, 2, 2), ("C", 2, 3, 3, 4, 4, 4)],
        ),
        ("M0 0q3 0 3 3t3 3", [("M", 0, 0), ("C", 2, 0, 3, 1, 3, 3), ("C", 3, 5, 4, 6, 6, 6)]),
        ("M0 0L2 0zL1 1", [("M", 0, 0), ("L", 2, 0), ("Z",), ("M", 0, 0), ("L", 1, 1)]),
        ("M1e1 1E-1", [("M", 10, 0.1)]),
        (" M 1,2 , 3,4 ", [("M", 1, 2), ("L", 3, 4)]),
        ("M0 0a0 5 0 0 1 4 0", [("M", 0, 0), ("L", 4, 0)]),
        ("M0 0a5 5 0 0 1 0 0", [("M", 0, 0)]),
        ("", []),
    ],
)
def test_commands(data: str, segments: list[tuple[str | float, ...]]) -> None:
    assert rounded(svg_path.path(data)) == segments


def test_a_half_circle_is_two_quarters() -> None:
    path = rounded(svg_path.path("M0 0a5 5 0 0010 0"))
    assert path == [
        ("M", 0, 0),
        ("C", 0, 2.761, 2.239, 5, 5, 5),
        ("C", 7.761, 5, 10, 2.761, 10, 0),
    ]


@pytest.mark.parametrize("large", [0, 1])
@pytest.mark.parametrize("sweep", [0, 1])
def test_arcs_lie_on_their_circle(large: int, sweep: int) -> None:
    path = svg_path.path(f"M3 0A3 3 0 {large} {sweep} 0 3")
    centre = (0, 0) if large != sweep else (3, 3)
    for segment in path[1:]:
        x, y = (float(v) for v in segment[-2:])
        assert math.hypot(x - centre[0], y - centre[1]) == pytest.approx(3)
    assert len(path) == (4 if large else 2)


def test_too_small_arcs_grow_until_they_reach() -> None:
    x, y = svg_path.path("M0 0A1 1 0 0 1 10 0")[1][-2:]
    assert (round(float(x), 3), round(float(y), 3)) == (5, -5)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("L1 2", "a path begins with M"),
        ("M1", "'M' needs 2 numbers, or a multiple; found 1"),
        ("M1 2X3", "'X3' is not a number"),
        ("Q", "a path begins with M"),
        ("M0 0z5", "'5' stands after Z"),
        ("M0 0A1 1 0 2 0 3 3", "'2 0 3 3' does not belong into an arc"),
        ("x M0 0", "'x M0 0' is not path data"),
        ("M0 ;1", "';1' is not a number"),
    ],
)
def test_what_is_no_path(data: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        svg_path.path(data)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3)", (4, 1)),
        ("translate(3, 4)", (4, 5)),
        ("scale(2 3)", (2, 3)),
        ("rotate(90)", (-1, 1)),
        ("rotate(180 31.75 44.45)", (62.5, 87.9)),
        ("matrix(1 0 0 1 5 6)", (6, 7)),
        ("translate(10 0) rotate(90) scale(2)", (8, 2)),
        ("skewX(45)", (2, 1)),
        ("", (1, 1)),
    ],
)
def test_transforms(text: str, point: tuple[float, float]) -> None:
    a, b, c, d, e, f = svg_path.transform(text)
    assert (a + c + e, b + d + f) == pytest.approx(point)


def test_what_is_no_transform() -> None:
    with pytest.raises(ValueError, match=r"rotate\(1, 2\) is not a transform"):
        svg_path.transform("rotate(1 2)")
    with pytest.raises(ValueError, match="'turn' is not a transform"):
        svg_path.transform("turn")


def test_rounded_rectangles_round_at_most_halves() -> None:
    path = svg_path.rectangle(0, 0, 10, 4, 9, 9)
    assert rounded(path)[0] == ("M", 5, 0)
    assert len(svg_path.rectangle(0, 0, 10, 4, 0, 0)) == 5


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+e ", max_size=60))
def test_any_text_is_a_path_or_refused(data: str) -> None:
    with contextlib.suppress(ValueError, OverflowError):
        svg_path.path(data)
