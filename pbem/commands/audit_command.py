"""`pbem audit`: a finished game replayed from its revealed seed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    what: Annotated[
        list[str],
        typer.Argument(metavar="LOG MAIL… | DIR GAME", help="A log and mails or folders of them."),
    ],
    spec: Annotated[str, typer.Option(help="The game's spec, if it is not a bundled one.")] = "",
    host: Annotated[str, typer.Option(help="The host's thumbprint, if you know it.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Prove that a finished game was played as it was signed: every shuffle, move and view.

    Example: pbem audit cinco-7k3f.jsonl turn-*.eml
    """
    import json
    import os
    import secrets

    from pbem.auditing import audit_host, audit_kept
    from pbem.player.purse import Purse, default_folder

    first, rest = Path(what[0]), what[1:]
    if first.is_dir():
        if len(rest) != 1:
            raise typer.BadParameter("after a host folder comes one game: DIR GAME")
        outcome = audit_host(first, rest[0])
    else:
        purse = Purse(default_folder(os.environ), secrets.token_bytes)
        mails = [Path(mail) for mail in rest]
        outcome = audit_kept(first, mails, spec, host, purse.sealing_seed_if_any())
    if as_json:
        typer.echo(json.dumps(outcome.__dict__, ensure_ascii=False))
    for line in () if as_json else outcome.notes:
        typer.echo(f"note: {line}")
    for line in () if as_json else outcome.findings:
        typer.echo(line, err=True)
    if outcome.findings:
        raise typer.Exit(1)
    if not as_json:
        typer.echo("the game was played as it was signed")
