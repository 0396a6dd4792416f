"""`pbem explain`: how mails would be read, one JSON line each; nothing is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    mails: Annotated[
        list[Path],
        typer.Argument(
            metavar="MAIL… [DIR]",
            help="Mails (.eml), in order; last a host folder, without --asks.",
        ),
    ],
    asks: Annotated[
        Path | None, typer.Option(help="A YAML file that says what is asked, instead of DIR.")
    ] = None,
    spec: Annotated[str, typer.Option(help="The spec. Default: the game id's name.")] = "",
    lang: Annotated[str, typer.Option(help="The reader's language, es or en.")] = "es",
) -> None:
    """Say how each mail would be read, in this order, without playing anything.

    One JSON line a mail: `outcome` is `move`, `reject`, `ignore` or `duplicate`; `move` the move,
    `code` the kind of refusal, `why` the reason in words.

    Example: pbem explain reply.eml mesa
    """
    from pbem.explaining import explain_asks, explain_host

    host = mails[-1] if asks is None and len(mails) > 1 and mails[-1].is_dir() else None
    if asks is None and host is None:
        raise typer.BadParameter("name a host folder after the mails, or --asks FILE")
    lines = (
        explain_asks(mails, asks, spec, lang) if asks else explain_host(mails[:-1], host or Path())
    )
    for line in lines:
        typer.echo(line)
