"""What a condition about a candidate says more than once: it is worked out once for each candidate.

`[hand where step(it) < step(first of row.(it.suit)) or step(it) > step(last of row.(it.suit))]`
looks up the row twice and each step several times; found here, each gets a variable of its own.
"""

from __future__ import annotations

from collections import Counter

from card_specs.language import tree as t
from pbem.engine.invariants import is_pure
from pbem.engine.trees import Levelled, Trees, parts, rebuild

REPEAT = "\1"
"""Names of such variables begin like this, which no name of a spec does."""

_FREE = (
    t.Number, t.Truth, t.Word, t.Code, t.Me, t.This, t.Local, t.Candidate, t.Nobody, t.EveryWord,
    t.EveryCode,
)  # fmt: skip
MOST = 6


def repeats(trees: Trees, body: t.Expr, level: int) -> tuple[t.Expr, list[tuple[str, t.Expr]]]:
    """A condition with variables for what it repeats, and their values in the order to work out."""
    found: list[tuple[str, t.Expr]] = []
    while len(found) < MOST:
        whole = [body, *(value for _, value in found)]
        again = _largest_repeated(trees, whole, level)
        if again is None:
            break
        variable = trees.stand_in(again, f"{REPEAT}{level}.", len(found))
        body = _put(body, again, variable)
        found = [(n, _put(value, again, variable)) for n, value in found]
        found.append((variable.name, again))
    return body, found[::-1]


def _largest_repeated(trees: Trees, whole: list[t.Expr], level: int) -> t.Expr | None:
    """Something about the candidate, and about no other, that stands in several places."""
    counted: Counter[t.Expr] = Counter()
    sizes: dict[t.Expr, int] = {}
    for tree in whole:
        _count(trees, tree, level, counted, sizes)
    best = [one for one, number in counted.items() if number > 1]
    return max(best, key=lambda one: sizes[one], default=None)


def _count(
    trees: Trees, tree: t.Expr, level: int, counted: Counter[t.Expr], sizes: dict[t.Expr, int]
) -> int:
    """Count the parts that may get a variable; gives how many nodes the tree has."""
    size = 1
    for part in parts(tree):
        size += _count(trees, part, level, counted, sizes)
    fits = not isinstance(tree, _FREE) and trees.free(tree) == {level} and size > 2
    if fits and is_pure(tree) and not isinstance(tree, Levelled):
        counted[tree] += 1
        sizes[tree] = size
    return size


def _put(tree: t.Expr, old: t.Expr, new: t.Expr) -> t.Expr:
    if tree == old:
        return new
    return rebuild(tree, lambda part: _put(part, old, new))
