"""The order in which a mail numbers the moves: grouped by card, moves without a card last."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.lexicon import take_apart


def mail_order(moves: Iterable[str]) -> tuple[str, ...]:
    """Legal moves (sorted) as the mail lists them; a number means its place in this list."""
    return tuple(move for _, group in by_card(moves) for move in group)


def by_card(moves: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Moves by the first card that they name (`""`: none, last), in order of appearance."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        cards = take_apart(move).cards
        groups.setdefault(cards[0] if cards else "", []).append(move)
    without = groups.pop("", [])
    return [*groups.items(), *([("", without)] if without else [])]
