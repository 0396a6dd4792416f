"""`pbem explain`: how mails would be read, one JSON line each; nothing is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    mails: Annotated[list[Path], typer.Argument(metavar="MAIL…", help="Mails (.eml), in order.")],
    asks: Annotated[
        Path | None, typer.Option(help="A YAML file that says what is asked (or use --dir).")
    ] = None,
    host: Annotated[
        Path | None, typer.Option("--dir", help="A host folder: its open asks and tokens.")
    ] = None,
    spec: Annotated[str, typer.Option(help="The spec. Default: the game id's name.")] = "",
    lang: Annotated[str, typer.Option(help="The reader's language, es or en.")] = "es",
) -> None:
    """Say how each mail would be read, in this order, without playing anything.

    Example: pbem explain reply.eml --asks asks.yaml
    """
    from pbem.explaining import explain_asks, explain_host

    if (asks is None) == (host is None):
        raise typer.BadParameter("name either --asks FILE or --dir DIR")
    lines = explain_asks(mails, asks, spec, lang) if asks else explain_host(mails, host or Path())
    for line in lines:
        typer.echo(line)
