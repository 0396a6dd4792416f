"""What names, words, codes, possession and calls mean."""

from __future__ import annotations

from dataclasses import replace

from card_specs.language.names import STATES, Names, Shape
from card_specs.language.problems import nearest
from card_specs.language.reading import Reading, fits, reads
from card_specs.language.syntax import Apply, Dot, Name, Num, Quoted, Syntax
from card_specs.language.tree import (
    Attribute,
    Call,
    Candidate,
    CardIs,
    Code,
    CodeOf,
    Counter,
    Expr,
    Local,
    Me,
    Number,
    TermValue,
    This,
    Trait,
    Truth,
    Word,
    Zone,
)
from card_specs.language.types import (
    CARD,
    CARDS,
    CODE,
    NUMBER,
    PLAYER,
    TRUTH,
    Kind,
    Type,
)
from card_specs.language.vocabulary.functions import FUNCTIONS


@reads(Num)
def _number(reading: Reading, syntax: Num, expected: Type) -> Expr:
    if expected.kind is Kind.WORD and str(syntax.value) in _words(reading, expected):
        return Word(reading.mark(syntax.at), expected, str(syntax.value))
    if syntax.value > 1_000_000_000:
        return reading.wrong(syntax.at, "the number is too large", "the limit is a milliard")
    return Number(reading.mark(syntax.at), NUMBER, syntax.value)


@reads(Quoted)
def _quoted(reading: Reading, syntax: Quoted, expected: Type) -> Expr:
    found = _word(reading, syntax.at, syntax.text, expected) or _code(reading, syntax)
    if found:
        return found
    known = _words(reading, expected) if expected.kind is Kind.WORD else reading.names.codes
    return reading.wrong(
        syntax.at, f"there is no word '{syntax.text}'", nearest(syntax.text, known)
    )


@reads(Name)
def _name(reading: Reading, syntax: Name, expected: Type) -> Expr:
    """A bare name: a local, a word where one is wanted, the candidate's, a value, a code."""
    text, at = syntax.text, syntax.at
    local = reading.scope.locals.get(text)
    found = _special(reading, syntax) or reading.scope.constants.get(text)
    if found is not None:
        return found
    if expected.kind is Kind.WORD and text in _words(reading, expected):
        meaning = "local" if local else reading.names.sort_of(text)
        if meaning in ("", "tag", "kind", "card attribute"):
            return Word(reading.mark(at), expected, text)
        message = f"'{text}' is a {meaning} and also a word of {expected.words}"
        return reading.wrong(at, message, f"write '{text}' in single quotes for the word")
    if local:
        reading.names.use("local", text)
        return Local(reading.mark(at), local, text)
    if expected.kind in (Kind.CODE, Kind.CODES) and text in reading.names.codes:
        return _code(reading, syntax) or reading.wrong(at, "")
    return (
        _of_candidate(reading, at, text)
        or _value(reading, at, text)
        or _word(reading, at, text, expected)
        or _code(reading, syntax)
        or _unknown(reading, at, text, expected)
    )


def is_value(reading: Reading, syntax: Syntax) -> bool:
    """Whether a name means something without help from what it is compared with."""
    if not isinstance(syntax, Name):
        return not isinstance(syntax, Quoted | Num)
    text = syntax.text
    if text in ("it", "me", "this", "true", "false") or text in reading.scope.locals:
        return True
    return bool(reading.names.sort_of(text)) or text in STATES


def _special(reading: Reading, syntax: Name) -> Expr | None:
    """`it`, `me`, `this`, `true` and `false`."""
    text, mark = syntax.text, reading.mark(syntax.at)
    if text in ("true", "false"):
        return Truth(mark, TRUTH, text == "true")
    if text == "me":
        reading.facts.add("me")
        if not reading.scope.me:
            return reading.wrong(syntax.at, "there is no 'me' here", "nobody acts")
        return Me(mark, PLAYER)
    if text == "this":
        if not reading.scope.this:
            return reading.wrong(syntax.at, "there is no 'this' here", "no card was played")
        return This(mark, CARD)
    if text == "it":
        if not reading.scope.candidates:
            hint = "it stands in where, in by, and in terms about something"
            return reading.wrong(syntax.at, "there is no 'it' here", hint)
        level, item = reading.scope.candidates[-1]
        return Candidate(mark, item, level)
    return None


