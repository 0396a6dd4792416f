"""`deckgen faces`: one picture a card face and back."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from deckgen.commands import arguments


class Format(StrEnum):
    svg = "svg"
    png = "png"


class Ink(StrEnum):
    full = "full"
    saver = "saver"
    grey = "grey"


def faces(
    spec: arguments.Spec,
    kind: Annotated[Format, typer.Option("--format", help="svg or png.")] = Format.svg,
    dpi: Annotated[float, typer.Option(min=10, max=2400, help="Dots an inch of a PNG.")] = 300.0,
    ink: Annotated[Ink, typer.Option(help="full, saver (no grounds) or grey.")] = Ink.full,
    bleed: Annotated[float, typer.Option(min=0, max=10, help="Bleed around it, mm.")] = 0.0,
    only: Annotated[list[str] | None, typer.Option(help="Only these card codes.")] = None,
    lang: arguments.Lang = "",
    folder: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="The folder to fill.")
    ] = None,
) -> None:
    """Draw every card face and back as a picture of its own.

    Example: deckgen faces cinco --format png --dpi 300
    """
    from card_specs.language.load import load
    from deckgen import pictures
    from deckgen.files import write_all

    game = load(spec)
    language = arguments.language(lang, game.languages)
    wish = pictures.Wish(language, kind.value, dpi, ink.value, bleed, tuple(only or ()))
    made = pictures.pictures(game, wish)
    target = folder or pictures.folder_for(game, wish)
    with typer.progressbar(made.items(), label=str(target), file=sys.stderr) as bar:
        files = {target / name: make() for name, make in bar}
    write_all(files)
