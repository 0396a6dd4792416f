"""Constants of a table: expressions that are worked out once, before there is a state.

Start values of counters depend on options, the number of players and the player they belong to.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from card_specs.language import tree as t
from pbem.engine import emit
from pbem.engine.build import FILE
from pbem.engine.kit import EXPRESSION_KIT
from pbem.engine.scope import Scope

if TYPE_CHECKING:
    from pbem.engine.values import Values


def evaluated(values: Values, tree: t.Expr, seat: int | None) -> Any:
    """The value; `it` and `me` are the player."""
    player = emit.const(seat)
    made = values.kept(tree, Scope(player, None, {}, {0: player}))
    if isinstance(made, ast.Constant):
        return made.value
    code = ast.Expression(made)
    emit.place(code, 1)
    return eval(compile(code, FILE, "eval"), {**values.build.objects, **EXPRESSION_KIT})
