"""Plays scenarios: sets up a position, makes the moves, compares what is expected.

A scenario passes or fails with the place in its file and the first difference; a scenario that
cannot be played at all (a zone, an option, a card that the table does not have) fails the same
way.  Chance is fixed.  Reads no files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from card_specs.language.model import Game
from card_specs.language.problems import Mark, PersonError, nearest
from card_specs.values import dataclass
from pbem import engine
from pbem.engine.cards import loose
from pbem.engine.chance import Fixed
from pbem.engine.position import ASIDE
from pbem.replay.compare import asks_difference, is_set, same, shown
from pbem.replay.scenario_files import Expected, Late, Moved, Refused, Scenario, Step


@dataclass(frozen=True)
class Failure:
    """Why a scenario fails, and where in its file."""

    at: Mark
    what: str

    def __str__(self) -> str:
        return f"{self.at}: {self.what}"


class _Failed(Exception):
    def __init__(self, at: Mark, what: str) -> None:
        super().__init__(what)
        self.failure = Failure(at, what)


Tables = dict[tuple[Any, ...], engine.Table]
"""Compiled tables, so that scenarios of the same table share one."""


Watch = Callable[[engine.Table, engine.State, Step | None], None]
"""Looks at the position at the beginning (no step), and after every step."""


def play(
    game: Game, scenario: Scenario, tables: Tables | None = None, watch: Watch | None = None
) -> Failure | None:
    """None if the scenario comes out as written, else the first difference."""
    try:
        run = _Run(game, scenario, {} if tables is None else tables)
        for step in (None, *scenario.steps):
            if step is not None:
                run.step(step)
            if watch is not None:
                watch(run.table, run.state, step)
        if scenario.expect is not None:
            run.check(scenario.expect)
    except _Failed as failed:
        return failed.failure
    return None


class _Run:
    """One scenario being played."""

    def __init__(self, game: Game, scenario: Scenario, tables: Tables) -> None:
        self.scenario = scenario
        self.chance = Fixed(scenario.dice)
        try:
            self.table = _table(game, scenario, tables)
            self.state = self._begin()
        except PersonError as error:
            raise _Failed(scenario.given.at, str(error)) from error

    def _begin(self) -> engine.State:
        given = self.scenario.given
        if given.start:
            extra = sorted(set(given.zones) - {"stock"})
            if extra:
                message = f"`start: true` takes only zones.stock, not {', '.join(extra)}"
                raise _Failed(given.at, message)
            return engine.start(self.table, self.chance, given.zones.get("stock", ()))
        return engine.position(
            self.table,
            self.chance,
            turn=given.turn,
            direction=given.direction,
            zones=given.zones,
            counters=given.counters,
            rest=given.rest,
        )

    # --- steps --------------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        if isinstance(step, Expected):
            self.check(step)
        elif isinstance(step, Refused):
            self._refused(step)
        elif isinstance(step, Late):
            self._late(step)
        else:
            self._move(step.at, step.player, step.move)

    def _move(self, at: Mark, player: str, move: str) -> None:
        try:
            self.state = engine.apply(self.table, self.state, player, move, self.chance)
        except engine.Refused as refused:
            asked = engine.asks(self.table, self.state)
            message = f"'{player}: {move}' is refused ({refused}); asks: {shown(asked)}"
            raise _Failed(at, message) from refused
        except PersonError as error:
            raise _Failed(at, str(error)) from error

    def _refused(self, step: Refused) -> None:
        before = engine.dump(self.table, self.state)
        try:
            engine.apply(self.table, self.state, step.player, step.move, self.chance)
        except engine.Refused:
            if engine.dump(self.table, self.state) != before:
                message = f"'{step.player}: {step.move}' is refused, but it changed the state"
                raise _Failed(step.at, message) from None
            return
        raise _Failed(step.at, f"'{step.player}: {step.move}' is not refused")

    def _late(self, step: Late) -> None:
        if step.player not in engine.asks(self.table, self.state):
            raise _Failed(step.at, f"nothing is asked of {step.player}, so no deadline can pass")
        try:
            move = engine.deadline(self.table, self.state, step.player)
        except PersonError as error:
            raise _Failed(step.at, str(error)) from error
        self._move(step.at, step.player, move)

    # --- checks -------------------------------------------------------------------------------

    def check(self, expected: Expected) -> None:
        """Compare everything that is named; the first difference is raised."""
        position = engine.trace_state(self.table, self.state)
        for difference in (
            self._zones(expected, {ASIDE: self._aside(), **position["zones"]}),
            self._counters(expected, position["counters"]),
            self._asks(expected),
            self._views(expected),
            self._result(expected),
        ):
            if difference:
                raise _Failed(expected.at, difference)

    def _zones(self, expected: Expected, zones: Mapping[str, Sequence[str]]) -> str:
        known = (*engine.zone_names(self.table), ASIDE)
        named = {*(expected.zones or ()), *(expected.top or ()), *(expected.size or ())}
        for name in sorted(named - set(known)):
            return f"there is no zone '{name}' at this table ({nearest(name, known)})"
        for name, cards in (expected.zones or {}).items():
            have = list(zones.get(name, ()))
            if _lined_up(self.table, name, cards) != _lined_up(self.table, name, have):
                return f"zone {name}: expected {shown(cards)}, got {shown(have)}"
        for name, card in (expected.top or {}).items():
            have = list(zones.get(name, ()))
            if have[:1] != [card]:
                return f"top of {name}: expected {card}, got {have[0] if have else 'nothing'}"
        for name, size in (expected.size or {}).items():
            if len(zones.get(name, ())) != size:
                return f"size of {name}: expected {size}, got {len(zones.get(name, ()))}"
        return ""

    def _aside(self) -> list[str]:
        """Cards out of play at a table without a zone for them: those that lie nowhere."""
        left = list(self.table.program.deck.cards)
        for card in (card for zone in self.state.zones for place in zone for card in loose(place)):
            if card in left:
                left.remove(card)
        return left

    def _counters(self, expected: Expected, counters: Mapping[str, Any]) -> str:
        known = engine.counter_names(self.table)
        for name, value in (expected.counters or {}).items():
            if name not in counters and name not in known:
                return f"there is no counter '{name}' at this table ({nearest(name, known)})"
            if not same(value, counters.get(name, 0)):
                return f"counter {name}: expected {shown(value)}, got {counters.get(name, 0)}"
        return ""

    def _asks(self, expected: Expected) -> str:
        asks = engine.asks(self.table, self.state)
        if expected.asks is not None:
            difference = asks_difference(expected.asks, asks)
            if difference:
                return difference
        if expected.to_move is not None and sorted(expected.to_move) != sorted(asks):
            return f"to_move: expected {shown(expected.to_move)}, got {shown(sorted(asks))}"
        for player, moves in (expected.may or {}).items():
            for move in moves:
                if move not in asks.get(player, ()):
                    return f"{player} may not '{move}'; asks: {shown(asks)}"
        for player, moves in (expected.may_not or {}).items():
            for move in moves:
                if move in asks.get(player, ()):
                    return f"{player} may '{move}'"
        return ""

    def _views(self, expected: Expected) -> str:
        known = (*engine.zone_names(self.table), ASIDE)
        for word, seen in (("hidden", expected.hidden), ("shown", expected.shown)):
            for player, names in (seen or {}).items():
                zones = engine.view(self.table, self.state, player).zones
                for name in names:
                    if name not in known:
                        return f"there is no zone '{name}' at this table ({nearest(name, known)})"
                    listed = isinstance(zones.get(name, 0), list | tuple)
                    if listed and word == "hidden":
                        return f"{player} sees {name}: {shown(zones[name])}"
                    if not listed and word == "shown":
                        return f"{player} does not see {name}"
        return ""

    def _result(self, expected: Expected) -> str:
        result = engine.result(self.table, self.state)
        if expected.over is not None and expected.over != result.over:
            return f"over: expected {shown(expected.over)}, got {shown(result.over)}"
        if expected.winners is not None and sorted(expected.winners) != sorted(result.winners):
            return f"winners: expected {shown(expected.winners)}, got {shown(result.winners)}"
        for player, score in (expected.scores or {}).items():
            if result.scores.get(player, 0) != score:
                return f"score of {player}: expected {score}, got {result.scores.get(player, 0)}"
        return ""


def _lined_up(table: engine.Table, zone: str, cards: Sequence[str]) -> list[str]:
    return sorted(cards) if is_set(zone, engine.set_names(table)) else list(cards)


def _table(game: Game, scenario: Scenario, tables: Tables) -> engine.Table:
    key = (scenario.variant, repr(scenario.options), scenario.players)
    if key not in tables:
        tables[key] = engine.compile_table(
            game, scenario.variant, scenario.options, scenario.players
        )
    return tables[key]


__all__ = ["Failure", "Moved", "Tables", "play"]
