"""The YAML of the tutorial, the library page and `deckgen new` is games that check and play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from card_specs.language.load import load
from card_specs.language.load_rules import rules_for
from card_specs.language.model import Game
from deckgen.starter import starter
from pbem import engine
from pbem.engine.chance import Fast
from pbem.replay.checks import check_files

TUTORIAL = Path(__file__).parent.parent / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.M | re.S)
SECTION = re.compile(r"^(?=[a-z_]+:)", re.M)


def stages() -> list[str]:
    """The reader's file after each block: a section written again takes the place of the old."""
    sections: dict[str, str] = {}
    found = []
    for block in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        for section in SECTION.split(block):
            if section.strip():
                sections[section.partition(":")[0]] = section.rstrip("\n") + "\n"
        found.append("\n".join(sections.values()))
    return found


@pytest.mark.parametrize("stage", range(len(stages())))
def test_every_stage_checks(stage: int, tmp_path: Path) -> None:
    path = tmp_path / "breakwater.yaml"
    path.write_text(stages()[stage], encoding="utf-8")
    game = load(path)
    if "turn" in game.sections:
        rules_for(game)


def test_the_whole_plays_and_its_examples_hold(tmp_path: Path) -> None:
    path = tmp_path / "breakwater.yaml"
    path.write_text(stages()[-1], encoding="utf-8")
    game = load(path)
    results = list(check_files(game, []))
    assert len(results) == 2
    assert all(result.passed for result in results), [str(result) for result in results]
    plays_to_the_end(game)


def test_the_game_of_the_library_page_plays(tmp_path: Path) -> None:
    path = tmp_path / "small_whist.yaml"
    (block,) = BLOCK.findall((TUTORIAL.parent / "library.md").read_text(encoding="utf-8"))
    path.write_text(block, encoding="utf-8")
    plays_to_the_end(load(path))


def test_what_deckgen_new_writes_plays(tmp_path: Path) -> None:
    path, data = starter("my_game", tmp_path / "my_game.yaml")
    path.write_bytes(data)
    game = load(path)
    assert all(result.passed for result in check_files(game, []))
    plays_to_the_end(game)


def plays_to_the_end(game: Game) -> None:
    """A random game of every variant with every number of players."""
    for variant in game.variants or [""]:
        for players in game.players.numbers:
            table = engine.compile_table(game, variant, {}, players)
            chance = Fast(f"{variant} {players}")
            state = engine.start(table, chance)
            while asks := engine.asks(table, state):
                player = min(asks)
                move = asks[player][chance.below(len(asks[player]))]
                engine.apply(table, state, player, move, chance)
            assert engine.result(table, state).over
