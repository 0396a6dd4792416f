"""What brackets and picks mean: lists, those of a list that fit, one of a list, a number of it."""

from __future__ import annotations

from card_specs.language.problems import nearest
from card_specs.language.reading import Reading, fits, reads
from card_specs.language.reading_operators import common
from card_specs.language.syntax import Bracket, Filter, Name, Pick, Span, Syntax
from card_specs.language.tree import (
    AllBut,
    Call,
    Candidate,
    Choose,
    Count,
    End,
    EveryCode,
    EveryValue,
    EveryWord,
    Expr,
    Fold,
    Folded,
    Item,
    Listed,
    Nobody,
    Number,
    Range,
    Ranked,
    Take,
    Where,
)
from card_specs.language.types import (
    CARDS,
    CODES,
    NUMBER,
    NUMBERS,
    UNKNOWN,
    Kind,
    Type,
)

_ENDS = {"top": End.FIRST, "first": End.FIRST, "bottom": End.LAST, "last": End.LAST}


@reads(Bracket)
def _bracket(reading: Reading, syntax: Bracket, expected: Type) -> Expr:
    mark = reading.mark(syntax.at)
    if not syntax.items:
        if expected.is_list:
            return Nobody(mark, expected)
        return reading.wrong(syntax.at, "an empty list of what?")
    wanted = expected.item if expected.is_list else UNKNOWN
    items: list[Expr] = []
    item = wanted
    for one in syntax.items:
        found = reading.typed(one, item)
        if found.type.is_list:
            hint = "join lists with +" if len(syntax.items) > 1 else "leave out the brackets"
            reading.wrong(one.at, f"a list in a list: this is {found.type}", hint)
            return Expr(mark, UNKNOWN)
        both = common(item, found.type)
        if both is None:
            message = f"the list holds {item.many}, this is {found.type}"
            return reading.wrong(one.at, message)
        item = both
        items.append(found)
    if item.many == item and item.kind is not Kind.UNKNOWN:
        return reading.wrong(syntax.at, f"there are no lists of {item}")
    return Listed(mark, item.many, tuple(items))


@reads(Span)
def _span(reading: Reading, syntax: Span, expected: Type) -> Expr:
    low = reading.wanted(syntax.low, NUMBER)
    high = reading.wanted(syntax.high, NUMBER)
    return Range(reading.mark(syntax.at), NUMBERS, low, high)


@reads(Filter)
def _filter(reading: Reading, syntax: Filter, expected: Type) -> Expr:
    source = reading.typed(syntax.source, expected)
    if not source.type.is_list and source.type.kind is not Kind.UNKNOWN:
        message = f"'where' looks through a list, this is {source.type}"
        return reading.wrong(syntax.source.at, message)
    if source.type.kind is Kind.UNKNOWN:
        return source
    inside = reading.inside(source.type.item)
    condition = inside.truth(syntax.condition)
    level = reading.scope.level
    return Where(reading.mark(syntax.at), source.type, source, condition, level)


@reads(Pick)
def _pick(reading: Reading, syntax: Pick, expected: Type) -> Expr:
    word = syntax.word
    if word == "every":
        return _every(reading, syntax)
    assert syntax.of is not None
    wanted = expected if expected.is_list else expected.many
    of = _list(reading, syntax.of, wanted if word in ("all", "item", *_ENDS) else UNKNOWN, word)
    if of.type.kind is Kind.UNKNOWN:
        return of
    if word in ("sum", "max", "min"):
        return _folded(reading, syntax, of)
    if word in ("highest", "lowest"):
        return _ranked(reading, syntax, of)
    return _simple(reading, syntax, of)


def _simple(reading: Reading, syntax: Pick, of: Expr) -> Expr:
    mark, word = reading.mark(syntax.at), syntax.word
    if word == "all":
        return of
    if word == "count":
        if isinstance(of, Call) and of.function == "players":
            return Number(mark, NUMBER, reading.names.players)
        return Count(mark, NUMBER, of)
    if word.startswith("all but"):
        return AllBut(mark, of.type, _ENDS[word.split()[-1]], of)
    number = None
    if syntax.number is not None:
        number = reading.wanted(syntax.number, NUMBER)
    if word == "item":
        assert number is not None
        return Item(mark, of.type.item, number, of)
    if word == "choose":
        return _choose(reading, syntax, of, number)
    kind = of.type if number else of.type.item
    return Take(mark, kind, _ENDS[word], number, of)


def _choose(reading: Reading, syntax: Pick, of: Expr, number: Expr | None) -> Expr:
    if not reading.scope.choosing:
        hint = "it says what a player may name"
        return reading.wrong(syntax.at, "'choose' stands only at the beginning of a 'for'", hint)
    if of.type not in (CARDS, CODES):
        return reading.wrong(syntax.at, f"cards are chosen, these are {of.type}")
    assert number is not None
    return Choose(reading.mark(syntax.at), of.type, number, of)


def _list(reading: Reading, syntax: Syntax, expected: Type, word: str) -> Expr:
    found = reading.typed(syntax, expected)
    if found.type.is_list or found.type.kind is Kind.UNKNOWN:
        return found
    return reading.wrong(syntax.at, f"'{word}' needs a list, this is {found.type}")


def _folded(reading: Reading, syntax: Pick, of: Expr) -> Expr:
    mark, level = reading.mark(syntax.at), reading.scope.level
    if syntax.by is None:
        if of.type != NUMBERS:
            message = f"'{syntax.word} of' these {of.type} needs 'by'"
            return reading.wrong(syntax.at, message, f"write: {syntax.word} of … by NUMBER")
        by: Expr = Candidate(mark, NUMBER, level)
    else:
        by = reading.inside(of.type.item).wanted(syntax.by, NUMBER)
    return Folded(mark, NUMBER, Fold(syntax.word), of, by, level)


def _ranked(reading: Reading, syntax: Pick, of: Expr) -> Expr:
    if syntax.by is None:
        hint = f"write: {syntax.word} of … by NUMBER"
        return reading.wrong(syntax.at, f"'{syntax.word} of' needs 'by'", hint)
    by = reading.inside(of.type.item).wanted(syntax.by, NUMBER)
    highest = syntax.word == "highest"
    return Ranked(reading.mark(syntax.at), of.type, highest, of, by, reading.scope.level)


def _every(reading: Reading, syntax: Pick) -> Expr:
    assert syntax.name is not None
    name, mark, names = syntax.name, reading.mark(syntax.at), reading.names
    if syntax.of is not None:
        return _every_value(reading, syntax, name)
    if name.text in names.kinds:
        names.use("kind", name.text)
        return EveryCode(mark, CODES, name.text)
    if name.text in names.words:
        names.use("words", name.text)
        return EveryWord(mark, Type(Kind.WORDS, name.text))
    hint = nearest(name.text, [*names.words, *names.kinds])
    return reading.wrong(name.at, f"there is no list of words or kind '{name.text}'", hint)


def _every_value(reading: Reading, syntax: Pick, name: Name) -> Expr:
    assert syntax.of is not None
    names = reading.names
    of = reading.typed(syntax.of)
    if not fits(of.type, CARDS) and of.type != CODES:
        return reading.wrong(syntax.of.at, f"'every … of' needs cards, this is {of.type}")
    if name.text not in names.attributes:
        hint = nearest(name.text, names.attributes)
        return reading.wrong(name.at, f"cards have no '{name.text}'", hint)
    names.use("card attribute", name.text)
    kind = names.attributes[name.text].many
    if not kind.is_list:
        return reading.wrong(name.at, f"there are no lists of {kind}")
    return EveryValue(reading.mark(syntax.at), kind, name.text, of)
