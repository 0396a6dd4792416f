"""Names that stand alone where others come in groups are doubted."""

from __future__ import annotations

from pathlib import Path

from card_specs.language.check_words import check_words
from card_specs.language.load import bundled, load
from card_specs.language.problems import Problems

SPEC = """
game: words
title: {en: Words}
players: 2
words:
  color:
    red: {letter: R, paints: {base: "#FF0000", deep: "#880000"}}
    blue: {letter: B, paints: {base: "#0000FF", depe: "#000088"}}
    green: {letter: G, paints: {base: "#00FF00", deep: "#008800"}}
cards:
  number: {code: "{color}{rank}", color: all, rank: 1-3, block: suits}
  court: {code: "{color}K", color: all, block: siuts}
"""


def test_odd_ones_out(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text(SPEC, encoding="utf-8")
    problems = Problems()
    check_words(load(path), problems)
    assert [str(problem).split(": ", 1)[1] for problem in problems.found] == [
        "warning: no other word of 'color' has a paint 'depe' — did you mean 'deep'?",
        "warning: 'number' is alone in the block 'suits' — did you mean 'siuts'?",
        "warning: 'court' is alone in the block 'siuts' — did you mean 'suits'?",
    ]


def test_bundled_games_give_no_doubt() -> None:
    for name in bundled():
        problems = Problems()
        check_words(load(name), problems)
        assert problems.found == []
