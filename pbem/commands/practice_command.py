"""`pbem practice`: play now, against bots, in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.commands import arguments


def command(
    spec: arguments.Spec,
    variant: arguments.Variant = "",
    players: arguments.Players = 0,
    seat: Annotated[int, typer.Option(min=1, help="Where you sit.")] = 1,
    bot: Annotated[str, typer.Option(help="random, policy, flat or ismcts.")] = "flat",
    seed: Annotated[int, typer.Option(min=0, help="The same seed deals the same cards.")] = 1,
    option: arguments.Options = [],  # noqa: B006 - Typer reads the default and never changes it
    lang: arguments.Lang = "",
) -> None:
    """Play now, against bots, in the terminal.

    Example: pbem practice cinco --players 3 --bot ismcts --lang es
    """
    from pbem.practice import seated

    game = arguments.load(spec)
    number = arguments.number_of_players(game, variant, players)
    if seat > number:
        raise typer.BadParameter(f"there is no seat {seat} at a table of {number}")
    options = arguments.table_options(option)
    speak = arguments.language(game, lang)
    seated(game, variant, options, number, seat, bot, seed, speak, typer.echo, _hear).play()


def _hear(prompt: str) -> str | None:
    """A line of the terminal; None at its end."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None
