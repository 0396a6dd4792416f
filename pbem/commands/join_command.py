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
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Your key is lost: write another one for this table.")
    ] = False,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where the reply is written.")
    ] = Path("output/reply.eml"),
) -> None:
    """Answer an invitation with a signed reply, and the roster with your secret.

    Where the key was lost during the game, --new-key writes one from the kept invitation; the
    host's person puts it in with `pbem seat --key`.

    Example: pbem join invitation.eml --player carla --only-signed
    """
    import os
    import secrets

    from deckgen.files import write_whole
    from pbem.player.purse import Purse, default_folder
    from pbem.player.replies import Joining, join, read_mail
    from pbem.player.replies import new_key as another

    purse = Purse(default_folder(os.environ), secrets.token_bytes)
    if new_key:
        write_whole(output.with_suffix(".jwk"), another(read_mail(mail, purse), purse, player))
        return
    wish = Joining(player, words, only_signed, sealed)
    write_whole(output, join(read_mail(mail, purse), purse, wish))
