"""A value of `look` that no slot takes is doubted."""

from __future__ import annotations

from pathlib import Path

from card_specs.language.load import bundled, load
from card_specs.language.problems import Problems
from deckgen.look_names import check_look_names

SPEC = """
game: looks
title: {en: Looks}
players: 2
cards:
  ONE: {copies: 2, face: plain, look: {colour: white}}
  TWO: {copies: 2, face: plain, look: {coluor: black}}
style:
  faces:
    plain:
      slots:
        colour: white
      layers:
        ground: {fill: colour}
"""


def test_a_misspelt_slot_is_named(tmp_path: Path) -> None:
    path = tmp_path / "looks.yaml"
    path.write_text(SPEC, encoding="utf-8")
    problems = Problems()
    check_look_names(load(path), problems)
    [problem] = problems.found
    message = "the face of 'TWO' has no slot 'coluor'"
    assert (problem.message, problem.hint) == (message, "did you mean 'colour'?")


def test_bundled_games_give_no_doubt() -> None:
    for name in bundled():
        problems = Problems()
        check_look_names(load(name), problems)
        assert problems.found == []
