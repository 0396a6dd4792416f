"""The section `mail_table`: what it says, and what it names must exist."""

from __future__ import annotations

from pathlib import Path

from card_specs.language.load import load
from card_specs.language.mail_table import (
    MailTable,
    beginning,
    check_mail_table,
    named_in_mails,
    read_mail_table,
)
from card_specs.language.problems import Problems
from card_specs.language.rules import Beginning

SPEC = """
game: probe
title: {es: Prueba, en: Probe}
players: 2
zones:
  stock: {order: stack, seen: nobody}
  hand: {of: player, order: set, seen: owner}
deck: stock
cards:
  ONE: {copies: 9}
names:
  best: {is: 3}
variants:
  plain: {}
  long:
    set:
      zones.row: {of: player, order: row, seen: all}
mail_table:
%s
"""


def spec_with(section: str, folder: Path) -> tuple[MailTable, list[str]]:
    file = folder / "probe.yaml"
    file.write_text(SPEC % section, encoding="utf-8")
    game, problems = load(file), Problems()
    check_mail_table(game, problems)
    return read_mail_table(game), [problem.message for problem in problems.found]


def test_without_it_everything_has_its_default() -> None:
    assert read_mail_table(load("crazy_eights")) == MailTable()


def test_what_is_left_out_differs_from_what_is_empty(tmp_path: Path) -> None:
    table, problems = spec_with("  piles: []\n  rows: row\n  goals: {hand: 5}", tmp_path)
    assert problems == []
    assert table.piles == ()
    assert table.columns is None
    assert table.rows == ("row",)  # only a variant has it
    assert table.goals == {"hand": 5}


def test_names_that_nothing_has_are_errors(tmp_path: Path) -> None:
    section = "  columns: [hnad]\n  framed: bset\n  questions:\n    q: {moves: go, worth: wort}"
    _, problems = spec_with(section, tmp_path)
    for name in ("hnad", "bset", "wort"):
        assert f"the spec has no zone, counter or term '{name}'" in problems


def test_terms_used_in_mails_count_as_used(tmp_path: Path) -> None:
    section = '  questions:\n    q:\n      moves: go\n      text: {es: "{best}", en: "{best}"}'
    (tmp_path / "probe.yaml").write_text(SPEC % section, encoding="utf-8")
    assert "best" in named_in_mails(load(tmp_path / "probe.yaml"))


def test_longer_beginnings_of_labels_come_first() -> None:
    labels = read_mail_table(load("diez")).questions[1].labels
    assert [start for start, _ in labels] == [
        Beginning("give", "", (("from", "reserve"),)),
        Beginning("give", "", ()),
    ]


def test_how_moves_begin() -> None:
    assert beginning("play TIR") == Beginning("play", "TIR", ())
    assert beginning("give CARD b=2 a=1") == Beginning("give", "CARD", (("a", "1"), ("b", "2")))
    assert beginning("") == Beginning("", "", ())


def test_every_question_of_the_five_games_can_be_met() -> None:
    """A question whose moves no variant has would never be put."""
    for name in ("cinco", "cinco_vivos", "cinquillo", "diez", "seis"):
        game, problems = load(name), Problems()
        check_mail_table(game, problems)
        assert problems.found == []
        assert read_mail_table(game).questions