def _words(reading: Reading, expected: Type) -> tuple[str, ...]:
    return reading.names.words.get(expected.words, ())


def _word(reading: Reading, at: int, text: str, expected: Type) -> Expr | None:
    """A word of the expected list, or of the only list that has it."""
    if expected.kind is Kind.WORD:
        lists = [expected.words] if text in _words(reading, expected) else []
    else:
        lists = reading.names.word_lists(text)
    if not lists or (len(lists) > 1 and expected.kind is Kind.WORD):
        return None
    if len(lists) > 1:
        hint = "it is a word of " + ", ".join(sorted(lists))
        return reading.wrong(at, f"which '{text}' is meant?", hint)
    return Word(reading.mark(at), Type(Kind.WORD, lists[0]), text)


def _code(reading: Reading, syntax: Name | Quoted) -> Expr | None:
    if syntax.text not in reading.names.codes:
        return None
    reading.names.use("kind", reading.names.codes[syntax.text])
    return Code(reading.mark(syntax.at), CODE, syntax.text)


def _of_candidate(reading: Reading, at: int, text: str) -> Expr | None:
    """What a bare name says about the card that a `where` looks at."""
    card = reading.candidate(at)
    if card is None:
        return None
    trait = trait_of(reading.names, text)
    if trait:
        return CardIs(reading.mark(at), TRUTH, card, trait, text)
    return _member(reading, at, card, text)


def trait_of(names: Names, text: str) -> Trait | None:
    """What `X is text` asks, if it can be asked."""
    if text in STATES:
        return Trait.STATE
    if text in names.tags:
        names.use("tag", text)
        return Trait.TAG
    if text in names.kinds:
        names.use("kind", text)
        return Trait.KIND
    return None


def _member(reading: Reading, at: int, card: Expr, text: str) -> Expr | None:
    """An attribute or a term of a card."""
    names = reading.names
    if text in names.attributes:
        names.use("card attribute", text)
        return Attribute(reading.mark(at), names.attributes[text], card, text)
    term = names.terms.get(text)
    if term and term.of in (CARD, CODE):
        return term_value(reading, at, text, (card,))
    return None


def term_value(reading: Reading, at: int, name: str, arguments: tuple[Expr, ...]) -> Expr:
    """A term with its arguments typed."""
    term = reading.term(name)
    reading.names.use("term", name)
    if term.uses_me:
        reading.facts.add("me")
        if not reading.scope.me:
            hint = "it speaks of the one who acts"
            return reading.wrong(at, f"'{name}' cannot be used here", hint)
    assert term.body is not None
    if not arguments and isinstance(term.body, Number | Truth):
        return replace(term.body, at=reading.mark(at))
    return TermValue(reading.mark(at), term.body.type, name, arguments)


def _value(reading: Reading, at: int, text: str) -> Expr | None:
    """A zone, counter, term, option or list of players by its bare name."""
    names = reading.names
    if text in names.zones or text in names.counters:
        return owned(reading, at, text, ())
    if text in names.terms:
        return _bare_term(reading, at, text)
    if text in names.options:
        names.use("option", text)
        return _option(reading, at, text)
    if text in FUNCTIONS:
        if FUNCTIONS[text].takes:
            return reading.wrong(at, f"'{text}' needs parentheses", f"write {text}(…)")
        arguments = (reading.mine(at, text),) if text == "others" else ()
        return Call(reading.mark(at), FUNCTIONS[text].gives, text, arguments)
    return None


def _bare_term(reading: Reading, at: int, text: str) -> Expr:
    term = reading.names.terms[text]
    if term.takes:
        form = ", ".join(name for name, _ in term.takes)
        return reading.wrong(at, f"'{text}' needs arguments", f"write {text}({form})")
    if term.of is None:
        return term_value(reading, at, text, ())
    if term.of == PLAYER:
        return term_value(reading, at, text, (reading.mine(at, text),))
    hint = f"write CARD.{text}" if term.of == CARD else f"write {text}.WORD"
    return reading.wrong(at, f"'{text}' of what?", hint)


