"""Steps with types: one-line steps by their forms, and the block steps but for questions.

What a slot of a one-line step must be is said by its name in the form; a few steps have a rule of
their own beside that (`_FINISH`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from card_specs.language.check_slots import new_local, read_slot
from card_specs.language.checking import Checking, reads_block, reads_lines
from card_specs.language.declare import ZONE_TYPE
from card_specs.language.expressions import Reader
from card_specs.language.lines import Group, ReadLine, Slot, line_of, read_line
from card_specs.language.nodes import Scalar
from card_specs.language.problems import nearest
from card_specs.language.reading import Reading, Scope, fits
from card_specs.language.reading_names import typed_arguments
from card_specs.language.shapes import Fields
from card_specs.language.substitute import zones_in
from card_specs.language.tokens import NotReadableError, text_of
from card_specs.language.tree import (
    Counter,
    Expr,
    Me,
    Step,
    This,
    Zone,
)
from card_specs.language.types import (
    CARD,
    CARDS,
    CODE,
    NUMBER,
    PLAYER,
    TRUTH,
    Kind,
    Type,
)
from card_specs.language.vocabulary.cards import Deal, Draw, Edge, MoveCards, Pick
from card_specs.language.vocabulary.chance import DrawLots, Roll
from card_specs.language.vocabulary.flow import Again, CallRule, ForEach, If, Repeat
from card_specs.language.vocabulary.marks import Lay, MarkCard
from card_specs.language.vocabulary.values import AddValue, Let, SetValue

Values = dict[str, Any]
"""The fields of a step as they are being filled."""

_MISSING: Values = {"zones": (), "new": "", "flag": False}


@reads_lines
def _line(checking: Checking, node: Scalar, scope: Scope, place: str) -> tuple[Step | None, Scope]:
    """A one-line step, and the scope with the local that it makes."""
    text = text_of(node)
    assert text is not None
    try:
        read = read_line(text.string, checking.names.rules)
    except NotReadableError as wrong:
        checking.problems.add(text.at(wrong.at), wrong.message, wrong.hint)
        return None, scope
    reading = Reading(checking.names, checking.problems, text, scope)
    if read.step is None:
        return _call(checking, reading, read, place), scope
    if read.step is Again and not scope.answering:
        hint = "it stands in the steps of a move or of a card"
        reading.wrong(0, "there is no question here to put again", hint)
    values = {slot.field: _missing(slot) for slot in _slots(line_of(read.step).form)}
    for slot in _slots(line_of(read.step).form):
        if slot.field in read.slots:
            values[slot.field] = read_slot(checking, reading, slot, read.slots[slot.field])
    finish = _FINISH.get(read.step)
    if finish:
        finish(checking, reading, values, read.slots)
    step = read.step(reading.mark(0), place, **values)
    return step, _with_local(scope, step)


def _missing(slot: Slot) -> object:
    return _MISSING.get(slot.slot)


def _slots(form: tuple[str | Slot | Group, ...]) -> list[Slot]:
    found: list[Slot] = []
    for part in form:
        if isinstance(part, Slot):
            found.append(part)
        elif isinstance(part, Group):
            for alternative in part.alternatives:
                found.extend(_slots(alternative))
    return found


def _call(checking: Checking, reading: Reading, read: ReadLine, place: str) -> Step:
    assert read.rule is not None
    name, names = read.rule.text, checking.names
    names.use("rule", name)
    takes = names.rules[name].takes
    if any(of == ZONE_TYPE for _, of in takes):
        reading.wrong(read.rule.at, f"'{name}' takes zones: only effects of the table call it")
        return CallRule(reading.mark(0), place, name, ())
    arguments = typed_arguments(reading, read.rule.at, name, read.arguments, takes)
    return CallRule(reading.mark(0), place, name, arguments)


def _with_local(scope: Scope, step: Step) -> Scope:
    if isinstance(step, Let) and step.name:
        return scope.knowing(**{step.name: step.value.type})
    if isinstance(step, Draw) and step.name:
        several = step.number is not None or step.limit is not None
        return scope.knowing(**{step.name: CARDS if several else CARD})
    if isinstance(step, Pick) and step.name:
        return scope.knowing(**{step.name: CARD})
    return scope


# --- what some steps need beside their slots -----------------------------------------------------

Slots = Any
Finish = Callable[[Checking, Reading, Values, Slots], None]


def _finish_move(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    target: Zone = values["target"]
    if not values["sources"] and values["cards"].type.kind is not Kind.UNKNOWN:
        values["sources"] = zones_in(values["cards"], checking.names)
        if not values["sources"]:
            at = slots["cards"].at
            reading.wrong(at, "from where?", "write: move CARDS from ZONE to ZONE")
    shape = checking.names.zones.get(target.zone)
    order = shape.order if shape else ""
    edge = values["edge"]
    if edge is None:
        values["edge"] = Edge.TOP if order == "stack" else Edge.RIGHT
        return
    fitting = {"stack": (Edge.TOP, Edge.BOTTOM), "row": (Edge.LEFT, Edge.RIGHT)}
    if order and edge not in fitting.get(order, ()):
        known = " or ".join(one.value for one in fitting.get(order, ()))
        hint = f"write {known} of {target.zone}" if known else "leave it out"
        reading.wrong(slots["target"].at, f"a {order} has no {edge.value}", hint)


def _finish_draw(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    if values["source"] is None:
        shape = checking.names.zones.get(checking.deck)
        if shape is None or shape.of:
            reading.wrong(0, "from which zone?", "write: draw to ZONE from ZONE")
        values["source"] = Zone(reading.mark(0), CARDS, checking.deck, ())


def _finish_deal(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    target: Zone = values["target"]
    if target.zone and not (target.owners and isinstance(target.owners[-1], Me)):
        message = f"'{target.zone}' is not a zone that each player has"
        reading.wrong(slots["target"].at, message, "write the players' zone without an owner")


def _finish_mark(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    card = values["card"]
    if values["zone"] is None and not isinstance(card, This):
        hint = "write: mark CARD in ZONE as CODE"
        reading.wrong(slots["card"].at, "in which zone does the card lie?", hint)


def _finish_set(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    target, value = values["target"], values["value"]
    if target.type.kind is Kind.WORD:
        value = values["value"] = reading.typed(slots["value"], target.type)
    _writes(checking, target)
    if not fits(value.type, target.type):
        at = slots["value"].at
        reading.wrong(at, f"the value must be {target.type}, this is {value.type}")


def _finish_add(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    target = values["target"]
    _writes(checking, target)
    if not fits(target.type, NUMBER):
        reading.wrong(slots["target"].at, f"one adds to a number, this is {target.type}")


def _finish_roll(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    counter = values["counter"]
    values["faces"] = 0
    if isinstance(counter, Counter):
        _writes(checking, counter)
        values["faces"] = checking.names.counters[counter.counter].faces
        if not values["faces"]:
            message = f"'{counter.counter}' is no die"
            reading.wrong(slots["counter"].at, message, "give the counter 'faces: 6'")


def _finish_lots(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    target = values["target"]
    _writes(checking, target)
    if not fits(target.type, PLAYER):
        reading.wrong(slots["target"].at, f"here belongs a player, this is {target.type}")


def _finish_lay(checking: Checking, reading: Reading, values: Values, slots: Slots) -> None:
    if values["number"] is None and values["old"] is not None:
        reading.wrong(slots["old"].at, "'old to' needs 'place'", "write: place NUMBER old to ZONE")


def _writes(checking: Checking, target: Expr) -> None:
    if isinstance(target, Counter):
        checking.found.written.add(target.counter)


_FINISH: dict[type[Step], Finish] = {
    MoveCards: _finish_move,
    Draw: _finish_draw,
    Deal: _finish_deal,
    MarkCard: _finish_mark,
    SetValue: _finish_set,
    AddValue: _finish_add,
    Roll: _finish_roll,
    DrawLots: _finish_lots,
    Lay: _finish_lay,
}


# --- block steps ---------------------------------------------------------------------------------


@reads_block("if")
def _if(checking: Checking, fields: Fields, scope: Scope, place: str) -> Step:
    node = fields.node
    condition = checking.expression(node.items[0][1], scope, TRUTH)
    then = checking.block(node.get("then"), scope, f"{place}/then")
    otherwise = checking.block(node.get("else"), scope, f"{place}/else")
    return If(node.mark, place, condition, then, otherwise)


_LOOPS = {"player": PLAYER, "card": CARD, "number": NUMBER, "code": CODE, "word": Type(Kind.WORD)}


@reads_block("for each")
def _for_each(checking: Checking, fields: Fields, scope: Scope, place: str) -> Step | None:
    node = fields.node
    text = text_of(node.items[0][1])
    hint = "for example: for each: player p in players"
    if text is None:
        checking.shapes.wrong(node.items[0][1], "a loop in one line", hint)
        return None
    reading = Reading(checking.names, checking.problems, text, scope)
    try:
        reader = Reader(text.string)
        sort = reader.token
        if sort.text not in _LOOPS:
            known = nearest(sort.text, _LOOPS)
            raise reader.wrong(f"a loop is over players, cards, …, not '{sort.text}'", known)
        reader.next += 1
        name = reader.name("a name")
        reader.expect("in", hint)
        syntax = reader.expression()
        reader.expect_end()
    except NotReadableError as wrong:
        reading.wrong(wrong.at, wrong.message, wrong.hint)
        return None
    wanted = _LOOPS[sort.text]
    items = reading.typed(syntax, wanted.many)
    item = items.type.item
    if items.type.kind is not Kind.UNKNOWN and item.kind is not wanted.kind:
        reading.wrong(syntax.at, f"'{sort.text} …' needs {wanted.many}, this is {items.type}")
    item = wanted if item.kind is not wanted.kind else item
    local = new_local(checking, reading, name)
    inner = scope.knowing(**{local: item}) if local else scope
    do = checking.block(node.get("do"), inner, f"{place}/do")
    return ForEach(node.mark, place, local, item, items, do)


@reads_block("repeat")
def _repeat(checking: Checking, fields: Fields, scope: Scope, place: str) -> Step | None:
    node = fields.node
    text = text_of(node.items[0][1])
    hint = "write: repeat: 3 times, or: repeat: while CONDITION"
    if text is None:
        checking.shapes.wrong(node.items[0][1], "'N times' or 'while …'", hint)
        return None
    reading = Reading(checking.names, checking.problems, text, scope)
    times = condition = None
    try:
        reader = Reader(text.string)
        if reader.take("while"):
            condition = reading.truth(reader.expression())
        else:
            times = reading.wanted(reader.sum(), NUMBER)
            reader.expect("times", hint)
        reader.expect_end()
    except NotReadableError as wrong:
        reading.wrong(wrong.at, wrong.message, wrong.hint)
        return None
    do = checking.block(node.get("do"), scope, f"{place}/do")
    return Repeat(node.mark, place, times, condition, do)
