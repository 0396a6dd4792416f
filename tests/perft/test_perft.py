"""The number of move sequences of every game and variant is what it was."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from card_specs.language.load import load

HERE = Path(__file__).parent
SPEC = importlib.util.spec_from_file_location("perft", HERE / "perft.py")
assert SPEC is not None
assert SPEC.loader is not None
perft = importlib.util.module_from_spec(SPEC)
sys.modules["perft"] = perft
SPEC.loader.exec_module(perft)

GOLDENS: dict[str, list[int]] = json.loads((HERE / "goldens.json").read_text("utf-8"))


@pytest.mark.parametrize("key", GOLDENS)
def test_the_number_of_sequences(key: str) -> None:
    game, variant, players, seed = key.split("/")
    assert perft.perft(load(game), variant, int(players), int(seed)) == GOLDENS[key]
