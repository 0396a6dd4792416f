"""The visual guide's colour tables (section 4), recomputed, and CIEDE2000's published test data."""

from __future__ import annotations

import pytest

from card_specs.language.load import load
from deckgen import colours, palette

COLOURS = {name: word.paints for name, word in load("seis").words["color"].items()}
BASES = {name: paints["base"] for name, paints in COLOURS.items()}
SUITS = {"oros": "#F4B41A", "copas": "#CB2C38", "espadas": "#174290", "bastos": "#3C9F68"}

PAIRS = """
red blue 42.9 42.3 56.8 60.5 11.7
red green 65.4 20.9 15.3 63.5 9.5
red yellow 54.9 45.0 30.1 34.9 33.0
red purple 37.8 38.9 50.6 35.3 21.7
red orange 30.8 28.7 18.2 17.4 19.4
blue green 46.8 45.7 41.1 22.8 21.5
blue yellow 77.2 73.2 79.2 59.8 47.6
blue purple 20.6 14.8 11.9 40.4 10.2
blue orange 61.4 62.7 71.9 61.1 34.4
green yellow 40.5 27.5 34.1 47.3 23.9
green purple 52.0 48.6 39.9 53.4 31.1
green orange 48.5 16.1 25.2 59.3 9.9
yellow purple 87.9 84.1 82.8 65.1 66.1
yellow orange 25.6 17.5 12.7 19.7 14.2
purple orange 63.6 63.1 69.0 46.9 44.5
oros copas 47.4 39.7 26.2 27.4 27.6
oros espadas 72.5 70.0 77.3 62.5 46.2
oros bastos 39.8 18.2 25.7 52.8 14.7
copas espadas 42.3 39.5 54.1 59.0 13.3
copas bastos 67.1 24.6 11.9 64.5 13.2
espadas bastos 51.3 51.4 47.9 28.0 27.2
"""

CONTRASTS = {  # white/base, ink/base, deep/white, deep/tint, ink/tint
    "red": (5.1, 3.1, 8.2, 6.6, 12.6),
    "blue": (8.3, 1.9, 11.0, 8.9, 12.6),
    "green": (3.6, 4.3, 7.3, 6.1, 13.2),
    "yellow": (1.4, 11.3, 7.0, 6.3, 14.1),
    "purple": (13.4, 1.2, 15.8, 12.3, 12.2),
    "orange": (2.5, 6.3, 7.0, 5.8, 12.9),
}


@pytest.mark.parametrize("row", PAIRS.strip().splitlines())
def test_distances_of_the_guide(row: str) -> None:
    first, second, *wanted = row.split()
    known = {**BASES, **SUITS}
    found = [palette.distance(known[first], known[second], eye) for eye in palette.EYES]
    assert found == pytest.approx([float(value) for value in wanted], abs=0.06)


def test_the_least_of_each_deck() -> None:
    four = {name: BASES[name] for name in ("red", "blue", "green", "yellow")}
    assert list(palette.least(four).values()) == pytest.approx(
        [40.5, 20.9, 15.3, 22.8, 9.5], abs=0.06
    )
    assert list(palette.least(BASES).values()) == pytest.approx(
        [20.6, 14.8, 11.9, 17.4, 9.5], abs=0.06
    )


@pytest.mark.parametrize("name", CONTRASTS)
def test_contrasts_of_the_guide(name: str) -> None:
    base, deep, tint = (COLOURS[name][part] for part in ("base", "deep", "tint"))
    pairs = (("#FFFFFF", base), (colours.INK, base), (deep, "#FFFFFF"), (deep, tint))
    found = [colours.contrast(*pair) for pair in (*pairs, (colours.INK, tint))]
    assert found == pytest.approx(CONTRASTS[name], abs=0.06)


SHARMA = """
50 2.6772 -79.7751 50 0 -82.7485 2.0425
50 -1.3802 -84.2814 50 0 -82.7485 1.0000
50 0 0 50 -1 2 2.3669
50 2.49 -0.001 50 -2.49 0.0009 7.1792
50 2.49 -0.001 50 -2.49 0.0011 7.2195
50 -0.001 2.49 50 0.0011 -2.49 4.7461
50 2.5 0 50 0 -2.5 4.3065
50 2.5 0 73 25 -18 27.1492
50 2.5 0 56 -27 -3 31.9030
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""


@pytest.mark.parametrize("row", SHARMA.strip().splitlines())
def test_ciede2000_against_its_published_data(row: str) -> None:
    """Sharma, Wu and Dalal 2005, table 1: the rows that catch wrong implementations."""
    l1, a1, b1, l2, a2, b2, wanted = map(float, row.split())
    assert palette.ciede2000((l1, a1, b1), (l2, a2, b2)) == pytest.approx(wanted, abs=1e-4)
    assert palette.ciede2000((l2, a2, b2), (l1, a1, b1)) == pytest.approx(wanted, abs=1e-4)


def test_who_is_confused() -> None:
    pairs = list(palette.confused({"red": "#CC0000", "brown": "#8A5A00", "sun": "#FFD84F"}))
    assert [(pair.first, pair.second) for pair in pairs] == [("red", "brown")]
    assert pairs[0].worst[0] in ("deutan", "grey")


def test_grey_keeps_the_luminance() -> None:
    for base in BASES.values():
        grey = colours.grey(base)
        assert grey[1:3] == grey[3:5] == grey[5:7]
        assert colours.luminance(grey) == pytest.approx(colours.luminance(base), abs=0.004)


@pytest.mark.parametrize("base", ["#b3402e", "#2e63b3", "#FFD84F", "#000000", "#FFFFFF", "#5a3d8a"])
def test_a_base_alone_gives_readable_companions(base: str) -> None:
    deep, tint, on = colours.deep_of(base), colours.tint_of(base), colours.on_of(base)
    assert colours.contrast(deep, tint) >= 5.5
    assert colours.contrast(on, base) >= 3


def test_mixing() -> None:
    assert colours.mix("#D12B38", "#FBE1E0", 16) == "#F4C4C5"
    assert colours.mix("#000000", "#FFFFFF", 100) == "#000000"


@pytest.mark.parametrize(
    ("ground", "front"),
    [
        ("#2C9770", "#FFFFFF"),
        ("#3C9F68", "#FFFFFF"),
        ("#808080", "#1F2238"),
        ("#777777", "#777777"),
    ],
)
def test_a_ground_is_made_readable_and_no_more(ground: str, front: str) -> None:
    found = palette.readable_ground(ground, front)
    assert colours.contrast(found, front) >= palette.READABLE - 0.005
    assert colours.contrast(found, front) < palette.READABLE + 0.7
    assert palette.readable_ground(found, front) == found


def test_a_readable_ground_stays() -> None:
    assert palette.readable_ground("#D12B38", "#FFFFFF") == "#D12B38"
