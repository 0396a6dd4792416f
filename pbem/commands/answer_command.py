"""`pbem answer`: answer the last mail of a game that `pbem try` began."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of `pbem try`.")],
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What you would write.")],
) -> None:
    """Answer your last mail as a mail program would, and print what comes back.

    Example: pbem answer output/mesa "1"
    """
    from pbem import trying

    arrived = trying.answer(folder, " ".join(text))
    typer.echo(arrived.text)
    typer.echo(str(arrived.page))
