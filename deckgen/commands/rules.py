"""`deckgen rules`: the rulebook, the quick reference, the player aid."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from deckgen.commands import arguments
from deckgen.commands.wiring import player


class Format(StrEnum):
    pdf = "pdf"
    html = "html"
    md = "md"


class Paper(StrEnum):
    a5 = "a5"
    a4 = "a4"
    letter = "letter"


class Ink(StrEnum):
    full = "full"
    saver = "saver"
    grey = "grey"


Form = Annotated[Format, typer.Option("--format", help="pdf, html (one file) or md.")]
PaperName = Annotated[
    Paper | None, typer.Option(help="a5: small pages; a4 or letter: two columns.")
]
Folded = Annotated[
    bool, typer.Option("--booklet", help="Small pages two by two, to fold and staple.")
]
Quick = Annotated[bool, typer.Option("--quick", help="Only the one-page quick reference.")]
Aid = Annotated[bool, typer.Option("--aid", help="Only the folded player aids.")]
Variant = Annotated[str, typer.Option(metavar="NAME", help="The book of this variant alone.")]
Languages = Annotated[
    str, typer.Option(help="es, en, or all of the spec's. Default: the spec's first.")
]
InkUse = Annotated[Ink, typer.Option(help="saver: no areas of ink.")]


def rules(
    spec: arguments.Spec,
    kind: Form = Format.pdf,
    paper: PaperName = None,
    booklet: Folded = False,
    quick: Quick = False,
    aid: Aid = False,
    variant: Variant = "",
    ink: InkUse = Ink.full,
    lang: Languages = "",
    output: arguments.Output = None,
    as_json: arguments.Json = False,
) -> None:
    """Make the rulebook, all of it from the spec, with its examples played.

    Example: deckgen rules cinco --booklet --lang es
    """
    from deckgen.rulebook.write import Asked, write_rules

    part = "quick" if quick else "aid" if aid else "book"
    sheet = paper.value if paper else ""
    asked = Asked(lang, kind.value, sheet, variant, booklet, ink.value, part)
    for report in write_rules(spec, asked, output, player(), tell=not as_json):
        if as_json:
            typer.echo(json.dumps(report, ensure_ascii=False))
