"""A spec's worked examples played for its rulebook: every position, and what came of each move.

The press asks for examples by their ids (`deckgen.rulebook.played.Play`) and imports no engine;
this module is what is handed to it.  An example that does not come out as written is a `SpecError`
at the line of the expectation, so no book with a wrong example is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from card_specs.language.model import Game
from card_specs.language.problems import Problem, Problems, SpecError, nearest
from deckgen.rulebook.played import Made, Played, Position
from pbem import engine
from pbem.replay.scenario_files import Expected, Moved, Scenario, Step, read_examples
from pbem.replay.scenarios import Tables, play


def play_examples(game: Game, ids: Iterable[str]) -> Mapping[str, Played]:
    """The examples of these ids, played; raises `SpecError` with all that fail."""
    problems = Problems()
    node = game.sections.get("examples")
    found = {one.id: one for one in read_examples(node, problems)} if node is not None else {}
    problems.raise_if_any()
    tables: Tables = {}
    played = {}
    for name in dict.fromkeys(ids):
        if name not in found:
            message = f"there is no example '{name}'"
            problems.add(node.mark if node else game.mark, message, nearest(name, found))
            continue
        watcher = _Watcher(found[name])
        failure = play(game, found[name], tables, watcher.look)
        if failure is not None:
            about = f"the example '{name}' does not come out: {failure.what}"
            problems.found.append(Problem(failure.at, about, "the rulebook would be wrong"))
            continue
        played[name] = watcher.played()
    if problems.errors:
        raise SpecError(problems.errors)
    return played


class _Noting(list[Any]):
    """A state's counters, which remember what was last written to each that was not nothing.

    A rule may set a value and clear it in the same move (a bid's worth, once the five is
    awarded); the picture of the move shows what it was.
    """

    def __init__(self, counters: list[Any]) -> None:
        super().__init__(counters)
        self.written: dict[int, Any] = {}

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        if value:
            self.written[index] = value


@dataclass
class _Watcher:
    """Notes what happens in one example."""

    scenario: Scenario
    before: Position | None = None
    rounds: list[Made] = field(default_factory=list)
    winners: tuple[str, ...] = ()
    counters: dict[str, Any] = field(default_factory=dict)

    def look(self, table: engine.Table, state: engine.State, step: Step | None) -> None:
        """The position after a step (None: at the beginning)."""
        position = _position(table, state)
        if step is None:
            self.before = position
        elif isinstance(step, Moved):
            self._made(step, position, _written(table, state))
        else:
            return
        state.counters = _Noting(state.counters)
        self.counters = dict(position.counters)
        self.winners = engine.result(table, state).winners

    def _made(self, step: Moved, after: Position, written: Mapping[str, Any]) -> None:
        """Note a move; answers to the same question are one round."""
        move = (step.player, step.move)
        last = self.rounds[-1] if self.rounds else None
        before = self.rounds[-1].after if last else self.before
        values = {**self.counters, **written}
        if last is not None and before is not None and _together(last, step, self._opening()):
            self.rounds[-1] = Made((*last.moves, move), {**last.values, **written}, after)
        else:
            self.rounds.append(Made((move,), values, after))

    def _opening(self) -> Position | None:
        """The position in which the last round began."""
        return self.rounds[-2].after if len(self.rounds) > 1 else self.before

    def played(self) -> Played:
        scenario = self.scenario
        assert self.before is not None
        expected = [step for step in scenario.steps if isinstance(step, Expected)]
        if scenario.expect is not None:
            expected.append(scenario.expect)
        named = {zone for one in expected for zone in one.zones or ()}
        return Played(
            scenario.id,
            scenario.at,
            scenario.variant,
            scenario.title,
            scenario.caption,
            scenario.players,
            scenario.given.turn or str(self.before.counters.get("turn", "")),
            self.before,
            tuple(self.rounds),
            dict(scenario.given.zones),
            frozenset(named),
            self.winners,
        )


def _together(last: Made, step: Moved, opening: Position | None) -> bool:
    """Whether a move answers the question that the last round answered, by another player."""
    if opening is None or any(player == step.player for player, _ in last.moves):
        return False
    verbs = {move.split()[0] for _, move in last.moves}
    return step.player in opening.asks and step.move.split()[0] in verbs


def _written(table: engine.Table, state: engine.State) -> dict[str, Any]:
    """The counters that the last move has set to something, by name."""
    if not isinstance(state.counters, _Noting):
        return {}
    names = {spot.index: spot.name(table.players) for spot in table.program.layout.counter_spots}
    return {names[i]: value for i, value in state.counters.written.items() if i in names}


def _position(table: engine.Table, state: engine.State) -> Position:
    traced = engine.trace_state(table, state)
    zones = {name: tuple(cards) for name, cards in traced["zones"].items()}
    asks = {player: tuple(moves) for player, moves in engine.asks(table, state).items()}
    return Position(zones, dict(traced["counters"]), asks)
