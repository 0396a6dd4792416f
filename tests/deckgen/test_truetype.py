"""TrueType tables against reportlab's reading of the same files, and files that are no fonts."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from deckgen import fonts
from deckgen.truetype import FontError, TrueType

LETTERS = "ABCáéíóúüñÑ¿¡0123456789×·−—“”…@"


@pytest.mark.parametrize("name", ["Fredoka One", "Lato", "Lato Black"])
def test_widths_are_those_of_reportlab(name: str) -> None:
    font = fonts.font(name)
    theirs = TTFont("test:" + name, str(font.file))
    for letter in LETTERS:
        if ord(letter) in theirs.face.charToGlyph:
            assert font.width(letter, 1000) == pytest.approx(
                theirs.stringWidth(letter, 1000), abs=1
            )
        else:
            assert font.tables.advance(letter) is None


def test_outlines_close_and_stand_on_the_baseline() -> None:
    for letter in ("H", "é", "8"):
        outline = fonts.font("Lato").tables.outline(letter)
        assert [segment[0] for segment in outline].count("M") == [
            segment[0] for segment in outline
        ].count("Z")
        assert max(float(v) for segment in outline for v in segment[2::2]) < 60
    assert fonts.font("Lato").tables.outline(" ") == ()


def test_capitals_are_as_high_as_the_guide_says() -> None:
    assert fonts.font("Fredoka One").capitals == pytest.approx(0.733, abs=0.001)
    assert fonts.font("Lato").capitals == pytest.approx(0.72, abs=0.005)


def test_a_composite_glyph_holds_its_parts() -> None:
    tables = fonts.font("Lato").tables
    assert len(tables.outline("é")) > len(tables.outline("e"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "this file is not a font"),
        (b"hello world", "this file is not a font"),
        (
            b"OTTO" + bytes(20),
            "this font has PostScript outlines (.otf); use its TrueType version (.ttf)",
        ),
        (b"wOF2" + bytes(20), "this is a web font (WOFF); use its TrueType version (.ttf)"),
        (b"ttcf" + bytes(20), "this is a collection of fonts (.ttc); use a single font (.ttf)"),
        (b"\x00\x01\x00\x00\x00", "the font file is cut off"),
        (
            b"\x00\x01\x00\x00" + struct.pack(">H", 0) + bytes(8),
            "the font file has no 'head' table",
        ),
    ],
)
def test_what_is_no_font(data: bytes, message: str) -> None:
    with pytest.raises(FontError) as caught:
        TrueType(data)
    assert str(caught.value) == message


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 70_000), st.binary(min_size=1, max_size=8))
def test_a_damaged_font_is_refused_or_read(at: int, noise: bytes) -> None:
    data = bytearray(fonts.font("Lato").data)
    data[at : at + len(noise)] = noise
    try:
        tables = TrueType(bytes(data))
        tables.advance("é")
        tables.outline("é")
    except FontError:
        pass
