"""Who sits where: next, previous, in which order, as tables by direction and seat."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from card_specs.language import tree as t
from pbem.engine import emit
from pbem.engine.emit import const, expr
from pbem.engine.layout import CLOCKWISE, COUNTERCLOCKWISE, DIRECTION
from pbem.engine.scope import Scope

if TYPE_CHECKING:
    from pbem.engine.values import Values

_BY_DIRECTION = {"next", "previous", "players_from", "after"}


class Seating:
    """The functions about players; for nobody they give nobody."""

    def __init__(self, players: int) -> None:
        n = self.number = players
        around = {
            CLOCKWISE: [[(p + i) % n for i in range(n)] for p in range(n)],
            COUNTERCLOCKWISE: [[(p - i) % n for i in range(n)] for p in range(n)],
        }
        self.tables: dict[str, dict[object, object]] = {
            name: {} for name in (*_BY_DIRECTION, "left_of", "right_of", "seats_from")
        }
        for direction, orders in around.items():
            back = orders if direction == COUNTERCLOCKWISE else around[COUNTERCLOCKWISE]
            if direction == COUNTERCLOCKWISE:
                back = around[CLOCKWISE]
            self._add("next", direction, [order[1 % n] for order in orders], None)
            self._add("previous", direction, [order[1 % n] for order in back], None)
            self._add("players_from", direction, [tuple(order) for order in orders], ())
            self._add("after", direction, [tuple(order[1:]) for order in orders], ())
        clockwise = around[CLOCKWISE]
        self.tables["left_of"] = _by_seat([order[1 % n] for order in clockwise], None)
        self.tables["right_of"] = _by_seat([order[-1] for order in clockwise], None)
        self.tables["seats_from"] = _by_seat([tuple(order) for order in clockwise], ())

    def _add(self, name: str, direction: str, by_seat: list[object], nobody: object) -> None:
        self.tables[name][direction] = _by_seat(by_seat, nobody)

    def call(self, values: Values, tree: t.Call, scope: Scope) -> ast.expr:
        """A built-in function as a Python expression."""
        if tree.function == "players":
            return const(tuple(range(self.number)))
        if tree.function == "others":
            assert scope.me is not None
            return self._by_direction(values, "after", scope.me)
        argument = values.plain(tree.arguments[0], scope)
        if tree.function == "abs":
            return emit.call("size", argument)
        if tree.function == "seat":
            return emit.call("plus", argument, const(1))
        if tree.function in _BY_DIRECTION:
            return self._by_direction(values, tree.function, argument)
        table = values.build.object("n", self.tables[tree.function], ("seat", tree.function))
        return expr("TABLE[P]", TABLE=table, P=argument)

    def _by_direction(self, values: Values, name: str, player: ast.expr) -> ast.expr:
        table = values.build.object("n", self.tables[name], ("seat", name))
        direction = const(values.layout.counters[DIRECTION].base)
        return expr("TABLE[C[D]][P]", TABLE=table, D=direction, P=player)


def _by_seat(values: list[object], nobody: object) -> dict[object, object]:
    return {None: nobody, **dict(enumerate(values))}
