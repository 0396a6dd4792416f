"""`pbem trace`: one whole random game as JSON lines."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    spec: arguments.Spec,
    variant: arguments.Variant = "",
    players: arguments.Players = 0,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same game.")] = 1,
    option: arguments.Options = [],  # noqa: B006 - Typer reads the default and never changes it
) -> None:
    """Print a whole random game as JSON lines.

    Example: pbem trace seis --variant mirror --players 3 --seed 11 --option reverse_two=skip
    """
    from pbem.replay.traces import players_named, write

    game = arguments.load(spec)
    number = arguments.number_of_players(game, variant, players)
    options = arguments.table_options(option)
    for line in write(game, variant, options, players_named(number), seed):
        typer.echo(line)
