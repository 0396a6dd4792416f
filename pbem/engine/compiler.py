"""The compiler of one table: what all its parts share, and step lists as such.

Every class of step is registered with a function that writes it as plain Python (`plain`) and, if
it may stop or jump, with one that writes it into blocks (`flow`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from card_specs.language import tree as t
from card_specs.language.problems import Mark
from card_specs.language.rules import Rules
from card_specs.language.tree import Block as StepList
from card_specs.language.tree import Step
from card_specs.language.types import Type
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.vocabulary.marks import Lay, MarkCard, TurnDown, TurnUp
from pbem.engine import emit
from pbem.engine.budgets import MOST_MOVES
from pbem.engine.build import Build
from pbem.engine.cards import Deck
from pbem.engine.constants import evaluated
from pbem.engine.emit import const
from pbem.engine.endings import Endings, Written
from pbem.engine.flow import Block, Blocks, Writer
from pbem.engine.layout import Layout, lay_out
from pbem.engine.options import Option
from pbem.engine.points import Points
from pbem.engine.question import Question
from pbem.engine.scope import Scope
from pbem.engine.stops import Procedure, Stops, all_steps, step_lists, sure_locals
from pbem.engine.trees import Trees
from pbem.engine.units import FIRST_LOCAL, Here, Recipe, Unit
from pbem.engine.values import Values

Plain = Callable[["Compiler", Any, Here], list[ast.stmt]]
Flow = Callable[["Compiler", Any, Here, Writer], None]


class Compiler:
    """Everything that the parts of the compiler look up.

    `telling`: the program also says what happens, step by step.
    """

    plain_steps: ClassVar[dict[type[Step], Plain]] = {}
    flow_steps: ClassVar[dict[type[Step], Flow]] = {}

    def __init__(self, rules: Rules, deck: Deck, telling: bool = False) -> None:
        self.rules = rules
        self.deck = deck
        self.telling = telling
        self.layout: Layout = lay_out(rules)
        self.build = Build(deck)
        self.trees = Trees(self.layout, deck, sure_locals(rules))
        self.lying_zones = _lying_zones(rules)
        """Zones whose cards may lie face down, stand for others, or share a place."""
        plain = frozenset(rules.zones) - self.lying_zones
        self.values = Values(self.build, self.layout, self.trees, plain)
        self.blocks = Blocks(self.build)
        self.stops = Stops(rules)
        self.endings = Endings(self.values)
        self.points = Points()
        self.functions: dict[Procedure, str] = {}
        self._frames: list[tuple[Unit, ast.List]] = []
        self.entries: dict[Procedure, tuple[Unit, Block]] = {}
        self.main: Unit | None = None
        self.turn_end: Block | None = None
        self.turn_start: Block | None = None
        self.has_copies = any(number > 1 for number in deck.copies.values())
        self.most_moves = MOST_MOVES
        self.options: list[Option] = []
        self.questions: list[Question] = []

    # --- expressions ----------------------------------------------------------------------------

    def value(self, tree: t.Expr, here: Here) -> ast.expr:
        here.unit.work += self.values.budgets.work(tree)
        return self.values.value(tree, here.scope)

    def kept(self, tree: t.Expr, here: Here) -> ast.expr:
        """A value that is going to be stored."""
        here.unit.work += self.values.budgets.work(tree)
        return self.values.kept(tree, here.scope)

    def zone(self, zone: t.Zone, here: Here) -> ast.expr:
        """The list of a zone's cards."""
        return self.values.value(zone, here.scope)

    def ended(self, written: list[Written], here: Here) -> list[ast.stmt]:
        """What has to be looked at after writing these."""
        return self.endings.after(written, here.scope)

    def tell(self, what: str, *facts: ast.expr) -> list[ast.stmt]:
        """In a telling program: note what has just happened."""
        if not self.telling:
            return []
        return [ast.Expr(emit.call("tell", emit.name("S"), const(what), *facts))]

    def places(self) -> ast.Name:
        """The deck order, as an object of the program."""
        return self.build.object("o", self.deck.places(), ("places",))

    # --- locals ---------------------------------------------------------------------------------

    def new_local(
        self,
        name: str,
        type_: Type,
        here: Here,
        slot: bool | None = None,
        recipe: Recipe | None = None,
    ) -> ast.expr:
        """A new local of the step list: in the frame if play may stop before the list's end."""
        if here.crossing if slot is None else slot:
            place = here.unit.slot(name, type_, name, recipe)
        else:
            place = emit.name(self.build.fresh("v"))
        here.scope = here.scope.knowing(name, place)
        return place

    def line(self, step: Step) -> int:
        return self.build.line(step.at)

    # --- step lists -----------------------------------------------------------------------------

    def plain(self, steps: StepList, here: Here) -> list[ast.stmt]:
        """A step list in which nothing stops or jumps, as statements."""
        here = here.inner()
        here.crossing = False
        made: list[ast.stmt] = []
        for step in steps:
            made += self.plain_step(step, here)
        return made

    def plain_step(self, step: Step, here: Here) -> list[ast.stmt]:
        return emit.at(self.line(step), self.plain_steps[type(step)](self, step, here))

    def flow(self, steps: StepList, here: Here, writer: Writer) -> None:
        """A step list written into blocks."""
        here = here.inner()
        flows = [self.flows(step, here) for step in steps]
        for number, step in enumerate(steps):
            here.crossing = any(flows[number + 1 :])
            if flows[number]:
                self.flow_steps[type(step)](self, step, here, writer)
            elif here.quick is not None and here.quick.block is writer.here:
                writer.add(self._quick_step(step, here), self.line(step))
            else:
                writer.add(self.plain_step(step, here), self.line(step))

    def _quick_step(self, step: Step, here: Here) -> list[ast.stmt]:
        """A step where the move's arguments are still Python variables."""
        assert here.quick is not None
        quick = here.within(here.quick.scope)
        made = self.plain_step(step, quick)
        new = {n: v for n, v in quick.scope.locals.items() if n not in here.quick.scope.locals}
        for name, value in new.items():
            here.scope = here.scope.knowing(name, value)
        here.quick = replace(here.quick, scope=quick.scope, card=None)
        return made

    def test(self, tree: t.Expr, here: Here, writer: Writer) -> ast.expr:
        """A condition that is looked at where the writer writes."""
        if here.quick is not None and here.quick.block is writer.here:
            return self.value(tree, here.within(here.quick.scope))
        return self.value(tree, here)

    def flows(self, step: Step, here: Here) -> bool:
        """Whether a step stops or jumps where it stands (`leave` in a function is a `return`)."""
        return self.stops.flows(step, leaving=here.unit.framed)

    # --- procedures -----------------------------------------------------------------------------

    def function(self, procedure: Procedure) -> str:
        """A procedure that never stops, as a function of the state, `me`, `this`, and the rest."""
        if procedure in self.functions:
            return self.functions[procedure]
        identifier = self.functions[procedure] = self.build.fresh("r")
        names, at = self._head(procedure)
        unit = Unit(procedure, self.build.line(at), framed=False)
        parameters = [f"q{number}" for number in range(len(names))]
        known = {name: emit.name(q) for (name, _), q in zip(names, parameters, strict=True)}
        here = Here(unit, Scope(emit.name("me"), emit.name("this"), known))
        here.laid = here.scope.locals.get(LAID)
        body = self.plain(self.stops.body(procedure), here)
        unit.settle()
        if unit.weight.value != 1:
            body = emit.at(unit.line, unit.charge()) + body
        body = emit.stmts("Z = S.zones\nC = S.counters") + body
        self.build.add(identifier, ["S", "me", "this", *parameters], body, unit.line)
        return identifier

    def entry(self, procedure: Procedure) -> tuple[Unit, Block]:
        """A procedure that needs a frame: its unit and the block it begins with."""
        if procedure in self.entries:
            return self.entries[procedure]
        names, at = self._head(procedure)
        unit = Unit(procedure, self.build.line(at), framed=True)
        entry = self.blocks.block(unit.line, loop=True)
        entry.entries, entry.weight = 1, unit.weight
        self.entries[procedure] = unit, entry
        scope = Scope(emit.expr("f[1]"), emit.expr("f[2]"))
        for name, type_ in names:
            scope = scope.knowing(name, unit.slot(name, type_, name))
        here = Here(unit, scope, leave=lambda writer, line: writer.leave(_popped(), line))
        here.laid = scope.locals.get(LAID)
        writer = Writer(self.blocks, entry)
        self.flow(self.stops.body(procedure), here, writer)
        writer.leave(_popped(), unit.line)
        unit.settle()
        return unit, entry

    def pad(self, unit: Unit, frame: ast.List) -> None:
        """A new frame's list gets room for all locals, once their number is known."""
        self._frames.append((unit, frame))

    def resumed(self, block: Block, again: Block | None) -> None:
        """A place where play comes back to: its block becomes a function."""
        self.blocks.function(block)
        if again is not None:
            again.entries += 1
            self.blocks.function(again)

    def constant(self, tree: t.Expr, seat: int | None) -> Any:
        """The value of a constant of the table; it may be about a player."""
        return evaluated(self.values, tree, seat)

    def finish(self) -> dict[str, Any]:
        """The finished program as its namespace."""
        for unit, frame in self._frames:
            missing = FIRST_LOCAL + len(unit.slots) - len(frame.elts)
            frame.elts += [const(None) for _ in range(missing)]
        self.blocks.finish()
        return self.build.finish()

    def _head(self, procedure: Procedure) -> tuple[list[tuple[str, Type | None]], Mark]:
        """A procedure's parameters beside `me` and `this`, and its mark."""
        sort, name = procedure
        if sort == "rule":
            rule = self.rules.rules[name]
            return [(p.name, p.type) for p in rule.takes], rule.at
        if sort in ("card", "drawn"):
            head = self._card_head(name) if sort == "card" else []
            return head, self.rules.cards[name].at
        if sort == "empty":
            return [], self.rules.zones[name].at
        return [], self.rules.pass_turn[0].at if self.rules.pass_turn else self.rules.end.at

    def _card_head(self, kind: str) -> list[tuple[str, Type | None]]:
        card = self.rules.cards[kind]
        moment = self.rules.moments.get(card.moment)
        head: list[tuple[str, Type | None]] = [(one.name, one.type) for one in card.arguments]
        head += [(one.name, one.type) for one in (moment.gives if moment else ())]
        return [*head, (LAID, None)]


