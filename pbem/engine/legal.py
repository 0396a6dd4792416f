"""The list of legal moves of one player at one question, as a function of the program.

It looks at nothing but the state and the asking frame, so moves need not be stored.  Conditions are
looked at as early as possible, and identical copies of a card give one move.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import Argument, CardRules
from card_specs.values import dataclass
from pbem.engine import emit
from pbem.engine.cards import IsKind
from pbem.engine.conditions import MOST_KEYS
from pbem.engine.emit import const, expr, stmts
from pbem.engine.invariants import Split, is_pure, keyed
from pbem.engine.kit import Legals, Memos
from pbem.engine.options import Option
from pbem.engine.scope import Scope
from pbem.engine.trees import rebuild, walk
from pbem.engine.units import Here

if TYPE_CHECKING:
    from pbem.engine.compiler import Compiler

PLAYED = -1
"""The level at which the card that may be played is a candidate."""


@dataclass(frozen=True)
class Playable:
    """Cards that may be played: their kinds with options, and where they are."""

    kinds: tuple[tuple[Option, CardRules], ...]
    sources: tuple[t.Zone, ...]
    only: t.Expr | None


@dataclass
class _Sought:
    """A list of moves in the making: what it runs through, and what is worked out once for it."""

    scope: Scope
    item: list[ast.expr]
    generators: list[ast.comprehension] = field(default_factory=list)
    held: list[ast.comprehension] = field(default_factory=list)

    def through(self, variable: ast.Name, items: ast.expr) -> None:
        self.generators.append(_through(variable, items))
        self.item.append(variable)

    def listed(self, cards_first: bool) -> ast.expr:
        """The list; if it runs through cards first, there are few, and often none at all."""
        place = 1 if cards_first else 0
        whole = [*self.generators[:place], *self.held, *self.generators[place:]]
        return ast.ListComp(emit.tuple_of(self.item), whole)


class Legal:
    """Writes the functions; `here` is the asking frame, with the player asked acting."""

    def __init__(self, compiler: Compiler, here: Here) -> None:
        self.c = compiler
        self.here = here
        self.values = compiler.values
        self.trees = compiler.trees
        self.conditions = compiler.values.lists.conditions

    def function(
        self,
        moves: Sequence[tuple[Option, tuple[Argument, ...], t.Expr | None]],
        playable: Playable,
        line: int,
    ) -> str:
        """A function of state, frame and player that gives the list (without the `or`)."""
        self.bound = 0
        steps = stmts("Z = S.zones\nC = S.counters\nM = []")
        for one in moves:
            if one[1]:
                steps += self._listed(*one)
        steps += self._plays(playable)
        steps += self._singles([(one[0], one[2]) for one in moves if not one[1]])
        if self.bound > self.c.most_moves:
            most = const(self.c.most_moves)
            steps += stmts("if len(M) > MOST:\n    too_many(M)", MOST=most)
        identifier = self.c.build.fresh("l")
        self.c.build.add(identifier, ["S", "f", "p"], steps + stmts("return M"), line)
        return identifier

    def _tree(self, tree: t.Expr) -> t.Expr:
        """A tree with terms written out, its bounds checked and its work counted."""
        tree = self.trees.expand(tree)
        self.values.budgets.check(tree)
        self.here.unit.work += self.values.budgets.work(tree)
        return tree

    # --- moves ----------------------------------------------------------------------------------

    def _singles(self, options: Sequence[tuple[Option, t.Expr | None]]) -> list[ast.stmt]:
        """Moves without arguments; if one is possible just when the other isn't, one test does."""
        steps: list[ast.stmt] = []
        trees = [None if tree is None else self._tree(tree) for _, tree in options]
        for place, (option, _) in enumerate(options):
            step = stmts("M.append(MOVE)", MOVE=const((option.index,)))
            tree = trees[place]
            before = trees[place - 1] if place else None
            if tree is None:
                steps += step
            elif (
                isinstance(tree, t.Not) and tree.operand == before and isinstance(steps[-1], ast.If)
            ):
                steps[-1].orelse = step
                trees[place] = None
            else:
                test = self.values.plain(tree, self.here.scope)
                steps += stmts("if TEST:\n    STEP", TEST=test, STEP=step)
        return steps

    def _listed(
        self, option: Option, arguments: tuple[Argument, ...], condition: t.Expr | None
    ) -> list[ast.stmt]:
        """A move with arguments."""
        quick = self._one_card(option, arguments, condition)
        if quick is not None:
            return quick
        return stmts("M += LIST", LIST=self._product(option, arguments, condition, None))

    def _one_card(
        self, option: Option, arguments: tuple[Argument, ...], condition: t.Expr | None
    ) -> list[ast.stmt] | None:
        """One argument, a card out of some: a look-up from card to move."""
        only = arguments[0]
        if len(arguments) > 1 or only.type != types.CARD or isinstance(only.choices, t.Choose):
            return None
        source = self._tree(only.choices)
        tests: list[t.Expr] = []
        if isinstance(source, t.Where):
            tests.append(_leveled(source.condition, source.level))
            source = source.source
        if condition is not None:
            candidate = t.Candidate(only.at, types.CARD, PLAYED)
            tests.append(_with_local(self._tree(condition), only.name, candidate))
        whole = t.Truth(only.at, types.TRUTH, True)
        splits = keyed(
            self.trees,
            [t.All(only.at, types.TRUTH, tuple(tests)) if tests else whole],
            PLAYED,
            MOST_KEYS,
        )
        if splits is None:
            return None
        body = self.conditions.bodies(splits, PLAYED)[0]
        steps = stmts("return (N, c) if V else None", N=const(option.index), V=body)
        line = self.c.build.line(only.at)
        plainly = self.conditions.lie_plainly(source)
        cards = self.values.plain(source, self.here.scope)
        return self._looked_up(steps, splits[0], line, cards, plainly)

    def _looked_up(
        self, steps: list[ast.stmt], split: Split, line: int, cards: ast.expr, plainly: bool
    ) -> list[ast.stmt]:
        """Go through cards and take the moves that a look-up has for them."""
        kind = Legals if plainly else Memos
        look = self.conditions.remembered(kind, steps, split, self.here.scope, line)
        if self.c.has_copies:
            cards = expr("dict.fromkeys(CARDS)", CARDS=cards)
        if not plainly:
            return stmts("M += filter(None, map(LOOK, CARDS))", LOOK=look, CARDS=cards)
        found = "P = LOOK\nfor c in CARDS:\n    if c in P:\n        M.append(P[c])"
        return stmts(found, LOOK=look, CARDS=cards)

    def _product(
        self,
        option: Option,
        arguments: Sequence[Argument],
        condition: t.Expr | None,
        first: tuple[ast.Name, ast.expr] | None,
    ) -> ast.expr:
        """Every combination of arguments; `first` is the card played and where it runs through."""
        sought = _Sought(self.here.scope, [const(option.index)])
        tests = _operands(self._tree(condition)) if condition is not None else []
        unbound = _all_names(arguments)
        early, tests = _ready(tests, lambda test: not _names(test) & unbound)
        if first is not None:
            sought.through(*first)
            sought.scope = sought.scope.playing(first[0])
            early, about_card = _ready(early, lambda test: not _is_about_this(test))
            self._test(sought, about_card)
        for argument in arguments:
            self._argument(sought, argument, _all_names(arguments))
            unbound.discard(argument.name)
            ready, tests = _ready(tests, lambda test: not _names(test) & unbound)
            self._test(sought, ready)
        made = sought.listed(first is not None)
        guards = [self.values.plain(test, self.here.scope) for test in early]
        self.bound += self._product_bound(arguments, first is not None)
        return ast.IfExp(emit.both(guards), made, emit.list_of([])) if guards else made

    def _argument(self, sought: _Sought, argument: Argument, names: set[str]) -> None:
        """Run through the choices of one argument."""
        choices = self._tree(argument.choices)
        through = self.values.plain(choices, sought.scope)
        if sought.generators and not _names(choices) & names and _steady(choices):
            held = emit.name(self.c.build.fresh("h"))
            sought.held.append(_through(held, emit.tuple_of([through])))
            through = held
        variable = emit.name(self.c.build.fresh("u"))
        sought.through(variable, self._unique(choices, through))
        sought.scope = sought.scope.knowing(argument.name, variable)

    def _product_bound(self, arguments: Sequence[Argument], card: bool) -> int:
        """At most so many combinations."""
        bound = len(self.c.deck.faces) if card else 1
        for argument in arguments:
            bound *= max(1, self.values.budgets.length(self.trees.expand(argument.choices)))
        return bound

    def _test(self, sought: _Sought, tests: Sequence[t.Expr]) -> None:
        if tests:
            made = [self.values.plain(test, sought.scope) for test in tests]
            sought.generators[-1].ifs += made

    def _unique(self, choices: t.Expr, through: ast.expr) -> ast.expr:
        """Choices without repetitions, where there can be any."""
        sure = isinstance(choices, t.Choose | t.EveryWord | t.EveryCode | t.EveryValue | t.Range)
        if sure or choices.type.kind is types.Kind.PLAYERS:
            return through
        if choices.type == types.CARDS and not self.c.has_copies:
            return through
        if isinstance(choices, t.Where) and isinstance(choices.source, t.EveryCode):
            return through
        return expr("dict.fromkeys(LIST)", LIST=through)

    # --- cards ----------------------------------------------------------------------------------

    def _plays(self, playable: Playable) -> list[ast.stmt]:
        if not playable.kinds:
            return []
        cards = self._cards(playable)
        plainly = all(zone.zone in self.values.plain_zones for zone in playable.sources)
        steps: list[ast.stmt] = []
        variable = emit.name("H")
        if not isinstance(cards, ast.Subscript):
            steps += stmts("H = CARDS", H=variable, CARDS=cards)
            cards = variable
        simple = [one for one in playable.kinds if not one[1].arguments]
        if simple:
            steps += self._simple(simple, cards, plainly)
        for option, card in playable.kinds:
            if card.arguments:
                steps += self._with_arguments(option, card, cards)
        return steps

    def _cards(self, playable: Playable) -> ast.expr:
        zones = [self.values.value(zone, self.here.scope) for zone in playable.sources]
        cards = zones[0] if len(zones) == 1 else emit.joined(zones)
        if playable.only is None:
            return cards
        only = self._tree(playable.only)
        wanted = self.values.plain(only, self.here.scope)
        if not only.type.is_list:
            wanted = emit.call("there", wanted)
        return expr("[x for x in WANTED if x in CARDS]", WANTED=wanted, CARDS=cards)

    def _simple(
        self, kinds: Sequence[tuple[Option, CardRules]], cards: ast.expr, plainly: bool
    ) -> list[ast.stmt]:
        """Kinds whose move is the card alone: one look-up for all, if their conditions allow it."""
        conditions = [self._about_card(card) for _, card in kinds]
        alone = [keyed(self.trees, [one], PLAYED, MOST_KEYS) is not None for one in conditions]
        together = [
            (option, one)
            for (option, _), one, fits in zip(kinds, conditions, alone, strict=True)
            if fits
        ]
        splits = keyed(self.trees, [one for _, one in together], PLAYED, MOST_KEYS)
        groups = [together] if splits is not None else [[one] for one in together]
        steps: list[ast.stmt] = []
        for group in groups:
            if group:
                steps += self._card_moves(group, cards, plainly)
        for (option, card), fits in zip(kinds, alone, strict=True):
            if not fits:
                steps += self._with_arguments(option, card, cards)
        return steps

    def _card_moves(
        self, group: Sequence[tuple[Option, t.Expr]], cards: ast.expr, plainly: bool
    ) -> list[ast.stmt]:
        """Cards of kinds without arguments -> their moves."""
        splits = keyed(self.trees, [one for _, one in group], PLAYED, MOST_KEYS)
        assert splits is not None
        bodies = self.conditions.bodies(splits, PLAYED)
        steps: list[ast.stmt] = []
        for (option, _), body in zip(group, bodies, strict=True):
            steps += stmts(
                "if KIND[c]:\n    return (N, c) if V else None",
                KIND=self._kind(option),
                N=const(option.index),
                V=body,
            )
        line = self.c.build.line(group[0][0].question.at)
        return self._looked_up(steps + stmts("return None"), splits[0], line, cards, plainly)

    def _kind(self, option: Option) -> ast.Name:
        return self.c.build.table(IsKind, option.kind)

    def _about_card(self, card: CardRules) -> t.Expr:
        """A kind's condition with the card as a candidate."""
        if card.condition is None:
            return t.Truth(card.at, types.TRUTH, True)
        return _with_this(self._tree(card.condition), t.Candidate(card.at, types.CARD, PLAYED))

    def _with_arguments(self, option: Option, card: CardRules, cards: ast.expr) -> list[ast.stmt]:
        of_kind = expr(
            "dict.fromkeys(filter(KIND.__getitem__, CARDS))", KIND=self._kind(option), CARDS=cards
        )
        variable = emit.name(self.c.build.fresh("u"))
        whole = self._product(option, card.arguments, card.condition, (variable, of_kind))
        return stmts("M += LIST", LIST=whole)


