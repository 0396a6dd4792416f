"""The rows of an XLSX file as texts.  The only module that imports openpyxl, and only when used."""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
from typing import Any
from xml.etree.ElementTree import ParseError

import openpyxl

from card_specs.language.nodes import Scalar
from card_specs.language.problems import Mark, Problems, nearest

MOST_UNPACKED = 50_000_000
_MOST_CELLS = 200_000


def rows_of(
    data: bytes, file: str, sheet: Scalar | None, problems: Problems
) -> list[tuple[int, list[str]]] | None:
    """The rows of a sheet with their numbers, or None with a problem."""
    at = Mark(file, 1, 1)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED:
                problems.add(at, f"the file unpacks to more than {MOST_UNPACKED // 10**6} MB")
                return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what openpyxl does not keep is of no use here
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
            names = book.sheetnames
            if sheet is not None and sheet.text not in names:
                message = f"there is no sheet '{sheet.text}' in {file}"
                problems.add(sheet.mark, message, nearest(sheet.text, names))
                return None
            page = book[sheet.text if sheet is not None else names[0]]
            return _rows(page, file, problems)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, ParseError, IndexError, TypeError):
        message = "this is not an XLSX file, or a damaged one"
        problems.add(at, message, "save it again as XLSX, or as CSV UTF-8")
        return None


def _rows(page: Any, file: str, problems: Problems) -> list[tuple[int, list[str]]]:
    rows = []
    seen = 0
    for number, row in enumerate(page.iter_rows(), start=1):
        seen += len(row)
        if seen > _MOST_CELLS:
            problems.add(Mark(file, number, 1), f"the sheet has more than {_MOST_CELLS} cells")
            break
        cells = []
        for column, cell in enumerate(row, start=1):
            cells.append(_text(cell, Mark(file, number, column), problems))
        while cells and not cells[-1]:
            cells.pop()
        rows.append((number, cells))
    return rows


def _text(cell: Any, at: Mark, problems: Problems) -> str:
    """A cell as the text that its writer sees."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        problems.add(at, "the cell holds a formula", "write its value instead")
    elif cell.data_type == "e":
        problems.add(at, f"the cell holds the error {value}")
    elif isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        hint = "format the column as text and write it again"
        problems.add(at, "the spreadsheet has made a date of this cell", hint)
    elif isinstance(value, bool):
        return str(value).lower()
    elif isinstance(value, float) and value.is_integer():
        return str(int(value))
    else:
        return str(value)
    return ""
