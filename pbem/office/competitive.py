"""Tables that count for the ranking: their flag, their stake, and what they forbid (CINQ-10).

A game of cards may have the flag among its own options, as Cinquillo has; any other game gets it
as a condition of the table.  Either way it stands in the `open` record and never changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

STAKE = 10
"""Chips that each player must cover where the table names no other number."""


def is_competitive(opened: Mapping[str, Any]) -> bool:
    """Does this table (its `open` record) count for the ranking?"""
    return bool(opened["options"].get("competitive") or opened["table"].get("competitive"))


def stake_of(opened: Mapping[str, Any]) -> int:
    """The chips that each player stakes at this table; 0 at a friendly one."""
    if not is_competitive(opened):
        return 0
    return int(opened["options"].get("stake", opened["table"].get("stake", STAKE)))
