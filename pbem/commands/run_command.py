"""`pbem run`: read the mail that has come, play it, answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    watch: Annotated[bool, typer.Option("--watch", help="Go on until stopped.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON line for each run.")
    ] = False,
) -> None:
    """Read the mail that has come, play it and answer; once, or until stopped.

    Example: pbem run mesa --watch
    """
    from pbem.hosting import opened
    from pbem.service.run import run_once, watching
    from pbem.transports import TransportError

    with opened(folder) as host:
        runs = (
            watching(host.books, host.transport)
            if watch
            else [run_once(host.books, host.transport)]
        )
        for summary in runs:
            for line in summary.told(as_json):
                typer.echo(line)
            if summary.trouble and not watch:
                raise TransportError(f"{summary.trouble} — mails wait and leave in a later run")