def _option(reading: Reading, at: int, text: str) -> Expr:
    value, mark = reading.names.options[text], reading.mark(at)
    if isinstance(value, bool):
        return Truth(mark, TRUTH, value)
    if isinstance(value, int):
        return Number(mark, NUMBER, value)
    return Word(mark, Type(Kind.WORD, text), value)


def _unknown(reading: Reading, at: int, text: str, expected: Type) -> Expr:
    names = reading.names
    sort = "state" if text in STATES else names.sort_of(text)
    if sort in ("card attribute", "tag", "kind", "state"):
        form = f"CARD.{text}" if sort == "card attribute" else f"CARD is {text}"
        message = f"'{text}' is a card's: say of which card"
        return reading.wrong(at, message, f"write {form}, or use it in [cards where …]")
    known = {*names.values(), *reading.scope.locals}
    if expected.kind is Kind.WORD:
        words = _words(reading, expected)
        hint = nearest(text, words)
        if hint.startswith("did") or not nearest(text, known).startswith("did"):
            return reading.wrong(at, f"'{text}' is no word of {expected.words}", hint)
    return reading.wrong(at, f"there is nothing called '{text}' here", nearest(text, known))


# --- possession ----------------------------------------------------------------------------------


@reads(Dot)
def _dot(reading: Reading, syntax: Dot, expected: Type) -> Expr:
    parts: list[Dot] = []
    base: Syntax = syntax
    while isinstance(base, Dot):
        parts.append(base)
        base = base.of
    parts.reverse()
    names = reading.names
    if isinstance(base, Name) and base.text not in reading.scope.locals:
        if base.text in names.zones or base.text in names.counters:
            return owned(reading, base.at, base.text, tuple(parts))
        term = names.terms.get(base.text)
        if term and term.of not in (None, CARD):
            assert term.of
            owner = _owner(reading, parts[0], term.of, base.text)
            found = term_value(reading, base.at, base.text, (owner,))
            return _members(reading, found, parts[1:])
    return _members(reading, reading.typed(base), parts)


def _members(reading: Reading, found: Expr, parts: list[Dot]) -> Expr:
    for dot in parts:
        if found.type.kind is Kind.UNKNOWN:
            return found
        found = _part(reading, found, dot)
    return found


def _part(reading: Reading, of: Expr, dot: Dot) -> Expr:
    part = dot.part
    if isinstance(part, Name) and of.type.kind in (Kind.CARD, Kind.CODE):
        found = _member(reading, part.at, of, part.text)
        if found:
            return found
        if trait_of(reading.names, part.text):
            message = f"'{part.text}' is no value of a card"
            return reading.wrong(part.at, message, f"write: CARD is {part.text}")
        known = [*reading.names.attributes, *_card_terms(reading.names)]
        return reading.wrong(part.at, f"cards have no '{part.text}'", nearest(part.text, known))
    hint = "pick one: first of, top of, …" if of.type == CARDS else ""
    if of.type.kind is Kind.PLAYER and isinstance(part, Name):
        hint = f"the owner comes last: write {part.text}.PLAYER"
    return reading.wrong(part.at, f"{of.type} has no parts", hint)


def _card_terms(names: Names) -> list[str]:
    return [name for name, term in names.terms.items() if term.of == CARD]


