"""`deckgen schema`: the JSON Schema of the spec language."""

from __future__ import annotations

import json

import typer

from deckgen.commands import arguments


def schema(output: arguments.Output = None) -> None:
    """Print the JSON Schema of specs, for editors.

    Example: deckgen schema -o spec.schema.json
    """
    from card_specs.language.schema import spec_schema
    from deckgen.files import write_whole

    text = json.dumps(spec_schema(), ensure_ascii=False, indent=1)
    if output is None:
        typer.echo(text)
    else:
        write_whole(output, f"{text}\n".encode())
