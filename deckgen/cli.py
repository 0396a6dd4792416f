"""`deckgen`: print the card games that specs describe.

Each command lives in `deckgen/commands/` and is a translation: read the arguments, call one
function, print.  Nothing heavy is imported before a command runs.  Exit codes: 0 done, 1 the input
is at fault, 2 usage, 3 something outside failed.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module

import typer

from card_specs.language.problems import PersonError
from deckgen.files import CannotWriteError

COMMANDS = ("list", "new", "check", "schema", "deck", "rules", "faces", "calibrate")
"""In the order in which `--help` shows them; each is a module with a function of that name."""


def program(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The program with these commands; only their modules are imported."""
    app = typer.Typer(
        name="deckgen",
        help="Make print-ready decks, rulebooks and pictures of card games described in YAML.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )

    @app.callback()
    def deckgen() -> None:
        """Make print-ready decks, rulebooks and pictures of card games described in YAML."""

    for name in names:
        app.command(name=name)(getattr(import_module(f"deckgen.commands.{name}"), name))
    return app


def called(arguments: Sequence[str], environment: Mapping[str, str]) -> Sequence[str]:
    """The one command that is called by its name, or all: for help, completion and mistakes."""
    if "_DECKGEN_COMPLETE" in environment or not arguments or arguments[0] not in COMMANDS:
        return COMMANDS
    return arguments[:1]


def main() -> None:
    """The console script: a person's mistakes are lines on stderr, anything else is our bug."""
    # Start-up makes a hundred thousand objects that all stay; the default looks for rubbish among
    # them every 700, and once more at the end: a tenth of the time that a deck takes.
    gc.set_threshold(100_000, 50, 50)
    try:
        program(called(sys.argv[1:], os.environ))()
    except PersonError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    except BrokenPipeError:
        # Somebody looked at the first lines only (`deckgen list | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (CannotWriteError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(3)
    finally:
        gc.freeze()
