"""What a player may do must not tell what the player may not know.

A list of legal moves is shown to whoever is asked, and a standing order is carried out for its
owner; so neither may look into a zone that this player cannot see.  How many cards a zone has is
no secret.  A question may open a zone (`shows`).
"""

from __future__ import annotations

from collections.abc import Iterator

from card_specs.language.problems import Problem
from card_specs.language.rules import CardRules, Move, Rules, Seen
from card_specs.language.substitute import substitute
from card_specs.language.tree import (
    Count,
    Exists,
    Expr,
    Joined,
    Me,
    TermValue,
    Zone,
)
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.walk import Node, carried_out, walk


def check_secrets(rules: Rules) -> Iterator[Problem]:
    """Every expression of a question or order that looks where its player cannot."""
    for node in walk(carried_out(rules)):
        if isinstance(node, Ask):
            shown = node.shows.zone if node.shows is not None else ""
            yield from _question(rules, node, shown)
        elif isinstance(node, Window):
            yield from _question(rules, node, "")
    for order in rules.orders.values():
        for policies in order.choices.values():
            yield from _check(rules, [e for policy in policies for e in walk([policy])], "")
    yield from _check(rules, [e for policy in rules.deadline for e in walk([policy])], "")


def _question(rules: Rules, ask: Ask | Window, shown: str) -> Iterator[Problem]:
    """The choices and conditions of its moves, and of the cards that it lets be played."""
    asked: list[Move | CardRules] = list(ask.moves)
    asked += [card for card in rules.cards.values() if card.moment and card.moment == ask.moment]
    for move in asked:
        expressions: list[Node] = [argument.choices for argument in move.arguments]
        if move.condition is not None:
            expressions.append(move.condition)
        yield from _check(rules, expressions, shown)


def _check(rules: Rules, nodes: list[Node], shown: str) -> Iterator[Problem]:
    for node in nodes:
        if isinstance(node, Expr):
            for at, zone in _seen_into(rules, node, ()):
                if not _may_see(rules, zone, shown):
                    hint = "count its cards, or open it to the player with 'shows'"
                    message = f"the moves would tell what lies in '{zone.zone}'"
                    yield Problem(at.at, message, hint)


def _may_see(rules: Rules, zone: Zone, shown: str) -> bool:
    known = rules.zones.get(zone.zone)
    if known is None or known.seen is Seen.ALL or zone.zone == shown:
        return True
    return known.seen is Seen.OWNER and bool(zone.owners) and isinstance(zone.owners[-1], Me)


def _seen_into(rules: Rules, expr: Expr, busy: tuple[str, ...]) -> Iterator[tuple[Expr, Zone]]:
    """The zones whose cards an expression looks at, not only counts, and where it says so."""
    if isinstance(expr, Count | Exists) and _only_zones(rules, expr.parts(), busy):
        return
    if isinstance(expr, Zone):
        yield expr, expr
    elif isinstance(expr, TermValue) and expr.term not in busy:
        for _, zone in _seen_into(rules, _body(rules, expr), (*busy, expr.term)):
            yield expr, zone
    for part in expr.parts():
        yield from _seen_into(rules, part, busy)


def _only_zones(rules: Rules, parts: Iterator[Expr], busy: tuple[str, ...]) -> bool:
    """Whether expressions are zones and nothing else, whose size everybody knows."""
    for part in parts:
        if isinstance(part, Joined):
            if not _only_zones(rules, part.parts(), busy):
                return False
        elif isinstance(part, TermValue) and part.term not in busy:
            body = _body(rules, part)
            if not _only_zones(rules, iter((body,)), (*busy, part.term)):
                return False
        elif not isinstance(part, Zone):
            return False
    return True


def _body(rules: Rules, expr: TermValue) -> Expr:
    term = rules.terms[expr.term]
    arguments = list(expr.arguments)
    it = arguments.pop(0) if term.of is not None and arguments else None
    values = {one.name: value for one, value in zip(term.takes, arguments, strict=False)}
    return substitute(term.body, it, values)
