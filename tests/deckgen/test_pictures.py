"""`deckgen faces`: one file a card, names that never clash, all problems before any file."""

from __future__ import annotations

from pathlib import Path

import looks
import pytest
from typer.testing import CliRunner

from card_specs.language.load import load
from card_specs.language.problems import PersonError, SpecError
from deckgen.cli import PROGRAM
from deckgen.pictures import Wish, file_name, pictures

RUN = CliRunner()


def test_one_file_for_every_face_and_back() -> None:
    names = list(pictures(load("cinco_vivos"), Wish("es")))
    assert len(names) == len(set(names)) == 49 + 2
    assert {"N0.svg", "R-LIF.svg", "R-LIF.2.svg", "back-main.svg", "back-life.svg"} <= set(names)


def test_names_do_not_clash_where_capitals_do_not_count() -> None:
    used: set[str] = set()
    names = [file_name(name, "svg", used) for name in ("R-SKP", "r-skp", "R/7", "=21", "a b")]
    assert names == ["R-SKP.svg", "r-skp-2.svg", "R_2f7.svg", "=21.svg", "a_20b.svg"]


def test_only_some_codes_in_any_language() -> None:
    assert list(pictures(load("cinco"), Wish("es", only=("pun", "B1")))) == [
        "B1.svg",
        "PTS.svg",
        "back-main.svg",
    ]
    with pytest.raises(PersonError, match="no card has the code 'XX'"):
        pictures(load("cinco"), Wish("es", only=("XX",)))


def test_all_problems_are_told_before_anything_is_written(tmp_path: Path) -> None:
    game = looks.game(tmp_path, "style: {faces: {number: {layers: {x: {art: hart}}}}}\n")
    with pytest.raises(SpecError) as caught:
        pictures(game, Wish("es"))
    assert len(caught.value.problems) == 1
    assert "and 15 more" in str(caught.value)


def test_the_command_names_every_file(tmp_path: Path) -> None:
    spec = looks.spec(tmp_path)
    folder = tmp_path / "out"
    result = RUN.invoke(
        PROGRAM.app(),
        ["faces", str(spec), "--format", "png", "--dpi", "50", "--only", "R7", "-o", str(folder)],
    )
    assert result.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["R7.png", "back-main.png"]
    assert str(folder / "R7.png") in result.stdout


def test_with_bleed(tmp_path: Path) -> None:
    spec = looks.spec(tmp_path)
    folder = tmp_path / "out"
    RUN.invoke(
        PROGRAM.app(), ["faces", str(spec), "--bleed", "3", "--only", "R7", "-o", str(folder)]
    )
    assert 'viewBox="-3 -3 69.5 94.9"' in (folder / "R7.svg").read_text()
