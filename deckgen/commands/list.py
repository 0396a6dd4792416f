"""`deckgen list`: the bundled games, or what one spec holds."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from deckgen.commands import arguments


def list(
    spec: Annotated[
        str | None,
        typer.Argument(metavar="[SPEC]", help="A YAML file or a bundled game, for its details."),
    ] = None,
    lang: arguments.Lang = "",
    as_json: arguments.Json = False,
) -> None:
    """List the bundled games, or what one spec holds.

    Example: deckgen list cinco --lang es
    """
    from card_specs.language.load import bundled, load
    from deckgen import listing

    if spec is None:
        games = [load(name) for name in bundled()]
        if as_json:
            report = [listing.game_data(game) for game in games]
            typer.echo(json.dumps(report, ensure_ascii=False))
        else:
            typer.echo(listing.games_text(games, arguments.language(lang)), nl=False)
        return
    game = load(spec)
    if as_json:
        typer.echo(json.dumps(listing.game_data(game, details=True), ensure_ascii=False))
    else:
        typer.echo(listing.game_text(game, arguments.language(lang, game.languages)), nl=False)
