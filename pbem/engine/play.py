"""Playing: start, who is asked what, and making moves.

A state is changed in place and given back; whoever still needs the position before takes a `clone`
first.  A refused move changes nothing at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from card_specs.language.problems import PersonError, nearest
from card_specs.values import dataclass
from pbem.engine.chance import Chance
from pbem.engine.kit import LimitError
from pbem.engine.orders_given import given_at_start
from pbem.engine.program import Endless, Over, Program
from pbem.engine.question import Asking, How, Question
from pbem.engine.run import finish, mistake, run
from pbem.engine.state import NO_CHANCE, NOBODY, Move, State
from pbem.engine.table import Table, TableError


class Because(Enum):
    """Why a move is refused."""

    UNREADABLE = "unreadable"
    NOT_ASKED = "not asked"
    NOT_LEGAL = "not legal"
    AMBIGUOUS = "ambiguous"


class Refused(PersonError):
    """A move that is not played; the state is what it was."""

    def __init__(self, reason: Because, why: str) -> None:
        self.reason = reason
        self.why = why
        super().__init__(why)


@dataclass(frozen=True)
class Result:
    """How a game stands: scores by player are there only when it is over."""

    over: bool
    winners: tuple[str, ...] = ()
    scores: Mapping[str, int] = None  # type: ignore[assignment]


# --- beginning -----------------------------------------------------------------------------------


def start(table: Table, chance: Chance, stock: Sequence[str] = ()) -> State:
    """A new game: the set-up is carried out, up to the first question.

    With `stock` the deck lies with these cards on top and the rest below in deck order; whether
    it is shuffled is up to `chance`.
    """
    state = dealt(table, stock)
    carry_on(table.program, state, table.program.begin, chance)
    return state


def dealt(table: Table, stock: Sequence[str] = ()) -> State:
    """The state before the set-up: all cards lie in the deck's zone."""
    state = table.new_state()
    state.orders = given_at_start(table)
    rest = list(table.program.deck.cards)
    for card in stock:
        if card not in rest:
            raise TableError(f"there is no {card} (any more) to lie in the stock")
        rest.remove(card)
    deck = table.program.layout.zones[table.program.rules.deck].base
    state.zones[deck] = [*stock, *rest]
    begin_main(table, state)
    return state


def begin_main(table: Table, state: State) -> None:
    """The main frame, with nothing under way."""
    main = table.program.main
    state.frames = [[0, None, None, *[None for _ in main.slots]]]


def begin_turn(table: Table, state: State, chance: Chance) -> State:
    """Go on at the beginning of the turn of whoever the counter `turn` names."""
    begin_main(table, state)
    carry_on(table.program, state, table.program.turn, chance)
    return state


def carry_on(program: Program, state: State, step: Any, chance: Chance) -> None:
    """Carry out a piece of the program and what follows."""
    state.chance = chance
    run(program, state, step)
    state.chance = NO_CHANCE


# --- who is asked what ---------------------------------------------------------------------------


def question_of(program: Program, state: State) -> Question | None:
    """The question that is open; None if the game is over."""
    if not state.frames:
        return None
    point = program.points[state.frames[-1][0]]
    return None if point is None else point.question


def to_move(table: Table, state: State) -> tuple[int, ...]:
    """The seats of those asked, in the order of the seats."""
    if state.who != NOBODY:
        return (state.who,)
    question = question_of(table.program, state)
    if question is None:
        return ()
    asking: Asking = state.frames[-1][question.slot]
    return tuple(sorted(seat for seat, _ in asking.left))


def legal_moves(table: Table, state: State, seat: int) -> Sequence[Move]:
    """A player's legal moves as the engine has them, in no particular order."""
    if state.who != NOBODY:
        return state.moves if state.who == seat else ()
    if seat not in to_move(table, state):
        return ()
    question = question_of(table.program, state)
    assert question is not None
    try:
        return question.moves(state, state.frames[-1], seat)
    except (LimitError, ZeroDivisionError) as error:
        raise mistake(table.program, error) from error


def asks(table: Table, state: State) -> dict[str, list[str]]:
    """Everybody asked, with all legal moves as sorted texts."""
    look = table.texts.__getitem__
    return {
        table.players[seat]: sorted(map(look, legal_moves(table, state, seat)))
        for seat in to_move(table, state)
    }


def asked_serial(table: Table, state: State, player: str) -> int:
    """The number of the question that a player is asked now; it rises with every new question.

    -1 if the player is asked nothing.  Not to be shown: it also counts what others did in secret.
    """
    seat = seat_of(table, player)
    if state.who != NOBODY:
        return state.made if state.who == seat else -1
    question = question_of(table.program, state)
    if question is None:
        return -1
    asking: Asking = state.frames[-1][question.slot]
    return dict(asking.left).get(seat, -1)


