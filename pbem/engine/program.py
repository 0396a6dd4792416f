"""The program of one table: its rules as Python functions, and the data they work on.

A program doesn't know the players' names; it serves every table with the same rules.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from card_specs.language import types
from card_specs.language.problems import Mark
from card_specs.language.rules import EndAt, Rules, Seen
from pbem.engine import emit, orders, questions, steps_cards, steps_draw, steps_flow, steps_values
from pbem.engine.asking import Askers, put_again
from pbem.engine.cards import Deck, code_of
from pbem.engine.compiler import Compiler
from pbem.engine.emit import const, expr, stmts
from pbem.engine.fingerprint import fingerprint
from pbem.engine.flow import Block, Writer
from pbem.engine.kit import EXPRESSION_KIT, LimitError
from pbem.engine.layout import TURN, Layout
from pbem.engine.moving import STEP_KIT
from pbem.engine.options import Option
from pbem.engine.points import Go, Point
from pbem.engine.question import Question
from pbem.engine.scope import Scope
from pbem.engine.secrecy import MAIN, Known, Secrecy
from pbem.engine.state import FUEL, State
from pbem.engine.telling import Teller
from pbem.engine.trees import Trees
from pbem.engine.units import Here, Unit

REGISTERED = (questions, steps_cards, steps_draw, steps_flow, steps_values)
"""Modules that register how steps are compiled."""


class Over(Exception):
    """The game has ended; raised by the program wherever that happens."""


class Endless(Exception):
    """The budget of a move is used up; `run.py` says where."""


@dataclass(eq=False)
class Program:
    """Compiled rules.  `handlers` carry out the options' moves, `resume` goes on at points."""

    rules: Rules
    deck: Deck
    layout: Layout
    marks: Sequence[Mark]
    options: Sequence[Option]
    handlers: Sequence[Any]
    questions: Sequence[Question]
    points: Sequence[Point | None]
    resume: Sequence[Go | None]
    judge: orders.Judge
    main: Unit
    begin: Go
    """Set-up, and then the first turn."""
    turn: Go
    """The turn of whoever the counter `turn` names."""
    winners: Callable[[State], Sequence[int]]
    score: Callable[[State, int], int | None]
    start_counters: Sequence[Any]
    hidden_from_some: tuple[int, ...]
    """Positions of the zones that not everybody sees."""
    derived: Mapping[str, Callable[[State, Any], Any]]
    places: Mapping[str, int]
    """Each code's place in deck order."""

    @cached_property
    def secrecy(self) -> Secrecy:
        """Who may know what the rules' locals hold; worked out when first needed."""
        return Secrecy(self.rules, Trees(self.layout, self.deck))

    @cached_property
    def fingerprint(self) -> str:
        """A digest that tells these rules, with their options, from others."""
        return fingerprint(self.rules, self.deck)

    @cached_property
    def points_by_name(self) -> Mapping[str, Point]:
        return {point.name: point for point in self.points if point is not None}

    @cached_property
    def interrupting(self) -> frozenset[str]:
        """Codes of cards that are never simply drawn."""
        kinds = {kind for kind, card in self.rules.cards.items() if card.when_drawn is not None}
        return frozenset(code for code, face in self.deck.faces.items() if face.kind in kinds)

    @property
    def turn_index(self) -> int:
        """The position of the counter `turn`."""
        return self.layout.counters[TURN].base

    def who_is_known(self, question: Question) -> bool:
        """Whether everybody knows for whom a question is."""
        assert question.who is not None
        unit = question.unit.procedure
        return self.secrecy.value(unit, question.who.tree) is Known.ALL


def compile_program(rules: Rules, deck: Deck, telling: bool = False) -> Program:
    """Compile the rules of a table; raises `SpecError` for what is beyond the limits."""
    c = Compiler(rules, deck, telling)
    handlers: list[Any] = []
    resume: list[Any] = [None]
    points: list[Point | None] = [None]
    judge = orders.Judge(c)
    hidden = tuple(s.index for s in c.layout.zone_spots if c.layout.seen(s.thing) is not Seen.ALL)
    askers = Askers(handlers, judge.ordered, hidden)
    c.build.objects |= {**EXPRESSION_KIT, **STEP_KIT}
    c.build.objects |= {
        "Over": Over, "refuel": _refuel, "RESUME": resume, "POINTS": points, "code_of": code_of,
        "put_again": put_again, "too_many": _too_many, "go": askers.go, "opened": askers.opened,
        "went_on": askers.went_on, "asked_again": askers.asked_again,
        "declined": askers.declined, "ordered": judge.ordered, "tell": Teller(points).tell,
    }  # fmt: skip
    main, begin = _main(c)
    winners, score, derived = _results(c)
    objects = c.finish()
    for point in c.points.all:
        _bind(point, objects)
        points.append(point)
        resume.append(point.go)
    for question in c.questions:
        question.bind(objects)
    handlers += [objects[o.block.identifier] if o.block else None for o in c.options]
    judge.askers = askers
    assert c.turn_start is not None
    return Program(
        rules, deck, c.layout, c.build.marks, c.options, handlers, c.questions, points, resume,
        judge, main, objects[begin.identifier], objects[c.turn_start.identifier],
        objects[winners], objects[score], _start(c), hidden,
        {name: objects[identifier] for name, identifier in derived.items()}, deck.places(),
    )  # fmt: skip


