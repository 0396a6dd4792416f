"""What each reader is shown, built up from nothing (contract: views).

`public` is what a spectator sees; `own` is what one player sees beyond that.  While a question is
open whose answers are secret, everybody sees zones as large as they were when it was put, and
nobody is named as asked: so no answer shows before all are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from card_specs.language.rules import Seen
from card_specs.values import dataclass
from pbem.engine import play
from pbem.engine.naming import cards_of, shown_counters, shown_zones
from pbem.engine.question import Asking, How, Question
from pbem.engine.standing import questions_in, standing
from pbem.engine.state import NOBODY, State
from pbem.engine.table import Table


@dataclass(frozen=True)
class View:
    """`player` "" is a spectator.  `play` says where play stands; `determinize` needs it.

    All plain values.  `public` and `own` are as in the contract; the post adds deadlines.
    """

    player: str
    public: Mapping[str, Any]
    own: Mapping[str, Any]
    play: Mapping[str, Any]

    @property
    def zones(self) -> Mapping[str, Any]:
        """Every zone as this reader sees it: a list of cards, or only how many."""
        return {**self.public["zones"], **self.own["zones"]}

    def __getitem__(self, key: str) -> Any:
        return {"public": self.public, "own": self.own, "play": self.play}[key]


def view(table: Table, state: State, player: str = "") -> View:
    """A position as one player or (with "") a spectator may see it."""
    seat = play.seat_of(table, player) if player else NOBODY
    public = {
        "zones": _public_zones(table, state),
        "counters": shown_counters(table, state),
        "asked": _asked(table, state),
        "over": _over(table, state),
    }
    return View(player, public, _own(table, state, seat), standing(table, state, seat))


def open_questions(table: Table, state: State) -> list[tuple[Question, Asking]]:
    """The questions to several under way, outermost first, that are not being carried out yet."""
    found = []
    for frame in state.frames:
        point = table.program.points[frame[0]]
        assert point is not None
        found += questions_in(table, point, frame)
    return [(question, asking) for question, asking in found if not asking.done]


def _public_zones(table: Table, state: State) -> dict[str, Any]:
    sizes = _sizes(table, state)
    found: dict[str, Any] = {}
    layout = table.program.layout
    for name, spot in shown_zones(table):
        if layout.seen(spot.thing) is Seen.ALL:
            found[name] = cards_of(table, state, spot)
        else:
            found[name] = sizes[spot.index]
    return found


def _sizes(table: Table, state: State) -> dict[int, int]:
    """How many cards everybody sees in the zones that not everybody sees."""
    hidden = table.program.hidden_from_some
    for question, asking in open_questions(table, state):
        if question.secret and asking.sizes is not None:
            return dict(zip(hidden, asking.sizes, strict=True))
    return {index: len(state.zones[index]) for index in hidden}


def _asked(table: Table, state: State) -> list[str]:
    """Who is asked, as far as everybody may know."""
    if any(asking.sizes is not None for _, asking in open_questions(table, state)):
        return []
    question = play.question_of(table.program, state)
    if question is None or question.secret:
        return []
    return [table.players[seat] for seat in play.to_move(table, state)]


def _over(table: Table, state: State) -> Any:
    result = play.result(table, state)
    if not result.over:
        return False
    return {"winners": list(result.winners), "scores": dict(result.scores)}


def _own(table: Table, state: State, seat: int) -> dict[str, Any]:
    """What a player sees beyond what everybody does."""
    if seat == NOBODY:
        return {"zones": {}}
    layout = table.program.layout
    shown = _opened(table, state, seat)
    zones = {}
    for name, spot in shown_zones(table):
        mine = layout.seen(spot.thing) is Seen.OWNER and spot.seat == seat
        if mine:
            zones[name] = cards_of(table, state, spot)
        elif spot.index == shown:
            zones[name] = sorted(state.zones[spot.index], key=_by_code(table))
    found: dict[str, Any] = {"zones": zones}
    legal = play.legal_moves(table, state, seat)
    if legal:
        found["moves"] = sorted(table.texts[move] for move in legal)
        found["orders"] = dict(state.orders[seat]) if state.orders else {}
    answer = _sealed(table, state, seat)
    if answer:
        found["answer"] = answer
    return found


def _by_code(table: Table) -> Any:
    places = table.program.places
    return lambda card: places.get(card, 0)


def _opened(table: Table, state: State, seat: int) -> int | None:
    """The position of the zone that is opened to a player while asked."""
    question = play.question_of(table.program, state)
    if question is None or question.shows is None or seat not in play.to_move(table, state):
        return None
    return question.shows(state, state.frames[-1], seat)


def _sealed(table: Table, state: State, seat: int) -> str:
    """A player's own sealed answer that is not carried out yet."""
    for question, asking in open_questions(table, state):
        if question.how in (How.SEALED, How.FIRST):
            move = asking.answer_of(seat)
            if move is not None:
                return table.texts[move]
    return ""