def owned(reading: Reading, at: int, name: str, parts: tuple[Dot, ...]) -> Expr:
    """A zone or counter with its owners; the last one may be left out if it is a player."""
    names = reading.names
    shape = names.zones.get(name) or names.counters[name]
    names.use("zone" if name in names.zones else "counter", name)
    if not parts and name in names.attributes:
        hint = f"write {name}.me for the counter"
        return reading.wrong(at, f"'{name}' is a card's attribute, too", hint)
    own = len(parts) == len(shape.of) - 1 and shape.of[-1] == PLAYER
    if len(parts) != len(shape.of) and not own:
        return _wrong_owners(reading, at, shape, parts)
    owners = [_owner(reading, dot, of, name) for dot, of in zip(parts, shape.of, strict=False)]
    if own:
        written = ".".join([name, *("…" for _ in parts)])
        owners.append(reading.mine(at, written))
    node = Zone if name in names.zones else Counter
    return node(reading.mark(at), shape.type, name, tuple(owners))


def _wrong_owners(reading: Reading, at: int, shape: Shape, parts: tuple[Dot, ...]) -> Expr:
    if len(parts) > len(shape.of):
        extra = parts[len(shape.of)].part.at
        return reading.wrong(extra, f"'{shape.name}' has no parts beyond this")
    form = ".".join([shape.name, *(of.words.upper() or "PLAYER" for of in shape.of)])
    return reading.wrong(at, f"which '{shape.name}'?", f"write {form}")


def _owner(reading: Reading, dot: Dot, of: Type, name: str) -> Expr:
    """What stands behind a dot: a player, or a word of the list."""
    part = dot.part
    if of.kind is Kind.WORD and isinstance(part, Name) and not dot.computed:
        if part.text in _words(reading, of):
            if part.text in reading.scope.locals:
                message = f"'{part.text}' is a local and also a word of {of.words}"
                return reading.wrong(part.at, message, "rename the local")
            return Word(reading.mark(part.at), of, part.text)
        if not is_value(reading, part):
            message = f"'{part.text}' is no part of '{name}'"
            return reading.wrong(part.at, message, nearest(part.text, _words(reading, of)))
    found = reading.typed(part, of)
    if fits(found.type, of):
        return found
    return reading.wrong(part.at, f"'{name}' belongs to {of}, this is {found.type}")


# --- calls ---------------------------------------------------------------------------------------


@reads(Apply)
def _apply(reading: Reading, syntax: Apply, expected: Type) -> Expr:
    names, name = reading.names, syntax.name
    if name in names.terms and names.terms[name].takes:
        takes = names.terms[name].takes
        arguments = typed_arguments(reading, syntax.at, name, syntax.arguments, takes)
        return term_value(reading, syntax.at, name, arguments)
    if name in names.kinds:
        axes = tuple((axis, names.attributes[axis]) for axis in names.kinds[name])
        names.use("kind", name)
        arguments = typed_arguments(reading, syntax.at, name, syntax.arguments, axes)
        return CodeOf(reading.mark(syntax.at), CODE, name, arguments)
    function = FUNCTIONS.get(name)
    if function and function.takes:
        takes = tuple((str(index), of) for index, of in enumerate(function.takes, 1))
        arguments = typed_arguments(reading, syntax.at, name, syntax.arguments, takes)
        return Call(reading.mark(syntax.at), function.gives, name, arguments)
    for argument in syntax.arguments:
        reading.typed(argument)
    if name in FUNCTIONS or names.sort_of(name):
        return reading.wrong(syntax.at, f"'{name}' takes no arguments")
    known = [*FUNCTIONS, *names.kinds, *(n for n, t in names.terms.items() if t.takes)]
    return reading.wrong(syntax.at, f"there is no function '{name}'", nearest(name, known))


def typed_arguments(
    reading: Reading,
    at: int,
    name: str,
    given: tuple[Syntax, ...],
    takes: tuple[tuple[str, Type], ...],
) -> tuple[Expr, ...]:
    """The arguments of a call, each of the type that is taken."""
    if len(given) != len(takes):
        wanted = f"{len(takes)} argument{'' if len(takes) == 1 else 's'}"
        form = ", ".join(of.kind.value if what.isdigit() else what for what, of in takes)
        reading.wrong(at, f"'{name}' takes {wanted}, here are {len(given)}", f"({form})")
    return tuple(
        reading.wanted(syntax, of, f"argument {index} of '{name}'")
        for index, (syntax, (_, of)) in enumerate(zip(given, takes, strict=False), 1)
    )
