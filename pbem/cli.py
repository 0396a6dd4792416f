"""`pbem`: play the games that specs describe, by mail, with bots, or just to test them."""

from __future__ import annotations

from card_specs.program import Program

COMMANDS = (
    *("check", "trace", "simulate", "practice", "try", "answer"),
    *("host", "open", "run", "status", "end", "undo", "seat", "forget"),
    *("explain", "page", "rank", "verify", "audit"),
    *("join", "move", "show"),
)
"""Each is `pbem/commands/<name>_command.py` with a function `command`."""

PROGRAM = Program(
    "pbem",
    "Play card games described in YAML: by mail, against bots, or to test them.",
    {name: f"pbem.commands.{name}_command:command" for name in COMMANDS},
)


def main() -> None:
    """The console script."""
    PROGRAM.main()
