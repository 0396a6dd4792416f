"""Every message of the rules half, as it is printed, from a spec that deserves it.

The specs of `tests/bad_specs/rules/` have many mistakes each, a theme a file; beside each stands
the exact text of all its problems, errors and warnings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_bad_specs import as_pattern

from card_specs.language.check_rules import check_rules
from card_specs.language.load import load

ROOT = Path(__file__).parents[2]
BAD = ROOT / "tests" / "bad_specs" / "rules"
SPECS = sorted(BAD.glob("*.yaml"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_exact_text(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = sorted(set(check_rules(load(path.relative_to(ROOT))).found))
    text = "".join(f"{problem}\n" for problem in found)
    assert text == path.with_suffix(".txt").read_text(encoding="utf-8")


MODULES = (
    "check_cards",
    "check_endings",
    "check_moves",
    "check_orders",
    "check_questions",
    "check_rules",
    "check_secrets",
    "check_slots",
    "check_steps",
    "check_use",
    "checking",
    "declare",
    "expressions",
    "lines",
    "load_rules",
    "names",
    "patches",
    "reading",
    "reading_lists",
    "reading_names",
    "reading_operators",
    "tokens",
)
ELSEWHERE = (  # test_limits.py, test_expressions.py
    "more than .* steps",
    "longer than .* characters",
    "terms that need terms",
)
CALLS = {"add": 1, "wrong": 1, "Problem": 1, "NotReadableError": 1, "_warning": 1, "_never": 0}
"""What reports a problem, and which of its arguments is the message (or `wrong`'s first)."""


def said_in(tree: ast.AST) -> Iterator[str]:
    """Every text that becomes a problem's message, as a regular expression."""
    for node in ast.walk(tree):
        texts: list[ast.expr] = []
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("message", "why"):
            texts = [node.value]
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func).split(".")[-1]
            texts = node.args[: CALLS.get(name, -1) + 1]
        for text in texts:
            pattern = as_pattern(text)
            if " " in pattern:
                yield pattern


@pytest.mark.parametrize("module", MODULES)
def test_every_message_has_a_spec(module: str) -> None:
    source = (ROOT / "card_specs" / "language" / f"{module}.py").read_text(encoding="utf-8")
    said = "".join(path.read_text(encoding="utf-8") for path in BAD.glob("*.txt"))
    shown_elsewhere = re.compile("|".join(ELSEWHERE))
    missing = [
        pattern
        for pattern in said_in(ast.parse(source))
        if not shown_elsewhere.search(pattern.replace("\\ ", " ")) and not re.search(pattern, said)
    ]
    assert missing == []
