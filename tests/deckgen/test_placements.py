import json

import pytest

from deckgen.geometry import CardFormat
from deckgen.impose import impose, lay_out
from deckgen.papers import card_format
from deckgen.placements import PlacementsError, read, record
from deckgen.sheet import Backs, Copies, SheetOptions, Side

DECK = [Copies(f"ñ{n}", "back main", 1) for n in range(14)]


@pytest.mark.parametrize("backs", list(Backs))
@pytest.mark.parametrize("card", ["poker", "bridge"])
def test_what_was_meant_is_read_back(backs: Backs, card: str) -> None:
    layout = lay_out(SheetOptions(card=card_format(card), backs=backs, shift=(0.3, 0.1)))
    sheets = impose(layout, DECK)
    found = read(record(layout, sheets))
    assert found.card == (layout.options.card.width, 88.9)
    assert found.axis == layout.axis
    assert len(found.pages) == len(sheets)
    for page, sheet in zip(found.pages, sheets, strict=True):
        assert (page.side, page.number, page.faces) == (sheet.side, sheet.number, sheet.faces)
        assert page.adjust == layout.pages[sheet.side].adjust
        for one, other in zip(page.slots, sheet.slots, strict=True):
            assert one.matrix == pytest.approx(other.matrix, abs=1e-4)
            assert one.trim.width == pytest.approx(other.trim.width)


def test_many_copies_make_a_short_record() -> None:
    layout = lay_out(SheetOptions(card=CardFormat()))
    one, many = (
        len(record(layout, impose(layout, [Copies("a", "b", count)]))) for count in (90, 9000)
    )
    assert many < 80 * one


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"format": 1}',
        b'{"format": 2}',
        b'{"format":1,"card":[1],"axis":null,"adjust":{},"slots":[],"faces":[],"pages":[]}',
        b'{"format":1,"card":[1,2],"axis":null,"adjust":{"x":[]},"slots":[],"faces":[],"pages":[]}',
        (
            b'{"format":1,"card":[1,2],"axis":null,"adjust":{},"slots":[],"faces":[],'
            b'"pages":[["front",1,0,[0]]]}'
        ),
    ],
)
def test_a_damaged_record_is_told(data: bytes) -> None:
    with pytest.raises(PlacementsError, match="its record"):
        read(data)


def test_the_record_is_json_that_others_can_read() -> None:
    layout = lay_out(SheetOptions())
    data = json.loads(record(layout, impose(layout, DECK)))
    assert data["card"] == [63.5, 88.9]
    assert data["pages"][0][0] == Side.FRONT.value
    assert data["faces"][0] == "ñ0"
