"""Fonts by name: bundled ones, a user's own, and names that clash."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from deckgen import fonts
from deckgen.drawing import Group, Text


def test_bundled_fonts_have_plain_names() -> None:
    assert {"Fredoka One", "Lato", "Lato Black", "Lato Bold Italic"} <= set(fonts.names())


def test_names_are_found_however_they_are_spaced() -> None:
    assert fonts.find("LatoBlack") is fonts.find("Lato Black")
    assert fonts.find("no such font") is None
    with pytest.raises(KeyError):
        fonts.font("no such font")


def test_a_font_package_declares_what_we_use() -> None:
    """The entry points name the same files, so that other font packages can be installed."""
    from importlib.metadata import entry_points

    files = {name for point in entry_points(group="fonts_ttf") for name in point.load()}
    assert {"FredokaOne", "Lato", "LatoBlack"} <= files


def test_own_fonts_come_first_and_never_take_anothers_name(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for folder, source in ((first, "Lato Black"), (second, "Lato")):
        folder.mkdir()
        shutil.copy(fonts.font(source).file, folder / "Mine.ttf")
    one, two = fonts.find("Mine", [first]), fonts.find("Mine", [second])
    assert one is not None
    assert two is not None
    assert one.name != two.name
    assert one.width("m", 1) != two.width("m", 1)
    assert fonts.font(two.name) is two
    assert "Mine" in fonts.names([first])


def test_a_name_leads_nowhere_else(tmp_path: Path) -> None:
    shutil.copy(fonts.font("Lato").file, tmp_path / "Secret.ttf")
    (tmp_path / "fonts").mkdir()
    assert fonts.find("../Secret", [tmp_path / "fonts"]) is None


def test_a_character_that_the_font_lacks() -> None:
    with pytest.raises(fonts.MissingGlyphError, match=r"Fredoka One has no '→' \(U\+2192\)"):
        fonts.font("Fredoka One").width("a → b", 3)


def test_spacing_counts_after_each_letter() -> None:
    lato = fonts.font("Lato")
    assert lato.width("abc", 3, -0.2) == pytest.approx(lato.width("abc", 3) - 0.6)


def test_the_fonts_of_a_drawing() -> None:
    text = Text(0, 0, 3, "Lato", "a", "#000000", 1)
    other = Text(0, 0, 3, "Fredoka One", "a", "#000000", 1)
    assert fonts.drawing_fonts((text, Group((other,)))) == {"Lato", "Fredoka One"}
