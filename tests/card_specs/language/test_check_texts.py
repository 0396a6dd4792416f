"""Texts of cards against their steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_specs.language.check_texts import check_texts, numbers_in
from card_specs.language.load import BUNDLED, load
from card_specs.language.problems import Problems

GAMES = ("cinco", "cinquillo", "diez", "cinco_vivos", "seis", "crazy_eights", "go_fish", "hearts")


def said(name: str) -> list[str]:
    problems = Problems()
    check_texts(load(name), problems)
    assert not problems.errors
    return [problem.message for problem in problems.found]


@pytest.mark.parametrize("name", GAMES)
def test_bundled_texts_agree_with_their_steps(name: str) -> None:
    assert said(name) == []


def test_numbers_of_a_text() -> None:
    assert numbers_in("Roba **siete** {card} y suma +2", "es") == {7, 2}
    assert numbers_in("un **cinco** en la mesa", "es") == set()
    assert numbers_in("throw **twice**", "en") == {2}


def test_another_number(tmp_path: Path) -> None:
    text = (BUNDLED / "cinco.yaml").read_text("utf-8")
    text = text.replace("roba **{fresh_hand:word}** {cards}", "roba **ocho** {cards}")
    text = text.replace("include: [colours, icons, looks/cinco, rulebooks/cinco, examples/cinco]",
                        "include: [colours, icons]")  # fmt: skip
    path = tmp_path / "cinco.yaml"
    path.write_text(text, encoding="utf-8")
    found = said(str(path))
    assert found == [
        "the text of CHG says 8, its steps do not",
        "the steps of CHG have 7, its text (es) has not",
    ]


def test_somebody_left_out(tmp_path: Path) -> None:
    text = (BUNDLED / "seis.yaml").read_text("utf-8")
    start = text.index('      es: "Elige un {player}: vuelve')
    end = text.index("\n", start)
    text = text[:start] + '      es: "Una {card} vuelve a estar boca arriba."' + text[end:]
    include = text.index("include: [")
    text = text[:include] + "include: [colours, icons]" + text[text.index("\n", include) :]
    path = tmp_path / "seis.yaml"
    path.write_text(text, encoding="utf-8")
    assert said(str(path)) == ["the steps of VOL are about another player, its text (es) is not"]
