"""What several commands take, and the language that they speak."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

LANGUAGES = ("es", "en")

Spec = Annotated[
    str, typer.Argument(metavar="SPEC", help="A YAML file, or the name of a bundled game.")
]
Lang = Annotated[str, typer.Option(help="es or en. Default: the spec's first, then the locale.")]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
]


def language(wanted: str, spec: Sequence[str] = ()) -> str:
    """The language to speak: the one asked for, the spec's first, or the locale's."""
    if wanted:
        if wanted not in LANGUAGES:
            raise typer.BadParameter(f"'{wanted}': the languages are es and en")
        return wanted
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    return next((one for one in (*spec, locale[:2]) if one in LANGUAGES), "en")


def codes(*lists: Sequence[str] | None) -> tuple[str, ...]:
    """Card codes as they are typed: one an option, several with commas or spaces between."""
    typed = (text for texts in lists for text in texts or ())
    return tuple(code for text in typed for code in text.replace(",", " ").split())


@contextmanager
def progress(steps: int, label: str) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, a plain line elsewhere, both on stderr; gives what to call each step."""
    with typer.progressbar(length=steps, label=label, file=sys.stderr) as bar:
        yield lambda: bar.update(1)
