"""Experience points and ratings from signed results.

Points by the clauses of CINQ-10, for every game: the one winner of a competitive match gains 10 for
each player at the table, every loser loses 10 (20 who left and was penalised by all others);
where several tie at the top they neither gain nor lose.  Chips follow from the same results: there
is no other account of them.  Ratings are Plackett-Luce (openskill).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from card_specs.values import dataclass
from pbem.office.leaving import winners_among

WIN, LOSS, PENALTY = 10, 10, 20


@dataclass(frozen=True)
class Match:
    """One finished match: who sat where, how it ended, who had left it."""

    game: str
    at: int  # seconds UTC of its end
    people: Mapping[str, str]  # player -> person, in seat order; bots are left out
    winners: Sequence[str]
    scores: Mapping[str, int]
    competitive: bool
    left: frozenset[str] = frozenset()
    penalised: frozenset[str] = frozenset()
    seats: int = 0  # as many as the table began with
    stake: int = 0  # chips that each player staked


@dataclass
class Standing:
    """A person's line in the ranking."""

    person: str
    points: int = 0
    matches: int = 0
    won: int = 0
    chips: int = 0
    mu: float = 25.0
    sigma: float = 25.0 / 3
    history: list[int] = field(default_factory=list)

    @property
    def rating(self) -> float:
        """What one can be fairly sure of: three deviations below the mean."""
        return self.mu - 3 * self.sigma


def winners_of(match: Match) -> tuple[str, ...]:
    """Who won, leavers aside: the best of the others wins where the winner had left (CINQ-10.6)."""
    return winners_among(match.winners, match.scores, match.left)


def points(match: Match) -> dict[str, int]:
    """The change of each player's experience points (0 for all where they don't count)."""
    players = list(match.people)
    if not match.competitive or len(set(match.people.values())) < len(players):
        return dict.fromkeys(players, 0)  # CINQ-10.1, 10.5
    winners = winners_of(match)
    changes = {}
    for player in players:
        if player in winners:
            changes[player] = WIN * match.seats if len(winners) == 1 else 0
        else:
            changes[player] = -(PENALTY if player in match.penalised else LOSS)
    return changes


def chips(match: Match) -> dict[str, int]:
    """The change of each player's chips: the stakes go to the winner (CINQ-10.7).

    Winners who tie share in equal whole parts, what is left over goes to the first in seat order;
    the stake of whoever left stays in.  Without a winner everybody has their stake back.
    """
    winners = [player for player in match.people if player in winners_of(match)]
    if not (match.competitive and winners):
        return dict.fromkeys(match.people, 0)
    share, rest = divmod(match.stake * len(match.people), len(winners))
    changes = dict.fromkeys(match.people, -match.stake)
    for player in winners:
        changes[player] += share
    changes[winners[0]] += rest
    return changes


def standings(
    matches: Iterable[Match], start: int = 0, held: Mapping[str, int] | None = None
) -> list[Standing]:
    """Everybody's points, chips and rating after these matches, in order of their ends.

    `start`: the chips that everybody begins with; `held`: stakes of tables under way, by person.
    """
    found = {
        person: Standing(person, chips=start - stake) for person, stake in (held or {}).items()
    }
    for match in sorted(matches, key=lambda one: (one.at, one.game)):
        for person in match.people.values():
            found.setdefault(person, Standing(person, chips=start))
        winners = winners_of(match)
        for player, change in chips(match).items():
            found[match.people[player]].chips += change
        for player, change in points(match).items():
            standing = found[match.people[player]]
            standing.points += change
            standing.history.append(change)
            standing.matches += 1
            standing.won += player in winners
        _rate(match, winners, found)
    return sorted(found.values(), key=lambda s: (-s.points, -s.rating, s.person))


def places(table: Sequence[Standing]) -> list[int]:
    """The place of each line: equal points share one (CINQ-10.8)."""
    totals = [standing.points for standing in table]
    return [totals.index(total) + 1 for total in totals]


def _rate(match: Match, winners: Sequence[str], found: Mapping[str, Standing]) -> None:
    """Rate a match between different people by winners first, then scores."""
    from openskill.models import PlackettLuce

    players = [p for p in match.people if p not in match.left or p in winners]
    if len({match.people[player] for player in players}) < max(2, len(players)):
        return
    model = PlackettLuce()
    teams = []
    for player in players:
        standing = found[match.people[player]]
        teams.append([model.rating(mu=standing.mu, sigma=standing.sigma)])
    order = sorted({(player not in winners, -match.scores.get(player, 0)) for player in players})
    ranks = [
        float(order.index((player not in winners, -match.scores.get(player, 0))))
        for player in players
    ]
    for player, (rating,) in zip(players, model.rate(teams, ranks=ranks), strict=True):
        found[match.people[player]].mu = rating.mu
        found[match.people[player]].sigma = rating.sigma
