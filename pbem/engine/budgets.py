"""How much work and how large a number an expression can come to, known before play.

Expressions hold no loops but those over lists, and every list has a largest size (cards of the
deck, players, words, at most `MOST_NUMBERS` numbers).  So the bound is a static one and costs
nothing during play.  Loops of steps are counted while they run (`runtime.py`).
"""

from __future__ import annotations

import math

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.problems import Problem, SpecError
from pbem.engine.trees import Trees, about, parts

MOST_NUMBERS = 1000
"""The longest list `[low .. high]`."""

MOST_CHOICES = 5000
"""The most choices of several cards at once."""

MOST_MOVES = 10_000
"""The longest list of legal moves of one player."""

MOST_WORK = 20_000_000
"""The most elementary operations of one expression."""

MOST_BITS = 4000
"""The largest number an expression may come to, in binary digits."""

LARGEST = 10**12
"""The largest number that a counter or a name may hold (and as far below 0)."""

_STORED_BITS = 41


class Budgets:
    """Bounds of expressions for one table."""

    def __init__(self, trees: Trees) -> None:
        self.trees = trees
        self._cards = len(trees.deck.cards)
        self._terms: dict[str, tuple[int, int]] = {}
        self._works: dict[int, tuple[t.Expr, int]] = {}

    def check(self, expr: t.Expr) -> None:
        """Raise `SpecError` for an expression that could take too long or grow too large."""
        if self.work(expr) > MOST_WORK:
            raise SpecError(
                [
                    Problem(
                        expr.at,
                        f"this may need more than {MOST_WORK:,} operations",
                        "search fewer lists inside one another",
                    )
                ]
            )
        if self.bits(expr) > MOST_BITS:
            hint = "multiply fewer numbers with one another"
            raise SpecError([Problem(expr.at, "this may become an enormous number", hint)])

    # --- work -----------------------------------------------------------------------------------

    def work(self, expr: t.Expr) -> int:
        """At most so many operations."""
        known = self._works.get(id(expr))
        if known is None:
            known = self._works[id(expr)] = expr, self._work(expr)
        return known[1]

    def _work(self, expr: t.Expr) -> int:
        match expr:
            case t.Where() | t.Folded() | t.Ranked():
                source, said = about(expr)
                return self.work(source) + self.length(source) * self.work(said) + 1
            case t.TermValue():
                return sum(map(self.work, expr.arguments)) + self._term(expr.term)[0] + 1
            case t.Choose():
                return MOST_CHOICES + self.work(expr.of)
        return 1 + sum(map(self.work, parts(expr))) + (self.length(expr) if _copies(expr) else 0)

    def length(self, expr: t.Expr) -> int:
        """At most so many items."""
        match expr:
            case t.Where():
                return self.length(expr.source)
            case t.Ranked() | t.AllBut() | t.EveryValue():
                return self.length(expr.of)
            case t.Take():
                most = self.length(expr.of)
                return min(expr.number.value, most) if isinstance(expr.number, t.Number) else most
            case t.Joined():
                return self.length(expr.left) + self.length(expr.right)
            case t.Conditional():
                return max(self.length(expr.yes), self.length(expr.no))
            case t.Listed():
                return len(expr.items)
        return self._own_length(expr)

    def _own_length(self, expr: t.Expr) -> int:
        """The same of lists that are not made of other lists."""
        match expr:
            case t.Zone():
                return self._cards
            case t.Range():
                return _range_length(expr)
            case t.EveryWord():
                return len(self.trees.layout.rules.words[expr.type.words])
            case t.EveryCode():
                return len(self.trees.deck.codes_of(expr.kind))
            case t.Choose():
                return MOST_CHOICES
        if expr.type.kind is types.Kind.PLAYERS:
            return self.trees.layout.players
        return max(self._cards, MOST_NUMBERS) if expr.type.is_list else 1

    # --- numbers --------------------------------------------------------------------------------

    def bits(self, expr: t.Expr) -> int:
        """At most so many binary digits (of any number in the expression)."""
        inside = [self.bits(part) for part in parts(expr)]
        most = max(inside, default=1)
        match expr:
            case t.Number():
                return expr.value.bit_length() + 1
            case t.Counter() | t.Local() | t.Attribute():
                return max(_STORED_BITS, most)
            case t.Arithmetic(operator="*"):
                return sum(inside)
            case t.Arithmetic():
                return most + 1
            case t.Folded():
                return most + max(1, math.ceil(math.log2(self.length(expr.of) + 1)))
            case t.TermValue():
                return max(most, self._term(expr.term)[1])
        return most

    def _term(self, term: str) -> tuple[int, int]:
        """Work and bits of a term that stays a function."""
        if term not in self._terms:
            self._terms[term] = (0, 0)
            body = self.trees.body(term)
            self._terms[term] = (self.work(body), self.bits(body))
        return self._terms[term]


def grows(expr: t.Expr) -> bool:
    """Whether a value stored again and again could become ever larger faster than by counting."""
    if isinstance(expr, t.Arithmetic | t.Folded | t.TermValue):
        return True
    if isinstance(expr, t.Number):
        return abs(expr.value) > LARGEST
    if isinstance(expr, t.Conditional):
        return grows(expr.yes) or grows(expr.no)
    return isinstance(expr, t.Negative) and grows(expr.operand)


def _copies(expr: t.Expr) -> bool:
    return expr.type.is_list and not isinstance(expr, t.Zone)


def _range_length(expr: t.Range) -> int:
    if isinstance(expr.low, t.Number) and isinstance(expr.high, t.Number):
        return max(0, expr.high.value - expr.low.value + 1)
    return MOST_NUMBERS
