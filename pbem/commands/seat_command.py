"""`pbem seat`: a seat changes hands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's id.")],
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The seat.")],
    bot: Annotated[str, typer.Option(metavar="NAME", help="A bot plays on.")] = "",
    address: Annotated[str, typer.Option(metavar="A", help="Somebody at this address.")] = "",
) -> None:
    """Give a seat to a bot or to another person; everybody is told.

    Example: pbem seat mesa cinco-7k3f beto --bot greedy
    """
    from pbem.hosting import opened
    from pbem.service.by_hand import give_seat

    with opened(folder) as host:
        give_seat(host.books, game, player, address=address, bot=bot)
        typer.echo(f"{player} of {game}: {address or bot}")
