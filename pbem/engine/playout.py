"""Random play to the end, as fast as the program allows: for simulation and for bots."""

from __future__ import annotations

from pbem.engine import play
from pbem.engine.chance import Chance, Draws
from pbem.engine.kit import LimitError
from pbem.engine.program import Endless, Over
from pbem.engine.run import finish, mistake, run
from pbem.engine.state import NOBODY, State
from pbem.engine.table import Table

MOST_DECISIONS = 1_000_000


def playout(
    table: Table, state: State, draws: Draws, chance: Chance, most: int = MOST_DECISIONS
) -> int:
    """Play a state on at random, to the end or for `most` decisions; gives how many there were.

    The state is changed in place.  Of several players asked, one is drawn to answer first.
    """
    program, below = table.program, draws.below
    handlers = program.handlers
    state.chance = chance
    number = 0
    try:
        while number < most:
            seat, moves = state.who, state.moves
            if seat == NOBODY:
                if state.over is not None:
                    break
                number += _one_of_several(table, state, draws, chance)
                continue
            number += 1
            state.made += 1
            move = moves[below(len(moves))]
            step = handlers[move[0]](state, state.frames[-1], seat, move)
            if step is not None:
                run(program, state, step)
    except Over:
        finish(program, state)
    except (Endless, LimitError, ZeroDivisionError) as error:
        raise mistake(program, error) from error
    return number


def _one_of_several(table: Table, state: State, draws: Draws, chance: Chance) -> int:
    """One answer to a question that several have to answer."""
    seats = play.to_move(table, state)
    seat = seats[draws.below(len(seats))]
    moves = play.legal_moves(table, state, seat)
    play.carry_out(table.program, state, seat, moves[draws.below(len(moves))], chance)
    state.chance = chance
    return 1
