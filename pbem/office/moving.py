"""Seats on their way to another address, as a host keeps them until they have arrived."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, field

from card_specs.values import dataclass


@dataclass(frozen=True)
class Move:
    """A seat's new address: of its player, or of another person (`name`).  Times: seconds UTC."""

    address: str
    by: str  # the player | host | vote
    at: int  # when it was asked for
    not_before: int
    issue: int  # of the seat's tokens when it was asked for; the new address has the next one
    name: str = ""
    approved: bool = True  # by the others' vote, where one is needed
    confirmed: bool = False  # from the new address
    votes: Mapping[str, bool] = field(default_factory=dict)


def read_moves(text: str) -> dict[str, Move]:
    """The moves under way at a table, by seat; no text, no moves."""
    return {player: Move(**said) for player, said in json.loads(text).items()} if text else {}


def write_moves(moves: Mapping[str, Move]) -> str:
    """Moves as text; nothing for none."""
    return json.dumps({player: asdict(move) for player, move in moves.items()}) if moves else ""
