"""All that can be said against a game's rules before anybody plays.

The rules are read for every variant, for every value of every option and for every number of
players (one thing changed at a time), so that a mistake in a patch is found, too.  What is wrong
at one table is wrong.  What is merely useless (a card no question offers, a name nobody uses) is
reported when it is useless at every table where it exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from card_specs.language.check_endings import check_endings, check_loops
from card_specs.language.check_mail_moves import mail_verdicts
from card_specs.language.check_secrets import check_secrets
from card_specs.language.check_use import verdicts
from card_specs.language.load_rules import TableReading
from card_specs.language.model import Game, say
from card_specs.language.nodes import Mapping
from card_specs.language.patches import SECTIONS
from card_specs.language.problems import Problem, Problems, SpecError
from card_specs.language.read_words import settle
from card_specs.values import dataclass

MOST_TABLES = 100
"""Tables that are looked at; more options than that are not looked at one by one."""


@dataclass(frozen=True)
class Setting:
    """A variant, options, and a number of players."""

    variant: str
    options: dict[str, object]
    players: int


def has_rules(game: Game) -> bool:
    """Whether a spec says how it is played, or is a deck to print and no more."""
    return any(section in game.sections for section in SECTIONS)


def settings(game: Game) -> Iterator[Setting]:
    """The tables to look at: each variant with each number of players and each option value."""
    defaults: dict[str, object] = {**settle(game.options, {})}
    for variant in [*game.variants] or [""]:
        numbers = game.variants[variant].players if variant else game.players
        for players in reversed(numbers.numbers):
            yield Setting(variant, defaults, players)
        for name, option in game.options.items():
            values: list[object] = [*option.values]
            if option.least is not None:
                values = [option.least, option.most]
            if option.sort == "groups":
                values = [True]
            for value in values:
                if value != option.default:
                    yield Setting(variant, {**defaults, name: value}, numbers.most)


def check_rules(game: Game, problems: Problems | None = None) -> Problems:
    """Everything wrong with the rules half of a spec, warnings included.

    Nothing is raised; the problems are added to `problems` if given, and returned.
    """
    found = problems if problems is not None else Problems()
    if not has_rules(game):
        return found
    wrong: dict[Problem, None] = {}
    useless: dict[object, Problem | None] = {}
    readable = True
    for setting in islice(settings(game), MOST_TABLES):
        readable = _check_table(game, setting, wrong, useless) and readable
    wrong.update(dict.fromkeys(_unread_options(game)))
    found.found += wrong
    if readable:
        found.found += [problem for problem in useless.values() if problem is not None]
    return found


def _check_table(
    game: Game,
    setting: Setting,
    wrong: dict[Problem, None],
    useless: dict[object, Problem | None],
) -> bool:
    """Check one table; false if its rules could not be read."""
    problems = Problems()
    try:
        table = TableReading(game, setting.variant, setting.options, setting.players, problems)
        rules = table.rules()
    except SpecError as error:  # there are too many problems
        wrong.update(dict.fromkeys(error.problems))
        return False
    wrong.update(dict.fromkeys(problems.found))
    if rules is None:
        return False
    for problem in (*check_loops(rules), *check_secrets(rules)):
        wrong[problem] = None
    judged = (
        *verdicts(game, rules, table),
        *check_endings(game, rules),
        *mail_verdicts(game, rules, table),
    )
    for key, verdict in judged:
        if useless.get(key, verdict) is None or verdict is None:
            useless[key] = None
        else:
            useless[key] = verdict
    return True


def _unread_options(game: Game) -> Iterator[Problem]:
    """Patches and ready-made effects of values that an option does not have."""
    for name, option in game.options.items():
        values = [say(value) for value in option.values]
        for section in ("patch", "ready"):
            node = option.rules.get(section)
            for key, _ in node if isinstance(node, Mapping) else ():
                if key.text not in values:
                    message = f"the option '{name}' has no value '{key.text}'"
                    yield Problem(key.mark, message, f"values: {option.allowed}")
