"""`pbem join`: join a table with a key of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    mail: Annotated[Path, typer.Argument(metavar="MAIL", help="An invitation or roster (.eml).")],
    player: Annotated[str, typer.Option(help="Which seat is yours.")] = "",
    words: Annotated[str, typer.Option(help="Words that help to shuffle; all see them.")] = "",
    only_signed: Annotated[
        bool, typer.Option("--only-signed", help="Only moves signed by you count.")
    ] = False,
    sealed: Annotated[
        bool, typer.Option("--sealed", help="Views that your mail provider cannot read.")
    ] = False,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where the reply is written.")
    ] = Path("output/reply.eml"),
) -> None:
    """Answer an invitation with a signed reply, and the roster with your secret.

    Example: pbem join invitation.eml --player carla --only-signed
    """
    import os
    import secrets

    from deckgen.files import write_whole
    from pbem.player.purse import Purse, default_folder
    from pbem.player.replies import Joining, join, read_mail

    purse = Purse(default_folder(os.environ), secrets.token_bytes)
    wish = Joining(player, words, only_signed, sealed)
    write_whole(output, join(read_mail(mail, purse), purse, wish))
