"""`deckgen calibrate`: the sheet that measures a printer, and what was measured."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from deckgen.commands import arguments, lengths
from deckgen.sheet_choices import Backs

PaperName = Annotated[str, typer.Option(metavar="a4|letter|a3|WxH", help="The paper; WxH in mm.")]
Flip = Annotated[Backs, typer.Option("--backs", help="duplex-long or duplex-short.")]
Printer = Annotated[str, typer.Option(metavar="NAME", help="Which printer it is.")]
Shift = Annotated[
    Any, typer.Option(metavar="X,Y", parser=lengths.pair, help="Remember this shift of the backs.")
]
Ruler = Annotated[
    Any,
    typer.Option(
        metavar="X,Y", parser=lengths.pair, help="What the rulers measure, in mm, if not 100."
    ),
]


def calibrate(
    paper: PaperName = "a4",
    backs: Flip = Backs.DUPLEX_LONG,
    printer: Printer = "",
    shift: Shift = None,
    ruler: Ruler = None,
    lang: arguments.Lang = "",
    output: arguments.Output = None,
    as_json: arguments.Json = False,
) -> None:
    """Make a sheet that measures a printer, or remember what it showed.

    Example: deckgen calibrate --printer home --shift 0.4,-0.2
    """
    from deckgen import measure

    if shift is None and ruler is None:
        wish = measure.SheetWish(paper, backs, printer, arguments.language(lang))
        report = measure.print_sheet(wish, output, tell=not as_json)
    else:
        report = measure.remember(printer, shift, ruler, tell=not as_json)
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
