"""`pbem check`: a spec's examples, scenario files and traces are played and compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    spec: arguments.Spec,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...",
            exists=True,
            dir_okay=False,
            help="Scenario files (.yaml) and traces (.jsonl).",
        ),
    ] = None,
    as_json: arguments.Json = False,
) -> None:
    """Play examples, scenarios and traces, and compare.

    Runs the spec's own examples first, then the files.

    Example: pbem check cinco tests/scenarios/cinco.yaml game.trace.jsonl
    """
    from pbem.replay.checks import check_files

    game = arguments.load(spec)
    results = []
    for result in check_files(game, files or []):
        results.append(result)
        if not as_json:
            typer.echo(str(result))
    failed = sum(not result.passed for result in results)
    if as_json:
        report = {
            "game": game.id,
            "results": [result.as_data() for result in results],
            "passed": len(results) - failed,
            "failed": failed,
        }
        typer.echo(json.dumps(report, ensure_ascii=False))
    else:
        typer.echo(f"{len(results) - failed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)