LAID = "\0laid"
"""A card effect's hidden parameter: the position of the zone where the card was laid."""


def _popped() -> list[ast.stmt]:
    """Back to whoever called: the frame goes, and the one below goes on where it waits."""
    return emit.stmts("S.frames.pop()\nreturn RESUME[S.frames[-1][0]]")


def _lying_zones(rules: Rules) -> frozenset[str]:
    """Every zone in which a step turns, marks or lays a card."""
    found: set[str] = set()
    for block in step_lists(rules):
        for step in all_steps(block):
            if isinstance(step, TurnDown | TurnUp):
                found.add(step.zone.zone)
            elif isinstance(step, Lay):
                found.add(step.target.zone)
            elif isinstance(step, MarkCard) and step.zone is not None:
                found.add(step.zone.zone)
    marking = [card for card in rules.cards.values() if _marks_itself(card.do)]
    for card in marking:
        found |= {card.target.zone} if card.target else _laid_in(rules, card.moment)
    return frozenset(found)


def _marks_itself(block: StepList) -> bool:
    return any(isinstance(step, MarkCard) and step.zone is None for step in all_steps(block))


def _laid_in(rules: Rules, moment: str) -> set[str]:
    """Where questions lay the cards of a moment."""
    found: set[str] = set()
    for block in step_lists(rules):
        for step in all_steps(block):
            if isinstance(step, Ask | Window) and step.moment == moment:
                zones = [step.target] if step.target else list(step.sources)
                found |= {zone.zone for zone in zones}
    return found
