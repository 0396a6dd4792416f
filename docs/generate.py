"""Makes what the documentation takes from the program: `python docs/generate.py`.

The tables of spec.md and language.md come from the shapes by which specs are read, the steps of
language.md from the vocabulary, commands.md from the commands.
`tests/test_docs.py` fails when this has been forgotten.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from card_specs.language import reference
from card_specs.language.step_reference import rule_tables

DOCS = Path(__file__).parent
COMMANDS_HEAD = """# The commands

Made by `python docs/generate.py` from what `--help` says. What they do is told in the other pages.
"""


def pages() -> dict[Path, str]:
    """Every page that is made, or has parts that are, and what must be in it."""
    spec, language = DOCS / "spec.md", DOCS / "language.md"
    mails = DOCS / "mails.md"
    practice = (DOCS / "practice.yaml").read_text(encoding="utf-8")
    return {
        mails: reference.filled(mails.read_text(encoding="utf-8"), reference.tables()),
        spec: reference.filled(spec.read_text(encoding="utf-8"), reference.tables()),
        language: reference.filled(language.read_text(encoding="utf-8"), rule_tables(practice)),
        DOCS / "commands.md": commands(),
    }


def commands() -> str:
    """Every command of both programs: its help, and what it takes."""
    from deckgen.cli import PROGRAM as DECKGEN
    from pbem.cli import PROGRAM as PBEM

    parts = [COMMANDS_HEAD]
    for program in (DECKGEN, PBEM):
        parts.append(f"\n## {program.name}\n")
        group = typer.main.get_command(program.app())
        for command in getattr(group, "commands", {}).values():
            parts.append(
                f"\n### {program.name} {command.name}\n\n{_help(command)}\n\n{_takes(command)}"
            )
    return "".join(parts)


def _help(command: Any) -> str:
    """The help as Markdown; its example as a code block."""
    paragraphs = (command.help or "").strip().split("\n\n")
    paragraphs = [" ".join(paragraph.split()) for paragraph in paragraphs]
    return "\n\n".join(
        f"```sh\n{text.removeprefix('Example: ')}\n```" if text.startswith("Example: ") else text
        for text in paragraphs
    )


def _takes(command: Any) -> str:
    """The arguments and options as a list; not from `--help`, whose form changes with Typer's."""
    lines = []
    for entry in command.params:
        if entry.name == "help" or getattr(entry, "hidden", False):
            continue
        names = ", ".join((*entry.opts, *entry.secondary_opts))
        is_option = entry.param_type_name == "option"
        value = "" if getattr(entry, "is_flag", False) else entry.metavar or ""
        name = f"{names} {value}".strip() if is_option else entry.metavar or entry.name.upper()
        lines.append(f"- `{name}`: {' '.join((entry.help or '').split())}\n")
    return "".join(lines)


def main() -> None:
    """Write every page that has changed."""
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
