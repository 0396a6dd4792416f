"""Where cards come to lie; the flips are written out here, independently of `sheet.Axis`."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_specs.language.problems import PersonError
from deckgen.drawing import Shape
from deckgen.geometry import CardFormat, Rect
from deckgen.impose import impose, lay_out
from deckgen.papers import Paper, card_format, paper_named
from deckgen.sheet import (
    Backs,
    Copies,
    Layout,
    Marks,
    MarksOn,
    Order,
    Sheet,
    SheetOptions,
    Side,
    Slot,
)

PAPERS = ("a4", "letter", "a3", "297x210", "100x150")
CARDS = ("poker", "bridge", "tarot", "mini", "square", "business")
DUPLEX = (Backs.DUPLEX_LONG, Backs.DUPLEX_SHORT)
DECK = [Copies(f"f{n}", f"b{n % 3}", 1) for n in range(14)]

UP = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
"""Where a card's top points on a page, x to the right and y downwards."""


def near(one: Rect, other: Rect) -> bool:
    return all(
        abs(a - b) < 1e-6
        for a, b in zip(
            (one.x, one.y, one.right, one.bottom),
            (other.x, other.y, other.right, other.bottom),
            strict=True,
        )
    )


def overlap(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.right - 1e-6
        and other.x < one.right - 1e-6
        and one.y < other.bottom - 1e-6
        and other.y < one.bottom - 1e-6
    )


def turned_over(paper: Paper, backs: Backs, slot: Slot) -> tuple[Rect, tuple[int, int]]:
    """Rectangle and top of what lies behind a slot, once the sheet is turned on its edge."""
    r, (ux, uy) = slot.trim, UP[slot.turn]
    tall = paper.height >= paper.width
    if tall == (backs is Backs.DUPLEX_LONG):
        return Rect(paper.width - r.x - r.width, r.y, r.width, r.height), (-ux, uy)
    return Rect(r.x, paper.height - r.y - r.height, r.width, r.height), (ux, -uy)


@pytest.mark.parametrize("backs", DUPLEX)
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_back_lies_behind_its_front(paper: str, card: str, backs: Backs) -> None:
    options = SheetOptions(paper=paper_named(paper), card=card_format(card), backs=backs)
    sheets = impose(lay_out(options), DECK)
    fronts = [sheet for sheet in sheets if sheet.side is Side.FRONT]
    behind = [sheet for sheet in sheets if sheet.side is Side.BACK]
    assert len(fronts) == len(behind) >= 1
    for front, back in zip(fronts, behind, strict=True):
        for here, there, name, back_name in zip(
            front.slots, back.slots, front.faces, back.faces, strict=True
        ):
            rect, top = turned_over(options.paper, backs, here)
            assert near(there.trim, rect)
            assert UP[there.turn] == top
            assert back_name == f"b{int(name[1:]) % 3}"


@pytest.mark.parametrize("card", ["poker", "bridge", "mini", "square"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "297x210"])
def test_a_folded_sheet_brings_backs_behind_fronts(paper: str, card: str) -> None:
    options = SheetOptions(paper=paper_named(paper), card=card_format(card), backs=Backs.FOLD)
    layout = lay_out(options)
    sheets = impose(layout, DECK)
    assert {sheet.side for sheet in sheets} == {Side.FOLD}
    assert sum(len(sheet.faces) for sheet in sheets) == 2 * len(DECK)
    assert layout.axis is not None
    for sheet in sheets:
        half = len(sheet.slots) // 2
        for front, back in zip(sheet.slots[:half], sheet.slots[half:], strict=True):
            r, (ux, uy), w, h = (
                front.trim,
                UP[front.turn],
                options.paper.width,
                options.paper.height,
            )
            if layout.axis.upright:
                rect, top = Rect(w - r.right, r.y, r.width, r.height), (-ux, uy)
                assert r.right < w / 2
            else:
                rect, top = Rect(r.x, h - r.bottom, r.width, r.height), (ux, -uy)
                assert r.bottom < h / 2
            assert near(back.trim, rect)
            assert UP[back.turn] == top


@pytest.mark.parametrize("backs", list(Backs))
@pytest.mark.parametrize("paper", PAPERS)
def test_the_grid_is_the_same_on_every_sheet(paper: str, backs: Backs) -> None:
    options = SheetOptions(paper=paper_named(paper), card=card_format("mini"), backs=backs)
    sheets = impose(lay_out(options), [Copies("f", "b", 50)])
    for side in Side:
        places = [[slot.trim for slot in sheet.slots] for sheet in sheets if sheet.side is side]
        for one in places:
            assert set(one) <= set(places[0])


def whole(layout: Layout, deck: list[Copies]) -> list[Sheet]:
    return list(impose(layout, deck))


@pytest.mark.parametrize("backs", list(Backs))
@pytest.mark.parametrize("gap", [0.0, 2.0, 10.0, None])
def test_no_bleed_reaches_another_card(backs: Backs, gap: float | None) -> None:
    layout = lay_out(SheetOptions(gap=gap, backs=backs))
    for sheet in impose(layout, DECK):
        for one, other in combinations(sheet.slots, 2):
            assert not overlap(one.trim, other.trim)
            assert not overlap(one.clip, other.trim)
            assert not overlap(other.clip, one.trim)


