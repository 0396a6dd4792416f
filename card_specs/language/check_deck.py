"""What must hold of a deck as a whole: codes differ, counts work out, blocks have a common axis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, islice, product

from card_specs.language.arithmetic import ArithmeticProblem
from card_specs.language.deck import Attributes, code_of, count, faces
from card_specs.language.model import Axis, CardKind, Count, Game, Value
from card_specs.language.problems import Problems, nearest
from card_specs.language.read_words import settle

MOST_FACES = 2_000
MOST_CARDS = 20_000
MOST_COUNTED = 50_000
"""How many counts are worked out while a spec is checked, over all tables that are tried."""


def check_deck(game: Game, problems: Problems) -> None:
    """Report whatever is wrong with the kinds taken together."""
    before = len(problems.errors)
    _check_blocks(game, problems)
    for kind in game.kinds.values():
        _check_names(game, kind, problems)
        _check_each(kind, problems)
    if len(problems.errors) == before and _check_size(game, problems):
        _check_counts(game, problems)
        _check_codes(game, problems)


def _check_blocks(game: Game, problems: Problems) -> None:
    seen: set[str] = set()
    for block, group in groupby(game.kinds.values(), key=lambda kind: kind.block):
        kinds = list(group)
        if not block:
            continue
        if block in seen:
            message = f"the block '{block}' is torn apart by other kinds"
            problems.add(kinds[0].mark, message, "kinds of one block stand side by side")
        seen.add(block)
        first = kinds[0].axes[0].name if kinds[0].axes else ""
        for kind in kinds:
            if not kind.axes or kind.axes[0].name != first:
                message = f"the kinds of the block '{block}' have no common first axis"
                problems.add(kind.mark, message, "a block interleaves its kinds by that axis")


def _formulas(kind: CardKind) -> Iterator[Count]:
    yield from (c for c in (kind.copies, kind.in_play) if c is not None and c.formula is not None)


def _check_names(game: Game, kind: CardKind, problems: Problems) -> None:
    """The names in formulas exist: options, their words, and `players`."""
    words = {v for option in game.options.values() for v in option.values if isinstance(v, str)}
    known = {"players", *game.options, *words}
    for entry in _formulas(kind):
        assert entry.formula is not None
        for name in entry.formula.names():
            if name not in known:
                hint = nearest(name, known)
                message = f"unknown name '{name}' in '{entry.formula.text}'"
                problems.add(entry.formula.mark, message, hint)


def _check_each(kind: CardKind, problems: Problems) -> None:
    for name, texts in kind.each.items():
        lengths = {len(values) for values in texts.values()}
        if 0 in lengths or len(lengths) != 1:
            message = f"the lists of '{name}' are not equally long in all languages"
            problems.add(kind.mark, message)


def _check_size(game: Game, problems: Problems) -> bool:
    total = 0
    for kind in game.kinds.values():
        number = 1
        for axis in kind.axes:
            number *= len(axis.values)
        total += number
    if total > MOST_FACES:
        message = f"the deck has {total} different cards, more than {MOST_FACES}"
        problems.add(game.mark, message)
    return total <= MOST_FACES


def _tables(game: Game) -> Iterator[dict[str, Value]]:
    """The default table for each number of players, then one for each other value of an option."""
    defaults = settle(game.options, {})
    for number in game.players.numbers:
        yield {**defaults, "players": number}
    for option in game.options.values():
        bounds = (option.least, option.most)
        for value in (*option.values, *(bound for bound in bounds if bound is not None)):
            yield {**defaults, option.name: value, "players": game.players.most}


def _at(table: Mapping[str, Value]) -> str:
    return f"with {table['players']} players"


def _counted(
    entry: Count, attributes: Attributes, table: Mapping[str, Value], problems: Problems
) -> int | None:
    try:
        return count(entry, attributes, table)
    except ArithmeticProblem as problem:
        problems.add(entry.mark, str(problem), _at(table))
    return None


def _samples(kind: CardKind) -> Iterator[tuple[Attributes, int]]:
    """Cards of a kind whose counts may differ, each with the number of faces it stands for."""
    number = 1
    for axis in kind.axes:
        number *= len(axis.values)
    names = {entry.axis for entry in (kind.copies, kind.in_play) if entry and entry.axis}
    values = [[(name, value) for value in _axis(kind, name).values] for name in sorted(names)]
    combinations = [dict(pairs) for pairs in product(*values)]
    yield from ((attributes, number // len(combinations)) for attributes in combinations)


def _axis(kind: CardKind, name: str) -> Axis:
    return next(axis for axis in kind.axes if axis.name == name)


def _check_counts(game: Game, problems: Problems) -> None:
    """Formulas give whole numbers at every table that is tried, and no more play than exist."""
    samples = [(kind, *sample) for kind in game.kinds.values() for sample in _samples(kind)]
    tables = islice(_tables(game), MOST_COUNTED // len(samples))
    for table in tables:
        total = 0
        for kind, attributes, number in samples:
            copies = _counted(kind.copies, attributes, table, problems)
            in_play = _counted(kind.in_play or kind.copies, attributes, table, problems)
            if copies is None or in_play is None:
                return
            total += copies * number
            if in_play > copies:
                at = kind.in_play.mark if kind.in_play else kind.mark
                message = f"{in_play} of '{kind.name}' are in play, but only {copies} are printed"
                problems.add(at, message, _at(table))
                return
        if total > MOST_CARDS:
            problems.add(game.mark, f"the deck has {total} cards, more than {MOST_CARDS}")
            return


def _same_letter(game: Game, kind: CardKind) -> str:
    """A hint for a kind whose words share a letter."""
    for axis in kind.axes:
        seen: dict[str, str] = {}
        for value in axis.values:
            letter = game.words[axis.name][str(value)].letter if axis.of_words else str(value)
            first = seen.setdefault(letter, str(value))
            if first != str(value):
                return f"'{first}' and '{value}' have the same letter {letter}"
    return ""


def _check_codes(game: Game, problems: Problems) -> None:
    """Codes differ, and no alias is the code or an alias of another card."""
    owners: dict[str, tuple[CardKind, str]] = {}
    told: set[tuple[str, str]] = set()
    for kind, attributes in faces(game):
        code = code_of(game, kind, attributes)
        if code in owners and (kind.name, "code") not in told:
            told.add((kind.name, "code"))
            other = owners[code][0].name
            message = f"the kind '{kind.name}' has the code '{code}' of the kind '{other}'"
            if other == kind.name:
                message = f"the kind '{kind.name}' gives two cards the code '{code}'"
            hint = _same_letter(game, kind) or "every card needs a code of its own"
            problems.add(kind.mark, message, hint)
        owners.setdefault(code, (kind, code))
    for kind, attributes in faces(game):
        code = code_of(game, kind, attributes)
        for language in game.languages:
            alias = code_of(game, kind, attributes, language)
            owner, of = owners.setdefault(alias, (kind, code))
            if of != code and (kind.name, language) not in told:
                told.add((kind.name, language))
                message = f"'{alias}' is the code of {code} in '{language}' and that of {of}"
                hint = f"give '{kind.name}' or '{owner.name}' another alias"
                problems.add(kind.mark, message, hint)
