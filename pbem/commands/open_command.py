"""`pbem open`: open a table and invite its players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.commands import arguments

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A host folder.")]
Spec = Annotated[
    str, typer.Argument(metavar="SPEC", help="A YAML file, or the name of a bundled game.")
]
Players = Annotated[
    list[str], typer.Option(metavar="NAME=ADDRESS", help="A player; repeat, clockwise.")
]
BotSeats = Annotated[
    list[str], typer.Option(metavar="NAME", help="A seat that a bot plays; repeat.")
]
Languages = Annotated[
    list[str], typer.Option("--lang", metavar="NAME=es|en", help="A player's language.")
]
Deadline = Annotated[str, typer.Option(help="Time for an answer: 3d, 12h.")]
Late = Annotated[
    str, typer.Option(help="After it: play (the least harmful move), bot (takes the seat) or wait.")
]
Competitive = Annotated[
    bool, typer.Option("--competitive", help="Counts for the ranking; players join with a key.")
]
Stake = Annotated[int, typer.Option(min=0, help="Chips that each player stakes there.")]
Watchers = Annotated[
    list[str], typer.Option(metavar="NAME=ADDRESS", help="Looks on: sees what all see. Repeat.")
]
Again = Annotated[
    list[str], typer.Option(metavar="ADDRESS", help="Said no before and wants to play after all.")
]
Rematch = Annotated[
    str, typer.Option(metavar="GAME", help="Instead of SPEC: the same players once more.")
]


def command(
    folder: Folder,
    spec: Spec = "",
    player: Players = [],  # noqa: B006 - Typer reads the defaults and never changes them
    bot: BotSeats = [],  # noqa: B006
    language: Languages = [],  # noqa: B006
    variant: arguments.Variant = "",
    option: arguments.Options = [],  # noqa: B006
    deadline: Deadline = "3d",
    late: Late = "play",
    competitive: Competitive = False,
    stake: Stake = 10,
    watch: Watchers = [],  # noqa: B006
    again: Again = [],  # noqa: B006
    rematch: Rematch = "",
) -> None:
    """Open a table: invitations leave, play starts when everybody has joined.

    Example: pbem open mesa cinco --player ana=ana@example.org --player beto=beto@example.org
    """
    if bool(spec) == bool(rematch):
        raise typer.BadParameter("name a SPEC, or a game with --rematch")
    _open(
        folder,
        rematch,
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


def _open(folder: Path, once_more: str, /, **wish: Any) -> None:
    """A new table, or once more one that was played."""
    from pbem.hosting import opened
    from pbem.service.opening import Wish, open_table, rematch

    with opened(folder) as host:
        if once_more:
            typer.echo(rematch(host.books, once_more))
        else:
            typer.echo(open_table(host.books, Wish(**wish)))
