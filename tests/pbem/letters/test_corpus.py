"""All mails of the two corpora through the real path: the one handed in, and our own."""

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

CORPORA = [Path(__file__).parents[2] / name for name in ("mail_corpus", "mail_kinds")]
DATA: dict[str, Any] = yaml.safe_load((CORPORA[0] / "cases.yaml").read_text("utf-8"))
CASES = [
    (folder, case)
    for folder in CORPORA
    for case in yaml.safe_load((folder / "cases.yaml").read_text("utf-8"))["cases"]
]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    game = load("cinco")
    rules = rules_for(game, "standard", {}, 3)
    return lexicon_of(game, rules, ("ana", "beto", "carla"))


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("folder", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_mail(folder: Path, case: dict[str, Any], lang: str, lexicon: Lexicon) -> None:
    """The outcome is the same whichever of the two languages its reader has."""
    explainer = Explainer(Asks.read(DATA), lexicon, lang)
    for before in case.get("before", []):
        explainer.explain((folder / before).read_bytes())
    found = explainer.explain((folder / case["file"]).read_bytes())
    expect = case["expect"]
    if expect == "duplicate":
        assert found.outcome == "duplicate"
    elif "move" in expect:
        assert (found.outcome, found.move) == ("move", expect["move"])
    else:
        ((outcome, code),) = expect.items()
        assert (found.outcome, found.code) == (outcome, code)


@pytest.mark.parametrize("folder", CORPORA, ids=lambda folder: folder.name)
def test_every_mail_is_listed_and_no_line_end_was_changed(folder: Path) -> None:
    """Line ends are CRLF as on the wire; every name under `contains` is there."""
    listed = {case["file"] for place, case in CASES if place == folder}
    assert {path.name for path in folder.glob("*.eml")} == listed
    for name in listed:
        data = (folder / name).read_bytes()
        assert b"\r\n\r\n" in data, name
        assert data.count(b"\n") == data.count(b"\r\n"), name
