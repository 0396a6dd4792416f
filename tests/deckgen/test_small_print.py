from deckgen.drawing import Drawing, Group, Text
from deckgen.papers import paper_named
from deckgen.sheet import Backs, Layout, SheetOptions, Side
from deckgen.small_print import SmallPrint, head, lay_out_with, numbered, terms

LONG = "Compartido gratis con todos: imprímelo, juégalo y regálalo, pero no lo vendas. " * 4


def texts(drawing: Drawing) -> list[str]:
    found = []
    for mark in drawing:
        if isinstance(mark, Group):
            found += texts(mark.marks)
        elif isinstance(mark, Text):
            found.append(mark.text)
    return found


def printed(layout: Layout, small: SmallPrint) -> str:
    return " ".join(texts(terms(layout, small, 99)))


def test_the_head_says_what_to_do_with_the_page() -> None:
    small = SmallPrint("CINCO", "", "es")
    assert small.head(Side.FRONT) == "CINCO · imprimir al 100 % · hoja"
    assert small.head(Side.BACK) == "CINCO · dorsos · hoja"
    assert "doblar" in small.head(Side.FOLD)
    assert SmallPrint("X", "", "de").head(Side.FRONT) == "X · print at 100 % · sheet"


def test_long_terms_take_more_lines_and_lose_no_word() -> None:
    short, long = SmallPrint("CINCO", "Gratis.", "es"), SmallPrint("CINCO", LONG, "es")
    one, several = (lay_out_with(SheetOptions(), small, 99) for small in (short, long))
    assert one[1] == several[1] == ""
    assert several[0].options.band > one[0].options.band
    assert printed(several[0], long).split() == LONG.split()
    assert several[0].grid == one[0].grid  # no card moves for it


def test_terms_never_leave_their_band() -> None:
    for paper in ("a4", "letter", "a3"):
        for backs in Backs:
            options = SheetOptions(paper=paper_named(paper), backs=backs)
            small = SmallPrint("CINCO", LONG, "es")
            layout, warning = lay_out_with(options, small, 99)
            assert warning == ""
            page = next(iter(layout.pages.values()))
            assert page.band is not None
            long = page.band.box.height if page.band.turn else page.band.box.width
            (group,) = terms(layout, small, 99)
            assert isinstance(group, Group)
            for mark in group.marks:
                assert isinstance(mark, Text)
                assert mark.x >= 0
                assert mark.x + mark.width <= long + 1e-6


def test_what_has_no_room_is_told_and_left_out() -> None:
    small = SmallPrint("CINCO", LONG * 5, "es")
    layout, warning = lay_out_with(SheetOptions(), small, 9)
    assert warning.startswith("there is no room in the margin for the deck's credits and licence")
    assert terms(layout, small, 9) == ()
    assert texts(head(layout.pages[Side.FRONT].band, "CINCO")) == ["CINCO"]
    options = SheetOptions(paper=paper_named("63.5x88.9"), margin=0.0)
    layout, warning = lay_out_with(options, small, 9)
    assert "titles, credits and licence" in warning
    assert all(page.band is None for page in layout.pages.values())
    assert numbered(None, "CINCO", 1, 9) == head(None, "CINCO") == ()


def test_each_sheet_has_its_number() -> None:
    layout, _ = lay_out_with(SheetOptions(), SmallPrint("CINCO", "", "es"), 9)
    for page in layout.pages.values():
        assert texts(numbered(page.band, "CINCO", 3, 9)) == ["3/9"]
