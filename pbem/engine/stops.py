"""Which steps may stop play, and which rules therefore need a frame of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from card_specs.language.rules import Rules
from card_specs.language.tree import Block, Step
from card_specs.language.vocabulary.cards import Draw, Pick
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.vocabulary.flow import (
    Again,
    CallRule,
    EndTurn,
    ForEach,
    If,
    Leave,
    PassTurn,
    Repeat,
    StartTurn,
)
from card_specs.language.vocabulary.values import Let

Procedure = tuple[str, str]
"""A step list that is called: ("rule", name), ("card", kind), ("drawn", kind), ("empty", zone) or
("pass", "")."""

PASS_TURN: Procedure = ("pass", "")

_STOPPING = (Ask, Window, Again, EndTurn, StartTurn)


def inside(step: Step) -> Iterator[Block]:
    """The step lists of a step that run where it stands."""
    if isinstance(step, If):
        yield step.then
        yield step.otherwise
    elif isinstance(step, ForEach | Repeat):
        yield step.do
    elif isinstance(step, Ask | Window):
        yield step.before
        yield step.after
        for move in step.moves:
            yield move.do
        if isinstance(step, Ask):
            yield step.none


def all_steps(block: Block) -> Iterator[Step]:
    """All steps of a list, those in other steps included."""
    for step in block:
        yield step
        for part in inside(step):
            yield from all_steps(part)


def step_lists(rules: Rules) -> Iterator[Block]:
    """Every step list of a table that stands by itself."""
    yield from (rules.setup, rules.turn, rules.pass_turn)
    for rule in rules.rules.values():
        yield rule.body
    for zone in rules.zones.values():
        yield zone.when_empty
    for card in rules.cards.values():
        yield card.do
        if card.when_drawn is not None:
            yield card.when_drawn


def sure_locals(rules: Rules) -> frozenset[str]:
    """Names that always stand for something: items of lists, and what players choose."""
    sure: set[str] = set()
    unsure: set[str] = set()
    for card in rules.cards.values():
        sure |= {argument.name for argument in card.arguments}
    for rule in rules.rules.values():
        unsure |= {parameter.name for parameter in rule.takes}
    for moment in rules.moments.values():
        unsure |= {parameter.name for parameter in moment.gives}
    for block in step_lists(rules):
        for step in all_steps(block):
            if isinstance(step, ForEach):
                sure.add(step.name)
            elif isinstance(step, Let | Draw | Pick):
                unsure.add(step.name)
            elif isinstance(step, Ask | Window):
                sure |= {one.name for move in step.moves for one in move.arguments}
    return frozenset(sure - unsure)


@dataclass
class Stops:
    """Answers for one table, worked out once."""

    rules: Rules

    def __post_init__(self) -> None:
        self._bodies: dict[Procedure, Block] = {
            PASS_TURN: self.rules.pass_turn,
            **{("rule", name): rule.body for name, rule in self.rules.rules.items()},
            **{("empty", name): zone.when_empty for name, zone in self.rules.zones.items()},
        }
        for kind, card in self.rules.cards.items():
            self._bodies["card", kind] = card.do
            if card.when_drawn is not None:
                self._bodies["drawn", kind] = card.when_drawn
        self._calls = {one: set(self._called(body)) for one, body in self._bodies.items()}
        self._framed = self._all_framed()

    def framed(self, procedure: Procedure) -> bool:
        """Whether a procedure needs a frame: it may stop, jump, or come round to itself."""
        return procedure in self._framed

    def body(self, procedure: Procedure) -> Block:
        return self._bodies[procedure]

    def drawn_from(self, step: Draw) -> list[Procedure]:
        """What may be carried out in the middle of a draw."""
        found: list[Procedure] = [one for one in self._bodies if one[0] == "drawn"]
        if self.rules.zones[step.source.zone].when_empty:
            found.append(("empty", step.source.zone))
        return found

    def flows(self, step: Step, leaving: bool = True) -> bool:
        """Whether a step may stop or jump; `leaving`: `leave` counts as a jump here."""
        if isinstance(step, _STOPPING) or (leaving and isinstance(step, Leave)):
            return True
        if any(map(self.framed, self._direct(step))):
            return True
        return any(self.block_flows(part, leaving) for part in inside(step))

    def block_flows(self, block: Block, leaving: bool = True) -> bool:
        return any(self.flows(step, leaving) for step in block)

    def _direct(self, step: Step) -> list[Procedure]:
        if isinstance(step, CallRule):
            return [("rule", step.rule)]
        if isinstance(step, PassTurn):
            return [PASS_TURN]
        return self.drawn_from(step) if isinstance(step, Draw) else []

    def _called(self, block: Block) -> Iterator[Procedure]:
        for step in all_steps(block):
            yield from self._direct(step)

    def _all_framed(self) -> set[Procedure]:
        framed = {
            one
            for one, body in self._bodies.items()
            if any(isinstance(step, _STOPPING) for step in all_steps(body))
        }
        framed |= {one for one in self._bodies if self._comes_round(one)}
        grew = True
        while grew:
            more = {one for one, calls in self._calls.items() if calls & framed} - framed
            framed |= more
            grew = bool(more)
        return framed

    def _comes_round(self, procedure: Procedure) -> bool:
        seen: set[Procedure] = set()
        todo: list[Any] = list(self._calls[procedure])
        while todo:
            one = todo.pop()
            if one == procedure:
                return True
            if one not in seen:
                seen.add(one)
                todo += self._calls.get(one, ())
        return False
