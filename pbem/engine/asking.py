"""Questions to several players: who is asked, what their answers do, when the question is over.

`each`: every answer is carried out when it comes.  `sealed`: answers change nothing until the last
is in, then they are carried out in the order of the players.  `first`: the players are a ranking;
the first who does not decline decides, and the question closes as soon as that is sure.  `window`:
one after the other, round and round, until all have passed in a row.

The program calls `opened` and, after each answer, `went_on`, `asked_again` or `declined`; all give
the piece of the program that comes next, or None where play stops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.question import Asking, Frame, How, Question
from pbem.engine.state import NOBODY, Move, State

Ordered = Callable[[State, Frame, Question, int, list[Move]], bool]


class Askers:
    """The functions, for one program: its handlers by option, and how standing orders are asked."""

    def __init__(self, handlers: list[Any], ordered: Ordered, sizes: tuple[int, ...]) -> None:
        self.handlers = handlers
        self.ordered = ordered
        self.sized = sizes
        """Positions of the zones that not everybody sees."""

    # --- what the program calls -----------------------------------------------------------------

    def go(self, state: State, frame: Frame) -> Any:
        """Carry out the move that was chosen by itself."""
        move = state.chosen
        assert move is not None
        return self.handlers[move[0]](state, frame, state.who, move)

    def opened(self, state: State, frame: Frame, question: Question, who: tuple[int, ...]) -> Any:
        """Put a question to several."""
        sizes = None
        if question.secret and question.how is not How.WINDOW:
            sizes = tuple(len(state.zones[index]) for index in self.sized)
        frame[0] = question.point.index
        frame[question.slot] = Asking(who=who, todo=who, sizes=sizes)
        if question.how is How.WINDOW:
            return self._window(state, frame, question)
        return self.gone_through(state, frame, question)

    def went_on(self, state: State, frame: Frame, question: Question, seat: int) -> Any:
        """A move has been carried out."""
        asking: Asking = frame[question.slot]
        if question.how is How.EACH:
            return self.gone_through(state, frame, question)
        if question.how is How.SEALED:
            return self._next_sealed(state, frame, question)
        if question.how is How.FIRST:
            return self._over(frame, question)
        at = (asking.at + 1) % len(asking.who)
        frame[question.slot] = asking._replace(at=at, passes=0)
        return self._window(state, frame, question)

    def asked_again(self, state: State, frame: Frame, question: Question, seat: int) -> Any:
        """A move has been carried out, and the same player is to be asked again."""
        asking: Asking = frame[question.slot]
        if question.how is How.EACH:
            frame[question.slot] = asking._replace(todo=(seat, *asking.todo))
            return self.gone_through(state, frame, question)
        if question.how is How.WINDOW:
            frame[question.slot] = asking._replace(passes=0)
            return self._window(state, frame, question)
        return self.went_on(state, frame, question, seat)

    def declined(self, state: State, frame: Frame, question: Question, seat: int) -> Any:
        """Somebody has answered with the `or`."""
        asking: Asking = frame[question.slot]
        if question.how is How.WINDOW:
            at = (asking.at + 1) % len(asking.who)
            frame[question.slot] = asking._replace(at=at, passes=asking.passes + 1)
            return self._window(state, frame, question)
        if question.how is How.SEALED:
            return self._next_sealed(state, frame, question)
        return self.gone_through(state, frame, question)

    def answer(self, state: State, frame: Frame, question: Question, seat: int, move: Move) -> Any:
        """One of several answers (a window asks one player at a time, like any other question)."""
        asking: Asking = frame[question.slot]
        left = tuple(one for one in asking.left if one[0] != seat)
        if question.how is How.EACH:
            frame[question.slot] = asking._replace(left=left)
            return self.handlers[move[0]](state, frame, seat, move)
        given = (*asking.given, (seat, move))
        frame[question.slot] = asking._replace(left=left, given=given)
        return self._settled(state, frame, question)

    # --- going through the players ----------------------------------------------------------------

    def gone_through(self, state: State, frame: Frame, question: Question) -> Any:
        """Look at those not looked at yet: ask them, or let an order or the rules answer."""
        asking: Asking = frame[question.slot]
        while asking.todo:
            seat, todo = asking.todo[0], asking.todo[1:]
            frame[question.slot] = asking = asking._replace(todo=todo)
            moves = question.moves(state, frame, seat)
            if not moves:
                if question.none is not None and not self._may_decline(
                    state, frame, question, seat
                ):
                    return self._nothing(state, frame, question, seat)
                continue
            asking = asking._replace(asked=(*asking.asked, seat))
            move = self._by_itself(state, frame, question, seat, moves)
            if move is None:
                left = (*asking.left, (seat, state.made))
                frame[question.slot] = asking = asking._replace(left=left)
            elif question.how is How.EACH:
                frame[question.slot] = asking
                return self._carry_out(state, frame, seat, move)
            else:
                given = (*asking.given, (seat, move))
                frame[question.slot] = asking = asking._replace(given=given)
        return self._settled(state, frame, question)

    def _may_decline(self, state: State, frame: Frame, question: Question, seat: int) -> bool:
        """Whether the `or`, alone, is taken instead of `none`."""
        if question.decline is None:
            return False
        return question.may_decline is None or question.may_decline(state, frame, seat)

    def _nothing(self, state: State, frame: Frame, question: Question, seat: int) -> Any:
        """Carry out what happens to a player without any move."""
        state.who = seat
        none = question.none
        assert none is not None
        return lambda state, frame: none(state, frame, seat)

    def _by_itself(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move]
    ) -> Move | None:
        """The move of a player who need not be asked."""
        if question.single and len(moves) == 1:
            return moves[0]
        if state.orders is not None and self.ordered(state, frame, question, seat, moves):
            return state.chosen
        return None

    def _carry_out(self, state: State, frame: Frame, seat: int, move: Move) -> Any:
        state.who, state.chosen = seat, move
        return self.go

    def _settled(self, state: State, frame: Frame, question: Question) -> Any:
        """Everybody has been looked at: wait for those left, or close the question."""
        asking: Asking = frame[question.slot]
        if question.how is How.FIRST:
            return self._ranked(state, frame, question)
        if question.how is How.EACH:
            left = tuple(one for one in asking.left if question.moves(state, frame, one[0]))
            frame[question.slot] = asking._replace(left=left)
            return self._stop(state, frame, question) if left else self._over(frame, question)
        if asking.left:
            return self._stop(state, frame, question)
        order = tuple(seat for seat in asking.who if asking.answer_of(seat) is not None)
        frame[question.slot] = asking._replace(todo=order, done=True)
        return self._next_sealed(state, frame, question)

    def _stop(self, state: State, frame: Frame, question: Question) -> None:
        frame[0] = question.point.index
        state.who = NOBODY
        state.moves = []

    def _over(self, frame: Frame, question: Question) -> Any:
        frame[question.slot] = None
        return question.onward

    # --- sealed, first, window ------------------------------------------------------------------

    def _next_sealed(self, state: State, frame: Frame, question: Question) -> Any:
        """Carry out the next of the sealed answers."""
        asking: Asking = frame[question.slot]
        if not asking.todo:
            return self._over(frame, question)
        seat = asking.todo[0]
        frame[question.slot] = asking._replace(todo=asking.todo[1:])
        move = asking.answer_of(seat)
        assert move is not None
        return self._carry_out(state, frame, seat, move)

    def _ranked(self, state: State, frame: Frame, question: Question) -> Any:
        """The first in rank who did not decline, if no answer before it is missing."""
        asking: Asking = frame[question.slot]
        missing = {seat for seat, _ in asking.left}
        for seat in asking.who:
            if seat in missing:
                return self._stop(state, frame, question)
            move = asking.answer_of(seat)
            if move is not None and move != question.declined:
                frame[question.slot] = asking._replace(left=(), done=True)
                return self._carry_out(state, frame, seat, move)
        return self._over(frame, question)

    def _window(self, state: State, frame: Frame, question: Question) -> Any:
        """Ask the next who has something to play; over when all have passed in a row."""
        asking: Asking = frame[question.slot]
        number, at, passes = len(asking.who), asking.at, asking.passes
        while passes < number:
            seat = asking.who[at]
            moves = question.moves(state, frame, seat)
            if moves:
                frame[question.slot] = asking._replace(at=at, passes=passes)
                move = self._by_itself(state, frame, question, seat, moves)
                if move is not None:
                    return self._carry_out(state, frame, seat, move)
                frame[0] = question.point.index
                state.who, state.moves = seat, moves
                return None
            passes += 1
            at = (at + 1) % number
        return self._over(frame, question)


def put_again(state: State, points: Any) -> Any:
    """`again` in a called rule: drop frames down to the question that the move answered."""
    while True:
        point = points[state.frames[-1][0]]
        if point.again is not None:
            return point.again
        state.frames.pop()
