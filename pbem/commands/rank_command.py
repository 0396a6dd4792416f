"""`pbem rank`: the ranking of a host's players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line a person.")] = False,
) -> None:
    """Experience points and ratings from signed results; games that don't audit are left out.

    Example: pbem rank mesa
    """
    import json

    from pbem.ranking import places, standings
    from pbem.service.results import matches

    found, left_out = matches(folder)
    table = standings(found)
    for place, one in zip(places(table), table, strict=True):
        if as_json:
            typer.echo(json.dumps({"place": place, **one.__dict__}, ensure_ascii=False))
        else:
            line = f"{place:3}  {one.person:40} {one.points:5} points, {one.won} of {one.matches}"
            typer.echo(f"{line} won, rating {one.rating:.1f}")
    for line in left_out:
        typer.echo(f"left out: {line}", err=True)
