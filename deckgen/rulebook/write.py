"""A spec on the disk to a rulebook on the disk: loads, makes, writes, reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from card_specs.language.load import load
from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from deckgen.commands import arguments
from deckgen.files import write_whole
from deckgen.rulebook.make import Wish, rulebooks
from deckgen.rulebook.played import Play

ALL = "all"


@dataclass(frozen=True)
class Asked:
    """What was asked for: `language` "" is the spec's first, "all" each that it is written in;
    `paper` "" is what suits the form."""

    language: str
    form: str = "pdf"
    paper: str = ""
    variant: str = ""
    booklet: bool = False
    ink: str = "full"
    part: str = "book"


def write_rules(
    spec: str, asked: Asked, output: Path | None, play: Play, *, tell: bool = True
) -> list[dict[str, object]]:
    """Make the book and write it, a file for each language; gives what can be said of them.

    Raises `SpecError` and `PersonError` for the input, `CannotWriteError` for the disk.
    """
    game = load(spec)
    languages = _languages(asked.language, game.languages)
    if asked.form != "pdf" and (asked.booklet or asked.part != "book" or asked.paper):
        raise PersonError("--paper, --booklet, --quick and --aid are for --format pdf")
    paper = "" if asked.paper == "a5" and not asked.booklet else asked.paper
    wish = Wish(
        languages[0], asked.form, "" if paper == "a5" else paper, asked.variant, asked.booklet,
        asked.ink, asked.part,
    )  # fmt: skip
    written: list[dict[str, object]] = []
    books = rulebooks(game, wish, play, languages)
    for language, data in zip(languages, books, strict=True):
        path = output or Path("output") / file_name(game.id, replace(wish, language=language))
        if output and asked.language == ALL:
            path = output.with_stem(f"{output.stem}-{language}")
        write_whole(path, data, tell=tell)
        said = {"language": language, "format": asked.form, "part": asked.part}
        written.append({"file": str(path), **said, "bytes": len(data)})
    return written


def _languages(asked: str, known: Sequence[str]) -> tuple[str, ...]:
    """The languages asked for, which the spec has."""
    if asked == ALL:
        return tuple(known)
    language = arguments.language(asked, known)
    if asked and language not in known:
        has = ", ".join(known)
        raise PersonError(f"the spec is not written in '{language}' — it has {has}")
    return (language,)


def file_name(game: str, wish: Wish) -> str:
    """`cinco-rules-es-booklet.pdf`; what is usual is not said."""
    part = {"book": "rules", "quick": "quick", "aid": "aid"}[wish.part]
    words = [game, part, wish.language]
    words += [wish.variant] if wish.variant else []
    words += ["booklet"] if wish.booklet else []
    words += [wish.paper] if wish.paper else []
    words += [wish.ink] if wish.ink != "full" else []
    return f"{'-'.join(words)}.{wish.form}"
