"""What the reader of a mail sees of the table, and what the spec's own terms say about it.

A `Sight` is made of a view alone.  Terms are worked out on it by walking their trees; whatever
depends on a card that the reader does not see is nothing (None), never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from card_specs.language import tree as t
from card_specs.language.rules import Rules
from card_specs.values import dataclass
from pbem.engine.cards import Deck, code_of, standing_for

TURN, DIRECTION = "turn", "direction"
BACKWARDS = "counterclockwise"
DEEPEST = 60
"""How deep terms may call one another."""


class Hidden(Exception):
    """The value depends on something that this reader does not see."""


@dataclass(frozen=True)
class Sight:
    """A view with the rules and the deck of its table; `me` is the reader ("" a spectator)."""

    rules: Rules
    deck: Deck
    players: tuple[str, ...]
    me: str
    zones: Mapping[str, Any]
    counters: Mapping[str, Any]

    @property
    def turn(self) -> str:
        """Whose turn it is, or nothing."""
        return str(self.counters.get(TURN, ""))

    def cards(self, zone: str) -> tuple[str, ...]:
        """The cards of a zone, as they lie; none where they are hidden."""
        found = self.zones.get(zone, ())
        return () if isinstance(found, int) else tuple(found)

    def size(self, zone: str) -> int:
        """How many cards a zone has."""
        found = self.zones.get(zone, 0)
        return found if isinstance(found, int) else len(found)

    def is_open(self, zone: str) -> bool:
        """Whether the reader sees the zone's cards."""
        return not isinstance(self.zones.get(zone, 0), int)

    def term(self, name: str, *arguments: Any) -> Any:
        """An own term of the spec; None if there is no such here or it is hidden."""
        rules = self.rules.terms.get(name)
        if rules is None:
            return None
        try:
            return _Walk(self).call(name, arguments)
        except (Hidden, ZeroDivisionError):
            return None

    def owner(self, name: str, player: str) -> tuple[str, str]:
        """Counter and owner of a player's own term that is a place: `("alive", "team1")`."""
        rules = self.rules.terms[name]
        if not isinstance(rules.body, t.Counter) or len(rules.body.owners) != 1:
            return "", ""
        try:
            return rules.body.counter, str(_Walk(self, {0: player}).value(rules.body.owners[0]))
        except (Hidden, ZeroDivisionError):
            return "", ""


@dataclass
class _Walk:
    """One evaluation: what `it` is on each level, and the locals."""

    sight: Sight
    its: dict[int, Any] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    depth: int = 0

    def call(self, term: str, arguments: Sequence[Any]) -> Any:
        rules = self.sight.rules.terms[term]
        if self.depth > DEEPEST:
            raise Hidden(term)
        takes = [parameter.name for parameter in rules.takes]
        its = {}
        if rules.of is not None:
            its, arguments = {0: arguments[0]}, arguments[1:]
        inner = _Walk(self.sight, its, dict(zip(takes, arguments, strict=True)), self.depth + 1)
        return inner.value(rules.body)

    def value(self, expr: t.Expr) -> Any:
        found = _VALUES.get(type(expr))
        if found is None:
            raise Hidden(type(expr).__name__)
        return found(self, expr)

    def about(self, level: int, it: Any, expr: t.Expr) -> Any:
        """An expression with `it` on a level."""
        before = self.its.get(level)
        self.its[level] = it
        try:
            return self.value(expr)
        finally:
            self.its[level] = before


# --- leaves --------------------------------------------------------------------------------------


def _zone(walk: _Walk, expr: t.Zone) -> Any:
    name = ".".join((expr.zone, *(str(walk.value(owner)) for owner in expr.owners)))
    found = walk.sight.zones.get(name)
    if found is None or isinstance(found, int):
        if found == 0:
            return ()
        raise Hidden(name)
    return tuple(found)


def _counter(walk: _Walk, expr: t.Counter) -> Any:
    name = ".".join((expr.counter, *(str(walk.value(owner)) for owner in expr.owners)))
    if name not in walk.sight.counters:
        raise Hidden(name)
    return walk.sight.counters[name]


