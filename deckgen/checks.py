"""Everything that `deckgen check` looks at, one function for each part of a spec."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from card_specs.language.deck import deck
from card_specs.language.load import load
from card_specs.language.model import Game
from card_specs.language.problems import Mark, PersonError, Problem, Problems, SpecError

Check = Callable[[Game, Problems], None]

CHECKS: tuple[Check, ...] = ()
"""What a game that can be loaded is checked for besides: the look, the rules, the texts."""


def check_spec(spec: str) -> tuple[str, tuple[Problem, ...]]:
    """A line about the spec if it is right, and all its problems, warnings included, sorted."""
    problems = Problems()
    try:
        game = load(spec, problems)
        for check in CHECKS:
            check(game, problems)
    except SpecError as error:
        found = {*error.problems, *problems.found}
        return "", tuple(sorted(found))
    except PersonError as error:
        return "", (Problem(Mark(spec, 1, 1), str(error)),)
    cards = deck(game)
    total = sum(card.copies for card in cards)
    said = f"{spec}: {total} cards, {len(cards)} faces, no errors"
    return "" if problems.errors else said, tuple(sorted(set(problems.found)))


def problem_data(problem: Problem) -> dict[str, object]:
    """A problem as plain data, for editors."""
    return {
        "file": str(Path(problem.at.file)),
        "line": problem.at.line,
        "column": problem.at.column,
        "level": problem.level,
        "message": problem.message,
        "hint": problem.hint,
    }
