"""`pbem status`: who is awaited since when."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game; all if left out.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line a game.")] = False,
) -> None:
    """Say how each game stands: who is awaited since when, and until when.

    Example: pbem status mesa cinco-7k3f
    """
    from pbem.hosting import looked_at
    from pbem.service.by_hand import status, told

    with looked_at(folder) as books:
        for one in status(books, game):
            typer.echo(told(one, books.folder.config.zone, as_json))
