import pytest

from deckgen.drawing import IDENTITY
from deckgen.geometry import Rect
from deckgen.matrices import inverse, moved, times, to_mm, to_points

TURNED = (0.0, 1.0, -1.0, 0.0, 20.0, 5.0)


def test_a_matrix_and_its_inverse_do_nothing() -> None:
    assert times(TURNED, inverse(TURNED)) == pytest.approx(IDENTITY)
    assert times(inverse(TURNED), TURNED) == pytest.approx(IDENTITY)


def test_the_inner_matrix_comes_first() -> None:
    move, turn = (1.0, 0.0, 0.0, 1.0, 10.0, 0.0), (0.0, 1.0, -1.0, 0.0, 0.0, 0.0)
    assert times(move, turn)[4:] == pytest.approx((0.0, 10.0))
    assert times(turn, move)[4:] == pytest.approx((10.0, 0.0))


def test_points_run_upwards_and_millimetres_downwards() -> None:
    there = to_points(297.0)
    assert moved(Rect(0, 0, 25.4, 25.4), there).height == pytest.approx(72)
    assert moved(Rect(0, 297, 0, 0), there).y == pytest.approx(0)
    assert times(there, to_mm(297 * 72 / 25.4)) == pytest.approx(IDENTITY)


def test_a_turned_rectangle() -> None:
    r = moved(Rect(0, 0, 4, 2), TURNED)
    assert (r.x, r.y, r.width, r.height) == (18, 5, 2, 4)
