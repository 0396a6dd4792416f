"""Where play stands, as far as a reader may know: the frames with what they hold.

This is what a view must carry for `determinize`: beside zones and counters, which rule is being
carried out and with which values.  What a reader may not know is left out and guessed there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.naming import hidden_counters
from pbem.engine.points import Point
from pbem.engine.question import Asking, How, Question
from pbem.engine.secrecy import THIS, Known
from pbem.engine.state import State
from pbem.engine.table import Table
from pbem.engine.units import Slot


def standing(table: Table, state: State, seat: int) -> dict[str, Any]:
    """Frames by the names of their places, outermost first, and counters that are not shown."""
    frames = [_frame(table, state, frame, seat) for frame in state.frames]
    return {"frames": frames, "counters": hidden_counters(table, state)}


def _frame(table: Table, state: State, frame: list[Any], seat: int) -> dict[str, Any]:
    point = table.program.points[frame[0]]
    assert point is not None
    acting = frame[1] if frame[1] is not None else state.counters[table.program.turn_index]
    known: dict[str, Any] = {"at": point.name, "me": frame[1]}
    secrecy = table.program.secrecy
    if secrecy.local(point.unit.procedure, THIS) is Known.ALL and frame[2] is not None:
        known["this"] = frame[2]
    values: dict[str, Any] = {}
    asking = {q.slot for q in table.program.questions if q.unit is point.unit and q.slot}
    for slot in point.unit.slots:
        value = frame[slot.index]
        if slot.index not in point.live or slot.index in asking:
            continue
        level = _level(table, point, slot)
        if level is Known.ALL or (level is Known.ACTING and acting == seat):
            values[slot.name] = list(value) if isinstance(value, tuple) else value
    known["values"] = values
    known["asking"] = {
        str(question.index): _asking(table, question, asking, seat)
        for question, asking in questions_in(table, point, frame)
    }
    return known


def _level(table: Table, point: Point, slot: Slot) -> Known:
    """To whom a value in a frame is known."""
    secrecy, unit = table.program.secrecy, point.unit.procedure
    if slot.spec_name:
        return secrecy.local(unit, slot.spec_name)
    if slot.secret:
        return Known.NOBODY
    return Known.ALL if slot.recipe is None else secrecy.value(unit, slot.recipe.tree)


def questions_in(table: Table, point: Point, frame: list[Any]) -> list[tuple[Question, Asking]]:
    """The questions to several that a frame waits at or inside."""
    found = []
    for question in table.program.questions:
        if question.unit is point.unit and question.slot in point.live:
            asking = frame[question.slot] if question.slot else None
            if isinstance(asking, Asking):
                found.append((question, asking))
    return found


def _asking(table: Table, question: Question, asking: Asking, seat: int) -> Mapping[str, Any]:
    """What is known of a question: for whom it is, and in a window where its last play was."""
    known: dict[str, Any] = {}
    if table.program.who_is_known(question):
        known["who"] = list(asking.who)
    if question.how is How.WINDOW:
        known["start"] = (asking.at - asking.passes) % len(asking.who)
    if not question.secret:
        known["left"] = [one for one, _ in asking.left]
        known["todo"] = list(asking.todo)
    return known
