"""Every step's example in the language reference, carried out by the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from card_specs.language.load import load
from card_specs.language.step_reference import SCENARIO, example_spec
from card_specs.language.tree import Step
from card_specs.language.vocabulary import STEPS
from pbem.replay.scenario_files import read_file
from pbem.replay.scenarios import play

PRACTICE = Path(__file__).parents[2] / "docs" / "practice.yaml"


def scenario_of(example: dict[str, Any]) -> dict[str, Any]:
    """The example as a scenario: it begins with the turn of ana."""
    scenario = {key: example[key] for key in SCENARIO if key in example and key != "answers"}
    given = {"turn": "ana", **scenario.pop("given", {})}
    steps = [{"ana": "begin"}, *example.get("answers", [])]
    whole = {"id": "example", "players": ["ana", "beto"], "given": given, "steps": steps}
    return {"game": "practice", "scenarios": [{**whole, **scenario}]}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_the_example_does_what_it_says(step: type[Step], tmp_path: Path) -> None:
    example = yaml.safe_load(step.example)
    path = tmp_path / "practice.yaml"
    practice = PRACTICE.read_text(encoding="utf-8")
    path.write_text(example_spec(practice, step.example), encoding="utf-8")
    data = yaml.safe_dump(scenario_of(example), sort_keys=False).encode()
    [scenario] = read_file(data, "example.yaml").scenarios
    assert play(load(path), scenario) is None
