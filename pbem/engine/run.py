"""Carrying a program out until it stops, and what is wrong with a spec that does not let it.

A program's functions give the piece that comes next, or None where play stops: at a question.  The
end of the game is an exception, `Over`.  A budget that is used up, or something else that the spec
does and cannot be, becomes a `SpecError` with the line of the spec: the traceback of the compiled
program holds it.
"""

from __future__ import annotations

from typing import Any

from card_specs.language.problems import Mark, Problem, SpecError
from pbem.engine.build import FILE
from pbem.engine.kit import LimitError
from pbem.engine.program import Endless, Over, Program
from pbem.engine.state import FUEL, NOBODY, State

MOST_HOPS = 100_000
"""How often one move may come round to a place of the spec."""

_HOPS = range(MOST_HOPS)


def run(program: Program, state: State, step: Any) -> None:
    """Go on with a piece of the program until play stops or the game is over."""
    try:
        frames = state.frames
        for _ in _HOPS:
            step = step(state, frames[-1])
            if step is None:
                return
            if len(frames) > MOST_FRAMES:
                raise LimitError("rules that call one another without end")
        raise Endless
    except Over:
        finish(program, state)
    except (Endless, LimitError, ZeroDivisionError) as error:
        raise mistake(program, error) from error


MOST_FRAMES = 200
"""How deep rules may call one another."""


def finish(program: Program, state: State) -> None:
    """The game has ended: find the winners and the scores; nothing is left to be carried out."""
    state.frames = []
    state.who = NOBODY
    state.moves = []
    try:
        winners = tuple(program.winners(state))
        players = range(program.layout.players)
        state.over = winners, tuple(program.score(state, seat) for seat in players)
    except (LimitError, ZeroDivisionError) as error:
        raise mistake(program, error) from error


def mistake(program: Program, error: Exception) -> SpecError:
    """What is wrong with the spec, and where."""
    if isinstance(error, ZeroDivisionError):
        problem = Problem(place_of(program, error), "a division by zero")
    elif isinstance(error, Endless):
        problem = Problem(
            place_of(program, error),
            f"play does not come to a question: more than {min(FUEL, MOST_HOPS):,} rounds of loops",
            "a loop must end, and somebody must be asked in every few turns",
        )
    else:
        problem = Problem(place_of(program, error), str(error))
    return SpecError([problem])


def place_of(program: Program, error: BaseException) -> Mark:
    """The place in the spec where the program was when it raised an error."""
    line, at = 0, error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == FILE:
            line = at.tb_lineno
        at = at.tb_next
    return program.marks[line or program.main.line]
