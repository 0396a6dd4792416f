"""Traces: a whole game as JSON lines, written by random players, or fed back in and compared.

The form is contract/scenarios.md.  Written traces take chance from the protocol's stream under the
hash of the seed, and the players draw from a stream of their own, so the same arguments give the
same lines everywhere.  Read traces bring their own chance.  Reads and writes no files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from card_specs.language.model import Game
from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem import engine
from pbem.engine.chance import Event, Fast, Recorded, Stream, trace_key
from pbem.replay.compare import asks_difference, difference, shown

FORMAT = 1
MOST_MOVES = 200_000
"""A game that is longer than this is taken for one that never ends."""


class EndlessError(PersonError):
    """A game that does not end, with the arguments that lead to it."""


def players_named(number: int) -> tuple[str, ...]:
    """The players of a trace: p1, p2, …"""
    return tuple(f"p{seat}" for seat in range(1, number + 1))


def write(
    game: Game, variant: str, options: Mapping[str, Any], players: Sequence[str], seed: int
) -> Iterator[str]:
    """The lines of a random game, without line ends."""
    table = engine.compile_table(game, variant, options, tuple(players))
    head = {
        "trace": FORMAT,
        "game": game.id,
        "variant": table.variant,
        "players": list(players),
        "options": dict(options),
        "seed": seed,
    }
    yield _line(head)
    chance = Stream(trace_key(seed))
    bots = Fast(f"pbem/1 trace bots\n{seed}")
    state = engine.start(table, chance)
    asks = engine.asks(table, state)
    yield _line(_position(table, state, asks, chance.take_events()))
    for _ in range(MOST_MOVES):
        if not asks:
            break
        player = list(asks)[bots.below(len(asks))]
        move = asks[player][bots.below(len(asks[player]))]
        state = engine.apply(table, state, player, move, chance)
        asks = engine.asks(table, state)
        made = {"player": player, "move": move}
        yield _line({**made, **_position(table, state, asks, chance.take_events())})
    else:
        raise EndlessError(f"the game with seed {seed} has not ended after {MOST_MOVES} moves")
    result = engine.result(table, state)
    if not result.over:
        raise EndlessError(f"the game with seed {seed} stops: nobody is asked and it is not over")
    yield _line({"over": True, "winners": list(result.winners), "scores": dict(result.scores)})


def _position(
    table: engine.Table, state: engine.State, asks: Mapping[str, Sequence[str]], events: list[Event]
) -> dict[str, Any]:
    return {"chance": events, "state": engine.trace_state(table, state), "asks": asks}


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- feeding back in -------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """The first line of a trace that does not come out as written."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:1: {self.what}"


class _Unlike(Exception):
    """What is different in the line being played."""


def replay(game: Game, lines: Iterable[str], file: str) -> Difference | None:
    """None if every line of a trace comes out as written, else the first that does not."""
    number = 0
    try:
        run: _Replay | None = None
        for number, text in enumerate(lines, 1):
            line = _read(text)
            if number == 1:
                run = _Replay(game, line)
            elif run is not None:
                run.line(line)
        if run is None or not run.ended:
            raise _Unlike("the trace ends before its game is over")
    except (_Unlike, PersonError) as error:
        return Difference(file, max(number, 1), str(error))
    return None


def _read(text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError as error:
        raise _Unlike(f"this is not a line of JSON: {error}") from error
    if not isinstance(line, dict):
        raise _Unlike("a line of a trace is a JSON object")
    return line


class _Replay:
    """A trace being played: what a line says is made, then compared."""

    def __init__(self, game: Game, head: Mapping[str, Any]) -> None:
        if head.get("trace") != FORMAT:
            raise _Unlike(f'the first line of a trace has "trace": {FORMAT}')
        if head.get("game") != game.id:
            raise _Unlike(f"a trace of '{head.get('game')}', and this is {game.id}")
        players = tuple(_list(head, "players"))
        options = head.get("options", {})
        if not isinstance(options, dict):
            raise _Unlike('"options" is an object')
        self.table = engine.compile_table(game, str(head.get("variant", "")), options, players)
        self.sets = engine.set_names(self.table)
        self.chance = Recorded()
        self.state: engine.State | None = None
        self.ended = False

    def line(self, line: Mapping[str, Any]) -> None:
        """Play one line; raises `_Unlike` with the first difference."""
        if self.ended:
            raise _Unlike("a line after the end of the game")
        if "over" in line:
            self._over(line)
            return
        self.chance.feed(_list(line, "chance"))
        if self.state is None:
            self.state = engine.start(self.table, self.chance)
        else:
            self._move(self.state, line)
        if self.chance.left:
            left = shown(self.chance.left[0])
            raise _Unlike(f"the trace has a chance event that the rules lack: {left}")
        self._compare(self.state, line)

    def _move(self, state: engine.State, line: Mapping[str, Any]) -> None:
        player, move = str(line.get("player", "")), str(line.get("move", ""))
        try:
            self.state = engine.apply(self.table, state, player, move, self.chance)
        except engine.Refused as refused:
            raise _Unlike(f"'{player}: {move}' is refused ({refused})") from refused

    def _compare(self, state: engine.State, line: Mapping[str, Any]) -> None:
        asks = line.get("asks", {})
        position = line.get("state", {})
        if not isinstance(position, dict) or not isinstance(asks, dict):
            raise _Unlike('"state" and "asks" are objects')
        found = engine.trace_state(self.table, state)
        unlike = difference(position, found, self.sets)
        unlike = unlike or asks_difference(asks, engine.asks(self.table, state))
        if unlike:
            raise _Unlike(unlike)

    def _over(self, line: Mapping[str, Any]) -> None:
        if self.state is None:
            raise _Unlike("the game is over before its set-up")
        result = engine.result(self.table, self.state)
        if not result.over:
            raise _Unlike("the trace is over, the game is not")
        if sorted(_list(line, "winners")) != sorted(result.winners):
            wanted, had = shown(line["winners"]), shown(result.winners)
            raise _Unlike(f"winners: expected {wanted}, got {had}")
        unlike = difference({"counters": line.get("scores", {})}, {"counters": result.scores}, ())
        if unlike:
            raise _Unlike(f"score of {unlike}")
        self.ended = True


def _list(line: Mapping[str, Any], key: str) -> list[Any]:
    value = line.get(key)
    if not isinstance(value, list):
        raise _Unlike(f'"{key}" is a list')
    return value
