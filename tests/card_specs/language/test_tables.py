"""Cards from spreadsheets; what is wrong in a CSV file is shown by tests/bad_specs/tables."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from card_specs.language.deck import deck
from card_specs.language.load import load
from card_specs.language.problems import SpecError

HEAD = "game: mine\ntitle: {es: Mío, en: Mine}\nplayers: 2-4\n"
ROWS: list[list[object]] = [
    ["code", "copies", "title.es", "title.en", "text.es", "text.en", "tags", "look.emblem"],
    ["ONE", 3, "Uno", "One", "Roba una, y otra.", 'Say "draw".', "fast, red", "heart"],
    ["R-TWO", None, "Dos", "Two", None, None, None, None],
]


def write(folder: Path, data: bytes, name: str, extra: str = "") -> Path:
    (folder / name).write_bytes(data)
    path = folder / "mine.yaml"
    path.write_text(f"{HEAD}cards:\n  from: {name}\n{extra}", encoding="utf-8")
    return path


def as_csv(delimiter: str, end: str) -> str:
    lines = []
    for row in ROWS:
        cells = [str(cell) if cell is not None else "" for cell in row]
        cells = [
            f'"{c.replace(chr(34), chr(34) * 2)}"' if set(c) & set(',;"') else c for c in cells
        ]
        lines.append(delimiter.join(cells) + end)
    return "".join(lines)


def as_xlsx(rows: list[list[object]], title: str = "Cards") -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.title = title
    for row in rows:
        page.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def check(path: Path) -> None:
    game = load(path)
    one, two = deck(game)
    assert (one.code, one.copies, one.kind.name) == ("ONE", 3, "ONE")
    assert one.text == {"es": "Roba una, y otra.", "en": 'Say "draw".'}
    assert one.kind.tags == ("fast", "red")
    assert list(one.look) == ["emblem"]
    assert (two.code, two.copies, two.kind.name) == ("R-TWO", 1, "R_TWO")
    assert two.title == {"es": "Dos", "en": "Two"}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_csv_in_every_dress(tmp_path: Path, delimiter: str, end: str, bom: str) -> None:
    check(write(tmp_path, (bom + as_csv(delimiter, end)).encode(), "cards.csv"))


def test_xlsx(tmp_path: Path) -> None:
    check(write(tmp_path, as_xlsx(ROWS), "cards.xlsx"))


def test_rows_stand_where_from_stands(tmp_path: Path) -> None:
    text = f"{HEAD}cards:\n  FIRST: {{}}\n  from: cards.csv\n  LAST: {{}}\n"
    path = write(tmp_path, b"code\nONE\nTWO\n", "cards.csv")
    path.write_text(text, encoding="utf-8")
    assert [card.code for card in deck(load(path))] == ["FIRST", "ONE", "TWO", "LAST"]


def test_axes_and_a_kind_column(tmp_path: Path) -> None:
    data = "kind,code,rank,title.es,title.en\nnumber,N{rank},1-3,Número,Number\n"
    game = load(write(tmp_path, data.encode(), "cards.csv"))
    assert [card.code for card in deck(game)] == ["N1", "N2", "N3"]
    assert str(game.kinds["number"].mark) == f"{tmp_path}/cards.csv:2:1"


def problems_of(path: Path) -> list[str]:
    with pytest.raises(SpecError) as caught:
        load(path)
    return [str(one).removeprefix(f"{path.parent}/") for one in caught.value.problems]


def test_another_sheet(tmp_path: Path) -> None:
    data = as_xlsx(ROWS, "Mazo")
    check(write(tmp_path, data, "cards.xlsx", "  sheet: Mazo\n"))
    assert problems_of(write(tmp_path, data, "cards.xlsx", "  sheet: Maso\n")) == [
        (
            f"mine.yaml:6:10: error: there is no sheet 'Maso' in {tmp_path}/cards.xlsx — "
            "did you mean 'Mazo'?"
        )
    ]


def test_formulas_dates_and_errors_in_cells(tmp_path: Path) -> None:
    import datetime

    rows: list[list[object]] = [
        ["code", "copies", "has.step", "has.flag"],
        ["ONE", "=1+2", datetime.date(2026, 1, 4), "#N/A"],
        ["TWO", 2.0, 3, True],
    ]
    assert problems_of(write(tmp_path, as_xlsx(rows), "cards.xlsx")) == [
        "cards.xlsx:2:2: error: the cell holds a formula — write its value instead",
        (
            "cards.xlsx:2:3: error: the spreadsheet has made a date of this cell — "
            "format the column as text and write it again"
        ),
        "cards.xlsx:2:4: error: the cell holds the error #N/A",
    ]


def test_numbers_and_truths_in_cells(tmp_path: Path) -> None:
    rows: list[list[object]] = [["code", "copies", "has.step", "has.flag"], ["TWO", 2.0, 3, True]]
    kind = load(write(tmp_path, as_xlsx(rows), "cards.xlsx")).kinds["TWO"]
    assert kind.has == {"step": 3, "flag": True}


@pytest.mark.parametrize("data", [b"code\nONE\n", b"PK\x03\x04 nothing", b""])
def test_something_else_that_is_called_xlsx(tmp_path: Path, data: bytes) -> None:
    assert problems_of(write(tmp_path, data, "cards.xlsx")) == [
        (
            "cards.xlsx:1:1: error: this is not an XLSX file, or a damaged one — "
            "save it again as XLSX, or as CSV UTF-8"
        )
    ]


def test_an_archive_without_a_workbook(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("hello.txt", "hello")
    assert "not an XLSX file" in problems_of(write(tmp_path, data.getvalue(), "cards.xlsx"))[0]


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * 60_000_000)
    assert problems_of(write(tmp_path, data.getvalue(), "cards.xlsx")) == [
        "cards.xlsx:1:1: error: the file unpacks to more than 50 MB"
    ]


def test_too_many_rows_and_columns(tmp_path: Path) -> None:
    rows = "code\n" + "".join(f"N{number}\n" for number in range(5001))
    assert problems_of(write(tmp_path, rows.encode(), "cards.csv")) == [
        "cards.csv:5002:1: error: the table has more than 5000 rows"
    ]
    columns = ",".join(["code", *(f"look.c{number}" for number in range(100))])
    assert problems_of(write(tmp_path, f"{columns}\nONE\n".encode(), "cards.csv"))[0] == (
        "cards.csv:1:101: error: the table has more than 100 columns"
    )


def test_a_table_that_is_too_large(tmp_path: Path) -> None:
    path = write(tmp_path, b"code\n" + b"x" * 5_000_001, "cards.csv")
    assert problems_of(path)[0].startswith("cards.csv:1:1: error: the file is larger than 5000 kB")
