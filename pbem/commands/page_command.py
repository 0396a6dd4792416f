"""`pbem page`: the turn page as one file that opens signed views."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    specs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SPEC…]", help="Games of your own that it shall know as well."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where to.")] = Path(
        "output/mesa.html"
    ),
    lang: Annotated[str, typer.Option(help="es or en, for readers without scripts.")] = "es",
) -> None:
    """Write the page that opens any signed view (.jws) or turn mail (.eml), without a network.

    Example: pbem page -o mesa.html
    """
    from card_specs.language.load import bundled
    from deckgen.files import write_whole
    from pbem.turn_page.opener import opener

    if lang not in ("es", "en"):
        raise typer.BadParameter(f"'{lang}': the languages are es and en")
    games = [arguments.load(name) for name in (*bundled(), *(specs or ()))]
    write_whole(out, opener(games, lang).encode())
