import pytest

from deckgen.drawing import Shape
from deckgen.geometry import Rect
from deckgen.marks import Cuts, Zone, Zones, crop_marks, fold_line, zone


def test_with_room_for_all_the_bleed_is_whole_and_the_mark_long() -> None:
    assert zone(20.0, 3.0, True, 2.6) == Zone(3.0, 3.5, 8.5)


def test_marks_come_before_the_last_of_the_bleed() -> None:
    tight = zone(2.35, 3.0, True)
    assert tight.bleed == pytest.approx(2.35 / 3)
    assert tight.bleed < tight.mark_from < tight.mark_to == 2.35


def test_without_marks_the_bleed_takes_what_there_is() -> None:
    assert zone(2.0, 3.0, False) == Zone(2.0, 2.0, 2.0)
    assert zone(9.0, 3.0, False) == Zone(3.0, 3.0, 3.0)


def test_without_room_there_is_nothing() -> None:
    assert zone(0.0, 3.0, True, 2.6) == Zone(0.0, 0.0, 0.0)
    assert zone(-1.0, 3.0, True) == Zone(0.0, 0.0, 0.0)


def test_zones_of_the_other_side() -> None:
    top, right, bottom, left = (Zone(n, n, n) for n in (1, 2, 3, 4))
    zones = Zones(top, right, bottom, left)
    assert zones.behind(True) == Zones(top, left, bottom, right)
    assert zones.behind(False) == Zones(bottom, right, top, left)


def test_neighbours_without_a_gap_share_their_mark() -> None:
    block = Rect(10, 10, 20, 30)
    cuts = Cuts.around([Rect(10, 10, 10, 30), Rect(20, 10, 10, 30)], block)
    assert cuts.xs == (10, 20, 30)
    assert cuts.ys == (10, 40)
    here = Zone(3.0, 3.5, 6.0)
    (marks,) = crop_marks(cuts, Zones(here, here, here, here))
    assert isinstance(marks, Shape)
    assert len(marks.path) == 2 * (3 * 2 + 2 * 2)


def test_no_marks_where_no_room_is() -> None:
    nowhere = zone(0.0, 3.0, True)
    cuts = Cuts.around([Rect(0, 0, 10, 10)], Rect(0, 0, 10, 10))
    assert crop_marks(cuts, Zones(nowhere, nowhere, nowhere, nowhere)) == ()


def test_a_fold_is_dashed() -> None:
    (line,) = fold_line(True, 105.0, 4.0, 293.0)
    assert isinstance(line, Shape)
    assert line.path == (("M", 105.0, 4.0), ("L", 105.0, 293.0))
    assert line.stroke is not None
    assert line.stroke.dash
