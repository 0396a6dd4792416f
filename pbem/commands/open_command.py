"""`pbem open`: open a table and invite its players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands import arguments

Late = Annotated[
    str,
    typer.Option(help="After it: play (the least harmful move), bot (takes the seat) or wait."),
]
Competitive = Annotated[
    bool, typer.Option("--competitive", help="Counts for the ranking; players join with a key.")
]
Stake = Annotated[int, typer.Option(min=0, help="Chips that each player stakes there.")]


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    spec: Annotated[
        str,
        typer.Argument(metavar="SPEC", help="A YAML file, or the name of a bundled game."),
    ] = "",
    player: Annotated[
        list[str], typer.Option(metavar="NAME=ADDRESS", help="A player; repeat, clockwise.")
    ] = [],  # noqa: B006 - Typer reads the default and never changes it
    bot: Annotated[
        list[str], typer.Option(metavar="NAME", help="A seat that a bot plays; repeat.")
    ] = [],  # noqa: B006
    language: Annotated[
        list[str], typer.Option("--lang", metavar="NAME=es|en", help="A player's language.")
    ] = [],  # noqa: B006
    variant: arguments.Variant = "",
    option: arguments.Options = [],  # noqa: B006
    deadline: Annotated[str, typer.Option(help="Time for an answer: 3d, 12h.")] = "3d",
    late: Late = "play",
    competitive: Competitive = False,
    stake: Stake = 10,
    watch: Annotated[
        list[str],
        typer.Option(metavar="NAME=ADDRESS", help="Looks on: sees what all see. Repeat."),
    ] = [],  # noqa: B006
    again: Annotated[
        list[str],
        typer.Option(metavar="ADDRESS", help="Said no before and wants to play after all."),
    ] = [],  # noqa: B006
    rematch: Annotated[
        str, typer.Option(metavar="GAME", help="Instead of SPEC: the same players once more.")
    ] = "",
) -> None:
    """Open a table: invitations leave, play starts when everybody has joined.

    Example: pbem open mesa cinco --player ana=ana@example.org --player beto=beto@example.org
    """
    from pbem.hosting import opened
    from pbem.service.opening import Wish, open_table
    from pbem.service.opening import rematch as open_again

    if bool(spec) == bool(rematch):
        raise typer.BadParameter("name a SPEC, or a game with --rematch")
    if rematch:
        with opened(folder) as host:
            typer.echo(open_again(host.books, rematch))
        return

    wish = Wish(
        spec=spec,
        seats=[*(pair.partition("=")[0] for pair in player), *bot],
        addresses=arguments.pairs(player),
        languages=arguments.pairs(language),
        variant=variant,
        options=arguments.table_options(option),
        deadline=arguments.seconds(deadline),
        late=late,
        watchers=arguments.pairs(watch),
        again=again,
        competitive=competitive,
        stake=stake,
    )
    with opened(folder) as host:
        typer.echo(open_table(host.books, wish))
