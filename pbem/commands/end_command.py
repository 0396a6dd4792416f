"""`pbem end`: close a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's id.")],
) -> None:
    """Close a game: everybody gets the log, and the seed is revealed.

    Example: pbem end mesa cinco-7k3f
    """
    from pbem.hosting import opened
    from pbem.service.by_hand import end

    with opened(folder) as host:
        end(host.books, game)
        typer.echo(f"{game} is closed")
