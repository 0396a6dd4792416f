"""One way to start a program of commands: `deckgen` and `pbem`.

Each command lives in a module of its own and is a translation: read the arguments, call one
function, print.  Nothing heavy is imported before a command runs.  Exit codes: 0 done, 1 the input
is at fault, 2 usage, 3 something outside failed.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

import typer

from card_specs.language.problems import OutsideError, PersonError


@dataclass(frozen=True)
class Program:
    """A console script: its name, what it is for, its commands and where they are.

    `commands` stand in the order in which `--help` shows them; each is `module:function`.
    """

    name: str
    about: str
    commands: Mapping[str, str]

    def app(self, names: Iterable[str] = ()) -> typer.Typer:
        """The program with these commands (or all); only their modules are imported."""
        app = typer.Typer(
            name=self.name,
            help=self.about,
            no_args_is_help=True,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
        )

        @app.callback(help=self.about)
        def callback() -> None:
            """Without it, Typer makes a lone command the program itself."""

        for name in names or self.commands:
            module, _, function = self.commands[name].partition(":")
            app.command(name=name)(getattr(import_module(module), function))
        return app

    def called(self, arguments: Sequence[str], environment: Mapping[str, str]) -> Sequence[str]:
        """The one command that is called by its name, or all: for help, completion, mistakes."""
        completes = f"_{self.name.upper()}_COMPLETE" in environment
        if completes or not arguments or arguments[0] not in self.commands:
            return tuple(self.commands)
        return arguments[:1]

    def main(self) -> None:
        """Run it: a person's mistakes are lines on stderr, anything else is our bug."""
        # Start-up makes a hundred thousand objects that all stay; the default looks for rubbish
        # among them every 700, and once more at the end: a tenth of the time that a deck takes.
        gc.set_threshold(100_000, 50, 50)
        try:
            self.app(self.called(sys.argv[1:], os.environ))()
        except PersonError as error:
            sys.stderr.write(f"{error}\n")
            sys.exit(3 if isinstance(error, OutsideError) else 1)
        except BrokenPipeError:
            # Somebody looked at the first lines only (`deckgen list | head`).
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except OSError as error:
            sys.stderr.write(f"error: {error}\n")
            sys.exit(3)
        finally:
            gc.freeze()
