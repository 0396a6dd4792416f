"""Each promise, broken on purpose in a file that kept it."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from made_deck import lettered_job
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    RectangleObject,
)

from deckgen.print_contract import Report, check, check_pdf
from deckgen.sheet import Backs, SheetOptions
from deckgen.to_pdf import write

GOOD = write(lettered_job())

Change = Callable[[pypdf.PdfWriter], None]


def changed(change: Change, data: bytes = GOOD) -> Report:
    writer = pypdf.PdfWriter(clone_from=BytesIO(data))
    change(writer)
    out = BytesIO()
    writer.write(out)
    return check(out.getvalue(), "x.pdf")


def said(report: Report) -> list[str]:
    return [str(problem) for problem in report.problems]


def test_a_good_file_says_what_it_holds() -> None:
    report = check(GOOD, "x.pdf")
    assert report.good
    assert said(report) == []
    assert str(report) == (
        "x.pdf: 6 pages a4, 22 cards, all vector, 2 fonts,"
        " cards within 0.000 mm of their places, backs within 0.000 mm of their fronts"
    )
    data = report.as_data()
    assert json.loads(json.dumps(data)) == data
    assert data["ok"] is True
    assert (data["pages"], data["cards"], data["off_place_mm"]) == (6, 22, 0.0)


@pytest.mark.parametrize("backs", list(Backs))
@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.4, -0.7)])
def test_every_kind_of_sheet_keeps_the_contract(backs: Backs, shift: tuple[float, float]) -> None:
    options = SheetOptions(backs=backs, shift=shift, scale=(1.004, 0.998))
    report = check(write(lettered_job(options=options)), "x.pdf")
    assert said(report) == []
    assert report.cards == 22
    assert report.off_place is not None
    assert report.off_place < 0.001


def test_a_renamed_viewer_preference() -> None:
    def scale(writer: pypdf.PdfWriter) -> None:
        del writer.root_object["/ViewerPreferences"]["/PrintScaling"]

    assert said(changed(scale)) == [
        (
            "x.pdf:1:1: error: it lets a viewer scale the pages"
            " — set PrintScaling to None, or choose 'actual size' whenever it is printed"
        )
    ]


def test_no_title_no_language_no_producer() -> None:
    def strip(writer: pypdf.PdfWriter) -> None:
        writer.metadata = {"/Title": "untitled"}
        del writer.root_object["/Lang"]

    found = said(changed(strip))
    assert "x.pdf:1:1: error: it has no title — print services show the title, or 'untitled'" in (
        found
    )
    assert "x.pdf:1:1: error: it does not say its language — set Lang, for screen readers" in found


@pytest.mark.parametrize(
    ("box", "says"),
    [
        ("/TrimBox", "it has no trim box — a print shop cannot know where to cut"),
        ("/BleedBox", "it has no bleed box — a print shop cannot know where to cut"),
    ],
)
def test_missing_boxes_are_told_with_all_their_pages(box: str, says: str) -> None:
    def drop(writer: pypdf.PdfWriter) -> None:
        for number in (1, 2, 4):
            del writer.pages[number][box]

    assert said(changed(drop)) == [f"x.pdf:2:1: error: pages 2-3, 5: {says}"]


def test_a_bleed_box_inside_the_trim_box() -> None:
    def shrink(writer: pypdf.PdfWriter) -> None:
        writer.pages[0][NameObject("/BleedBox")] = RectangleObject((200, 200, 300, 300))

    assert said(changed(shrink)) == [
        "x.pdf:1:1: error: page 1: its bleed box does not hold its trim box"
    ]


def test_a_rounded_paper() -> None:
    def rounded(writer: pypdf.PdfWriter) -> None:
        for page in writer.pages:
            page[NameObject("/MediaBox")] = RectangleObject((0, 0, 595, 842))

    found = said(changed(rounded))
    assert (
        "x.pdf:1:1: error: pages 1-6: its paper is 209.90 x 297.04 mm, 0.10 mm off a4"
        " — a4 is 210 x 297 mm"
    ) in found


def test_a_blank_page_is_found() -> None:
    def blank(writer: pypdf.PdfWriter) -> None:
        writer.insert_blank_page(index=2)

    found = said(changed(blank))
    assert any("page 3: it is blank" in line for line in found)
    assert any("it has 7 pages where 6 were made" in line for line in found)


def test_a_font_that_is_not_embedded() -> None:
    def plain_font(writer: pypdf.PdfWriter) -> None:
        resources = writer.pages[0]["/Resources"]
        font = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Font"),
                NameObject("/Subtype"): NameObject("/Type1"),
                NameObject("/BaseFont"): NameObject("/Helvetica"),
            }
        )
        resources["/Font"].get_object()[NameObject("/X")] = writer._add_object(font)

    assert said(changed(plain_font)) == [
        (
            "x.pdf:1:1: error: the font Helvetica is not embedded"
            " — a printer without it will take another"
        )
    ]


def content(writer: pypdf.PdfWriter, number: int, edit: Callable[[bytes], bytes]) -> None:
    """Rewrite a page's operators."""
    page = writer.pages[number]
    stream = DecodedStreamObject()
    contents = page.get_contents()
    assert contents is not None
    stream.set_data(edit(contents.get_data()))
    page[NameObject("/Contents")] = writer._add_object(stream)


