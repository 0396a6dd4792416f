"""Every clause of a game's rules page belongs to a chapter or block of its rulebook.

The `clauses:` lists say where a clause is told. That it is told well, a reader must judge; a clause
that no list holds was forgotten.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CLAUSES = (ROOT / "tests" / "data" / "clauses.lst").read_text("utf-8").split()
BOOKS = {
    "CINCO": "cinco",
    "CINQ": "cinquillo",
    "DIEZ": "diez",
    "SEIS": "seis",
    "VIVOS": "cinco_vivos",
}

NOT_FOR_READERS = {"CINCO-11.7"}
"""How traces are written: nothing that happens at a table or in a mail."""


@pytest.mark.parametrize("prefix", sorted(BOOKS))
def test_every_clause_has_its_place(prefix: str) -> None:
    text = (ROOT / "card_specs" / "rulebooks" / f"{BOOKS[prefix]}.yaml").read_text("utf-8")
    told = set(re.findall(rf"\b{prefix}-\d+\.\d+\b", text)) | NOT_FOR_READERS
    assert [one for one in CLAUSES if one.startswith(prefix + "-") and one not in told] == []
