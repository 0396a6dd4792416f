"""Everything that `deckgen check` looks at: specs, part by part, and PDFs of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from card_specs.language.check_rules import check_rules, has_rules
from card_specs.language.check_texts import check_texts
from card_specs.language.check_words import check_words
from card_specs.language.deck import deck
from card_specs.language.load import load
from card_specs.language.load_rules import rules_for
from card_specs.language.mail_table import check_mail_table
from card_specs.language.model import Game
from card_specs.language.problems import Mark, PersonError, Problem, Problems, SpecError
from card_specs.language.prose import Prose
from deckgen.face_checks import check_look
from deckgen.look_names import check_look_names
from deckgen.rulebook.book_checks import check_rulebook

Check = Callable[[Game, Problems], object]

CHECKS: tuple[Check, ...] = (
    check_look,
    check_look_names,
    check_words,
    check_rules,
    check_mail_table,
    check_texts,
    check_rulebook,
)
"""What a game that can be loaded is checked for besides: the look, the rules, the texts."""


@dataclass(frozen=True)
class Checked:
    """What was found in one file; `said` is a line about it where nothing is wrong."""

    name: str
    problems: tuple[Problem, ...]
    said: str = ""
    facts: dict[str, object] | None = None

    @property
    def good(self) -> bool:
        """Whether nothing is wrong; warnings don't count."""
        return not any(problem.level == "error" for problem in self.problems)

    def as_data(self) -> dict[str, object]:
        """The result for `--json`; the figures of a PDF are among it."""
        problems = [_problem_data(problem) for problem in self.problems]
        return {**(self.facts or {}), "file": self.name, "ok": self.good, "problems": problems}


def check(name: str) -> Checked:
    """Check a spec, or the print contract of a PDF."""
    if name.lower().endswith(".pdf"):
        from deckgen.print_contract import check_pdf  # a spec's check needs no PDF reader

        report = check_pdf(name)
        facts = report.as_data()
        return Checked(name, report.problems, str(report) if report.good else "", facts)
    return _check_spec(name)


def _check_spec(spec: str) -> Checked:
    problems = Problems()
    try:
        game = load(spec, problems)
        for check in CHECKS:
            check(game, problems)
    except SpecError as error:
        problems.found += error.problems
    except PersonError as error:
        problems.add(Mark(spec, 1, 1), str(error))
    found = tuple(sorted(set(problems.found)))
    if problems.errors:
        return Checked(spec, found)
    cards = deck(game)
    total = sum(card.copies for card in cards)
    return Checked(spec, found, f"{spec}: {total} cards, {len(cards)} faces, no errors")


def in_words(name: str) -> str:
    """The rules of a spec read back in each of its languages; nothing of a deck without rules."""
    if name.lower().endswith(".pdf"):
        return ""
    game = load(name)
    if not has_rules(game):
        return ""
    rules = rules_for(game)
    parts = []
    for language in game.languages:
        lines = Prose(game, rules, language).everything()
        parts.append(f"\n{game.title.get(language, game.id)} ({language})\n\n" + "\n".join(lines))
    return "\n".join(parts) + "\n"


def _problem_data(problem: Problem) -> dict[str, object]:
    """A problem as plain data, for editors."""
    return {
        "file": str(Path(problem.at.file)),
        "line": problem.at.line,
        "column": problem.at.column,
        "level": problem.level,
        "message": problem.message,
        "hint": problem.hint,
    }
