"""`pbem try`: a first game in a local folder, against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    spec: arguments.Spec,
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="A new folder.")] = Path(
        "output/mesa"
    ),
    variant: arguments.Variant = "",
    lang: Annotated[str, typer.Option(help="es or en.")] = "es",
) -> None:
    """Play a first game by mail without any mail server: you against bots, in a folder.

    Example: pbem try cinco
    """
    import secrets

    from pbem import trying

    arrived = trying.begin(spec, folder, lang, variant, secrets.token_bytes)
    typer.echo(arrived.text)
    typer.echo(f"{arrived.page}  <- the same mail, to open in a browser")
    typer.echo(f'answer with: pbem answer {folder} "1"')
