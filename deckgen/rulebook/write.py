"""A spec on the disk to a rulebook on the disk: loads, makes, writes, reports."""

from __future__ import annotations

from pathlib import Path

from card_specs.language.load import load
from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from deckgen.commands import arguments
from deckgen.files import write_whole
from deckgen.rulebook.make import Wish, rulebook
from deckgen.rulebook.played import Play


@dataclass(frozen=True)
class Asked:
    """What was asked for; `language` "" is the spec's first, `paper` "" what suits the form."""

    language: str
    form: str = "pdf"
    paper: str = ""
    variant: str = ""
    booklet: bool = False
    ink: str = "full"
    part: str = "book"


def write_rules(
    spec: str, asked: Asked, output: Path | None, play: Play, *, tell: bool = True
) -> dict[str, object]:
    """Make the book and write it; gives what can be said of it.

    Raises `SpecError` and `PersonError` for the input, `CannotWriteError` for the disk.
    """
    game = load(spec)
    language = arguments.language(asked.language, game.languages)
    if asked.language and language not in game.languages:
        known = ", ".join(game.languages)
        raise PersonError(f"the spec is not written in '{language}' — it has {known}")
    if asked.form != "pdf" and (asked.booklet or asked.part != "book" or asked.paper):
        raise PersonError("--paper, --booklet, --quick and --aid are for --format pdf")
    paper = "" if asked.paper == "a5" and not asked.booklet else asked.paper
    wish = Wish(
        language, asked.form, "" if paper == "a5" else paper, asked.variant, asked.booklet,
        asked.ink, asked.part,
    )  # fmt: skip
    data = rulebook(game, wish, play)
    path = output or Path("output") / file_name(game.id, wish)
    write_whole(path, data, tell=tell)
    return {
        "file": str(path),
        "language": language,
        "format": asked.form,
        "part": asked.part,
        "bytes": len(data),
    }


def file_name(game: str, wish: Wish) -> str:
    """`cinco-rules-es-booklet.pdf`; what is usual is not said."""
    part = {"book": "rules", "quick": "quick", "aid": "aid"}[wish.part]
    words = [game, part, wish.language]
    words += [wish.variant] if wish.variant else []
    words += ["booklet"] if wish.booklet else []
    words += [wish.paper] if wish.paper else []
    words += [wish.ink] if wish.ink != "full" else []
    return f"{'-'.join(words)}.{wish.form}"
