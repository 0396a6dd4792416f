"""Going through trees: everything inside a step, a move, a card, an expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TypeVar

from card_specs.language.rules import (
    Argument,
    CardList,
    CardRules,
    Condition,
    CounterRules,
    Decline,
    EndRules,
    Move,
    OrderRules,
    Policy,
    RuleList,
    RuleRules,
    Rules,
    TermRules,
    ZoneRules,
)
from card_specs.language.tree import (
    Expr,
    Step,
)

Node = (
    Expr
    | Step
    | Move
    | Argument
    | Decline
    | CardRules
    | RuleRules
    | TermRules
    | ZoneRules
    | CounterRules
    | EndRules
    | Policy
    | OrderRules
    | RuleList
    | CardList
    | Condition
)
_NODES = Node.__args__
T = TypeVar("T")


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(node: Node) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(one.name for one in fields(node))
    return _FIELDS[kind]


def parts(node: Node) -> Iterator[Node]:
    """What stands directly inside a node, in the order of its fields."""
    found: list[Node] = []
    for name in _fields(node):
        _collect(getattr(node, name), found)
    return iter(found)


_IS_NODE: dict[type, bool] = {}


def _collect(value: object, found: list[Node]) -> None:
    """Add the nodes that a field holds: itself, or those in its tuple or mapping."""
    kind = type(value)
    if kind is tuple:
        for item in value:  # type: ignore[attr-defined]
            _collect(item, found)
    elif kind is dict:
        for item in value.values():  # type: ignore[attr-defined]
            _collect(item, found)
    else:
        if kind not in _IS_NODE:
            _IS_NODE[kind] = issubclass(kind, _NODES)
        if _IS_NODE[kind]:
            found.append(value)  # type: ignore[arg-type]


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes and everything inside them, each before what it holds."""
    waiting = list(nodes)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(list(parts(node))[::-1])


def inside(nodes: Iterable[Node], kind: type[T]) -> Iterator[T]:
    """Those of a sort among the nodes and everything inside them."""
    return (node for node in walk(nodes) if isinstance(node, kind))


def carried_out(rules: Rules) -> list[Node]:
    """Everything of a table that has steps: zones, rules, cards, set-up and turns."""
    return [
        *rules.zones.values(),
        *rules.rules.values(),
        *rules.cards.values(),
        *rules.setup,
        *rules.turn,
        *rules.pass_turn,
    ]


def everything(rules: Rules) -> list[Node]:
    """All of a table that holds expressions."""
    return [
        *carried_out(rules),
        *rules.terms.values(),
        *rules.counters.values(),
        rules.end,
        *rules.orders.values(),
        *rules.conditions,
        *rules.deadline,
    ]
