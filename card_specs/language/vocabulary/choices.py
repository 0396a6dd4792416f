"""Steps that put a question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from card_specs.language.rules import Decline, Move, Words
from card_specs.language.tree import (
    Block,
    Expr,
    Step,
    Zone,
)


class How(Enum):
    """Who of `who` answers when, and when the answers take effect."""

    ALONE = "alone"
    EACH = "each"
    SEALED = "sealed"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class Ask(Step):
    """A question; in all but `who`, `Me` is the player asked.

    `moves` has named groups already written out (a move's `place` says where it comes from).
    `moment` "": no cards; they lie in `sources` and go to `target`, or to the card's own.
    `standing` is a WORD of the list `orders`.  `shows` is opened to the one asked.
    """

    who: Expr
    how: How
    moves: tuple[Move, ...]
    moment: str
    only: Expr | None
    sources: tuple[Zone, ...]
    target: Zone | None
    before: Block
    after: Block
    decline: Decline | None
    single: bool
    again: bool
    none: Block
    standing: Expr | None
    shows: Zone | None
    secret: bool
    title: Words


@dataclass(frozen=True, slots=True)
class Window(Step):
    """The players of `who` one after the other, round and round, until all have passed in a row.

    Fields as in `Ask`; whoever has nothing to play passes unasked.
    """

    who: Expr
    moves: tuple[Move, ...]
    moment: str
    sources: tuple[Zone, ...]
    target: Zone | None
    before: Block
    after: Block
    decline: Decline
    standing: Expr | None
    secret: bool
    title: Words