def _bind(point: Point, objects: Mapping[str, Any]) -> None:
    if point.block is not None:
        point.go = objects[point.block.identifier]
    if point.again_block is not None:
        point.again = objects[point.again_block.identifier]


def _refuel(state: State) -> None:
    """The budget is used up: fill it for a new move, or say that this one does not end."""
    if state.filled == state.made:
        raise Endless
    state.filled = state.made
    state.fuel = FUEL


def _too_many(moves: Sequence[Any]) -> None:
    raise LimitError(f"{len(moves):,} legal moves are more than a question may have")


def _start(c: Compiler) -> list[Any]:
    """What counters begin with."""
    values: list[Any] = []
    for name, places in c.layout.counters.items():
        rules = c.layout.counter_rules[name]
        for spot in places.spots:
            tree = rules.start or rules.each_turn
            if tree is not None:
                values.append(c.constant(tree, spot.seat))
            else:
                values.append(_default(c, name, rules.type))
    return values


def _default(c: Compiler, name: str, type_: types.Type) -> Any:
    if name == TURN:
        return 0
    if type_.kind is types.Kind.NUMBER:
        return 0
    if type_.kind is types.Kind.TRUTH:
        return False
    return "clockwise" if name == "direction" else None


# --- set-up and turns ----------------------------------------------------------------------------


def _main(c: Compiler) -> tuple[Unit, Block]:
    """The main frame: set-up, then turn after turn for ever."""
    mark = c.rules.turn[0].at if c.rules.turn else c.rules.end.at
    unit = Unit(MAIN, c.build.line(mark), framed=True, main=True)
    c.main = unit
    begin = c.blocks.block(unit.line)
    start = c.turn_start = c.blocks.block(unit.line, loop=True)
    end = c.turn_end = c.blocks.block(unit.line)
    begin.entries = 1
    start.entries, start.weight = 1, unit.weight
    scope = Scope(expr("C[TURN]", TURN=const(c.layout.counters[TURN].base)))
    setup = Here(unit, scope, leave=lambda writer, line: writer.go(start))
    writer = Writer(c.blocks, begin)
    c.flow(c.rules.setup, setup, writer)
    writer.add(c.endings.at(EndAt.ONCE), unit.line)
    writer.go(start)
    turn = Here(unit, scope, leave=lambda writer, line: writer.go(end))
    writer.start_with(start)
    c.flow(c.rules.turn, turn, writer)
    writer.go(end)
    writer.start_with(end)
    _pass(c, Here(unit, scope), writer)
    writer.go(start)
    unit.settle()
    for block in (begin, start):
        c.blocks.function(block)
    return unit, begin


def _pass(c: Compiler, here: Here, writer: Writer) -> None:
    """The turn ends and passes."""
    line = here.unit.line
    writer.add(steps_flow.turn_finished(c), line)
    passed = c.blocks.block(line)
    here.leave = lambda writer, line: writer.go(passed)
    c.flow(c.rules.pass_turn, here, writer)
    writer.start(passed)
    writer.add(steps_flow.turn_passed(c, here), line)


# --- results and what is only shown --------------------------------------------------------------


def _results(c: Compiler) -> tuple[str, str, dict[str, str]]:
    """Functions for the winners, a player's score, and derived counters."""
    end, line = c.rules.end, c.build.line(c.rules.end.at)
    nobody = const(())
    who = nobody if end.winners is None else c.values.value(end.winners, c.endings.scope())
    winners = _function(c, ["S"], expr("tuple(WHO)", WHO=who), line)
    about = c.endings.scope().looking_at(0, emit.name("x"))
    points: ast.expr = const(None) if end.scores is None else c.values.value(end.scores, about)
    derived = {}
    for name, rules in c.layout.counter_rules.items():
        if rules.derived is not None:
            value = c.values.kept(rules.derived, about)
            derived[name] = _function(c, ["S", "x"], value, c.build.line(rules.at))
    return winners, _function(c, ["S", "x"], points, line), derived


def _function(c: Compiler, parameters: list[str], value: ast.expr, line: int) -> str:
    identifier = c.build.fresh("e")
    steps = stmts("Z = S.zones\nC = S.counters\nreturn V", V=value)
    c.build.add(identifier, parameters, steps, line)
    return identifier
