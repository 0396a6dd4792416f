"""`pbem rank`: the ranking of a host's players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line a person.")] = False,
) -> None:
    """Experience points, chips and ratings from signed results; what doesn't audit is left out.

    Example: pbem rank mesa
    """
    import json

    from pbem.ranking import places, standings
    from pbem.service.results import results
    from pbem.store.folder import HostFolder

    host = HostFolder(folder)
    try:
        found = results(host)
    finally:
        host.close()
    table = standings(found.matches, host.config.chips, found.held)
    for place, one in zip(places(table), table, strict=True):
        if as_json:
            typer.echo(json.dumps({"place": place, **one.__dict__}, ensure_ascii=False))
        else:
            line = f"{place:3}  {one.person:40} {one.points:5} points, {one.chips} chips,"
            typer.echo(f"{line} {one.won} of {one.matches} won, rating {one.rating:.1f}")
    for line in found.left_out:
        typer.echo(f"left out: {line}", err=True)