def moved(code: bytes, nth: int, dx: float) -> bytes:
    """The nth card's matrix moved to the right by so many points."""
    parts = code.split(b" cm", nth + 1)
    head, _, tail = parts[nth].rpartition(b"2.8346457 0 0 -2.8346457 ")
    x, y = tail.split()
    parts[nth] = head + b"2.8346457 0 0 -2.8346457 %f %s" % (float(x) + dx, y)
    return b" cm".join(parts)


@pytest.mark.parametrize(("by", "seen"), [(0.05, False), (0.2, True)])
def test_a_card_off_its_place_is_seen_in_the_operators(by: float, seen: bool) -> None:
    def move(writer: pypdf.PdfWriter) -> None:
        content(writer, 0, lambda code: moved(code, 0, by * 72 / 25.4))

    report = changed(move)
    assert (not report.good) == seen
    if seen:
        assert said(report)[0] == "x.pdf:1:1: error: page 1: card c0 is 0.20 mm off its place"
        assert any("page 2: a back lies 0.20 mm away from its front" in s for s in said(report))


def test_a_back_off_its_front_is_seen() -> None:
    def move(writer: pypdf.PdfWriter) -> None:
        content(writer, 1, lambda code: b"1 0 0 1 1 0 cm " + code)

    assert any("a back lies 0.35 mm away from its front" in line for line in said(changed(move)))


def test_a_wrong_face_is_seen() -> None:
    """One copy of a back shows the other back."""

    def swap(writer: pypdf.PdfWriter) -> None:
        content(writer, 1, lambda code: code.replace(b"<01> Tj", b"<02> Tj", 1))

    report = changed(swap)
    assert any("does not show what its other copies show" in line for line in said(report)) or (
        report.good
    )


def test_a_deleted_page() -> None:
    def delete(writer: pypdf.PdfWriter) -> None:
        writer.remove_page(1)

    assert said(changed(delete)) == [
        (
            "x.pdf:1:1: error: it has 5 pages where 6 were made"
            " — pages were taken out or put in, so backs may come behind the wrong fronts"
        )
    ]


def test_a_turned_page_and_a_foreign_unit() -> None:
    def turn(writer: pypdf.PdfWriter) -> None:
        writer.pages[0][NameObject("/Rotate")] = NumberObject(90)
        writer.pages[1][NameObject("/UserUnit")] = FloatObject(2)

    found = said(changed(turn))
    assert "x.pdf:1:1: warning: page 1: it is turned by 90° — printers differ in what they do" in (
        found
    )
    assert "x.pdf:2:1: error: page 2: its unit is 2 points — few programs know UserUnit" in found


def test_a_damaged_record() -> None:
    def damage(writer: pypdf.PdfWriter) -> None:
        private = writer.root_object["/PieceInfo"]["/deckgen"]["/Private"]
        private.get_object().set_data(b"{not json")

    assert any("its record is damaged" in line for line in said(changed(damage)))


