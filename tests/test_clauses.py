"""Every clause of the rules pages is named by a test, a scenario or a spec.

`data/clauses.lst` holds the ids of the pages (its ending keeps it out of searches for clauses).
That a clause is named does not prove that it holds; that none is named proves that nobody looked.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CLAUSE = re.compile(r"\b[A-Z]{3,6}-\d+\.\d+\b")
CLAUSES = (HERE / "data" / "clauses.lst").read_text("utf-8").split()


def _named() -> set[str]:
    found: set[str] = set()
    places = (HERE, HERE.parent / "card_specs")
    for path in (path for place in places for path in place.rglob("*")):
        if path.suffix in {".py", ".yaml"} and path != Path(__file__):
            text = path.read_text("utf-8", errors="replace")
            found.update(CLAUSE.findall(text))
    return found


@pytest.mark.parametrize("prefix", sorted({clause.split("-")[0] for clause in CLAUSES}))
def test_every_clause_is_named(prefix: str) -> None:
    named = _named()
    missing = [one for one in CLAUSES if one.startswith(prefix + "-") and one not in named]
    assert missing == []


def test_nothing_names_a_clause_that_does_not_exist() -> None:
    prefixes = {clause.split("-")[0] for clause in CLAUSES}
    unknown = {one for one in _named() - set(CLAUSES) if one.split("-")[0] in prefixes}
    assert unknown == set()
