"""`deckgen deck`: the deck as a print-ready PDF."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from deckgen.commands import arguments, lengths
from deckgen.sheet_choices import Backs, Ink, Marks, MarksOn, Order

PaperName = Annotated[str, typer.Option(metavar="a4|letter|a3|WxH", help="The paper; WxH in mm.")]
CardSize = Annotated[
    str,
    typer.Option(
        metavar="poker|bridge|tarot|mini|square|WxH", help="Default: what the spec's style is."
    ),
]
BacksAs = Annotated[Backs, typer.Option(help="How the backs come behind the fronts.")]
Bleed = Annotated[
    float | None, typer.Option(metavar="MM", min=0, max=20, help="Default: the style's.")
]
MarkKind = Annotated[
    Marks, typer.Option(help="Marks beyond the cards, lines along every cut, or none.")
]
MarkSide = Annotated[MarksOn, typer.Option(help="Which pages have marks.")]
Gap = Annotated[
    Any,
    typer.Option(
        metavar="MM|auto", parser=lengths.length_or_auto, help="auto: as wide as costs no card."
    ),
]
Margin = Annotated[
    float, typer.Option(metavar="MM", min=0, max=100, help="What the printer leaves.")
]
PageOrder = Annotated[
    Order, typer.Option(help="Each back after its front, or all backs at the end.")
]
Shift = Annotated[
    Any,
    typer.Option(metavar="X,Y", parser=lengths.pair, help="Move the backs right and down, in mm."),
]
Printer = Annotated[
    str, typer.Option(metavar="NAME", help="Correct as 'deckgen calibrate' measured.")
]
InkUse = Annotated[Ink, typer.Option(help="saver: no filled grounds.")]
Only = Annotated[
    list[str] | None, typer.Option(metavar="CODE...", help="Only the cards of these codes.")
]
More = Annotated[list[str] | None, typer.Argument(metavar="[CODE]...", hidden=True)]
CopyCount = Annotated[
    int,
    typer.Option(metavar="N", min=0, max=1000, help="So many decks; with --only, so many of each."),
]
Players = Annotated[
    int | None, typer.Option(metavar="N", help="The cards that so many players need.")
]
Table = Annotated[
    list[str] | None, typer.Option("--option", metavar="K=V", help="Set a table option.")
]
Variant = Annotated[str, typer.Option(metavar="NAME", help="The cards that this variant needs.")]


def deck(
    spec: arguments.Spec,
    more: More = None,
    paper: PaperName = "a4",
    card: CardSize = "",
    backs: BacksAs = Backs.DUPLEX_LONG,
    bleed: Bleed = None,
    marks: MarkKind = Marks.CROP,
    marks_on: MarkSide = MarksOn.FRONTS,
    gap: Gap = "0",
    margin: Margin = 4.0,
    order: PageOrder = Order.ALTERNATE,
    shift: Shift = None,
    printer: Printer = "",
    ink: InkUse = Ink.FULL,
    only: Only = None,
    copies: CopyCount = 0,
    players: Players = None,
    options: Table = None,
    variant: Variant = "",
    lang: arguments.Lang = "",
    output: arguments.Output = None,
    as_json: arguments.Json = False,
) -> None:
    """Make the deck as a print-ready PDF.

    Example: deckgen deck cinco --paper letter --printer home
    """
    from deckgen import print_deck, sheets

    sheet = sheets.SheetWish(paper, backs, marks, marks_on, order, gap, margin, shift, printer)
    table = sheets.TableWish(players, tuple(options or ()), variant)
    codes = arguments.codes(only, more)
    wish = sheets.Wish(lang, sheet, table, card, bleed, ink.value, codes, copies)
    report = print_deck.print_deck(spec, wish, output, arguments.progress, tell=not as_json)
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
