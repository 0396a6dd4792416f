"""`deckgen`: print the card games that specs describe."""

from __future__ import annotations

from card_specs.program import Program

COMMANDS = ("list", "new", "check", "schema", "deck", "rules", "faces", "calibrate")
"""Each is a module of `deckgen/commands/` with a function of that name."""

PROGRAM = Program(
    "deckgen",
    "Make print-ready decks, rulebooks and pictures of card games described in YAML.",
    {name: f"deckgen.commands.{name}:{name}" for name in COMMANDS},
)


def main() -> None:
    """The console script."""
    PROGRAM.main()
