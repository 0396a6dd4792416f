"""What several commands take: the spec, the variant, options of the table, the language."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from card_specs.language.model import Game

Spec = Annotated[
    str, typer.Argument(metavar="SPEC", help="A YAML file, or the name of a bundled game.")
]
Variant = Annotated[str, typer.Option(help="Default: the spec's first variant.")]
Players = Annotated[int, typer.Option(min=0, help="How many play. Default: as few as may.")]
Options = Annotated[
    list[str],
    typer.Option(metavar="K=V", help="A table option (`deckgen list SPEC` shows them); repeat."),
]
Lang = Annotated[str, typer.Option(help="es or en. Default: the spec's first, then the locale.")]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]


def load(spec: str) -> Game:
    """The game of a spec; raises `SpecError` with every problem of its files."""
    from card_specs.language import load as files

    return files.load(spec)


def table_options(pairs: Sequence[str]) -> Mapping[str, Any]:
    """`k=v` pairs as plain data; what cannot be read is a usage error."""
    from card_specs.language.problems import Problems
    from card_specs.language.source import parse
    from pbem.replay.scenario_files import plain_value

    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        problems = Problems()
        node = parse(text, f"--option {name}", problems)
        if not equals or not name or node is None or problems.errors:
            said = "; ".join(problem.message for problem in problems.errors)
            raise typer.BadParameter(f"'{pair}': write NAME=VALUE{': ' + said if said else ''}")
        options[name] = plain_value(node)
    return options


def number_of_players(game: Game, variant: str, wanted: int) -> int:
    """The number asked for, or the smallest that the variant allows."""
    if wanted:
        return wanted
    allowed = game.variants[variant].players if variant in game.variants else game.players
    return allowed.least


def language(game: Game, wanted: str) -> str:
    """The language to speak: the one asked for, the spec's first, or the locale's."""
    if wanted:
        if wanted not in ("es", "en"):
            raise typer.BadParameter(f"'{wanted}': the languages are es and en")
        return wanted
    for one in (*game.languages, os.environ.get("LANG", "")[:2]):
        if one in ("es", "en"):
            return one
    return "en"


@contextmanager
def counted(total: int, wanted: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal; elsewhere nothing, so that output can be read by programs."""
    if not wanted or not sys.stderr.isatty():
        yield lambda done: None
        return
    with typer.progressbar(length=total, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


def pairs(said: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` arguments by name."""
    found = {}
    for pair in said:
        name, equals, value = pair.partition("=")
        if not equals or not value:
            raise typer.BadParameter(f"'{pair}': write NAME=VALUE")
        found[name] = value
    return found


def seconds(text: str) -> int:
    """A length of time such as `3d`, `12h` or `45m` in seconds."""
    units = {"d": 86400, "h": 3600, "m": 60}
    if text[-1:] not in units or not text[:-1].isdigit() or int(text[:-1]) == 0:
        raise typer.BadParameter(f"'{text}': write a length of time such as 3d, 12h or 45m")
    return int(text[:-1]) * units[text[-1]]


def small_file(path: Path) -> bytes:
    """The first 10,000 bytes of a file.  Raises `PersonError` where it can't be read."""
    from card_specs.language.problems import PersonError

    try:
        with path.open("rb") as file:
            return file.read(10_000)
    except OSError as error:
        raise PersonError(f"{path}: {(error.strerror or str(error)).lower()}") from None