def _count(walk: _Walk, expr: t.Count) -> Any:
    """Of a hidden zone the size is known."""
    if isinstance(expr.of, t.Zone):
        name = ".".join((expr.of.zone, *(str(walk.value(one)) for one in expr.of.owners)))
        if name in walk.sight.zones:
            return walk.sight.size(name)
    return len(walk.value(expr.of))


def _exists(walk: _Walk, expr: t.Exists) -> bool:
    if isinstance(expr.operand, t.Zone):
        return bool(_count(walk, t.Count(expr.at, expr.type, expr.operand)))
    found = walk.value(expr.operand)
    return found not in (None, "") and found != ()


def attribute(deck: Deck, card: str, name: str) -> Any:
    """An attribute of a card as it lies: what stands for another has that one's axes."""
    if name == "code":
        return code_of(card)
    other = standing_for(card)
    if other and name in deck.faces[other].axes:
        return deck.faces[other].axes[name]
    return deck.faces[code_of(card)].value(name)


def _attribute(walk: _Walk, expr: t.Attribute) -> Any:
    card = walk.value(expr.of)
    return None if card is None else attribute(walk.sight.deck, card, expr.name)


def _card_is(walk: _Walk, expr: t.CardIs) -> bool:
    card = walk.value(expr.of)
    if card is None:
        return False
    face = walk.sight.deck.faces[code_of(card)]
    if expr.trait is t.Trait.KIND:
        return face.kind == expr.name
    if expr.trait is t.Trait.TAG:
        return expr.name in face.tags
    return {"down": "~", "marked": "=", "paired": "+"}[expr.name] in card


def _call(walk: _Walk, expr: t.Call) -> Any:
    seats = walk.sight.players
    arguments = [walk.value(one) for one in expr.arguments]
    if expr.function == "players":
        return seats
    if expr.function == "abs":
        return abs(arguments[0])
    player = walk.sight.me if expr.function == "others" else arguments[0]
    if player not in seats:
        raise Hidden(expr.function)
    return _seating(walk, expr.function, seats.index(player))


def _seating(walk: _Walk, function: str, at: int) -> Any:
    seats = walk.sight.players
    clockwise = (*seats[at:], *seats[:at])
    back = (clockwise[0], *reversed(clockwise[1:]))
    backwards = walk.sight.counters.get(DIRECTION) == BACKWARDS
    forth, back_again = (back, clockwise) if backwards else (clockwise, back)
    n = 1 % len(seats)
    found = {
        "seat": at + 1,
        "next": forth[n],
        "previous": back_again[n],
        "left_of": clockwise[n],
        "right_of": back[n],
        "players_from": forth,
        "after": forth[1:],
        "others": forth[1:],
        "seats_from": clockwise,
    }
    return found[function]


# --- conditions and numbers ----------------------------------------------------------------------

_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}


def _compare(walk: _Walk, expr: t.Compare) -> bool:
    left, right = walk.value(expr.left), walk.value(expr.right)
    if left is None or right is None:
        return False
    return bool(_OPERATORS[expr.operator](left, right))


def _arithmetic(walk: _Walk, expr: t.Arithmetic) -> Any:
    left, right = walk.value(expr.left), walk.value(expr.right)
    return None if left is None or right is None else _OPERATORS[expr.operator](left, right)


def _negative(walk: _Walk, expr: t.Negative) -> Any:
    found = walk.value(expr.operand)
    return None if found is None else -found


# --- lists ---------------------------------------------------------------------------------------


def _where(walk: _Walk, expr: t.Where) -> Any:
    source = walk.value(expr.source)
    return tuple(one for one in source if walk.about(expr.level, one, expr.condition))


def _take(walk: _Walk, expr: t.Take) -> Any:
    found = walk.value(expr.of)
    first = expr.end is t.End.FIRST
    if expr.number is None:
        return (found[0] if first else found[-1]) if found else None
    number = max(walk.value(expr.number) or 0, 0)
    if not number:
        return ()
    return found[:number] if first else found[-number:]


def _all_but(walk: _Walk, expr: t.AllBut) -> Any:
    found = walk.value(expr.of)
    return found[1:] if expr.end is t.End.FIRST else found[:-1]


def _item(walk: _Walk, expr: t.Item) -> Any:
    number, found = walk.value(expr.number), walk.value(expr.of)
    there = number is not None and 1 <= number <= len(found)
    return found[number - 1] if there else None


