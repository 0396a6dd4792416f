"""Goldens: drawings as text, beside the tests.  DECKGEN_GOLDENS=write makes them anew."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "goldens"


def check(name: str, text: str) -> None:
    """Compare with the golden of that name; the difference is a readable diff."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("DECKGEN_GOLDENS") == "write":
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines(), path.name
