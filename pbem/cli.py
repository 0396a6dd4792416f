"""`pbem`: play the games that specs describe, by mail, with bots, or just to test them.

Each command lives in `pbem/commands/` and is a translation: read the arguments, call one function,
print.  Exit codes: 0 done, 1 the input is at fault, 2 usage, 3 something outside failed.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import typer

from card_specs.language.problems import PersonError

COMMANDS = (
    *("check", "trace", "simulate", "practice", "try", "answer"),
    *("host", "open", "run", "status", "end", "undo", "seat", "forget"),
    *("explain", "page", "rank", "verify", "audit"),
    *("join", "move", "show"),
)
"""In the order in which `--help` shows them; `pbem/commands/<name>_command.py` has `command`."""

app = typer.Typer(
    name="pbem",
    help="Play card games described in YAML: by mail, against bots, or to test them.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback()
def pbem() -> None:
    """Play card games described in YAML: by mail, against bots, or to test them."""


for _name in COMMANDS:
    app.command(name=_name)(import_module(f"pbem.commands.{_name}_command").command)


def main() -> None:
    """The console script: a person's mistakes are lines on stderr, anything else is our bug."""
    try:
        app()
    except PersonError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    except BrokenPipeError:
        # Somebody looked at the first lines only (`pbem trace … | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(3)
