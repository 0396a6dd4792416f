"""`pbem undo`: take the last move back, by everybody's vote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's id.")],
    force: Annotated[
        bool, typer.Option("--force", help="Without a vote; recorded as yours and told to all.")
    ] = False,
) -> None:
    """Start a vote to take the last move back.

    Example: pbem undo mesa cinco-7k3f
    """
    from pbem.hosting import opened
    from pbem.service.by_hand import ask_undo

    with opened(folder) as host:
        typer.echo(ask_undo(host.books, game, force=force))
