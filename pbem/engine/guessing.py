"""The frames of a sampled state: what the view says, and guesses for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from card_specs.language import types
from pbem.engine.kit import LimitError
from pbem.engine.looks import MoveValues
from pbem.engine.play import begin_main
from pbem.engine.points import Point
from pbem.engine.program import Over
from pbem.engine.question import Asking, How, Question
from pbem.engine.saving import read_move
from pbem.engine.state import NO_CHANCE, NOBODY, Move, State
from pbem.engine.units import Recipe

if TYPE_CHECKING:
    from pbem.engine.chance import Chance, Draws
    from pbem.engine.table import Table
    from pbem.engine.views import View


class Guess:
    """One attempt: rebuilds the frames in a state whose cards have been dealt."""

    def __init__(
        self, table: Table, state: State, view: View, chance: Chance, draws: Draws
    ) -> None:
        self.table = table
        self.program = table.program
        self.state = state
        self.view = view
        self.chance = chance
        self.draws = draws
        self.seat = table.seats[view.player] if view.player else NOBODY

    def frames(self) -> bool:
        """Rebuild all frames and put the question; false if the cards dealt do not allow it."""
        begin_main(self.table, self.state)
        self.state.frames.clear()
        points = self.program.points_by_name
        above: Point | None = None
        for known in self.view.play["frames"]:
            point = points[known["at"]]
            self.state.frames.append(self._frame(point, known, above))
            above = point
        question = above.question if above is not None else None
        if question is None:
            return False
        frame = self.state.frames[-1]
        if question.how is How.ALONE:
            return self._alone(question, frame)
        known = self.view.play["frames"][-1]["asking"][str(question.index)]
        if question.how is How.WINDOW:
            return self._window(question, frame, known)
        return self._several(question, frame, known)

    # --- frames -------------------------------------------------------------------------------

    def _frame(self, point: Point, known: Mapping[str, Any], above: Point | None) -> list[Any]:
        frame: list[Any] = [point.index, known["me"], known.get("this")]
        frame += [None for _ in point.unit.slots]
        arguments = self._arguments(point, above)
        values = known["values"]
        asking = {question.slot: question for question in self.program.questions
                  if question.unit is point.unit and question.slot}  # fmt: skip
        for place, slot in enumerate(point.unit.slots):
            if slot.index not in point.live:
                continue
            if slot.index in asking:
                question = asking[slot.index]
                about = known["asking"].get(str(question.index))
                if about is not None:
                    frame[slot.index] = self._inside(question, frame, about)
            elif slot.name in values:
                value = values[slot.name]
                frame[slot.index] = tuple(value) if isinstance(value, list) else value
            else:
                recipe = arguments.get(place, slot.recipe)
                of = self.state.frames[-1] if place in arguments else frame
                frame[slot.index] = self._made(recipe, of)
        return frame

    def _arguments(self, point: Point, above: Point | None) -> dict[int, Recipe]:
        """Recipes of the parameters of a called rule: the arguments of the call."""
        if above is None or above.called != point.unit.procedure:
            return {}
        return dict(enumerate(above.arguments))

    def _made(self, recipe: Recipe | None, frame: list[Any]) -> Any:
        if recipe is None:
            return None
        look = self.program.judge.looks.at(recipe.tree, recipe.scope)
        type_ = recipe.tree.type
        try:
            value = look(self.state, frame, max(self.seat, 0), MoveValues())
        except (LimitError, ZeroDivisionError, TypeError):  # it may be about nobody we know of
            value = () if type_.is_list else None
        if recipe.choose:
            items = list(value)
            value, type_ = items[self.draws.below(len(items))] if items else None, type_.item
        if value is None and type_.kind is types.Kind.NUMBER:
            return 0
        return tuple(value) if type_.is_list else value

    def _who(
        self, question: Question, frame: list[Any], known: Mapping[str, Any]
    ) -> tuple[int, ...]:
        if "who" in known:
            return tuple(known["who"])
        who = self._made(question.who, frame)
        return tuple(who) if isinstance(who, tuple) else (() if who is None else (who,))

    def _inside(self, question: Question, frame: list[Any], known: Mapping[str, Any]) -> Asking:
        """A question that play stands inside of, or at: nobody else is taken to have answered."""
        who = self._who(question, frame, known)
        left = tuple((seat, 0) for seat in known.get("left", ()))
        todo = tuple(known.get("todo", ()))
        secret = question.secret and question.how is How.EACH
        sizes = self._sizes() if secret else None
        done = question.how in (How.SEALED, How.FIRST)
        start = known.get("start", 0)
        return Asking(who, todo, left, sizes=sizes, asked=who, at=start, done=done)

    # --- the question -------------------------------------------------------------------------

    def _alone(self, question: Question, frame: list[Any]) -> bool:
        asked = self.view.public["asked"]
        if "moves" in self.view.own:
            seat = self.seat
        elif asked:
            seat = self.table.seats[asked[0]]
        else:
            who = self._who(question, frame, {})
            if not who:
                return False
            seat = who[0]
        self.state.who = seat
        self.state.moves = question.moves(self.state, frame, seat)
        return bool(self.state.moves)

    def _window(self, question: Question, frame: list[Any], known: Mapping[str, Any]) -> bool:
        """Somebody after the last play is asked: the reader, or one of the others who can be."""
        who = self._who(question, frame, known)
        start = known["start"]
        places = []
        for passes in range(len(who)):
            at = (start + passes) % len(who)
            mine = who[at] == self.seat
            if mine == ("moves" in self.view.own) and question.moves(self.state, frame, who[at]):
                places.append((at, passes))
        if not places:
            return False
        at, passes = places[self.draws.below(len(places))]
        frame[question.slot] = Asking(who=who, at=at, passes=passes)
        self.state.who = who[at]
        self.state.moves = question.moves(self.state, frame, who[at])
        return True

    def _several(self, question: Question, frame: list[Any], known: Mapping[str, Any]) -> bool:
        who = self._who(question, frame, known)
        state, askers = self.state, self.program.judge.askers
        if not question.secret:
            left = tuple((seat, 0) for seat in known["left"])
            frame[question.slot] = Asking(who, tuple(known["todo"]), left, asked=who)
            return True
        mine = "moves" in self.view.own
        given: tuple[tuple[int, Move], ...] = ()
        if "answer" in self.view.own:
            given = ((self.seat, read_move(self.table, question, self.view.own["answer"])),)
        others = tuple(seat for seat in who if seat != self.seat)
        left = ((self.seat, 0),) if mine else ()
        asking = Asking(who, others, left, given, self._sizes(), (self.seat,) if mine else ())
        frame[question.slot] = asking
        state.chance = self.chance
        step = askers.gone_through(state, frame, question)
        while step is not None:
            if step is question.onward:  # nobody would have a choice, and yet somebody is asked
                return False
            try:
                step = step(state, state.frames[-1])
            except Over:
                return False
        state.chance = NO_CHANCE
        return True

    def _sizes(self) -> tuple[int, ...]:
        """How large everybody saw the zones that not everybody sees."""
        zones = self.view.public["zones"]
        spots = self.program.layout.zone_spots
        names = (spots[index].name(self.table.players) for index in self.program.hidden_from_some)
        return tuple(zones.get(name, 0) for name in names)
