"""Games and loops that may never end, as far as the text alone shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from card_specs.language.check_use import Verdict
from card_specs.language.constants import constant
from card_specs.language.model import Game
from card_specs.language.problems import Problem
from card_specs.language.rules import CardRules, Rules
from card_specs.language.tree import (
    Counter,
    Expr,
    Local,
    TermValue,
    Zone,
)
from card_specs.language.vocabulary.cards import Deal, Draw, Exchange, MoveCards, Pick, Shuffle
from card_specs.language.vocabulary.chance import DrawLots, Roll
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.vocabulary.flow import (
    CallRule,
    EndTurn,
    GameOver,
    Leave,
    Repeat,
    Reverse,
    StartTurn,
)
from card_specs.language.vocabulary.marks import Lay, MarkCard, TurnDown, TurnUp
from card_specs.language.vocabulary.values import AddValue, Let, SetValue
from card_specs.language.walk import Node, carried_out, inside, walk

Names = set[tuple[str, str]]
"""Zones, counters and locals by sort and name."""


def reads(rules: Rules, expressions: Iterable[Node]) -> Names:
    """What expressions look at, terms unfolded."""
    found: Names = set()
    seen: set[str] = set()
    waiting = list(expressions)
    while waiting:
        for node in walk([waiting.pop()]):
            if isinstance(node, Zone):
                found.add(("zone", node.zone))
            elif isinstance(node, Counter):
                found.add(("counter", node.counter))
            elif isinstance(node, Local):
                found.add(("local", node.name))
            elif isinstance(node, TermValue) and node.term not in seen:
                seen.add(node.term)
                term = rules.terms.get(node.term)
                if term is not None:
                    waiting.append(term.body)
    return found


def writes(rules: Rules, steps: Iterable[Node]) -> Names:
    """What steps change, own rules and the cards that they let be played included."""
    found: Names = set()
    for node in reached(rules, steps):
        found |= _written(rules, node)
    return found


def reached(rules: Rules, steps: Iterable[Node]) -> Iterator[Node]:
    """Everything that may be carried out in the course of steps, each rule and card once."""
    seen: set[str] = set()
    waiting = list(steps)
    while waiting:
        for node in walk([waiting.pop()]):
            yield node
            for name, more in _called(rules, node):
                if name not in seen:
                    seen.add(name)
                    waiting.append(more)


def _called(rules: Rules, node: Node) -> list[tuple[str, Node]]:
    """Rules that a step calls, and cards that it lets be played or drawn."""
    if isinstance(node, CallRule) and node.rule in rules.rules:
        return [(f"rule {node.rule}", rules.rules[node.rule])]
    cards = rules.cards.values()
    if isinstance(node, Ask | Window) and node.moment:
        return [(f"card {card.kind}", card) for card in cards if card.moment == node.moment]
    if isinstance(node, Draw):
        found: list[tuple[str, Node]] = [
            (f"card {card.kind}", card) for card in cards if card.when_drawn is not None
        ]
        zone = rules.zones.get(node.source.zone)
        return [*found, (f"zone {zone.name}", zone)] if zone is not None else found
    return []


def _written(rules: Rules, node: Node) -> Names:
    """What one step changes by itself."""
    if isinstance(node, SetValue | AddValue | DrawLots):
        return _targets(rules, node.target)
    if isinstance(node, Roll):
        return _targets(rules, node.counter)
    if isinstance(node, Let):
        return {("local", node.name)}
    if isinstance(node, Reverse):
        return {("counter", "direction")}
    return {("zone", zone.zone) for zone in _zones(node) if zone is not None}


def _targets(rules: Rules, target: Expr) -> Names:
    if isinstance(target, Counter):
        return {("counter", target.counter)}
    if isinstance(target, Local):
        return {("local", target.name)}
    if isinstance(target, TermValue) and target.term in rules.terms:
        return _targets(rules, rules.terms[target.term].body)
    return set()


def _zones(node: Node) -> list[Zone | None]:
    """The zones that a step changes."""
    if isinstance(node, MoveCards):
        return [node.target, *node.sources]
    if isinstance(node, Draw | Deal | Pick):
        return [node.source, node.target]
    if isinstance(node, Exchange):
        return [node.one, node.other]
    if isinstance(node, Lay):
        return [node.target, node.old, *node.sources]
    if isinstance(node, TurnDown | TurnUp | MarkCard | Shuffle):
        return [node.zone]
    if isinstance(node, Ask | Window) and node.moment:
        return [node.target, *node.sources]
    return [node.target] if isinstance(node, CardRules) else []


def check_loops(rules: Rules) -> Iterator[Problem]:
    """`repeat: while` over things that its steps never change, and without a way out."""
    ending = reads(rules, [rules.end.condition] if rules.end.condition is not None else [])
    for loop in inside(carried_out(rules), Repeat):
        if loop.condition is None or constant(loop.condition) is False:
            continue
        body = list(reached(rules, loop.do))
        if any(isinstance(node, Leave | EndTurn | StartTurn | GameOver) for node in body):
            continue
        changed = {name for node in body for name in _written(rules, node)}
        if changed & ending or changed & reads(rules, [loop.condition]):
            continue
        hint = "what the condition looks at must change, or the steps must leave"
        yield Problem(loop.at, "this loop never ends: its steps change nothing it asks", hint)


def check_endings(game: Game, rules: Rules) -> Iterator[Verdict]:
    """Whether anything can end the game."""
    nodes = carried_out(rules)
    over = any(isinstance(node, GameOver) for node in walk(nodes))
    end = rules.end
    problem = None
    if end.condition is None and not over:
        hint = "give 'end' an 'if', or use the step 'game over'"
        problem = Problem(end.at, "the game never ends", hint)
    elif end.condition is not None and not over:
        looked_at = reads(rules, [end.condition])
        if constant(end.condition) is False or not looked_at & writes(rules, nodes):
            hint = "no step changes what the condition of 'end' looks at"
            problem = Problem(end.condition.at, "the game never ends", hint)
    yield ("end", "if"), problem
    problem = None
    if end.winners is None:
        problem = Problem(end.at, "'end' does not say who has won", "winners: …", "warning")
    yield ("end", "winners"), problem
