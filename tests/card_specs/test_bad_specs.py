"""Every message of the cards half, as it is printed, from a spec that deserves it.

`tests/bad_specs/` has four folders: `yaml` (not our YAML), `structure` (the JSON Schema refuses it
too), `meaning` (only the loader sees it) and `tables` (spreadsheets).  Beside each spec stands the
exact text that its problems give.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from card_specs.language.load import load
from card_specs.language.problems import SpecError

ROOT = Path(__file__).parents[2]
BAD = ROOT / "tests" / "bad_specs"
SPECS = sorted(path for path in BAD.glob("*/*.yaml") if path.parent.name != "rules")


@pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_exact_text(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SpecError) as caught:
        load(path.relative_to(ROOT))
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


MODULES = (
    "arithmetic",
    "check_deck",
    "include",
    "load",
    "number_shapes",
    "read_cards",
    "read_game",
    "read_words",
    "shapes",
    "source",
    "tables",
    "traps",
)
ELSEWHERE = (
    "the file is larger than",  # test_source.py, test_load.py
    "the file has more than",  # test_source.py
    "the file '.*' cannot be read",  # test_load.py
    "leads out of the folder",  # test_load.py
    "files are included",  # test_load.py
    "the table has more than",  # test_tables.py
    "there is no game",  # test_load.py
    "this is not YAML",  # nothing is known to give it; it is for parsers to come
)


def said_in(tree: ast.AST) -> Iterator[str]:
    """Every text that becomes a problem's message, as a regular expression."""
    for node in ast.walk(tree):
        texts: list[ast.expr] = []
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "message":
            texts = [node.value]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".add", "Problem")):
            texts = node.args[:2]
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            texts = node.value.elts[1:2]
        for text in texts:
            pattern = as_pattern(text)
            if pattern:
                yield pattern


def as_pattern(text: ast.expr) -> str:
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return re.escape(text.value)
    if isinstance(text, ast.JoinedStr):
        parts = [
            as_pattern(part) if isinstance(part, ast.Constant) else ".*" for part in text.values
        ]
        return "".join(parts)
    return ""


@pytest.mark.parametrize("module", MODULES)
def test_every_message_has_a_spec(module: str) -> None:
    source = (ROOT / "card_specs" / "language" / f"{module}.py").read_text(encoding="utf-8")
    said = "".join(path.read_text(encoding="utf-8") for path in BAD.glob("*/*.txt"))
    shown_elsewhere = re.compile("|".join(ELSEWHERE))
    for pattern in said_in(ast.parse(source)):
        if " " in pattern and not shown_elsewhere.search(pattern.replace("\\ ", " ")):
            assert re.search(pattern, said), f"no bad spec shows: {pattern}"
