"""The order in which a mail numbers the moves: grouped by card, moves without a card last."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.engine.lexicon import take_apart

_PARTS = re.compile(r"([^0-9]*)([0-9]*)")


def mail_order(moves: Iterable[str]) -> tuple[str, ...]:
    """Legal moves as the mail lists them; a number means its place in this list.

    Numbers within moves count as numbers, so that R9 comes before R10.
    """
    ordered = sorted(moves, key=_counted)
    return tuple(move for _, group in by_card(ordered) for move in group)


def _counted(move: str) -> list[tuple[str, int]]:
    """A move in pairs of letters and the number after them."""
    return [(letters, int(number or -1)) for letters, number in _PARTS.findall(move)]


def by_card(moves: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Moves by the first card that they name (`""`: none, last), in order of appearance."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        cards = take_apart(move).cards
        groups.setdefault(cards[0] if cards else "", []).append(move)
    without = groups.pop("", [])
    return [*groups.items(), *([("", without)] if without else [])]
