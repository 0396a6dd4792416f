"""Every scenario file of ours and every one that was handed to us is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_specs.language.load import load
from card_specs.language.model import Game
from pbem.replay.scenario_files import Scenario, read_file
from pbem.replay.scenarios import Tables, play

SCENARIOS = Path(__file__).parents[2] / "scenarios"
_games: dict[str, tuple[Game, Tables]] = {}


def _all() -> list[pytest.param]:  # type: ignore[valid-type]
    found = []
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        file = read_file(path.read_bytes(), str(path.relative_to(SCENARIOS)))
        found += [
            pytest.param(file.game, one, id=f"{file.game}:{one.id}") for one in file.scenarios
        ]
    return found


@pytest.mark.parametrize(("game", "scenario"), _all())
def test_scenario(game: str, scenario: Scenario) -> None:
    if game not in _games:
        _games[game] = load(game), {}
    spec, tables = _games[game]
    failure = play(spec, scenario, tables)
    assert failure is None, str(failure)
