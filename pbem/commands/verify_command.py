"""`pbem verify`: signed files and mails checked against each other, without rules or network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help=".jws, .jsonl, mails, or folders of them.")
    ],
    host: Annotated[str, typer.Option(help="The host's thumbprint, if you know it.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Check signed files and mails: signatures, chain, and that they tell one story.

    Sealed views are opened with your own key; what could not be checked is named.

    Example: pbem verify cinco-7k3f.jsonl turn-12.eml
    """
    import json
    import os
    import secrets

    from card_specs.language.problems import PersonError
    from pbem.player.purse import Purse, default_folder
    from pbem.verifying import check_files, told, unchecked

    purse = Purse(default_folder(os.environ), secrets.token_bytes)
    report, kept = check_files(files, host, purse.sealing_seed_if_any())
    if as_json:
        findings = [finding.__dict__ for finding in report.findings]
        typer.echo(json.dumps({"hosts": report.hosts, "findings": findings}, ensure_ascii=False))
    else:
        for line in (*told(report), *unchecked(kept)):
            typer.echo(line)
        for finding in report.findings:
            typer.echo(str(finding), err=True)
    if report.findings:
        raise typer.Exit(1)
    if not any(one.pieces or one.closed or one.refused for one in kept):
        raise PersonError("no signed file in any of these — name turn mails, .jws or .jsonl files")
    if not as_json:
        typer.echo("everything that was checked agrees")