def _ranks(walk: _Walk, expr: t.Folded | t.Ranked) -> list[tuple[Any, Any]]:
    pairs = [(one, walk.about(expr.level, one, expr.by)) for one in walk.value(expr.of)]
    return [(one, by) for one, by in pairs if by is not None]


def _folded(walk: _Walk, expr: t.Folded) -> Any:
    values = [by for _, by in _ranks(walk, expr)]
    if not values:
        return 0
    return _FOLDS[expr.fold](values)


_FOLDS: Mapping[t.Fold, Callable[[list[Any]], Any]] = {
    t.Fold.SUM: sum,
    t.Fold.MAX: max,
    t.Fold.MIN: min,
}


def _ranked(walk: _Walk, expr: t.Ranked) -> Any:
    pairs = _ranks(walk, expr)
    best = (max if expr.highest else min)((by for _, by in pairs), default=None)
    return tuple(one for one, by in pairs if by == best)


def _every_word(walk: _Walk, expr: t.EveryWord) -> Any:
    return tuple(walk.sight.rules.words[expr.type.words])


def _every_value(walk: _Walk, expr: t.EveryValue) -> Any:
    deck = walk.sight.deck
    values = {attribute(deck, card, expr.attribute) for card in walk.value(expr.of)} - {None}
    words = walk.sight.rules.words.get(expr.type.words, ())
    return tuple(word for word in words if word in values) if words else tuple(sorted(values))


def _range(walk: _Walk, expr: t.Range) -> Any:
    low, high = walk.value(expr.low), walk.value(expr.high)
    return () if low is None or high is None else tuple(range(low, min(high, low + 1000) + 1))


def _code_of_kind(walk: _Walk, expr: t.CodeOf) -> Any:
    values = [walk.value(one) for one in expr.arguments]
    for code, face in walk.sight.deck.faces.items():
        if face.kind == expr.kind and list(face.axes.values()) == values:
            return code
    return None


def _conditional(walk: _Walk, expr: t.Conditional) -> Any:
    return walk.value(expr.yes if walk.value(expr.condition) else expr.no)


def _local(walk: _Walk, expr: t.Local) -> Any:
    if expr.name not in walk.names:
        raise Hidden(expr.name)
    return walk.names[expr.name]


_VALUES: Mapping[type[t.Expr], Callable[[_Walk, Any], Any]] = {
    t.Number: lambda walk, expr: expr.value,
    t.Truth: lambda walk, expr: expr.value,
    t.Word: lambda walk, expr: expr.value,
    t.Code: lambda walk, expr: expr.value,
    t.Me: lambda walk, expr: walk.sight.me,
    t.Candidate: lambda walk, expr: walk.its[expr.level],
    t.Local: _local,
    t.Nobody: lambda walk, expr: (),
    t.Zone: _zone,
    t.Counter: _counter,
    t.Attribute: _attribute,
    t.CardIs: _card_is,
    t.TermValue: lambda walk, expr: walk.call(
        expr.term, [walk.value(one) for one in expr.arguments]
    ),
    t.Call: _call,
    t.CodeOf: _code_of_kind,
    t.Conditional: _conditional,
    t.All: lambda walk, expr: all(walk.value(one) for one in expr.operands),
    t.Any: lambda walk, expr: any(walk.value(one) for one in expr.operands),
    t.Not: lambda walk, expr: not walk.value(expr.operand),
    t.Exists: _exists,
    t.Compare: _compare,
    t.Member: lambda walk, expr: walk.value(expr.left) in walk.value(expr.right),
    t.Arithmetic: _arithmetic,
    t.Negative: _negative,
    t.Joined: lambda walk, expr: (*walk.value(expr.left), *walk.value(expr.right)),
    t.Listed: lambda walk, expr: tuple(
        one for one in map(walk.value, expr.items) if one is not None
    ),
    t.Range: _range,
    t.Where: _where,
    t.Count: _count,
    t.Take: _take,
    t.AllBut: _all_but,
    t.Item: _item,
    t.Folded: _folded,
    t.Ranked: _ranked,
    t.EveryWord: _every_word,
    t.EveryCode: lambda walk, expr: walk.sight.deck.codes_of(expr.kind),
    t.EveryValue: _every_value,
}
