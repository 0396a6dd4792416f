"""The bundled games pass; misspelt and damaged specs are refused, and nothing else happens."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_specs.language.check_rules import check_rules
from card_specs.language.load import bundled, load
from card_specs.language.load_rules import rules_for
from card_specs.language.problems import Problems, SpecError
from card_specs.language.read_game import read_game
from card_specs.language.source import parse

ROOT = Path(__file__).parents[3]
PRACTICE = (ROOT / "docs" / "practice.yaml").read_text(encoding="utf-8")


def misspellings() -> ModuleType:
    path = ROOT / "benchmarks" / "misspellings.py"
    spec = importlib.util.spec_from_file_location("misspellings", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["misspellings"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", bundled())
def test_bundled_games_have_no_mistakes(name: str) -> None:
    problems = check_rules(load(name))
    assert [str(problem) for problem in problems.errors] == []


@pytest.mark.parametrize("name", bundled())
def test_every_table_can_be_read(name: str) -> None:
    game = load(name)
    for variant in game.variants or [""]:
        numbers = game.variants[variant].players.numbers if variant else game.players.numbers
        for players in numbers:
            rules = rules_for(game, variant, {}, players)
            assert (rules.variant, rules.players) == (variant, players)


def test_most_misspellings_are_found() -> None:
    """A sample; `benchmarks/misspellings.py` takes 300 and draws the cards, too."""
    bench = misspellings()
    results = [one for game in bench.GAMES for one in bench.outcomes(game, 6, seed=7, look=False)]
    missed = [f"{one.right} -> {one.wrong} in: {one.line}" for one in results if not one.found]
    assert len(missed) <= 5, missed


def check(text: str) -> Problems:
    """Everything wrong with the text of a spec."""
    problems = Problems()
    node = parse(text, "spec", problems)
    game = None
    if node is not None and not problems.errors:
        game = read_game(node, (), problems)
    return problems if game is None else check_rules(game, problems)


LINES = PRACTICE.splitlines()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_damaged_specs_give_problems_and_nothing_else(seed: int, damages: int) -> None:
    chance = random.Random(seed)
    lines = list(LINES)
    for _ in range(damages):
        at = chance.randrange(len(lines))
        damage = chance.randrange(4)
        if damage == 0:
            del lines[at]
        elif damage == 1:
            lines.insert(at, chance.choice(LINES))
        elif damage == 2:
            lines[at] = "  " + lines[at]
        else:
            words = lines[at].split(" ")
            words[chance.randrange(len(words))] = chance.choice(chance.choice(LINES).split(" "))
            lines[at] = " ".join(words)
    assert check("\n".join(lines) + "\n") is not None


def test_a_table_that_cannot_be() -> None:
    game = load("diez")
    with pytest.raises(ValueError, match="unknown variant 'triads' — did you mean 'triad'"):
        rules_for(game, "triads")
    with pytest.raises(ValueError, match="5 cannot play — players: 2-4"):
        rules_for(game, "triad", {}, 5)
    with pytest.raises(ValueError, match="option 'idle' cannot be '0'"):
        rules_for(game, "triad", {"idle": 0})


def test_an_effect_of_the_table_is_checked() -> None:
    game = load("diez")
    good = {
        "id": "gift",
        "target": "opponent",
        "steps": [{"exchange": {"a": "reserve.self", "b": "hand.target"}}],
    }
    rules = rules_for(game, "triad", {"custom": good})
    assert "custom/1" in rules.rules
    bad = {
        "steps": [{"give": {"who": "targt"}}, {"fly": {}}, {"draw": {"who": "target", "count": 2}}]
    }
    with pytest.raises(SpecError) as caught:
        rules_for(game, "triad", {"custom": bad})
    assert "an effect cannot 'fly' — known: draw, exchange, give, pick, shuffle" in str(
        caught.value
    )
    assert "'target' cannot be players" in str(caught.value)


def test_a_patch_changes_what_it_names(tmp_path: Path) -> None:
    text = PRACTICE.replace("  - example\n", "  - do: example\n    id: middle\n")
    path = tmp_path / "practice.yaml"
    path.write_text(
        text
        + """
variants:
  plain: {title: {en: plain, es: normal}}
  long:
    title: {en: long, es: larga}
    set:
      end.if: round > 200
      counters.laps.start: 1
      rules.warm_up:
        - shuffle deck
    insert:
      turn.middle.before:
        - warm_up
      turn.middle.after:
        - add 1 to laps
    remove: [turn.middle]
""",
        encoding="utf-8",
    )
    game = load(path)
    assert len(rules_for(game, "plain").turn) == 3
    with pytest.raises(SpecError, match="there is no 'laps' in 'counters'"):
        rules_for(game, "long")
    path.write_text(path.read_text(encoding="utf-8").replace("laps.start: 1", "laps: {start: 1}"))
    long = rules_for(load(path), "long")
    assert [type(step).__name__ for step in long.turn] == ["Ask", "CallRule", "AddValue", "Ask"]


MAIL = """
mail_table:
  plain: [don]
  slots: {line: rnk}
  questions:
    last:
      moves: [done now, drop]
      order: lat never
"""


def test_moves_in_mails_must_exist() -> None:
    found = [str(problem).split(": ", 1)[1] for problem in check(PRACTICE + MAIL).found]
    for message in (
        "error: no move begins with 'don' — did you mean 'done'?",
        "error: cards have no 'rnk' — did you mean 'rank'?",
        "error: there is no card 'now' — known: B1, B2, B3, B4, B5, B6, JOK, R1, R2, R3, R4, R5 …",
        "error: no move begins with 'drop' — known: begin, done",
        "error: there is no order 'lat' — there are none",
    ):
        assert message in found