def _ready(
    tests: Sequence[t.Expr], is_ready: Callable[[t.Expr], bool]
) -> tuple[list[t.Expr], list[t.Expr]]:
    """Conditions that can be looked at now, and the others."""
    ready = [test for test in tests if is_ready(test)]
    return ready, [test for test in tests if not is_ready(test)]


def _is_about_this(tree: t.Expr) -> bool:
    return any(isinstance(part, t.This) for part in walk(tree))


def _operands(tree: t.Expr) -> list[t.Expr]:
    return list(tree.operands) if isinstance(tree, t.All) else [tree]


def _names(tree: t.Expr) -> set[str]:
    return {part.name for part in walk(tree) if isinstance(part, t.Local)}


def _all_names(arguments: Sequence[Argument]) -> set[str]:
    return {argument.name for argument in arguments}


def _steady(choices: t.Expr) -> bool:
    """Whether choices can be worked out once, before the arguments that come first."""
    return is_pure(choices) and not _is_about_this(choices)


def _through(variable: ast.Name, items: ast.expr) -> ast.comprehension:
    return ast.comprehension(ast.Name(variable.id, ast.Store()), items, [], 0)


def _leveled(tree: t.Expr, level: int) -> t.Expr:
    """A condition with its candidate at the level of the card played."""
    if isinstance(tree, t.Candidate) and tree.level == level:
        return t.Candidate(tree.at, tree.type, PLAYED)
    return rebuild(tree, lambda part: _leveled(part, level))


def _with_local(tree: t.Expr, name: str, value: t.Expr) -> t.Expr:
    if isinstance(tree, t.Local) and tree.name == name:
        return value
    return rebuild(tree, lambda part: _with_local(part, name, value))


def _with_this(tree: t.Expr, value: t.Expr) -> t.Expr:
    if isinstance(tree, t.This):
        return value
    return rebuild(tree, lambda part: _with_this(part, value))
