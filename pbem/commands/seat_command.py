"""`pbem seat`: a seat changes hands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's id.")],
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The seat.")],
    bot: Annotated[str, typer.Option(metavar="NAME", help="A bot plays on.")] = "",
    address: Annotated[
        str, typer.Option(metavar="A", help="The player's new address, which must confirm.")
    ] = "",
    key: Annotated[
        str, typer.Option(metavar="FILE", help="The player's new key, the old one being lost.")
    ] = "",
    person: Annotated[
        str, typer.Option(metavar="NAME", help="Somebody else is there: by the others' vote.")
    ] = "",
) -> None:
    """Give a seat to a bot or another person, by the others' vote; or move its player's address.

    A seat that a bot plays goes back to its player by --address, by the others' vote, too.

    A lost key is replaced by the file that `pbem join MAIL --new-key` wrote.

    A new address confirms from there before anything of the game is shown. All are told, of a
    player's new address two days before.

    Example: pbem seat mesa cinco-7k3f beto --bot policy
    """
    from pbem.hosting import opened
    from pbem.service.by_hand import give_key, give_seat

    data = arguments.small_file(Path(key)) if key else b""
    with opened(folder) as host:
        if key:
            typer.echo(give_key(host.books, game, player, data))
            return
        typer.echo(give_seat(host.books, game, player, address=address, name=person, bot=bot))
