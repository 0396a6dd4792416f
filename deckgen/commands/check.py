"""`deckgen check`: is a spec (or a PDF of ours) right?"""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from deckgen.commands import arguments


def check(
    specs: Annotated[
        list[str], typer.Argument(metavar="SPEC...", help="YAML files or bundled games.")
    ],
    as_json: arguments.Json = False,
) -> None:
    """Check specs: every problem with its line and what to try.

    Example: deckgen check my_game.yaml --json
    """
    from deckgen.checks import check_spec, problem_data

    failed, report = False, []
    for spec in specs:
        said, problems = check_spec(spec)
        failed = failed or any(problem.level == "error" for problem in problems)
        if as_json:
            report.append({"spec": spec, "problems": [problem_data(one) for one in problems]})
            continue
        for problem in problems:
            sys.stderr.write(f"{problem}\n")
        if said:
            typer.echo(said)
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
    if failed:
        raise typer.Exit(1)
