"""`pbem practice`: play now, against bots, in the terminal or the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands import arguments

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.practice.game import Against


def command(
    spec: arguments.Spec,
    variant: arguments.Variant = "",
    players: arguments.Players = 0,
    seat: Annotated[int, typer.Option(min=1, help="Where you sit.")] = 1,
    bot: Annotated[str, typer.Option(help="random, policy, flat or ismcts.")] = "flat",
    seed: Annotated[int, typer.Option(min=0, help="The same seed deals the same cards.")] = 1,
    option: arguments.Options = [],  # noqa: B006 - Typer reads the default and never changes it
    lang: arguments.Lang = "",
    page: Annotated[
        bool, typer.Option("--page", help="In the browser, on the page of the turn mails.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the page; 0: a free one.")] = 0,
) -> None:
    """Play now, against bots, in the terminal or (--page) in the browser.

    Example: pbem practice cinco --players 3 --bot ismcts --page
    """
    from pbem.practice.game import seated

    game = arguments.load(spec)
    number = arguments.number_of_players(game, variant, players)
    if seat > number:
        raise typer.BadParameter(f"there is no seat {seat} at a table of {number}")
    options = arguments.table_options(option)
    speak = arguments.language(game, lang)

    def deal(games: int) -> Against:
        return seated(game, variant, options, number, seat, bot, seed + games)

    if page:
        _served(deal, speak, port)
    else:
        from pbem.practice.terminal import Terminal

        Terminal(deal(0), speak, typer.echo, _hear).play()


def _served(deal: Callable[[int], Against], lang: str, port: int) -> None:
    """Show the page until the person stops the program."""
    import secrets
    import sys

    from pbem.practice.server import Server, Session
    from pbem.practice.sheet import language_of

    with Server(Session(deal, language_of(lang)), secrets.token_urlsafe(16), port) as server:
        typer.echo(server.address)
        if sys.stdout.isatty():
            import webbrowser

            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return


def _hear(prompt: str) -> str | None:
    """A line of the terminal; None at its end."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        return None