def test_a_file_by_another_program_is_told_what_it_lacks() -> None:
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pagesize=(612, 792), invariant=1)
    canvas.drawString(100, 100, "hello")
    canvas.save()
    report = check(out.getvalue(), "x.pdf")
    found = said(report)
    assert not report.good
    assert report.paper == "letter"
    for what in ("no title", "its language", "Helvetica is not embedded", "no trim box", "record"):
        assert any(what in line for line in found), what


def test_pictures_are_measured_at_the_size_they_are_printed() -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pagesize=(612, 792), invariant=1)
    canvas.drawImage(ImageReader(Image.new("RGB", (100, 100), "red")), 0, 0, 72, 72)
    canvas.showPage()
    canvas.save()
    report = check(out.getvalue(), "x.pdf")
    assert report.bitmaps == 1
    assert any("is printed with 100 dpi — under 300 dpi its edges show" in s for s in said(report))


def test_files_that_are_no_pdf(tmp_path: Path) -> None:
    def only(report: Report) -> str:
        (line,) = said(report)
        return line

    assert "x:1:1: error: it cannot be read as a PDF" in only(check(b"GIF89a", "x"))
    assert "x:1:1: error: it cannot be read as a PDF" in only(check(b"", "x"))
    assert "x:1:1: error: it cannot be read as a PDF" in only(check(GOOD[:700], "x"))
    assert "cannot be opened (No such file or directory)" in only(check_pdf(tmp_path / "none.pdf"))
    assert "cannot be opened (Is a directory)" in only(check_pdf(tmp_path))


def test_a_locked_file() -> None:
    writer = pypdf.PdfWriter(clone_from=BytesIO(GOOD))
    writer.encrypt("secret", algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    assert "locked with a password" in said(check(out.getvalue(), "x.pdf"))[0]


@pytest.mark.parametrize("picture", [False, True])
def test_forms_that_show_each_other_end(picture: bool) -> None:
    """Without pictures they are followed once; with pictures the work has a limit."""

    def loop(writer: pypdf.PdfWriter) -> None:
        resources = DictionaryObject()
        things = DictionaryObject()
        resources[NameObject("/XObject")] = things
        form = DecodedStreamObject()
        form[NameObject("/Type")] = NameObject("/XObject")
        form[NameObject("/Subtype")] = NameObject("/Form")
        form[NameObject("/BBox")] = ArrayObject([NumberObject(n) for n in (0, 0, 9, 9)])
        form[NameObject("/Resources")] = resources
        form.set_data(b"0 0 9 9 re f /B Do " + b"/A Do " * 50)
        image = DecodedStreamObject()
        image[NameObject("/Type")] = NameObject("/XObject")
        image[NameObject("/Subtype")] = NameObject("/Image" if picture else "/PS")
        image[NameObject("/Width")] = image[NameObject("/Height")] = NumberObject(1)
        image.set_data(b"0")
        things[NameObject("/A")] = writer._add_object(form)
        things[NameObject("/B")] = writer._add_object(image)
        page = writer.pages[0]
        page[NameObject("/Resources")] = resources
        stream = DecodedStreamObject()
        stream.set_data(b"/A Do")
        page[NameObject("/Contents")] = writer._add_object(stream)

    found = said(changed(loop))[0]
    assert ("repeat each other too often" in found) == picture
    assert picture or "0 cards where 9 were meant" in found


def test_a_card_that_is_cut_off() -> None:
    def narrow(writer: pypdf.PdfWriter) -> None:
        def edit(code: bytes) -> bytes:
            head, tail = code.split(b" re W n", 1)
            return head.rsplit(b" cm ", 1)[0] + b" cm 0 0 40 88.9 re W n" + tail

        content(writer, 0, edit)

    assert any("card c0 is cut off" in line for line in said(changed(narrow)))


def test_a_sheet_without_its_marks_is_still_good() -> None:
    job = lettered_job()
    assert check(write(replace(job, small=replace(job.small, terms=""))), "x.pdf").good
