"""Two positions, as scenarios and traces write them: what is the first difference?

A position is `{"zones": {name: cards}, "counters": {name: value}}`.  Comparing drops zero counters
and empty zones and takes sets without order (contract: the notation).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

Position = Mapping[str, Mapping[str, Any]]

MOST_SHOWN = 400
"""How many characters of a value a difference shows."""


def shown(value: Any) -> str:
    """A value as a person reads it: cards in brackets, numbers and words bare."""
    if isinstance(value, Mapping):
        text = "{" + ", ".join(f"{key}: {shown(one)}" for key, one in value.items()) + "}"
    elif isinstance(value, list | tuple):
        text = "[" + ", ".join(map(shown, value)) + "]"
    elif isinstance(value, bool):
        text = str(value).lower()
    else:
        text = str(value)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + " …"


def same(one: Any, other: Any) -> bool:
    """Whether two values of counters are the same: a truth is as good as 1 or 0."""
    return bool(_number(one) == _number(other))


def _number(value: Any) -> Any:
    if value is None or value == "":
        return 0
    return int(value) if isinstance(value, bool) else value


def is_set(zone: str, sets: Collection[str]) -> bool:
    """Whether a zone such as `hand.ana` belongs to one of the sets (`hand`)."""
    return zone in sets or zone.split(".")[0] in sets


def tidy(position: Position, sets: Collection[str]) -> dict[str, dict[str, Any]]:
    """A position without what does not count: empty zones, zero counters, the order of sets."""
    zones = {
        name: sorted(cards) if is_set(name, sets) else list(cards)
        for name, cards in position.get("zones", {}).items()
        if cards
    }
    counters = {
        name: _number(value)
        for name, value in position.get("counters", {}).items()
        if _number(value) != 0
    }
    return {"zones": zones, "counters": counters}


def difference(expected: Position, found: Position, sets: Collection[str]) -> str:
    """The first difference between two positions in words, or an empty text."""
    wanted, had = tidy(expected, sets), tidy(found, sets)
    for part, nothing in (("zones", []), ("counters", 0)):
        for name in sorted({*wanted[part], *had[part]}):
            one, other = wanted[part].get(name, nothing), had[part].get(name, nothing)
            if one != other:
                return f"{name}: expected {shown(one)}, got {shown(other)}{_hint(one, other)}"
    return ""


def asks_difference(
    expected: Mapping[str, Sequence[str]], found: Mapping[str, Sequence[str]]
) -> str:
    """The first difference in who is asked what, or an empty text."""
    for player in sorted({*expected, *found}):
        wanted, had = sorted(expected.get(player, ())), sorted(found.get(player, ()))
        if wanted != had:
            return f"asks {player}: expected {shown(wanted)}, got {shown(had)}{_hint(wanted, had)}"
    return ""


def _hint(expected: Any, found: Any) -> str:
    """For long lists: what is missing and what is too much."""
    if not isinstance(expected, list) or not isinstance(found, list):
        return ""
    if len(expected) + len(found) < 8:
        return ""
    missing, extra = _less(expected, found), _less(found, expected)
    if not missing and not extra:
        at = next(n for n, (a, b) in enumerate(zip(expected, found, strict=True)) if a != b)
        return f" (the order differs from place {at + 1} on)"
    said = [f"missing {shown(missing)}"] if missing else []
    said += [f"too many {shown(extra)}"] if extra else []
    return f" ({', '.join(said)})"


def _less(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    rest = list(other)
    left = []
    for item in one:
        if item in rest:
            rest.remove(item)
        else:
            left.append(item)
    return left
