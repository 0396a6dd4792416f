"""`pbem forget`: a person is forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="A mail address.")],
) -> None:
    """Remove an address and its mails everywhere; logs keep the seat's name.

    Example: pbem forget mesa ana@example.org
    """
    from pbem.hosting import opened
    from pbem.service.keeping import forget

    with opened(folder) as host:
        seats = forget(host.books, address)
        typer.echo(f"{address}: forgotten at {len(seats)} tables")
