"""`pbem simulate`: many games between bots, and what they say about the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    spec: arguments.Spec,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: arguments.Players = 0,
    variant: arguments.Variant = "",
    bot: Annotated[
        list[str],
        typer.Option(help="random, policy, flat or ismcts; several take turns at the seats."),
    ] = ["random"],  # noqa: B006 - Typer reads the default and never changes it
    workers: Annotated[int, typer.Option(min=1, help="Processes; the result is the same.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 1,
    option: arguments.Options = [],  # noqa: B006
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A chart: FILE.pdf or FILE.png.")
    ] = None,
    lang: arguments.Lang = "",
    as_json: arguments.Json = False,
) -> None:
    """Play many games between bots, and say what they show.

    Who wins, by seat and by bot, how long games last, and which cards mattered.

    Example: pbem simulate seis --games 2000 --players 4 --bot random --bot policy --workers 2
    """
    from pbem.simulation.simulate import Plan
    from pbem.simulation.simulations import run_simulation

    game = arguments.load(spec)
    number = arguments.number_of_players(game, variant, players)
    options = arguments.table_options(option)
    plan = Plan(spec, variant, options, number, tuple(bot), games, seed)
    speak = arguments.language(game, lang)
    with arguments.counted(games, not as_json) as progress:
        found = run_simulation(
            game, plan, lang=speak, workers=workers, chart=output, progress=progress
        )
    typer.echo(json.dumps(found.data, ensure_ascii=False) if as_json else found.text, nl=as_json)
    if output is not None and not as_json:
        typer.echo(str(output))
