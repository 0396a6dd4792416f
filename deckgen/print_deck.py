"""A spec on the disk to a PDF on the disk: loads, prints, tells how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from card_specs.language.load import load
from deckgen import sheets
from deckgen.files import write_whole
from deckgen.to_pdf import write

Progress = Callable[[int, str], AbstractContextManager[Callable[[], None]]]
"""Shows how far a work of so many steps is, under a label; gives what to call after each."""


def print_deck(
    spec: str, wish: sheets.Wish, output: Path | None, progress: Progress, *, tell: bool = True
) -> dict[str, object]:
    """Write a spec's deck and give its figures; warnings go to stderr, the file's name to stdout.

    Raises `SpecError`, `PersonError`, `CannotWriteError`.
    """
    game = load(spec)
    deck = sheets.deck_to_print(game, wish)
    path = output or sheets.output_file(game, deck.language)
    pages = len(deck.job.sheets)
    with progress(pages, f"{deck.job.about.title}: {pages} pages") as step:
        data = write(deck.job, step)
    for warning in deck.warnings:
        sys.stderr.write(f"{warning}\n")
    write_whole(path, data, tell=tell)
    return {"file": str(path), "bytes": len(data), **deck.report}
