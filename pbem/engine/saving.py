"""States as JSON: places in the spec and values by name, so that a saved game can be read.

A state says which format it has and which rules it was saved under.  Loading under other rules is
refused with a reason; it never guesses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from card_specs.language.problems import PersonError
from card_specs.language.types import Kind, Type
from pbem.engine import play
from pbem.engine.question import Asking, How, Question
from pbem.engine.state import NOBODY, Move, State
from pbem.engine.table import Table

FORMAT = 1


class LoadError(PersonError):
    """A saved state that this table cannot go on with."""


def dump(table: Table, state: State) -> dict[str, Any]:
    """A state as plain JSON values."""
    zones = {
        spot.name(table.players): list(state.zones[spot.index])
        for spot in table.program.layout.zone_spots
        if state.zones[spot.index]
    }
    counters = {
        spot.name(table.players): state.counters[spot.index]
        for spot in table.program.layout.counter_spots
    }
    return {
        "format": FORMAT,
        "game": table.program.rules.game,
        "variant": table.variant,
        "rules": table.fingerprint,
        "players": list(table.players),
        "zones": zones,
        "counters": counters,
        "frames": [_frame(table, frame) for frame in state.frames],
        "who": None if state.who == NOBODY else state.who,
        "made": state.made,
        "chance": state.count,
        "orders": None if state.orders is None else [dict(one) for one in state.orders],
        "over": None if state.over is None else [list(part) for part in state.over],
    }


def _frame(table: Table, frame: list[Any]) -> dict[str, Any]:
    point = table.program.points[frame[0]]
    assert point is not None
    asking = {q.slot: q for q in table.program.questions if q.unit is point.unit and q.slot}
    values: dict[str, Any] = {}
    for slot in point.unit.slots:
        value = frame[slot.index]
        if value is None or slot.index not in point.live:
            continue
        if slot.index in asking:
            values[slot.name] = _asking(table, value)
        else:
            values[slot.name] = list(value) if isinstance(value, tuple) else value
    found: dict[str, Any] = {"at": point.name}
    if frame[1] is not None:
        found["me"] = frame[1]
    if frame[2] is not None:
        found["this"] = frame[2]
    return {**found, "values": values}


def _asking(table: Table, asking: Asking) -> dict[str, Any]:
    given = [[seat, table.texts[move]] for seat, move in asking.given]
    return (
        {**asking._asdict(), "given": given, "left": [list(one) for one in asking.left]}
        | {name: list(getattr(asking, name)) for name in ("who", "todo", "asked")}
        | {"sizes": None if asking.sizes is None else list(asking.sizes)}
    )


# --- loading -------------------------------------------------------------------------------------


def load(table: Table, saved: Mapping[str, Any]) -> State:
    """A state out of JSON values; raises `LoadError` for one of another format or other rules.

    Files are written by this module, but may be spoilt: what cannot be read is refused, too.
    """
    try:
        return _load(table, saved)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise LoadError(f"this saved game is damaged ({error!r})") from error


def _load(table: Table, saved: Mapping[str, Any]) -> State:
    if saved.get("format") != FORMAT:
        found = saved.get("format")
        raise LoadError(f"this saved game has the format {found}; this version reads {FORMAT}")
    if saved["game"] != table.program.rules.game or saved["variant"] != table.variant:
        raise LoadError(f"this is a saved game of {saved['game']}, variant {saved['variant']}")
    if saved["rules"] != table.fingerprint:
        hint = "go on with the spec and the version it was saved with"
        raise LoadError(f"the rules or options have changed since this game was saved — {hint}")
    if list(saved["players"]) != list(table.players):
        raise LoadError(f"this is a game of {', '.join(saved['players'])}")
    state = table.new_state()
    _read_lists(table, state, saved)
    state.frames = [_read_frame(table, frame) for frame in saved["frames"]]
    state.made, state.count = saved["made"], saved["chance"]
    orders = saved["orders"]
    state.orders = None if orders is None else [dict(one) for one in orders]
    over = saved["over"]
    state.over = None if over is None else (tuple(over[0]), tuple(over[1]))
    _ask_again(table, state, saved["who"])
    return state


def _read_lists(table: Table, state: State, saved: Mapping[str, Any]) -> None:
    zones, counters = dict(saved["zones"]), saved["counters"]
    for spot in table.program.layout.zone_spots:
        state.zones[spot.index] = list(zones.pop(spot.name(table.players), ()))
    if zones:
        raise LoadError(f"there is no zone {', '.join(sorted(zones))} at this table")
    for spot in table.program.layout.counter_spots:
        state.counters[spot.index] = counters[spot.name(table.players)]


def _read_frame(table: Table, saved: Mapping[str, Any]) -> list[Any]:
    points = {point.name: point for point in table.program.points if point is not None}
    point = points.get(saved["at"])
    if point is None:
        raise LoadError(f"the rules have no place '{saved['at']}' any more")
    asking = {q.slot: q for q in table.program.questions if q.unit is point.unit and q.slot}
    values = dict(saved["values"])
    locals_: list[Any] = []
    for slot in point.unit.slots:
        value = values.pop(slot.name, None)
        if slot.index in asking and value is not None:
            value = _read_asking(table, asking[slot.index], value)
        locals_.append(tuple(value) if isinstance(value, list) else value)
    if values:
        raise LoadError(f"'{saved['at']}' has no {', '.join(sorted(values))} any more")
    return [point.index, saved.get("me"), saved.get("this"), *locals_]


def _read_asking(table: Table, question: Question, saved: Mapping[str, Any]) -> Asking:
    return Asking(
        tuple(saved["who"]),
        tuple(saved["todo"]),
        tuple((seat, serial) for seat, serial in saved["left"]),
        tuple((seat, read_move(table, question, text)) for seat, text in saved["given"]),
        None if saved["sizes"] is None else tuple(saved["sizes"]),
        tuple(saved["asked"]),
        saved["at"],
        saved["passes"],
        saved["done"],
    )


def read_move(table: Table, question: Question, text: str) -> Move:
    """A move out of its text, without asking whether it is legal now."""
    verb, *words = text.split(" ")
    said = dict(word.split("=", 1) for word in words if "=" in word)
    cards = [word for word in words if "=" not in word]
    for option in table.program.options:
        if option.question is not question or option.verb != verb:
            continue
        if (option.card is not None) != bool(cards) or {key for key, _ in option.keys} != set(said):
            continue
        found = _arguments(table, option, cards, said)
        if table.texts.get((option.index, *found)) == text or _is(table, option, found, text):
            return (option.index, *found)
    raise LoadError(f"'{text}' is no answer to the question at '{question.place}'")


def _is(table: Table, option: Any, found: list[Any], text: str) -> bool:
    return bool(option.text((option.index, *found), table.players) == text)


def _arguments(table: Table, option: Any, cards: list[str], said: Mapping[str, str]) -> list[Any]:
    """The values of an option's arguments as they stand in a text."""
    texts: dict[str, str] = {}
    if option.card is not None and option.card.argument:
        texts[option.card.text] = cards[0]
    for key, part in option.keys:
        if part.argument:
            texts[part.text] = said[key]
    return [_value(table, texts.get(name, ""), type_) for name, type_ in option.arguments]


def _value(table: Table, text: str, type_: Type) -> Any:
    if type_.kind is Kind.PLAYER:
        return table.seats.get(text)
    if type_.kind is Kind.NUMBER:
        return int(text) if text.lstrip("-").isdigit() else None
    if type_.is_list:
        return tuple(text.split(","))
    return text


def _ask_again(table: Table, state: State, who: int | None) -> None:
    """Find the legal moves of the question that is open."""
    question = play.question_of(table.program, state)
    if who is None or question is None:
        return
    if question.how not in (How.ALONE, How.WINDOW):
        raise LoadError("this saved game contradicts itself: who is asked?")
    state.who = who
    state.moves = question.moves(state, state.frames[-1], who)


__all__ = ["FORMAT", "LoadError", "dump", "load"]
