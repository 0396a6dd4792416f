"""A spec on the disk to a PDF on the disk: loads, prints, tells how far it is."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from card_specs.language.load import load
from deckgen import sheets
from deckgen.files import write_whole
from deckgen.to_pdf import write


def print_deck(
    spec: str, wish: sheets.Wish, output: Path | None, *, tell: bool = True
) -> dict[str, object]:
    """Write a spec's deck and give its figures; warnings go to stderr, the file's name to stdout.

    Raises `SpecError`, `PersonError`, `CannotWriteError`.
    """
    game = load(spec)
    deck = sheets.deck_to_print(game, wish)
    path = output or sheets.output_file(game, deck.language)
    with typer.progressbar(
        length=len(deck.job.sheets), label=str(path), file=sys.stderr, show_eta=False
    ) as bar:
        data = write(deck.job, lambda: bar.update(1))
    for warning in deck.warnings:
        sys.stderr.write(f"{warning}\n")
    write_whole(path, data, tell=tell)
    return {"file": str(path), "bytes": len(data), **deck.report}
