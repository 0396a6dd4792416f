"""`pbem move`: answer a turn mail with a signed move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    mail: Annotated[Path, typer.Argument(metavar="MAIL", help="The turn mail (.eml).")],
    move: Annotated[
        list[str],
        typer.Argument(metavar="MOVE", help="As you would write it in a reply; `;` between."),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where the reply is written.")
    ] = Path("output/reply.eml"),
    spec: Annotated[str, typer.Option(help="The game's spec, if it is not a bundled one.")] = "",
) -> None:
    """Write a signed reply with your move, ready to be sent.

    The move is its number, or your words in Spanish or English, as in a reply by hand. Quote
    several: 'R4; L2; fin'.

    Example: pbem move turn-12.eml play R7
    """
    import os
    import secrets

    from deckgen.files import write_whole
    from pbem.answering import words_of
    from pbem.player import replies, typed
    from pbem.player.purse import Purse, default_folder

    purse = Purse(default_folder(os.environ), secrets.token_bytes)
    kept = replies.read_mail(mail, purse)
    moves = typed.moves(kept, purse, " ".join(move), words_of(spec))
    write_whole(output, replies.move(kept, purse, moves))
