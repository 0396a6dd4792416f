"""The table of properties: documented, described, and what its schema accepts is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from card_specs.language.nodes import Mapping
from card_specs.language.problems import Problems
from card_specs.language.source import parse
from card_specs.language.style_properties import (
    CORNERS,
    PROPERTIES,
    style_definitions,
    style_schema,
)
from card_specs.language.style_read import FACE_KEYS, LAYER_KEYS, STYLE_KEYS, read_style

DOCS = (Path(__file__).parents[3] / "docs" / "faces.md").read_text(encoding="utf-8")
CHECKER = Draft7Validator({**style_schema(), "definitions": style_definitions()})


@pytest.mark.parametrize("name", [*LAYER_KEYS, *FACE_KEYS, *STYLE_KEYS, *CORNERS])
def test_every_key_is_in_the_docs(name: str) -> None:
    assert f"`{name}" in DOCS or f" {name}`" in DOCS or f"{name}:" in DOCS or f" {name}," in DOCS


@pytest.mark.parametrize("block", re.findall(r"```yaml\n(.*?)```", DOCS, re.DOTALL))
def test_the_examples_of_the_docs_are_right(block: str) -> None:
    """A whole style, some faces, or layers."""
    inside = {"style": block, "faces": f"style:\n{indented(block, 2)}"}
    layers = f"style:\n  faces:\n    mine:\n      layers:\n{indented(block, 8)}"
    problems = Problems()
    node = parse(inside.get(block.split(":")[0], layers), "docs.yaml", problems)
    assert isinstance(node, Mapping)
    read_style(node.get("style"), problems, node.mark)
    unknown = [p for p in problems.found if "unknown face" not in p.message]  # the family's
    assert unknown == []


def indented(block: str, by: int) -> str:
    return "".join(" " * by + line for line in block.splitlines(keepends=True))


def test_every_property_says_what_it_is_for() -> None:
    assert all(known.about for known in PROPERTIES.values())


@pytest.mark.parametrize(
    ("layer", "right"),
    [
        ({"fill": "tint"}, True),
        ({"rect": [5.5, "=49.6 - words.grown", 52.5, 22.6], "radius": 3.2}, True),
        ({"art": "heart", "at": [8, 17.6], "size": {"by": "rank", "1": 38}}, True),
        ({"text": {"es": "hola", "en": "hello"}, "box": "safe", "saver": "none"}, True),
        ({"corners": ["top left"], "layers": {"tab": {"fill": "base"}}}, True),
        ({"fil": "tint"}, False),
        ({"rect": [1, 2, 3]}, False),
        ({"cap": "sharp"}, False),
        ({"corners": ["top"]}, False),
    ],
)
def test_the_schema_knows_layers(layer: dict[str, object], right: bool) -> None:
    style = {"faces": {"mine": {"layers": {"one": layer}}}}
    assert CHECKER.is_valid(style) is right
