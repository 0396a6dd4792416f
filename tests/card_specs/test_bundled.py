"""The specs that come with the program are a pleasure to read, and load without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_specs.language.description import GAME
from card_specs.language.load import BUNDLED, load
from card_specs.language.nodes import Mapping, Node, Sequence
from card_specs.language.problems import Problems
from card_specs.language.source import parse

SPECS = sorted(BUNDLED.glob("*.yaml"))
ALL = sorted(BUNDLED.rglob("*.yaml"))
WIDEST = 100
SECTIONS = [
    *("game", "title", "languages", "players", "summary", "credits", "licence", "include"),
    *("options", "words", "zones", "deck", "counters", "cards", "components"),
    *("names", "moments", "setup", "turn", "pass_turn", "moves", "rules", "end"),
    *("verbs", "keys", "bare", "orders", "conditions", "mail", "mail_table", "deadline"),
    *("variants", "style", "rulebook", "examples"),
]


def node_of(path: Path) -> Node:
    node = parse(path.read_text(encoding="utf-8"), path.name, Problems())
    assert node is not None
    return node


def test_the_order_of_sections_names_all_of_them() -> None:
    assert sorted(SECTIONS) == sorted(entry.name for entry in GAME.fields)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_a_spec_loads_without_a_warning(path: Path) -> None:
    problems = Problems()
    load(path, problems)
    assert problems.found == []


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_sections_stand_in_their_order(path: Path) -> None:
    node = node_of(path)
    assert isinstance(node, Mapping)
    names = [key.text for key, _ in node]
    assert names == sorted(names, key=SECTIONS.index)


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_line_is_too_long(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        assert len(line) <= WIDEST, f"{path.name}:{number}"
        assert line == line.rstrip(), f"{path.name}:{number} ends with spaces"


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_flow_mapping_holds_another(path: Path) -> None:
    """But for examples: positions are short, and written like that in every scenario file."""

    def check(node: Node, inside: bool) -> None:
        children: list[Node] = []
        if isinstance(node, Mapping):
            assert not (inside and node.flow), f"{path.name}:{node.mark.line}: too deep in braces"
            children = [value for key, value in node if key.text != "examples"]
        elif isinstance(node, Sequence):
            children = [*node]
        for child in children:
            check(child, inside or (isinstance(node, Mapping) and node.flow))

    check(node_of(path), inside=False)
