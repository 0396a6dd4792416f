"""What many games add up to: only whole numbers that are summed, so any split adds up the same.

A won game is `WIN` units, shared evenly among the winners (60 divides by every number of players
from 1 to 6), so that shared wins stay whole numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, fields
from typing import Any

from card_specs.values import dataclass

WIN = 60


@dataclass(frozen=True)
class Game:
    """One finished game: who sat where, who won, and what was played by whom."""

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    played: Mapping[tuple[int, str], int]
    """(seat, code of a card) -> how often that seat made a move with it."""
    asked: Mapping[str, int]
    """Question -> how often it was asked."""
    chosen: Mapping[str, int]
    """Question -> how often it had more than one answer."""
    verbs: Mapping[str, int]


@dataclass
class Tally:
    """Running sums over games; `add` and `merge` are all that changes it."""

    games: int = 0
    shared: int = 0
    seats: Counter[int] = field(default_factory=Counter)
    """Seat -> units won there."""
    bots: Counter[str] = field(default_factory=Counter)
    """Bot -> units won."""
    bot_games: Counter[str] = field(default_factory=Counter)
    """Bot -> seats taken, that is games times its seats in each."""
    scores: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    """Moves in a game -> games."""
    card_games: Counter[str] = field(default_factory=Counter)
    """Card -> players who played it in a game, summed over games."""
    card_wins: Counter[str] = field(default_factory=Counter)
    """Card -> units won by players who played it."""
    card_plays: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)

    def add(self, game: Game) -> None:
        """One more game."""
        self.games += 1
        self.shared += len(game.winners) > 1
        self.lengths[game.moves] += 1
        share = WIN // len(game.winners) if game.winners else 0
        for seat, bot in enumerate(game.bots):
            won = share if seat in game.winners else 0
            self.seats[seat] += won
            self.bots[bot] += won
            self.bot_games[bot] += 1
            self.scores[bot] += game.scores[seat]
        for (seat, code), times in game.played.items():
            self.card_games[code] += 1
            self.card_plays[code] += times
            self.card_wins[code] += share if seat in game.winners else 0
        self.asked.update(game.asked)
        self.chosen.update(game.chosen)
        self.verbs.update(game.verbs)

    def merge(self, other: Tally) -> None:
        """The games of another tally as well."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, one.name, mine + theirs)


@dataclass(frozen=True)
class Share:
    """A share of games with its 95 % interval (Wilson): `low <= value <= high`, 0 to 1."""

    value: float
    low: float
    high: float

    def as_data(self) -> dict[str, float]:
        return {key: round(getattr(self, key), 4) for key in ("value", "low", "high")}


def share(units: int, games: int) -> Share:
    """Units won in so many games as a share."""
    if not games:
        return Share(0.0, 0.0, 1.0)
    p, z = units / WIN / games, 1.96
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Share(p, max(0.0, middle - half), min(1.0, middle + half))


def quantile(counts: Mapping[int, int], q: float) -> int:
    """The value below or at which the share q of a distribution lies; 0 of an empty one."""
    total, seen = sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= q * total:
            return value
    return 0


@dataclass(frozen=True)
class CardFigure:
    """How much a card mattered: `effect` is the win share of its players less an even share."""

    code: str
    plays: int
    players: int
    wins: Share
    effect: float
    clear: bool
    """Whether the interval of `wins` leaves out the even share."""


def card_figures(tally: Tally, seats: int) -> list[CardFigure]:
    """Every card that was played, the most telling first."""
    even = 1 / seats
    figures = []
    for code, players in tally.card_games.items():
        wins = share(tally.card_wins[code], players)
        clear = not wins.low <= even <= wins.high
        effect = wins.value - even
        figures.append(CardFigure(code, tally.card_plays[code], players, wins, effect, clear))
    return sorted(figures, key=lambda card: (-abs(card.effect), card.code))


def by_kind(tally: Tally, kinds: Mapping[str, str]) -> Tally:
    """The same tally with cards grouped by kind; a player who played two of a kind counts twice."""
    grouped = Tally(**{one.name: getattr(tally, one.name) for one in fields(tally)})
    for name in ("card_games", "card_wins", "card_plays"):
        counter: Counter[str] = Counter()
        for code, number in getattr(tally, name).items():
            counter[kinds.get(code, code)] += number
        setattr(grouped, name, counter)
    return grouped


def summed(tallies: Iterable[Tally]) -> Tally:
    """All tallies in one."""
    total = Tally()
    for tally in tallies:
        total.merge(tally)
    return total


def as_data(tally: Tally, bots: Sequence[str]) -> dict[str, Any]:
    """The tally for `--json`: plain data, the same for the same games."""
    seats = len(bots)
    return {
        "games": tally.games,
        "seats": [share(tally.seats[seat], tally.games).as_data() for seat in range(seats)],
        "bots": {
            bot: {
                **share(tally.bots[bot], tally.bot_games[bot]).as_data(),
                "seats": tally.bot_games[bot],
                "score": round(tally.scores[bot] / max(1, tally.bot_games[bot]), 3),
            }
            for bot in sorted(set(bots))
        },
        "shared": tally.shared,
        "moves": {
            "median": quantile(tally.lengths, 0.5),
            "p95": quantile(tally.lengths, 0.95),
            "most": max(tally.lengths, default=0),
        },
        "lengths": {str(moves): tally.lengths[moves] for moves in sorted(tally.lengths)},
        "cards": [
            {
                "code": card.code,
                "plays": card.plays,
                "players": card.players,
                "wins": card.wins.as_data(),
                "effect": round(card.effect, 4),
                "clear": card.clear,
            }
            for card in card_figures(tally, seats)
        ],
        "questions": {
            place: {"asked": tally.asked[place], "choice": tally.chosen[place]}
            for place in sorted(tally.asked)
        },
        "verbs": {verb: tally.verbs[verb] for verb in sorted(tally.verbs)},
    }
