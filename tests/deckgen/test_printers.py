import json
from pathlib import Path

import pytest

from card_specs.language.problems import PersonError
from deckgen.files import CannotWriteError
from deckgen.printers import Printer, check, printer, printers, profiles_file, remember


def test_the_file_is_where_configuration_belongs() -> None:
    assert profiles_file({"XDG_CONFIG_HOME": "/x"}) == Path("/x/deckgen/printers.json")
    assert profiles_file({"DECKGEN_CONFIG": "/y"}) == Path("/y/printers.json")
    assert profiles_file({}) == Path.home() / ".config/deckgen/printers.json"


def test_what_is_remembered_is_found_again(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "printers.json"
    assert printers(file) == {}
    home, work = Printer((0.4, -0.2), (1.005, 1.0)), Printer((-1.0, 0.0))
    remember("home", home, file)
    remember("work 2 (ñ)", work, file)
    remember("home", home, file)
    assert printers(file) == {"home": home, "work 2 (ñ)": work}
    assert printer("home", file) == home
    assert [path.name for path in file.parent.iterdir()] == ["printers.json"]


def test_an_unknown_printer_is_told_the_nearest(tmp_path: Path) -> None:
    file = tmp_path / "printers.json"
    with pytest.raises(PersonError, match="unknown printer 'home' — none is known yet; 'deckgen"):
        printer("home", file)
    remember("home", Printer(), file)
    with pytest.raises(PersonError, match="unknown printer 'hone' — did you mean 'home'"):
        printer("hone", file)


@pytest.mark.parametrize(
    "text",
    [
        "{not json",
        '{"format": 2, "printers": {}}',
        "[]",
        '{"format": 1}',
        '{"format": 1, "printers": {"a": {"shift": [1], "scale": [1, 1]}}}',
        '{"format": 1, "printers": {"a": {"shift": ["x", 1], "scale": [1, 1]}}}',
        '{"format": 1, "printers": {"a": {"shift": [1, NaN], "scale": [1, 1]}}}',
        '{"format": 1, "printers": []}',
    ],
)
def test_a_damaged_file_is_said_so_and_not_overwritten(tmp_path: Path, text: str) -> None:
    file = tmp_path / "printers.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PersonError, match="mend it, or delete it and calibrate again"):
        printers(file)
    with pytest.raises(PersonError):
        remember("home", Printer(), file)
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["", "../x", "a/b", "x" * 61, " leading", "new\nline"])
def test_a_name_that_cannot_be_one(tmp_path: Path, name: str) -> None:
    with pytest.raises(PersonError, match="cannot name a printer"):
        remember(name, Printer(), tmp_path / "printers.json")


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file, not a folder")
    with pytest.raises(CannotWriteError):
        remember("home", Printer(), tmp_path / "blocked" / "printers.json")


def test_corrections_that_no_printer_needs() -> None:
    check(Printer((19.0, -19.0), (1.09, 0.91)))
    with pytest.raises(PersonError) as error:
        check(Printer((30.0, 0.0), (1.5, 1.0)))
    assert str(error.value) == (
        "shift 30,0 mm — at most 20 mm each way\nscale 1.5,1 — between 0.9 and 1.1"
    )


def test_the_file_is_plain_to_read(tmp_path: Path) -> None:
    file = remember("home", Printer((0.4, -0.2)), tmp_path / "printers.json")
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "format": 1,
        "printers": {"home": {"shift": [0.4, -0.2], "scale": [1.0, 1.0]}},
    }
