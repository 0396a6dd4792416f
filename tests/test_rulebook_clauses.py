"""Every clause that a player needs is covered by a section of the rulebook.

A rulebook's chapters and blocks name the clauses that they cover (`clauses:`).  Clauses that only
say how the engine, traces or files behave are listed here with the reason.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from card_specs.language.book import read_book
from card_specs.language.load import load
from card_specs.language.problems import Problems

CLAUSES = (Path(__file__).parent / "data" / "clauses.lst").read_text("utf-8").split()
PREFIXES = {
    "cinco": "CINCO",
    "cinco_vivos": "VIVOS",
    "cinquillo": "CINQ",
    "diez": "DIEZ",
    "seis": "SEIS",
}
NOT_FOR_PLAYERS = {
    "CINCO-11.7": "about traces",
}


@pytest.mark.parametrize("name", sorted(PREFIXES))
def test_every_clause_has_its_section(name: str) -> None:
    book = read_book(load(name), Problems())
    covered = {clause for chapter in book.chapters for clause in chapter.clauses}
    covered |= {clause for block in book.blocks() for clause in block.clauses}
    wanted = {one for one in CLAUSES if one.startswith(f"{PREFIXES[name]}-")}
    assert covered <= wanted
    assert wanted - covered - set(NOT_FOR_PLAYERS) == set()
