"""The rules engine: a spec in, a game that can be played out; pure, and knows no game by name.

    table = compile_table(game, variant, options, players)
    state = start(table, chance)
    asks(table, state)              # {player: [legal moves]}
    apply(table, state, player, move, chance)

A `State` is changed in place and given back; `clone` copies it.  Chance comes in from outside
(`chance.py`), text goes out only as canonical moves.  Everything shown to players goes through
`view`.
"""

from __future__ import annotations

from pbem.engine.naming import counter_names, set_names, trace_state, zone_names
from pbem.engine.orders_given import OrderError, set_orders
from pbem.engine.play import (
    Because,
    Refused,
    Result,
    apply,
    asked_serial,
    asks,
    deadline,
    legal_moves,
    question,
    result,
    start,
    to_move,
)
from pbem.engine.played import Played, begin, make, seen_cards
from pbem.engine.playout import playout
from pbem.engine.position import position
from pbem.engine.sampling import determinize
from pbem.engine.saving import LoadError, dump, load
from pbem.engine.state import Move, State, clone
from pbem.engine.table import Table, TableError, compile_table
from pbem.engine.views import View, view

__all__ = [
    "Because",
    "LoadError",
    "Move",
    "OrderError",
    "Played",
    "Refused",
    "Result",
    "State",
    "Table",
    "TableError",
    "View",
    "apply",
    "asked_serial",
    "asks",
    "begin",
    "clone",
    "compile_table",
    "counter_names",
    "deadline",
    "determinize",
    "dump",
    "legal_moves",
    "load",
    "make",
    "playout",
    "position",
    "question",
    "result",
    "seen_cards",
    "set_names",
    "set_orders",
    "start",
    "to_move",
    "trace_state",
    "view",
    "zone_names",
]
