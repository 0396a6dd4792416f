"""`deckgen check`: is a spec (or a PDF of ours) right?"""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from deckgen.commands import arguments


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="SPEC...", help="YAML files, bundled games, or PDFs of decks."),
    ],
    as_json: arguments.Json = False,
    words: Annotated[
        bool, typer.Option("--words", help="Read the rules back in words: is that what you meant?")
    ] = False,
) -> None:
    """Check specs (or printed decks): every problem with its line and what to try.

    Example: deckgen check my_game.yaml --json
    """
    from deckgen import checks

    results = [checks.check(name) for name in files]
    if as_json:
        typer.echo(json.dumps([result.as_data() for result in results], ensure_ascii=False))
    for result in () if as_json else results:
        sys.stderr.write("".join(f"{problem}\n" for problem in result.problems))
        if result.said:
            typer.echo(result.said)
        if words and result.good:
            typer.echo(checks.in_words(result.name), nl=False)
    if not all(result.good for result in results):
        raise typer.Exit(1)
