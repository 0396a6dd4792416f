"""What the slots of one-line steps hold, with types: zones, cards, counters, players, new names."""

from __future__ import annotations

from collections.abc import Callable

from card_specs.language.checking import Checking
from card_specs.language.declare import ZONE_TYPE
from card_specs.language.lines import Read, Slot
from card_specs.language.reading import Reading
from card_specs.language.syntax import Name, Syntax
from card_specs.language.tree import Counter, Expr, Local, TermValue, Zone
from card_specs.language.types import (
    CARD,
    CARDS,
    CODE,
    CODES,
    NUMBER,
    PLAYER,
    PLAYERS,
    Kind,
)
from card_specs.language.vocabulary.cards import Edge


def read_slot(checking: Checking, reading: Reading, slot: Slot, found: Read) -> object:
    if slot.slot == "zones":
        assert isinstance(found, tuple)
        return tuple(read_zone(reading, one) for one in found)  # type: ignore[arg-type]
    if slot.slot == "new":
        assert isinstance(found, Name)
        return new_local(checking, reading, found)
    if isinstance(found, bool | str):
        return Edge(found) if slot.field == "edge" else found
    return _READ[slot.slot](reading, found)  # type: ignore[arg-type]


def new_local(checking: Checking, reading: Reading, name: Name) -> str:
    """A name for a local that nothing else has; empty after a problem."""
    mark = reading.mark(name.at)
    if name.text in reading.scope.locals:
        hint = f"write: set {name.text} to …"
        checking.problems.add(mark, f"there is a '{name.text}' already", hint)
        return ""
    return "" if checking.names.clash(name.text, mark, "local", checking.problems) else name.text


def read_zone(reading: Reading, syntax: Syntax) -> Zone:
    """A zone; after a problem one without a name."""
    found = reading.typed(syntax)
    if isinstance(found, Zone):
        return found
    if found.type.kind is not Kind.UNKNOWN and found.type != ZONE_TYPE:
        zones = ", ".join(sorted(reading.names.zones))
        hint = f"zones: {zones}" if len(zones) < 80 else ""
        reading.wrong(syntax.at, f"here belongs a zone, this is {found.type}", hint)
    return Zone(found.at, CARDS, "", ())


def _number(reading: Reading, syntax: Syntax) -> Expr:
    return reading.wanted(syntax, NUMBER)


def _player(reading: Reading, syntax: Syntax) -> Expr:
    return reading.wanted(syntax, PLAYER)


def _players(reading: Reading, syntax: Syntax) -> Expr:
    return reading.wanted(syntax, PLAYERS)


def _card(reading: Reading, syntax: Syntax) -> Expr:
    found = reading.typed(syntax, CODE if _is_code(reading, syntax) else CARD)
    if found.type in (CARD, CODE) or found.type.kind is Kind.UNKNOWN:
        return found
    hint = "pick one: first of, top of, …" if found.type == CARDS else ""
    return reading.wrong(syntax.at, f"here belongs a card, this is {found.type}", hint)


def _cards(reading: Reading, syntax: Syntax) -> Expr:
    found = reading.typed(syntax, CODE if _is_code(reading, syntax) else CARDS)
    if found.type in (CARD, CARDS, CODE, CODES) or found.type.kind is Kind.UNKNOWN:
        return found
    return reading.wrong(syntax.at, f"here belong cards, this is {found.type}")


def _is_code(reading: Reading, syntax: Syntax) -> bool:
    return isinstance(syntax, Name) and syntax.text in reading.names.codes


def _target(reading: Reading, syntax: Syntax) -> Expr:
    """What can be written: a counter that is not derived, a term with a place, a local."""
    found = reading.typed(syntax)
    if isinstance(found, Local) or found.type.kind is Kind.UNKNOWN:
        return found
    if isinstance(found, Counter):
        if reading.names.counters[found.counter].fixed:
            return reading.wrong(syntax.at, f"'{found.counter}' is worked out, nothing is set")
        return found
    if isinstance(found, TermValue):
        if reading.names.terms[found.term].writable:
            return found
        hint = "a term that is written needs 'place' instead of 'is'"
        return reading.wrong(syntax.at, f"'{found.term}' cannot be written", hint)
    return reading.wrong(syntax.at, "here belongs a counter or a local")


def _counter(reading: Reading, syntax: Syntax) -> Expr:
    found = reading.typed(syntax)
    if isinstance(found, Counter) or found.type.kind is Kind.UNKNOWN:
        return found
    return reading.wrong(syntax.at, "here belongs a counter")


_READ: dict[str, Callable[[Reading, Syntax], object]] = {
    "value": lambda reading, syntax: reading.typed(syntax),
    "number": _number,
    "cards": _cards,
    "card": _card,
    "zone": read_zone,
    "player": _player,
    "players": _players,
    "target": _target,
    "counter": _counter,
}
