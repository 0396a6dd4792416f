"""Expressions worked out straight from their trees: slow, plain, and nothing like the compiler."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from card_specs.language import tree as t
from card_specs.language.types import Kind
from pbem import engine
from pbem.engine.cards import code_of, standing_for


@dataclass(frozen=True)
class World:
    """A position, who acts, and what `it` and the parameters are."""

    table: engine.Table
    state: engine.State
    me: int
    it: dict[int, Any] = field(default_factory=dict)
    local: dict[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return len(self.table.players)

    def order(self, seat: int, step: int) -> list[int]:
        return [(seat + step * i) % self.players for i in range(self.players)]

    @property
    def step(self) -> int:
        names = [s.thing for s in self.table.program.layout.counter_spots]
        return 1 if self.state.counters[names.index("direction")] == "clockwise" else -1


def value(tree: t.Expr, w: World) -> Any:
    """The value of an expression; None for what is not there."""
    match tree:
        case t.Number() | t.Truth() | t.Word() | t.Code():
            return tree.value
        case t.Me():
            return w.me
        case t.Candidate():
            return w.it[tree.level]
        case t.Local():
            return w.local[tree.name]
        case t.Nobody():
            return []
    for kind, work_out in _ON_THE_TABLE:
        if isinstance(tree, kind):
            return work_out(tree, w)
    return _operator(tree, w)


def _zone(tree: t.Zone, w: World) -> list[str]:
    owners = [value(owner, w) for owner in tree.owners]
    for spot in w.table.program.layout.zones[tree.zone].spots:
        if [*spot.words, *([] if spot.seat is None else [spot.seat])] == owners:
            return list(w.state.zones[spot.index])
    return []


def _counter(tree: t.Counter, w: World) -> Any:
    rules = w.table.program.layout.counter_rules[tree.counter]
    owners = [value(owner, w) for owner in tree.owners]
    if rules.derived is not None:
        return value(rules.derived, replace(w, it={0: owners[-1] if owners else None}))
    for spot in w.table.program.layout.counters[tree.counter].spots:
        if [*spot.words, *([] if spot.seat is None else [spot.seat])] == owners:
            return w.state.counters[spot.index]
    return None


def _card(tree: t.Attribute | t.CardIs, w: World) -> Any:
    card = value(tree.of, w)
    faces = w.table.program.deck.faces
    if isinstance(tree, t.CardIs):
        if card is None:
            return False
        face = faces[code_of(card)]
        if tree.trait is t.Trait.KIND:
            return face.kind == tree.name
        if tree.trait is t.Trait.TAG:
            return tree.name in face.tags
        return {"down": "~", "marked": "=", "paired": "+"}[tree.name] in card
    if card is None:
        return None
    if tree.name == "code":
        return code_of(card)
    other = standing_for(card)
    if other and tree.name in faces[other].axes:
        return faces[other].axes[tree.name]
    face = faces[code_of(card)]
    return face.axes.get(tree.name, face.has.get(tree.name))


def _term(tree: t.TermValue, w: World) -> Any:
    rules = w.table.program.rules.terms[tree.term]
    arguments = [value(argument, w) for argument in tree.arguments]
    it = {0: arguments.pop(0)} if rules.of is not None else {}
    local = {p.name: a for p, a in zip(rules.takes, arguments, strict=True)}
    return value(rules.body, replace(w, it=it, local=local))


def _call(tree: t.Call, w: World) -> Any:
    if tree.function == "players":
        return list(range(w.players))
    if tree.function == "others":
        return w.order(w.me, w.step)[1:]
    one = value(tree.arguments[0], w)
    if one is None:
        return [] if tree.type.is_list else None
    around = {
        "next": w.order(one, w.step)[1],
        "previous": w.order(one, -w.step)[1],
        "left_of": w.order(one, 1)[1],
        "right_of": w.order(one, -1)[1],
        "players_from": w.order(one, w.step),
        "after": w.order(one, w.step)[1:],
        "seats_from": w.order(one, 1),
        "seat": one + 1,
        "abs": abs(one),
    }
    return around[tree.function]


def _code(tree: t.CodeOf, w: World) -> str | None:
    axes = [value(argument, w) for argument in tree.arguments]
    for code, face in w.table.program.deck.faces.items():
        if face.kind == tree.kind and list(face.axes.values()) == axes:
            return code
    return None


def _operator(tree: t.Expr, w: World) -> Any:
    match tree:
        case t.Conditional():
            return value(tree.yes if value(tree.condition, w) else tree.no, w)
        case t.All():
            return all(value(one, w) for one in tree.operands)
        case t.Any():
            return any(value(one, w) for one in tree.operands)
        case t.Not():
            return not value(tree.operand, w)
        case t.Exists():
            found = value(tree.operand, w)
            return bool(found) if tree.operand.type.is_list else found is not None
        case t.Compare():
            return _compared(tree.operator, value(tree.left, w), value(tree.right, w))
        case t.Member():
            one = value(tree.left, w)
            return one is not None and one in value(tree.right, w)
        case t.Arithmetic():
            return _calculated(tree.operator, value(tree.left, w), value(tree.right, w))
        case t.Negative():
            one = value(tree.operand, w)
            return None if one is None else -one
    return _list(tree, w)


def _compared(operator: str, a: Any, b: Any) -> bool:
    if a is None or b is None:
        return False
    holds: bool = {
        "==": lambda: a == b, "!=": lambda: a != b, "<": lambda: a < b,
        "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b,
    }[operator]()  # fmt: skip
    return holds


def _calculated(operator: str, a: Any, b: Any) -> Any:
    if a is None or b is None:
        return None
    return {
        "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b,
        "/": lambda: a // b, "%": lambda: a % b,
    }[operator]()  # fmt: skip


def _list(tree: t.Expr, w: World) -> Any:
    match tree:
        case t.Joined():
            return [*value(tree.left, w), *value(tree.right, w)]
        case t.Listed():
            return [one for item in tree.items if (one := value(item, w)) is not None]
        case t.Range():
            low, high = value(tree.low, w), value(tree.high, w)
            return [] if low is None or high is None else list(range(low, high + 1))
        case t.Where():
            return [
                one for one in value(tree.source, w) if value(tree.condition, _at(tree, one, w))
            ]
        case t.Count():
            return len(value(tree.of, w))
        case t.Take():
            return _taken(tree, w)
        case t.AllBut():
            items = value(tree.of, w)
            return items[1:] if tree.end is t.End.FIRST else items[:-1]
        case t.Item():
            number, items = value(tree.number, w), value(tree.of, w)
            return items[number - 1] if number is not None and 1 <= number <= len(items) else None
    return _search(tree, w)


def _at(tree: t.Where | t.Folded | t.Ranked, one: Any, w: World) -> World:
    return replace(w, it={**w.it, tree.level: one})


def _taken(tree: t.Take, w: World) -> Any:
    items = value(tree.of, w)
    if tree.number is None:
        return (items[0] if tree.end is t.End.FIRST else items[-1]) if items else None
    number = max(0, value(tree.number, w) or 0)
    if tree.end is t.End.FIRST:
        return items[:number]
    return items[max(0, len(items) - number) :]


def _search(tree: t.Expr, w: World) -> Any:
    match tree:
        case t.Folded():
            numbers = [value(tree.by, _at(tree, one, w)) for one in value(tree.of, w)]
            numbers = [number for number in numbers if number is not None]
            if tree.fold is t.Fold.SUM:
                return sum(numbers)
            return (max if tree.fold is t.Fold.MAX else min)(numbers, default=0)
        case t.Ranked():
            pairs = [(one, value(tree.by, _at(tree, one, w))) for one in value(tree.of, w)]
            best = [number for _, number in pairs if number is not None]
            top = (max if tree.highest else min)(best, default=None)
            return [one for one, number in pairs if number is not None and number == top]
        case t.EveryWord():
            return list(w.table.program.rules.words[tree.type.words])
        case t.EveryCode():
            return list(w.table.program.deck.codes_of(tree.kind))
        case t.EveryValue():
            of = t.Candidate(tree.at, tree.of.type.item, -9)
            asked = t.Attribute(tree.at, tree.type.item, of, tree.attribute)
            found = {value(asked, replace(w, it={-9: one})) for one in value(tree.of, w)} - {None}
            if tree.type.kind is Kind.WORDS:
                return [one for one in w.table.program.rules.words[tree.type.words] if one in found]
            return sorted(found)
    raise AssertionError(type(tree))


_ON_THE_TABLE: tuple[tuple[Any, Any], ...] = (
    (t.Zone, _zone),
    (t.Counter, _counter),
    (t.Attribute | t.CardIs, _card),
    (t.TermValue, _term),
    (t.Call, _call),
    (t.CodeOf, _code),
)
