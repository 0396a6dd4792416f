"""`pbem move`: answer a turn mail with a signed move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    mail: Annotated[Path, typer.Argument(metavar="MAIL", help="The turn mail (.eml).")],
    move: Annotated[
        list[str],
        typer.Argument(metavar="MOVE", help="The move or its number; `;` between."),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where the reply is written.")
    ] = Path("output/reply.eml"),
) -> None:
    """Write a signed reply with your move, ready to be sent.

    Example: pbem move turn-12.eml play R7
    """
    import os
    import secrets

    from deckgen.files import write_whole
    from pbem.player import replies
    from pbem.player.purse import Purse, default_folder

    purse = Purse(default_folder(os.environ), secrets.token_bytes)
    moves = [one.strip() for one in " ".join(move).split(";") if one.strip()]
    write_whole(output, replies.move(replies.read_mail(mail, purse), purse, moves))
