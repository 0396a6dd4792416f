"""All mails of the corpus through the real path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from card_specs.language.load import load
from card_specs.language.load_rules import rules_for
from pbem.engine.lexicon import Lexicon
from pbem.engine.table_words import lexicon_of
from pbem.letters.explain import Asks, Explainer

CORPUS = Path(__file__).parents[2] / "mail_corpus"
DATA: dict[str, Any] = yaml.safe_load((CORPUS / "cases.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    game = load("cinco")
    rules = rules_for(game, "standard", {}, 3)
    return lexicon_of(game, rules, ("ana", "beto", "carla"))


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["id"])
def test_mail(case: dict[str, Any], lexicon: Lexicon) -> None:
    explainer = Explainer(Asks.read(DATA), lexicon, case["lang"])
    for before in case.get("before", []):
        explainer.explain((CORPUS / before).read_bytes())
    found = explainer.explain((CORPUS / case["file"]).read_bytes())
    expect = case["expect"]
    if expect == "duplicate":
        assert found.outcome == "duplicate"
    elif "move" in expect:
        assert (found.outcome, found.move) == ("move", expect["move"])
    else:
        ((outcome, code),) = expect.items()
        assert (found.outcome, found.code) == (outcome, code)


def test_no_mail_is_changed_by_git() -> None:
    """Line ends are CRLF as on the wire."""
    for path in CORPUS.glob("*.eml"):
        assert b"\r\n" in path.read_bytes(), path.name
