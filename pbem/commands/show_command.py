"""`pbem show`: the signed view of a turn mail, checked and in words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    mail: Annotated[Path, typer.Argument(metavar="MAIL", help="A turn mail (.eml).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the view as JSON.")] = False,
) -> None:
    """Check the signed view in a mail (opening it if it is sealed) and print the table.

    Example: pbem show turn-12.eml
    """
    import json
    import os
    import secrets

    from pbem.player.purse import Purse, default_folder
    from pbem.player.replies import read_mail, shown, view_of

    purse = Purse(default_folder(os.environ), secrets.token_bytes)
    view = view_of(read_mail(mail, purse), purse).payload
    if as_json:
        typer.echo(json.dumps(view, ensure_ascii=False))
        return
    for line in shown(view):
        typer.echo(line)
