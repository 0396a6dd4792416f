"""`deckgen new`: a spec to begin with."""

from __future__ import annotations

from typing import Annotated

import typer

from deckgen.commands import arguments


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The game's name: small letters, digits and _.")
    ],
    output: arguments.Output = None,
) -> None:
    """Write a small commented spec to begin with.

    Example: deckgen new my_game
    """
    from deckgen.files import write_whole
    from deckgen.starter import starter

    path, data = starter(name, output)
    write_whole(path, data)
