"""Functions that compiled expressions call: what has no short form in Python.

All are total: what is not there is None and stays None, so that a condition can be worked out
before its turn without harm.  The one exception is a list or choice beyond its limit.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.budgets import LARGEST, MOST_CHOICES, MOST_NUMBERS
from pbem.engine.cards import in_deck_order

MOST_MEMOS = 1000
"""Remembered conditions beyond this number are all forgotten: they would only fill memory."""


class LimitError(Exception):
    """Something in a spec goes beyond a limit while it is played; `run.py` says where."""


class Nowhere(list[str]):
    """The zone of an owner who does not exist: always empty, and nothing can be put there."""

    def _refuse(self, *_: object) -> None:
        raise LimitError("there is no such zone: its owner is nobody")

    append = extend = insert = __setitem__ = _refuse


NOWHERE = Nowhere()


class Memo(dict[Any, Any]):
    """card -> what a condition says of it, worked out once."""

    __slots__ = ("work_out",)

    def __init__(self, work_out: Callable[[Any], Any]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, card: Any) -> Any:
        said = self[card] = self.work_out(card)
        return said


class Remembered(dict[Any, Any]):
    """what a condition depends on -> what it says of the cards, worked out when first asked for.

    `work_out` is the condition as a function of a card and of the key's values.
    """

    __slots__ = ("codes", "work_out")

    work_out: Callable[..., Any]

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__()
        self.codes = codes

    def __missing__(self, key: Any) -> Any:
        if len(self) >= MOST_MEMOS:
            self.clear()
        said = self[key] = self.all_under(key if type(key) is tuple else (key,))
        return said

    def all_under(self, key: tuple[Any, ...]) -> Any:
        """What the condition says of all cards."""
        raise NotImplementedError


class Memos(Remembered):
    """The answers as a look-up that works out any card, however it lies."""

    def all_under(self, key: tuple[Any, ...]) -> Any:
        work_out = self.work_out
        return Memo(lambda card: work_out(card, *key)).__getitem__


class Sets(Remembered):
    """The codes for which the condition holds."""

    def all_under(self, key: tuple[Any, ...]) -> frozenset[str]:
        return frozenset(code for code in self.codes if self.work_out(code, *key))


class Legals(Remembered):
    """code -> its move, of those codes that have one."""

    def all_under(self, key: tuple[Any, ...]) -> dict[str, Any]:
        moves = ((code, self.work_out(code, *key)) for code in self.codes)
        return {code: move for code, move in moves if move is not None}


# --- numbers and comparisons with what may not be there ------------------------------------------


def unequal(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a != b


def equal(a: Any, b: Any) -> bool:
    return a is not None and a == b


def less(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a < b


def at_most(a: Any, b: Any) -> bool:
    return a is not None and b is not None and a <= b


def plus(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a + b


def minus(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a - b


def times(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a * b


def over(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a // b


def rest(a: Any, b: Any) -> Any:
    return None if a is None or b is None else a % b


def negative(a: Any) -> Any:
    return None if a is None else -a


def size(a: Any) -> Any:
    """A number without its sign."""
    return None if a is None else abs(a)


def some(value: Any) -> Any:
    """A number that is going to be stored: it must be there and not be beyond all bounds."""
    if value is None:
        raise LimitError("there is no number here: the card has none")
    if not -LARGEST <= value <= LARGEST:
        raise LimitError(f"a number beyond {LARGEST:,}")
    return value


# --- lists ---------------------------------------------------------------------------------------


def first(items: Sequence[Any]) -> Any:
    return items[0] if items else None


def last(items: Sequence[Any]) -> Any:
    return items[-1] if items else None


def some_first(items: Sequence[Any], number: Any) -> Sequence[Any]:
    return items[:number] if number is not None and number > 0 else ()


def some_last(items: Sequence[Any], number: Any) -> Sequence[Any]:
    return items[-number:] if number is not None and number > 0 else ()


def item(items: Sequence[Any], number: Any) -> Any:
    """`item N`, counted from 1; nothing if there are fewer."""
    return items[number - 1] if number is not None and 1 <= number <= len(items) else None


def numbers(low: Any, high: Any) -> Sequence[int]:
    """`[low .. high]`."""
    if low is None or high is None:
        return ()
    if high - low >= MOST_NUMBERS:
        raise LimitError(f"a list of more than {MOST_NUMBERS} numbers")
    return range(low, high + 1)


def there(*items: Any) -> tuple[Any, ...]:
    """A list of those that are there."""
    return tuple(item for item in items if item is not None)


def numbers_of(values: Iterable[Any]) -> list[Any]:
    """The numbers that are there."""
    return [value for value in values if value is not None]


def ranked(items: Iterable[Any], values: Iterable[Any], highest: bool) -> list[Any]:
    """All items that share the best value; those without a value never do."""
    pairs = [(one, value) for one, value in zip(items, values, strict=True) if value is not None]
    if not pairs:
        return []
    best = (max if highest else min)(value for _, value in pairs)
    return [one for one, value in pairs if value == best]


def distinct(values: Iterable[Any], order: Mapping[str, int]) -> list[Any]:
    """The different values that are there: words in the order of their list, numbers ascending."""
    found = {value for value in values if value is not None}
    return sorted(found, key=lambda value: order.get(value, value))


def choices(cards: Sequence[str], number: Any, places: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Every choice of so many of the cards, each in deck order; equal choices only once."""
    if number is None or number < 0 or number > len(cards):
        return []
    if math.comb(len(cards), number) > MOST_CHOICES * 4:
        raise LimitError(f"more than {MOST_CHOICES} ways to choose {number} of {len(cards)} cards")
    found = dict.fromkeys(itertools.combinations(in_deck_order(cards, places), number))
    if len(found) > MOST_CHOICES:
        raise LimitError(f"more than {MOST_CHOICES} ways to choose {number} of {len(cards)} cards")
    return list(found)


EXPRESSION_KIT: Mapping[str, Any] = {
    one.__name__: one
    for one in (
        unequal, equal, less, at_most, plus, minus, times, over, rest, negative, size, some,
        first, last, some_first, some_last, item, numbers, there, numbers_of, ranked, distinct,
        choices,
    )
} | {  # what of Python itself a program may use
    "len": len, "list": list, "tuple": tuple, "filter": filter, "map": map, "any": any,
    "sum": sum, "max": max, "min": min, "range": range, "bool": bool, "next": next, "dict": dict,
    "zip": zip, "NOWHERE": NOWHERE,
}  # fmt: skip
