"""Many games between bots: played, checked, counted.

Each game has a seed of its own, made of the simulation's seed and the game's number, so the result
does not depend on how the games are split among processes.  Every game must end, and every card
must still be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from card_specs.language.model import Game as Spec
from card_specs.language.problems import PersonError, nearest
from card_specs.values import dataclass
from pbem import engine
from pbem.bots import BOTS, Bot, Seat
from pbem.engine.cards import loose
from pbem.engine.chance import Fast
from pbem.engine.lexicon import take_apart
from pbem.simulation.tally import Game, Tally

MOST_MOVES = 100_000
BATCH = 50
"""Games a process is given at a time."""


class SimulationError(PersonError):
    """A game that does not end or loses a card; the text says how to see it again."""


@dataclass(frozen=True)
class Plan:
    """What is to be simulated; `bots` may be fewer or more than players, they take turns."""

    spec: str
    variant: str
    options: Mapping[str, Any]
    players: int
    bots: tuple[str, ...] = ("random",)
    games: int = 1000
    seed: int = 1

    def seated(self, index: int) -> tuple[str, ...]:
        """Which bot sits where in a game: they move one seat on from game to game."""
        return tuple(self.bots[(seat + index) % len(self.bots)] for seat in range(self.players))


def check_bots(names: Sequence[str]) -> None:
    """Raises for a bot that does not exist."""
    for name in names:
        if name not in BOTS:
            raise SimulationError(f"there is no bot '{name}' ({nearest(name, BOTS)})")


def play_one(plan: Plan, table: engine.Table, index: int) -> Game:
    """One game from beginning to end."""
    seed = f"simulate {plan.seed} {index}"
    chance, luck = Fast(seed), Fast(seed + " bots")
    names = plan.seated(index)
    bots = [BOTS[name] for name in names]
    state = engine.start(table, chance)
    cards = _cards(state)
    counts = _Counts()
    moves = 0
    while seats := engine.to_move(table, state):
        seat = seats[luck.below(len(seats))] if len(seats) > 1 else seats[0]
        legal = engine.legal_moves(table, state, seat)
        move = _choose(table, state, seat, legal, bots[seat], luck)
        counts.count(engine.question(table, state), seat, table.texts[move], len(legal))
        state = engine.apply(table, state, seat, move, chance)
        moves += 1
        if moves > MOST_MOVES:
            raise SimulationError(f"game {index} has not ended after {MOST_MOVES} moves")
    result = engine.result(table, state)
    if not result.over:
        raise SimulationError(f"game {index} stops: nobody is asked, and it is not over")
    if _cards(state) != cards:
        raise SimulationError(f"game {index} has lost or gained a card")
    return Game(
        bots=names,
        winners=tuple(sorted(table.seats[player] for player in result.winners)),
        scores=tuple(result.scores.get(player, 0) for player in table.players),
        moves=moves,
        played=counts.played,
        asked=counts.asked,
        chosen=counts.chosen,
        verbs=counts.verbs,
    )


class _Counts:
    """What is counted move by move."""

    def __init__(self) -> None:
        self.played: Counter[tuple[int, str]] = Counter()
        self.asked: Counter[str] = Counter()
        self.chosen: Counter[str] = Counter()
        self.verbs: Counter[str] = Counter()

    def count(self, question: str, seat: int, move: str, choices: int) -> None:
        parts = _parts(move)
        self.asked[question] += 1
        self.chosen[question] += choices > 1
        self.verbs[parts.verb] += 1
        for card in parts.cards:
            self.played[seat, card] += 1


_parts = lru_cache(maxsize=10_000)(take_apart)


def _choose(
    table: engine.Table,
    state: engine.State,
    seat: int,
    legal: Sequence[engine.Move],
    bot: Bot,
    luck: Fast,
) -> engine.Move:
    if bot.name == "random":
        # The view of a state costs more than all the rest of a random move.
        return legal[luck.below(len(legal))]
    player = table.players[seat]
    texts = {table.texts[move]: move for move in legal}
    view = engine.view(table, state, player)
    return texts[bot.choose(Seat(table, player, view, sorted(texts), luck))]


def _cards(state: engine.State) -> Counter[str]:
    """All cards of a state, without the conditions they lie in."""
    return Counter(card for zone in state.zones for place in zone for card in loose(place))


# --- batches ---------------------------------------------------------------------------------

Progress = Callable[[int], None]
"""Called with the number of games done so far."""


def simulate(
    plan: Plan, load: Callable[[str], Spec], workers: int = 1, progress: Progress | None = None
) -> Tally:
    """All games of a plan; `load` makes the spec in each process."""
    check_bots(plan.bots)
    total = Tally()
    for tally in _tallies(plan, load, workers):
        total.merge(tally)
        if progress is not None:
            progress(total.games)
    return total


def _batches(plan: Plan) -> list[range]:
    return [range(a, min(a + BATCH, plan.games)) for a in range(0, plan.games, BATCH)]


def _tallies(plan: Plan, load: Callable[[str], Spec], workers: int) -> Iterator[Tally]:
    if workers <= 1:
        _begin(plan, load)
        yield from map(_batch, _batches(plan))
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers, initializer=_begin, initargs=(plan, load)) as pool:
        yield from pool.map(_batch, _batches(plan))


_here: dict[str, Any] = {}
"""The plan and its compiled table in this process: a pool hands over numbers only."""


def _begin(plan: Plan, load: Callable[[str], Spec]) -> None:
    spec = load(plan.spec)
    players = tuple(f"p{seat}" for seat in range(1, plan.players + 1))
    _here["plan"] = plan
    _here["table"] = engine.compile_table(spec, plan.variant, plan.options, players)


def _batch(games: range) -> Tally:
    tally = Tally()
    for index in games:
        tally.add(play_one(_here["plan"], _here["table"], index))
    return tally