def test_neighbours_share_a_narrow_gap_at_its_middle() -> None:
    slots = lay_out(SheetOptions(gap=2.0)).slots(9)
    assert slots[0].clip.right == pytest.approx(slots[0].trim.right + 1.0)
    assert slots[1].clip.x == pytest.approx(slots[0].clip.right)


def test_without_a_gap_the_bleed_runs_on_only_where_nobody_is() -> None:
    layout = lay_out(SheetOptions())
    slots = layout.slots(4)  # a row of three, and one below the first
    assert slots[0].clip.x == pytest.approx(slots[0].trim.x - 3)  # the outer edge
    assert slots[0].clip.right == pytest.approx(slots[0].trim.right)
    assert slots[1].clip.bottom == pytest.approx(slots[1].trim.bottom + 3)
    assert slots[3].clip.right == pytest.approx(slots[3].trim.right + 3)


@pytest.mark.parametrize("marks_on", list(MarksOn))
@pytest.mark.parametrize("backs", list(Backs))
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_crop_marks_lie_beyond_all_cards_and_inside_the_margin(
    paper: str, card: str, backs: Backs, marks_on: MarksOn
) -> None:
    options = SheetOptions(
        paper=paper_named(paper), card=card_format(card), backs=backs, marks_on=marks_on
    )
    layout = lay_out(options)
    inner = Rect(0, 0, options.paper.width, options.paper.height).grown(-options.margin + 1e-6)
    for sheet in impose(layout, DECK):
        lines = list(segments(layout.pages[sheet.side].marks))
        assert bool(lines) == (sheet.side is not Side.BACK or marks_on is MarksOn.BOTH)
        for line in lines:
            assert inner.x <= line.x
            assert inner.y <= line.y
            assert line.right <= inner.right
            assert line.bottom <= inner.bottom
            for slot in sheet.slots:
                assert not overlap(slot.trim, line.grown(0.05))


def segments(drawing: tuple[object, ...]) -> list[Rect]:
    found = []
    for shape in drawing:
        assert isinstance(shape, Shape)
        for (_, x1, y1), (_, x2, y2) in zip(shape.path[::2], shape.path[1::2], strict=True):
            found.append(Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))
    return found


def test_cut_lines_run_along_every_edge() -> None:
    layout = lay_out(SheetOptions(marks=Marks.LINES, gap=2.0))
    lines = segments(layout.pages[Side.FRONT].marks)
    upright = sorted(line.x for line in lines if line.width == 0)
    edges = sorted({round(e, 4) for s in layout.slots(9) for e in (s.trim.x, s.trim.right)})
    assert upright == pytest.approx(edges)


def test_no_marks_when_none_are_wanted() -> None:
    layout = lay_out(SheetOptions(marks=Marks.NONE, marks_on=MarksOn.BOTH))
    assert all(page.marks == () for page in layout.pages.values())


@pytest.mark.parametrize(
    ("paper", "card", "count", "turn"),
    [
        ("a4", "poker", 9, 0),
        ("letter", "poker", 9, 0),
        ("a4", "bridge", 10, 90),
        ("a4", "tarot", 4, 0),
        ("a4", "mini", 16, 0),
        ("letter", "mini", 18, 90),
        ("a3", "poker", 18, 90),
    ],
)
def test_the_orientation_that_holds_more_is_chosen(
    paper: str, card: str, count: int, turn: int
) -> None:
    grid = lay_out(SheetOptions(paper=paper_named(paper), card=card_format(card))).grid
    assert (grid.count, grid.turn) == (count, turn)


def test_cards_that_lie_down_are_read_in_order_when_the_sheet_is_turned() -> None:
    slots = lay_out(SheetOptions(card=card_format("bridge"))).slots(10)
    first, second, sixth = slots[0].trim, slots[1].trim, slots[5].trim
    assert first.x == second.x
    assert first.y < second.y
    assert sixth.x < first.x
    assert sixth.y == first.y


def test_the_exact_poker_size_fits_nine_times_on_both_papers() -> None:
    for margin in (4.0, 6.0):
        for paper in ("a4", "letter"):
            options = SheetOptions(paper=paper_named(paper), margin=margin)
            assert lay_out(options).grid.count == 9


def test_a_margin_that_takes_the_room_gives_fewer_cards() -> None:
    assert lay_out(SheetOptions(paper=paper_named("letter"), margin=7.0)).grid.count == 8


