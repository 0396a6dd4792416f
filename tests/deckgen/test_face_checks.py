"""What `deckgen check` says about looks: colours, letters, and everything that cannot be drawn."""

from __future__ import annotations

from pathlib import Path

import looks
import pytest

from card_specs.language.load import bundled, load
from card_specs.language.problems import Problems
from deckgen.face_checks import check_look

FAR = "(distance 0.9, 10 is safe)"
ALIKE = """\
game: mine
title: {en: Mine}
players: 2
words:
  color:
    red: {letter: R, name: Red, SYMBOL paints: {base: "#CC2B38"}}
    rust: {letter: U, name: Rust, paints: {base: "#C83A2E"}}
cards:
  number: {code: "{color}{rank}", color: all, rank: 1-2, title: {en: number}}
"""


def said(folder: Path, style: str = "", head: str = looks.HEAD) -> list[str]:
    problems = Problems()
    check_look(looks.game(folder, style, head), problems)
    return [str(problem).replace(f"{folder}/", "") for problem in problems.found]


@pytest.mark.parametrize("name", bundled())
def test_the_bundled_games_have_nothing_to_say(name: str) -> None:
    problems = Problems()
    check_look(load(name), problems)
    assert [str(problem) for problem in problems.found] == []


def test_the_family_has_nothing_to_say(tmp_path: Path) -> None:
    assert said(tmp_path) == []


def test_colours_that_fall_together_and_have_no_symbol(tmp_path: Path) -> None:
    found = said(tmp_path, head=ALIKE.replace("SYMBOL ", ""))
    assert [line.partition(": ")[2].partition(" — ")[0] for line in found] == [
        "warning: 'red' has a colour and no symbol",
        "warning: 'rust' has a colour and no symbol",
        f"warning: the colours of 'red' and 'rust' fall together in greyscale {FAR}",
    ]


def test_the_same_symbol_twice(tmp_path: Path) -> None:
    head = ALIKE.replace("SYMBOL ", "symbol: heart, ").replace(
        "name: Rust,", "name: Rust, symbol: heart,"
    )
    assert any("'rust' has the same symbol as 'red'" in line for line in said(tmp_path, head=head))


def test_symbols_help_where_colours_are_merely_near(tmp_path: Path) -> None:
    head = ALIKE.replace("SYMBOL ", "symbol: heart, ").replace(
        'name: Rust, paints: {base: "#C83A2E"}',
        'name: Rust, symbol: sun, paints: {base: "#8F4404"}',
    )
    assert said(tmp_path, head=head) == []


def test_letters_that_are_hard_to_read_too_small_or_near_the_cut(tmp_path: Path) -> None:
    style = """\
style:
  faces:
    TRP:
      layers:
        ground: {fill: "#777777"}
        grey: {text: hola, at: [30, 40], size: 4, color: "#999999"}
        good: {text: hola, at: [30, 50], size: 6, color: ink}
        tiny: {text: hola, at: [30, 60], size: 1.5, color: white}
        edge: {text: hola, at: [1, 70], anchor: start, size: 4, color: white}
        lined: {text: "8", at: [30, 30], size: 9, font: title, color: white, outline: [ink, 1]}
"""
    found = [line.partition("layer ")[2].partition(" — ")[0] for line in said(tmp_path, style)]
    assert [line for line in found if line and "#FFFFFF on #FFFFFF" not in line] == [
        "'grey': letters #999999 on #777777, a contrast of 1.57",
        "'tiny': letters 1.50 mm high",
        "'tiny': letters #FFFFFF on #777777, a contrast of 4.48",
        "'edge': 'hola' reaches out of the safe zone",
        "'edge': letters #FFFFFF on #777777, a contrast of 4.48",
        "'grey': letters #999999 on #FFFFFF, a contrast of 2.85",
    ]


def test_the_ink_is_told(tmp_path: Path) -> None:
    style = """\
style:
  faces:
    TRP:
      layers:
        ground: {fill: ink}
        one: {text: a, at: [9, 9], color: white}
"""
    (found,) = said(tmp_path, style)
    assert "card TRP (es, saver), card TRP (en, saver): layer 'one': letters #FFFFFF" in found


def test_every_language_and_ink_is_drawn(tmp_path: Path) -> None:
    style = """\
style:
  faces:
    TRP:
      layers:
        one: {fill: base, saver: {fill: nowhere}}
        two: {text: {es: si, en: "no→"}, at: [9, 9], font: title}
"""
    found = said(tmp_path, style)
    assert any("unknown paint 'nowhere'" in line for line in found)
    assert any("TRP (en), " in line and "Fredoka One has no '→'" in line for line in found)


def test_a_style_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    assert "unknown key 'face'" in said(tmp_path, "style: {face: {}}\n")[0]
