"""What in a condition about a candidate does not depend on it: it needs working out only once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from card_specs.language import tree as t
from pbem.engine.trees import Levelled, Trees, about, is_scalar, parts, rebuild, walk

KEY = "\0"
"""Names of placeholders begin like this, which no name of a spec does."""

_AT_HAND = t.Number | t.Truth | t.Word | t.Code | t.Me | t.This | t.Local | t.Candidate | t.Nobody
_CONSTANT = t.Number | t.Truth | t.Word | t.Code | t.EveryWord | t.EveryCode | t.Nobody


@dataclass
class Split:
    """A condition with placeholders, and the expressions they stand for, in order."""

    body: t.Expr
    keys: list[t.Expr] = field(default_factory=list)

    def names(self, trees: Trees) -> list[str]:
        """What the parts are called in the condition."""
        return [trees.stand_in(part, KEY, number).name for number, part in enumerate(self.keys)]


def is_pure(tree: t.Expr) -> bool:
    """Whether a value can be worked out before its turn: it cannot fail."""
    if isinstance(tree, t.Arithmetic) and tree.operator in "/%":
        if not (isinstance(tree.right, t.Number) and tree.right.value != 0):
            return False
    elif isinstance(tree, t.Range | t.Choose):
        return False
    return all(map(is_pure, parts(tree)))


def hoisted(trees: Trees, tree: t.Expr, level: int) -> Split:
    """A condition whose parts that stay the same are taken out, lists too."""
    return _split(trees, tree, level, lambda part: not isinstance(part, _AT_HAND) and is_pure(part))


def keyed(trees: Trees, conditions: Sequence[t.Expr], level: int, most: int) -> list[Split] | None:
    """Conditions as functions of the candidate and a few single values, or None.

    What is left of each looks at nothing else: so what it says can be remembered.  All splits share
    one list of parts.
    """
    shared: list[t.Expr] = []
    several = _asked_twice(trees, conditions, level)

    def wanted(part: t.Expr) -> bool:
        if not is_scalar(part) or isinstance(part, _CONSTANT) or not is_pure(part):
            return False
        return part in several or not any(inside in several for inside in walk(part))

    splits = [_split(trees, tree, level, wanted, shared) for tree in conditions]
    if len(shared) > most or not all(_looks_no_further(split.body, level) for split in splits):
        return None
    return splits


def _split(
    trees: Trees,
    tree: t.Expr,
    level: int,
    wanted: Callable[[t.Expr], bool],
    shared: list[t.Expr] | None = None,
) -> Split:
    found: list[t.Expr] = [] if shared is None else shared

    def replaced(part: t.Expr, bound: frozenset[int]) -> t.Expr:
        if not (trees.free(part) & bound) and wanted(part):
            if part not in found:
                found.append(part)
            return trees.stand_in(part, KEY, found.index(part))
        if isinstance(part, Levelled):
            said = about(part)[1]
            inside = bound | {part.level}

            def changed(one: t.Expr) -> t.Expr:
                return replaced(one, inside if one is said else bound)

            return rebuild(part, changed)
        return rebuild(part, lambda one: replaced(one, bound))

    return Split(replaced(tree, frozenset((level,))), found)


def _asked_twice(trees: Trees, conditions: Sequence[t.Expr], level: int) -> set[t.Expr]:
    """Other cards of which more than one thing is asked: then the card itself is the better key."""
    seen: dict[t.Expr, set[tuple[type[t.Expr], str]]] = {}
    for tree in conditions:
        for part in walk(tree):
            if not isinstance(part, t.Attribute | t.CardIs) or isinstance(part.of, _CONSTANT):
                continue
            if level not in trees.free(part.of):
                seen.setdefault(part.of, set()).add((type(part), part.name))
    return {card for card, asked in seen.items() if len(asked) > 1}


def _looks_no_further(tree: t.Expr, level: int) -> bool:
    """Whether a tree is about the candidate, constants and placeholders only."""
    if isinstance(tree, t.Local):
        return tree.name.startswith(KEY)
    if isinstance(tree, t.Candidate):
        return tree.level == level
    if isinstance(tree, t.Zone | t.Counter | t.Me | t.This | t.Call | t.TermValue | Levelled):
        return False
    return all(_looks_no_further(part, level) for part in parts(tree))