@pytest.mark.parametrize("backs", list(Backs))
def test_a_card_that_fits_nowhere_is_said_so(backs: Backs) -> None:
    options = SheetOptions(paper=paper_named("60x80"), backs=backs)
    with pytest.raises(PersonError) as error:
        lay_out(options)
    how = "folded " if backs is Backs.FOLD else ""
    assert str(error.value) == (
        f"a card of 63.5 x 88.9 mm does not fit on {how}60x80 (60 x 80 mm) with a margin of 4 mm"
        " — choose a larger paper, a smaller card or a smaller margin"
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"margin": -1.0}, "margin -1 mm — between 0 and 100"),
        ({"gap": -0.5}, "gap -0.5 mm — between 0 and 100"),
        ({"shift": (0.0, 25.0)}, "shift 0,25 mm — at most 20 mm each way"),
        ({"scale": (2.0, 1.0)}, "scale 2,1 — between 0.9 and 1.1"),
        ({"card": CardFormat(bleed_by=-1)}, "bleed -1 mm — between 0 and 100"),
        ({"margin": float("nan")}, "margin nan mm — between 0 and 100"),
    ],
)
def test_what_no_printer_does_is_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(PersonError) as error:
        lay_out(replace(SheetOptions(), **change))  # type: ignore[arg-type]
    assert str(error.value) == says


def test_the_widest_gap_costs_no_card() -> None:
    layout = lay_out(SheetOptions(gap=None))
    assert layout.grid.count == 9
    assert 1.5 < layout.grid.gap < 6


def test_orders_of_pages() -> None:
    def order(wanted: Order) -> list[tuple[str, int]]:
        layout = lay_out(SheetOptions(order=wanted))
        return [(sheet.side.value, sheet.number) for sheet in impose(layout, DECK)]

    assert order(Order.ALTERNATE) == [("front", 1), ("back", 1), ("front", 2), ("back", 2)]
    assert order(Order.FRONTS_FIRST) == [("front", 1), ("front", 2), ("back", 1), ("back", 2)]
    assert order(Order.BACKS_REVERSED) == [("front", 1), ("front", 2), ("back", 2), ("back", 1)]


def test_no_back_pages_without_backs() -> None:
    plain = [Copies(f"f{n}", None, 1) for n in range(12)]
    assert [s.side for s in impose(lay_out(SheetOptions()), plain)] == [Side.FRONT] * 2
    options = SheetOptions(backs=Backs.NONE)
    assert [s.side for s in impose(lay_out(options), DECK)] == [Side.FRONT] * 2
    folded = impose(lay_out(SheetOptions(backs=Backs.FOLD)), plain)
    assert all(len(sheet.faces) <= 4 for sheet in folded)


def test_a_card_without_back_leaves_its_place_free() -> None:
    deck = [Copies("a", "x", 1), Copies("b", None, 1), Copies("c", "y", 1)]
    front, back = impose(lay_out(SheetOptions()), deck)
    assert front.faces == ("a", "b", "c")
    assert back.faces == ("x", "y")
    assert back.slots[1].trim.x == pytest.approx(210 - front.slots[2].trim.right)


def test_cards_come_in_order_and_none_is_lost() -> None:
    deck = [Copies(f"f{n}", None, n) for n in range(12)]
    sheets = impose(lay_out(SheetOptions(backs=Backs.NONE)), deck)
    assert [f for s in sheets for f in s.faces] == [c.front for c in deck for _ in range(c.count)]
    assert {(s.number, s.of) for s in sheets} == {(n, 8) for n in range(1, 9)}


def test_the_shift_moves_the_backs_alone_and_the_scale_both() -> None:
    pages = lay_out(SheetOptions(shift=(0.3, -0.2))).pages
    assert pages[Side.FRONT].adjust == (1, 0, 0, 1, 0, 0)
    assert pages[Side.BACK].adjust == pytest.approx((1, 0, 0, 1, 0.3, -0.2))
    pages = lay_out(SheetOptions(scale=(1.01, 0.99))).pages
    assert pages[Side.FRONT].adjust == pytest.approx((1.01, 0, 0, 0.99, -1.05, 1.485))
    assert pages[Side.BACK].adjust == pages[Side.FRONT].adjust


@settings(max_examples=150, deadline=None)
@given(
    width=st.floats(80, 450),
    height=st.floats(80, 450),
    card=st.tuples(st.floats(20, 130), st.floats(20, 130), st.floats(0, 6)),
    gap=st.one_of(st.none(), st.floats(0, 12)),
    margin=st.floats(0, 15),
    backs=st.sampled_from(Backs),
    cards=st.integers(1, 40),
)
def test_whatever_the_sizes_nothing_overlaps_and_nothing_is_lost(
    width: float,
    height: float,
    card: tuple[float, float, float],
    gap: float | None,
    margin: float,
    backs: Backs,
    cards: int,
) -> None:
    form = CardFormat(card[0], card[1], bleed_by=card[2])
    options = SheetOptions(Paper(width, height), form, backs, gap, margin)
    try:
        layout = lay_out(options)
    except PersonError:
        return
    inner = Rect(0, 0, width, height).grown(-margin + 1e-5)
    sheets = impose(layout, [Copies("f", "b", cards)])
    assert sum(s.faces.count("f") for s in sheets) == cards
    for sheet in sheets:
        for slot in sheet.slots:
            assert inner.x <= slot.clip.x
            assert inner.y <= slot.clip.y
            assert slot.clip.right <= inner.right
            assert slot.clip.bottom <= inner.bottom
        for one, other in combinations(sheet.slots[:12], 2):
            assert not overlap(one.clip, other.trim)
