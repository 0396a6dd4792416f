"""One number, changed in the spec, changes the cards, the rulebook, its examples and the game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from card_specs.language.deck import deck
from card_specs.language.load import BUNDLED, load
from card_specs.language.model import Game
from card_specs.language.problems import SpecError
from deckgen.rulebook.compose import compose
from deckgen.rulebook.desk import Order
from deckgen.rulebook.inline import words_of
from deckgen.rulebook.make import Wish, rulebook
from pbem import engine
from pbem.engine.chance import Fixed
from pbem.replay.book_examples import play_examples


@pytest.fixture
def six(tmp_path: Path) -> Game:
    """CINCO with hands of six: one line is another."""
    for part in ("looks", "rulebooks", "examples", "art"):
        shutil.copytree(BUNDLED / part, tmp_path / part)
    text = (BUNDLED / "cinco.yaml").read_text("utf-8")
    assert text.count("hand_size: 5") == 1
    path = tmp_path / "cinco.yaml"
    path.write_text(text.replace("hand_size: 5", "hand_size: 6"), encoding="utf-8")
    return load(path)


def test_the_card_says_so(six: Game) -> None:
    change = next(card for card in deck(six) if card.code == "CHG")
    assert "roba **ocho**" in change.text["es"]
    assert "draw **eight**" in change.text["en"]


def test_the_game_is_played_so(six: Game) -> None:
    table = engine.compile_table(six, "", {}, ("ana", "beto", "carla"))
    numbers = [f"{color}{rank}" for color in "RB" for rank in (1, 2, 3, 4, 6, 7, 8, 9)]
    stock = (*numbers, "G1", "G2", "G3")
    state = engine.start(table, Fixed(()), stock)
    zones = engine.trace_state(table, state)["zones"]
    assert [len(zones[f"hand.{player}"]) for player in table.players] == [6, 6, 6]


def test_an_example_that_counts_on_five_stops_the_book(six: Game) -> None:
    with pytest.raises(SpecError) as raised:
        rulebook(six, Wish("es", "md"), play_examples)
    problems = raised.value.problems
    assert all(problem.at.file.endswith("examples/cinco.yaml") for problem in problems)
    assert any("'setup' does not come out" in problem.message for problem in problems)


def test_the_rulebook_says_so(six: Game) -> None:
    content = compose(Order(six, "es"), lambda game, ids: {}, lambda name: True)
    turn = next(chapter for chapter in content.chapters if chapter.id == "turn")
    assert words_of(turn.blocks[0].items[0].title) == "Mano de seis"  # type: ignore[union-attr]
    text = repr(content)
    assert "seis\\xa0cartas" in text
    assert "ocho\\xa0cartas" in text
    assert "siete\\xa0cartas" not in text
