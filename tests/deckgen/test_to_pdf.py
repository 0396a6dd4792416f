"""The written file, measured: rendered, turned over and compared; and its bytes."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from made_deck import SMALL, lettered_job, two_tone
from PIL import Image, ImageChops, ImageFilter, ImageOps

from deckgen.geometry import CardFormat, Rect
from deckgen.impose import impose, lay_out
from deckgen.papers import Paper, paper_named
from deckgen.pdf_file import About
from deckgen.print_contract import check
from deckgen.sheet import Backs, Copies, Marks, Order, SheetOptions
from deckgen.to_pdf import Job, PaperPage, write, write_pages

PER_MM = 16
"""Pixels a millimetre in the pictures that are measured."""

CARD = CardFormat(40, 56, bleed_by=0)


def two_tone_job(options: SheetOptions, cards: int) -> Job:
    faces = {"front": two_tone(options.card), "back": two_tone(options.card)}
    layout = lay_out(replace(options, band=0.0))
    sheets = impose(layout, [Copies("front", "back", cards)])
    return Job(layout, sheets, faces, SMALL, About("prueba", "es"))


def pictures(data: bytes) -> list[Image.Image]:
    scale = PER_MM * 25.4 / 72
    with pypdfium2.PdfDocument(data) as document:
        pages = [page.render(scale=scale, grayscale=True) for page in document]
        return [page.to_pil() for page in pages]


def dark(picture: Image.Image) -> Image.Image:
    """What is darker than the middle between the two tones and the paper."""
    return picture.point(lambda v: 255 if v < 64 else 0)


def cards_only(picture: Image.Image) -> Image.Image:
    return picture.point(lambda v: 255 if v < 192 else 0)


def differs_by_more_than(one: Image.Image, other: Image.Image, mm: float) -> bool:
    """Whether two silhouettes differ anywhere by a strip wider than so many mm."""
    pixels = 2 * round(mm * PER_MM / 2) + 1
    rest = ImageChops.difference(one, other).filter(ImageFilter.MinFilter(pixels))
    return rest.getbbox() is not None


PAPERS = (Paper(140, 190), Paper(190, 140))


@pytest.mark.parametrize("paper", PAPERS, ids=str)
@pytest.mark.parametrize("backs", [Backs.DUPLEX_LONG, Backs.DUPLEX_SHORT])
@pytest.mark.parametrize("lying", [False, True])
def test_turned_over_the_back_covers_the_front(paper: Paper, backs: Backs, lying: bool) -> None:
    """Also on a last page that is not full, and with both tops at the same end."""
    card = replace(CARD, width=60, height=38) if lying else CARD
    options = SheetOptions(paper=paper, card=card, backs=backs, marks=Marks.NONE, margin=8, gap=1)
    job = two_tone_job(options, cards=11)
    shown = pictures(write(job))
    tall = paper.height >= paper.width
    turn = ImageOps.mirror if tall == (backs is Backs.DUPLEX_LONG) else ImageOps.flip
    assert len(shown) == 2 * job.sheets[-1].of
    for front, back in zip(shown[::2], shown[1::2], strict=True):
        behind = turn(back)
        assert not differs_by_more_than(cards_only(front), cards_only(behind), 0.1)
        assert not differs_by_more_than(dark(front), dark(behind), 0.1)
        # The method sees an offset where there is one.
        moved = ImageChops.offset(behind, round(0.3 * PER_MM), 0)
        assert differs_by_more_than(cards_only(front), cards_only(moved), 0.1)


@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_folded_the_back_covers_the_front(paper: Paper) -> None:
    options = SheetOptions(paper=paper, card=CARD, backs=Backs.FOLD, marks=Marks.NONE, margin=8)
    job = two_tone_job(options, cards=5)
    assert job.layout.axis is not None
    upright = job.layout.axis.upright
    for shown in pictures(write(job)):
        width, height = shown.size
        if upright:
            halves = (0, 0, width // 2 - 8, height), (width - width // 2 + 8, 0, width, height)
        else:
            halves = (0, 0, width, height // 2 - 8), (0, height - height // 2 + 8, width, height)
        front, back = (shown.crop(half) for half in halves)
        behind = (ImageOps.mirror if upright else ImageOps.flip)(back)
        assert not differs_by_more_than(cards_only(front), cards_only(behind), 0.1)
        assert not differs_by_more_than(dark(front), dark(behind), 0.1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_card_is_where_the_slot_says(paper: str) -> None:
    options = SheetOptions(
        paper=paper_named(paper),
        card=CardFormat(bleed_by=0),
        gap=2.0,
        backs=Backs.NONE,
        marks=Marks.NONE,
    )
    job = two_tone_job(options, cards=9)
    (shown,) = pictures(write(job))
    for slot in job.sheets[0].slots:
        r = slot.trim
        around = tuple(
            round(v * PER_MM) for v in (r.x - 0.9, r.y - 0.9, r.right + 0.9, r.bottom + 0.9)
        )
        found = cards_only(shown.crop(around)).getbbox()
        assert found is not None
        sides = [(found[n] + around[n % 2]) / PER_MM for n in range(4)]
        assert sides == pytest.approx([r.x, r.y, r.right, r.bottom], abs=0.1)


def test_the_shift_moves_the_printed_backs() -> None:
    options = SheetOptions(paper=Paper(140, 190), card=CARD, marks=Marks.NONE, margin=20)
    plain = pictures(write(two_tone_job(options, 4)))
    moved = pictures(write(two_tone_job(replace(options, shift=(0.5, -1.0)), 4)))
    assert not differs_by_more_than(cards_only(plain[0]), cards_only(moved[0]), 0.05)
    there = ImageChops.offset(plain[1], round(0.5 * PER_MM), round(-1.0 * PER_MM))
    assert not differs_by_more_than(cards_only(there), cards_only(moved[1]), 0.1)


def test_letter_is_truly_letter() -> None:
    reader = pypdf.PdfReader(
        _file(write(lettered_job(options=SheetOptions(paper=paper_named("letter")))))
    )
    assert [float(v) for v in reader.pages[0].mediabox] == [0, 0, 612, 792]
    reader = pypdf.PdfReader(_file(write(lettered_job())))
    assert [float(v) for v in reader.pages[0].mediabox] == pytest.approx(
        [0, 0, 595.2756, 841.8898], abs=1e-4
    )


def _file(data: bytes) -> object:
    from io import BytesIO

    return BytesIO(data)


def test_what_the_file_says_of_itself() -> None:
    job = replace(lettered_job(), about=About("CINCO ñ", "es", duplex="DuplexFlipLongEdge"))
    reader = pypdf.PdfReader(_file(write(job)))
    root = reader.trailer["/Root"]
    assert reader.metadata is not None
    assert reader.metadata.title == "CINCO ñ"
    assert "deckgen" in str(reader.metadata.producer)
    assert root["/Lang"] == "es"
    assert root["/ViewerPreferences"] == {
        "/PrintScaling": "/None",
        "/DisplayDocTitle": True,
        "/Duplex": "/DuplexFlipLongEdge",
    }


def test_fonts_are_subsets_and_nothing_else_is_there() -> None:
    data = write(lettered_job())
    fonts = {
        font["/BaseFont"]
        for page in pypdf.PdfReader(_file(data)).pages
        for font in (f.get_object() for f in page["/Resources"]["/Font"].values())
    }
    assert fonts == {"/AAAAAA+FredokaOne-Regular", "/AAAAAA+Lato-Regular"}
    assert b"ASCII85" not in data
    assert b"Helvetica" not in data


@pytest.mark.parametrize("copies", [1, 3, 30])
def test_few_copies_are_repeated_and_many_shared(copies: int) -> None:
    """Either way every page shows its cards, and the file keeps its promises."""
    job = lettered_job(6, copies)
    data = write(job)
    assert check(data, "x.pdf").good
    forms = data.count(b"/Subtype/Form")
    assert (forms > 0) == (copies == 30)


def test_size_grows_with_faces_and_not_with_copies() -> None:
    few, many = (lettered_job(10, copies) for copies in (20, 400))
    more_pages = len(many.sheets) - len(few.sheets)
    assert more_pages > 800
    # A page with nine cards costs its number and little else.
    assert (len(write(many)) - len(write(few))) / more_pages < 200


def test_manual_duplex_has_all_fronts_first() -> None:
    job = lettered_job(options=SheetOptions(order=Order.FRONTS_FIRST))
    texts = [page.extract_text() for page in pypdf.PdfReader(_file(write(job))).pages]
    assert ["dorsos" in text for text in texts] == [False] * 3 + [True] * 3


def test_small_print_is_on_every_sheet_and_on_no_card() -> None:
    for options in (SheetOptions(), SheetOptions(paper=paper_named("letter"))):
        job = lettered_job(options=options)
        data = write(job)
        for number, page in enumerate(pypdf.PdfReader(_file(data)).pages):
            text = page.extract_text()
            assert f"{number // 2 + 1}/3" in text
            assert "CINCO · " in text
            assert ("no lo vendas ni ganes dinero con él." in text.replace("\n", " ")) == (
                number % 2 == 0
            )
        for page in job.layout.pages.values():
            assert page.band is not None
            band = page.band.box
            for slot in job.layout.slots(9):
                assert (
                    band.right <= slot.clip.x
                    or band.x >= slot.clip.right
                    or (band.bottom <= slot.clip.y or band.y >= slot.clip.bottom)
                )


def test_same_bytes_in_two_processes(tmp_path: Path) -> None:
    made = []
    for seed in ("0", "4242"):
        out = tmp_path / f"{seed}.pdf"
        script = Path(__file__).with_name("made_deck.py")
        subprocess.run(
            [sys.executable, str(script), str(out)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
        made.append(out.read_bytes())
    assert made[0] == made[1] == write(lettered_job())


def test_pages_that_are_not_cut() -> None:
    card = CardFormat()
    page = PaperPage(paper_named("a4"), two_tone(card))
    data = write_pages([page], About("una hoja", "es"))
    box = pypdf.PdfReader(_file(data)).pages[0].trimbox
    assert [float(v) for v in box] == pytest.approx([0, 0, 595.2756, 841.8898], abs=1e-3)
    assert isinstance(page.drawing[0].path, tuple)
    assert Rect(0, 0, 1, 1) == Rect(0, 0, 1, 1)
