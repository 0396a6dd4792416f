"""`pbem open`: open a table and invite its players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")],
    spec: arguments.Spec,
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
    late: Annotated[
        str, typer.Option(help="After it: play (least harmful move) or wait.")
    ] = "play",
) -> None:
    """Open a table: invitations leave, play starts when everybody has joined.

    Example: pbem open mesa cinco --player ana=ana@example.org --player beto=beto@example.org
    """
    from pbem.hosting import opened
    from pbem.service.opening import Wish, open_table

    wish = Wish(
        spec=spec,
        seats=[*(pair.partition("=")[0] for pair in player), *bot],
        addresses=arguments.pairs(player),
        languages=arguments.pairs(language),
        variant=variant,
        options=arguments.table_options(option),
        deadline=arguments.seconds(deadline),
        late=late,
    )
    with opened(folder) as host:
        typer.echo(open_table(host.books, wish))
