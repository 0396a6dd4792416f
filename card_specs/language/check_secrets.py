"""What a player may do must not tell what the player may not know.

A list of legal moves is shown to whoever is asked, and a standing order is carried out for its
owner; so neither may look into a zone that this player cannot see.  How many cards a zone has is
no secret.  A question may open a zone (`shows`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

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

MOST_LOOKS = 50_000
"""Expressions that are looked into at one table; terms of terms can be endlessly many."""


def check_secrets(rules: Rules) -> Iterator[Problem]:
    """Every expression of a question or order that looks where its player cannot."""
    looking = _Looking(rules)
    for node in walk(carried_out(rules)):
        if isinstance(node, Ask):
            shown = node.shows.zone if node.shows is not None else ""
            yield from looking.question(node, shown)
        elif isinstance(node, Window):
            yield from looking.question(node, "")
    policies: list[Node] = [*rules.orders.values(), *rules.deadline]
    yield from looking.check(list(walk(policies)), "")


class _Looking:
    """What expressions look at; what a term looks at is found out once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.left = MOST_LOOKS
        self.terms: dict[TermValue, tuple[Zone, ...]] = {}

    def question(self, ask: Ask | Window, shown: str) -> Iterator[Problem]:
        """The choices and conditions of its moves, and of the cards that it lets be played."""
        asked: list[Move | CardRules] = list(ask.moves)
        if ask.moment:
            cards = self.rules.cards.values()
            asked += [card for card in cards if card.moment == ask.moment]
        for move in asked:
            expressions: list[Node] = [argument.choices for argument in move.arguments]
            if move.condition is not None:
                expressions.append(move.condition)
            yield from self.check(expressions, shown)

    def check(self, nodes: list[Node], shown: str) -> Iterator[Problem]:
        """A problem for each place that looks into a zone its player cannot see."""
        for node in nodes:
            for at, zone in self.seen(node) if isinstance(node, Expr) else ():
                if not self.may_see(zone, shown):
                    hint = "count its cards, or open it to the player with 'shows'"
                    message = f"the moves would tell what lies in '{zone.zone}'"
                    yield Problem(at.at, message, hint)

    def may_see(self, zone: Zone, shown: str) -> bool:
        """Whether the one who acts sees a zone."""
        known = self.rules.zones.get(zone.zone)
        if known is None or known.seen is Seen.ALL or zone.zone == shown:
            return True
        mine = bool(zone.owners) and isinstance(zone.owners[-1], Me)
        return known.seen is Seen.OWNER and mine

    def seen(self, expr: Expr) -> Iterator[tuple[Expr, Zone]]:
        """The zones whose cards an expression looks at, not only counts, and where it says so."""
        self.left -= 1
        if self.left < 0 or _counts(expr, self._only_zones):
            return
        if isinstance(expr, Zone):
            yield expr, expr
        elif isinstance(expr, TermValue):
            yield from ((expr, zone) for zone in self._of_term(expr))
        for part in expr.parts():
            yield from self.seen(part)

    def _of_term(self, expr: TermValue) -> tuple[Zone, ...]:
        if expr not in self.terms:
            self.terms[expr] = ()
            found = (zone for _, zone in self.seen(self._body(expr)))
            self.terms[expr] = tuple(dict.fromkeys(found))
        return self.terms[expr]

    def _only_zones(self, expr: Expr) -> bool:
        """Whether an expression is zones and nothing else, whose size everybody knows."""
        self.left -= 1
        if isinstance(expr, Joined):
            return self._only_zones(expr.left) and self._only_zones(expr.right)
        if isinstance(expr, TermValue) and self.left > 0:
            return self._only_zones(self._body(expr))
        return isinstance(expr, Zone)

    def _body(self, expr: TermValue) -> Expr:
        """What a term stands for, its arguments put in."""
        term = self.rules.terms[expr.term]
        arguments = list(expr.arguments)
        it = arguments.pop(0) if term.of is not None and arguments else None
        values = {one.name: value for one, value in zip(term.takes, arguments, strict=False)}
        return substitute(term.body, it, values)


def _counts(expr: Expr, only_zones: Callable[[Expr], bool]) -> bool:
    """Whether an expression asks how many cards there are, and no more."""
    if isinstance(expr, Count):
        return only_zones(expr.of)
    return isinstance(expr, Exists) and only_zones(expr.operand)
