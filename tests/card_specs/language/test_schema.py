"""The JSON Schema agrees with the loader: on every good spec and on every badly built one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from card_specs.language.load import BUNDLED
from card_specs.language.nodes import Mapping, Node, Sequence
from card_specs.language.problems import Problems
from card_specs.language.schema import spec_schema
from card_specs.language.source import parse

ROOT = Path(__file__).parents[3]
BAD = ROOT / "tests" / "bad_specs"
SCHEMA = spec_schema()
CHECKER = jsonschema.Draft7Validator(SCHEMA)


def as_editor(node: Node) -> Any:
    """A node as an editor's YAML 1.2 reads it: numbers and truths where they look like that."""
    if isinstance(node, Mapping):
        return {key.text: as_editor(value) for key, value in node}
    if isinstance(node, Sequence):
        return [as_editor(item) for item in node]
    if node.style:
        return node.text
    if node.text in ("", "~", "null"):
        return None
    if node.text in ("true", "false"):
        return node.text == "true"
    return int(node.text) if re.fullmatch(r"-?(0|[1-9]\d*)", node.text) else node.text


def data_of(path: Path) -> Any:
    node = parse(path.read_text(encoding="utf-8"), path.name, Problems())
    assert node is not None
    return as_editor(node)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


GOOD = [*sorted(BUNDLED.glob("*.yaml")), *sorted((BUNDLED / "starter").glob("*.yaml"))]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_specs_pass(path: Path) -> None:
    data = data_of(path)
    if path.stem == "starter":
        data["game"] = "mine"
    errors = [f"{error.json_path}: {error.message[:200]}" for error in CHECKER.iter_errors(data)]
    assert errors == []


@pytest.mark.parametrize("path", sorted(BAD.glob("structure/*.yaml")), ids=lambda path: path.stem)
def test_badly_built_specs_fail(path: Path) -> None:
    assert not CHECKER.is_valid(data_of(path))


@pytest.mark.parametrize("path", sorted(BAD.glob("meaning/*.yaml")), ids=lambda path: path.stem)
def test_wrong_meanings_are_not_for_the_schema(path: Path) -> None:
    """Sorting the bad specs is a promise too: what an editor could show stands in `structure`."""
    assert CHECKER.is_valid(data_of(path))


def test_every_key_is_described() -> None:
    def walk(schema: object) -> None:
        if isinstance(schema, dict):
            for name, inner in schema.get("properties", {}).items():
                assert inner.get("description"), name
            for inner in schema.values():
                walk(inner)
        elif isinstance(schema, list):
            for inner in schema:
                walk(inner)

    walk(SCHEMA)
