"""The documentation agrees with the program."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from card_specs.language.deck import deck
from card_specs.language.load import load
from deckgen.cli import PROGRAM as DECKGEN
from pbem.cli import PROGRAM as PBEM

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), *ROOT.glob("README.md")]
COMMANDS = [
    f"{program.name} {command}" for program in (DECKGEN, PBEM) for command in program.commands
]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_fresh() -> None:
    for path, text in generator().pages().items():
        found = path.read_text(encoding="utf-8") if path.exists() else ""
        assert found == text, f"{path.name} is stale: run python docs/generate.py"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented_with_an_example(command: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert f"### {command}\n" in text
    example = re.search(rf"### {command}\n[^#]*```sh\n{command}\b", text)
    assert example, f"the help of {command} has no example"


def test_the_shortest_spec_of_the_page_is_one(tmp_path: Path) -> None:
    page = (DOCS / "spec.md").read_text(encoding="utf-8")
    text = re.search(r"The shortest spec there is:\n\n```yaml\n(.*?)```", page, flags=re.DOTALL)
    assert text
    path = tmp_path / "mine.yaml"
    path.write_text(text[1], encoding="utf-8")
    assert [(card.code, card.copies) for card in deck(load(path))] == [("ONE", 4)]


def test_pieces_of_the_page_make_a_spec(tmp_path: Path) -> None:
    """All YAML of the page that is not whole, together with a head."""
    page = (DOCS / "spec.md").read_text(encoding="utf-8")
    pieces = re.findall(r"^```yaml\n((?:words|options|cards):.*?)^```", page, flags=re.M | re.S)
    assert len(pieces) == 3
    head = "game: mine\ntitle: {es: Mío, en: Mine}\nplayers: 2-4\ninclude: [colours, icons]\n"
    path = tmp_path / "mine.yaml"
    path.write_text(head + "".join(pieces), encoding="utf-8")
    assert sum(card.copies for card in deck(load(path))) == 6 * 8 * 2 + 8


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
