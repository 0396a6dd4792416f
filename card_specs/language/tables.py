"""Cards from a spreadsheet: each row of a CSV or XLSX file becomes a card kind.

The first row names the columns: keys of a kind, with dots for what is inside (`title.es`,
`look.emblem`), and `kind` for its name if that is not its code.  Empty cells are left out.  The
nodes are like those of YAML, but their place is the row and the number of the column.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from card_specs.language.nodes import Mapping, Node, Scalar, Source
from card_specs.language.nodes import Sequence as SequenceNode
from card_specs.language.problems import Mark, Problems
from card_specs.language.source import decode

MAX_TABLE_BYTES = 5_000_000
MOST_ROWS = 5_000
MOST_COLUMNS = 100

_LISTS = ("tags",)

Kinds = list[tuple[Scalar, Node]]
Row = tuple[int, Sequence[str]]
"""A line of a table: its number in the file, from 1, and its cells as text."""


class Cell(Scalar):
    """A cell's text; every place in it is the cell's own."""

    def at(self, offset: int) -> Mark:
        return self.mark


def _cell(text: str, mark: Mark) -> Cell:
    return Cell(mark, Source(mark.file, text), 0, len(text), text)


def expanded(cards: Mapping, rows: Kinds, problems: Problems) -> Mapping:
    """The section `cards` with the kinds of its tables in the place of `from`."""
    items: dict[str, tuple[Scalar, Node]] = {}
    for key, value in cards:
        if key.text == "sheet":
            continue
        for kind, node in rows if key.text == "from" else [(key, value)]:
            if kind.text in items:
                first = items[kind.text][0].mark
                message = f"there is a second kind '{kind.text}'"
                problems.add(kind.mark, message, f"the first is in {first.file}:{first.line}")
            else:
                items[kind.text] = (kind, node)
    return replace(cards, items=tuple(items.values()))


def csv_kinds(data: bytes, file: str, problems: Problems) -> Kinds:
    """The kinds of a CSV file: UTF-8, with `,` or `;` (or tabs) between the cells."""
    text = decode(data, file, problems, most=MAX_TABLE_BYTES)
    if text is None:
        return []
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    start = 1
    try:
        for cells in reader:
            rows.append((start, cells))
            start = reader.line_num + 1
    except csv.Error as error:
        hint = 'a quote inside a quoted cell is written twice: ""'
        problems.add(Mark(file, start, 1), f"this row cannot be read: {error}", hint)
        return []
    return kinds_of(rows, file, problems)


def xlsx_kinds(data: bytes, file: str, sheet: Scalar | None, problems: Problems) -> Kinds:
    """The kinds of a sheet of an XLSX file; formulas and dates are problems."""
    from card_specs.language.workbook import rows_of  # openpyxl is slow to import

    rows = rows_of(data, file, sheet, problems)
    return kinds_of(rows, file, problems) if rows is not None else []


def kinds_of(rows: Iterable[Row], file: str, problems: Problems) -> Kinds:
    """The kinds that a table's rows describe; the first row names the columns."""
    kinds: Kinds = []
    header: list[Cell] = []
    for number, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if not header:
            header = _header(number, cells, file, problems)
            continue
        if len(kinds) == MOST_ROWS:
            problems.add(Mark(file, number, 1), f"the table has more than {MOST_ROWS} rows")
            break
        kind = _kind(number, cells, header, problems)
        if kind:
            kinds.append(kind)
    if not kinds and not problems.errors:
        problems.add(Mark(file, 1, 1), "the table has no rows below its header")
    return kinds


def _header(number: int, cells: Sequence[str], file: str, problems: Problems) -> list[Cell]:
    header: list[Cell] = []
    if len(cells) > MOST_COLUMNS:
        message = f"the table has more than {MOST_COLUMNS} columns"
        problems.add(Mark(file, number, MOST_COLUMNS + 1), message)
    for column, cell in enumerate(cells[:MOST_COLUMNS], start=1):
        name = _cell(cell.strip(), Mark(file, number, column))
        if name.text and name.text in [other.text for other in header]:
            problems.add(name.mark, f"a second column '{name.text}'")
        header.append(name)
    if not {"code", "kind"} & {name.text for name in header}:
        message = "the table has neither a column 'code' nor a column 'kind'"
        problems.add(Mark(file, number, 1), message, "the first row names the columns")
    return header


def _kind(
    number: int, cells: Sequence[str], header: Sequence[Cell], problems: Problems
) -> tuple[Scalar, Node] | None:
    """One row as the name and the mapping of a kind."""
    file = header[0].mark.file
    tree: dict[str, object] = {}
    keys = {name.text: name for name in header}
    for column, text in enumerate(cells, start=1):
        if not text.strip():
            continue
        mark = Mark(file, number, column)
        if column > len(header) or not header[column - 1].text:
            message = f"'{text.strip()[:40]}' stands in a column without a name"
            problems.add(mark, message, "is a comma in a text that is not in quotes?")
        else:
            _put(tree, header[column - 1], _value(header[column - 1].text, text, mark), problems)
    kind = tree.pop("kind", None)
    name = kind or tree.get("code")
    if not isinstance(name, Cell):
        if {"code", "kind"} & set(keys):
            problems.add(Mark(file, number, 1), "this row has no code")
        return None
    if kind is None:
        usable = re.fullmatch("[A-Z][A-Z0-9-]*", name.text)
        name = _cell(name.text.replace("-", "_") if usable else f"row_{number}", name.mark)
    return name, _tree(tree, keys, Mark(file, number, 1))


def _put(tree: dict[str, object], name: Cell, value: Node, problems: Problems) -> None:
    *parents, last = name.text.split(".")
    for parent in parents:
        inner = tree.setdefault(parent, {})
        if not isinstance(inner, dict):
            message = f"the columns '{parent}' and '{name.text}' exclude each other"
            problems.add(name.mark, message)
            return
        tree = inner
    tree[last] = value


def _value(name: str, text: str, mark: Mark) -> Node:
    if name not in _LISTS:
        return _cell(text.strip(), mark)
    items = tuple(_cell(part.strip(), mark) for part in text.split(",") if part.strip())
    return SequenceNode(mark, Source(mark.file, text), 0, 0, items)


def _tree(
    tree: dict[str, object], keys: dict[str, Cell], row: Mark | None, path: str = ""
) -> Mapping:
    """A row's cells as a mapping; its keys stand where the columns are named."""
    items: list[tuple[Scalar, Node]] = []
    for name, value in tree.items():
        full = f"{path}{name}"
        at = next(cell.mark for text, cell in keys.items() if f"{text}.".startswith(f"{full}."))
        if isinstance(value, dict):
            value = _tree(value, keys, None, f"{full}.")
        assert isinstance(value, Scalar | SequenceNode | Mapping)
        items.append((_cell(name, at), value))
    mark = row or items[0][1].mark
    return Mapping(mark, Source(mark.file, ""), 0, 0, tuple(items))