# --- moves ---------------------------------------------------------------------------------------


def apply(
    table: Table, state: State, player: str | int, move: str | Move, chance: Chance = NO_CHANCE
) -> State:
    """Make a move, up to the next question; gives the same state, changed.

    `player` is a name or a seat, `move` a canonical text or one of `moves`.  Raises `Refused`, and
    then nothing has changed.
    """
    if state.who == player and move in state.moves:
        frame = state.frames[-1]
        state.chance = chance
        state.made += 1
        try:
            step = table.program.handlers[move[0]](state, frame, player, move)
            if step is not None:
                run(table.program, state, step)
        except Over:
            finish(table.program, state)
        except (Endless, LimitError, ZeroDivisionError) as error:
            raise mistake(table.program, error) from error
        return state
    seat = player if isinstance(player, int) else seat_of(table, player)
    return _apply_read(table, state, seat, read(table, state, seat, move), chance)


def _apply_read(table: Table, state: State, seat: int, move: Move, chance: Chance) -> State:
    if state.who == seat:
        return apply(table, state, seat, move, chance)
    return carry_out(table.program, state, seat, move, chance)


def carry_out(program: Program, state: State, seat: int, move: Move, chance: Chance) -> State:
    """Make a legal move with a program, whichever sort of question it answers."""
    question = question_of(program, state)
    assert question is not None
    state.made += 1
    if question.how in (How.ALONE, How.WINDOW):
        state.chosen = move
        carry_on(program, state, program.judge.askers.go, chance)
        return state
    askers = program.judge.askers
    state.who = NOBODY
    carry_on(program, state, lambda s, f: askers.answer(s, f, question, seat, move), chance)
    return state


def read(table: Table, state: State, seat: int, move: str | Move) -> Move:
    """The legal move that is meant, or `Refused`."""
    legal = legal_moves(table, state, seat)
    if not legal:
        who = "the game is over" if state.over else f"nothing is asked of {table.players[seat]}"
        raise Refused(Because.NOT_ASKED, who)
    if isinstance(move, tuple):
        if move in legal:
            return move
        raise Refused(Because.NOT_LEGAL, "this move is not legal now")
    texts = {table.texts[one]: one for one in legal}
    if move in texts:
        return texts[move]
    raise _refusal(table, move, sorted(texts))


def _refusal(table: Table, move: str, legal: list[str]) -> Refused:
    """Why a text is not one of the legal moves."""
    words = " ".join(move.split()).split(" ")
    begun = [one for one in legal if set(words) <= set(one.split()) and words[0] == one.split()[0]]
    shown = ", ".join(legal[:6]) + (" …" if len(legal) > 6 else "")
    if len(begun) > 1:
        return Refused(Because.AMBIGUOUS, f"'{move}' may mean: {', '.join(begun)}")
    verbs = {option.verb for option in table.program.options}
    if words[0] not in verbs:
        return Refused(Because.UNREADABLE, f"unknown move '{move}' — {nearest(words[0], verbs)}")
    return Refused(Because.NOT_LEGAL, f"'{move}' is not legal now — legal: {shown}")


def seat_of(table: Table, player: str) -> int:
    """The seat of a player by name."""
    if player not in table.seats:
        raise Refused(Because.NOT_ASKED, f"'{player}' does not play at this table")
    return table.seats[player]


def deadline(table: Table, state: State, player: str) -> str:
    """What the host answers for a player whose deadline has passed: the least harmful move."""
    seat = seat_of(table, player)
    legal = list(legal_moves(table, state, seat))
    question = question_of(table.program, state)
    if not legal or question is None:
        raise Refused(Because.NOT_ASKED, f"nothing is asked of {player}")
    policies = table.program.rules.deadline
    judge = table.program.judge
    found = judge.choose(state, state.frames[-1], question, seat, legal, policies)
    if found is not None:
        return table.texts[found]
    return min(table.texts[move] for move in legal)


def question(table: Table, state: State) -> str:
    """The place in the spec of the question that is open; "" if the game is over."""
    found = question_of(table.program, state)
    return "" if found is None else found.place


def result(table: Table, state: State) -> Result:
    """Whether the game is over, who has won, and the scores."""
    if state.over is None:
        return Result(False, (), {})
    winners, scores = state.over
    named = {table.players[s]: score for s, score in enumerate(scores) if score is not None}
    return Result(True, tuple(table.players[seat] for seat in winners), named)
