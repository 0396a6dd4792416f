"""Sums over games: whole numbers, so that any split into batches adds up the same."""

from __future__ import annotations

import pytest

from pbem.simulation.tally import (
    WIN,
    Game,
    Tally,
    as_data,
    by_kind,
    card_figures,
    quantile,
    share,
    summed,
)


def game(winners: tuple[int, ...], moves: int = 10, bots: tuple[str, ...] = ("a", "b")) -> Game:
    return Game(
        bots=bots,
        winners=winners,
        scores=(3, 5),
        moves=moves,
        played={(0, "R1"): 2, (1, "R2"): 1},
        asked={"turn/0": 3},
        chosen={"turn/0": 2},
        verbs={"play": 3},
    )


def test_any_split_adds_up_the_same() -> None:
    games = [game((n % 2,), n) for n in range(10)] + [game((0, 1))]
    whole, parts = Tally(), []
    for one in games:
        whole.add(one)
    for start in range(0, 11, 4):
        part = Tally()
        for one in games[start : start + 4]:
            part.add(one)
        parts.append(part)
    assert summed(parts) == whole
    assert as_data(summed(reversed(parts)), ("a", "b")) == as_data(whole, ("a", "b"))


def test_shared_wins_are_shared() -> None:
    tally = Tally()
    tally.add(game((0, 1)))
    assert dict(tally.seats) == {0: WIN // 2, 1: WIN // 2}
    assert tally.shared == 1


def test_bots_are_counted_wherever_they_sit() -> None:
    tally = Tally()
    tally.add(game((0,), bots=("a", "b")))
    tally.add(game((1,), bots=("b", "a")))
    assert tally.bots["a"] == 2 * WIN
    assert tally.bot_games == {"a": 2, "b": 2}
    assert tally.scores == {"a": 8, "b": 8}


def test_shares_have_the_wilson_interval() -> None:
    found = share(50 * WIN, 100)
    assert found.value == pytest.approx(0.5)
    assert found.low == pytest.approx(0.4038, abs=1e-4)
    assert found.high == pytest.approx(0.5962, abs=1e-4)
    assert share(0, 0).high == 1.0
    assert share(0, 10).low == 0.0


def test_quantiles() -> None:
    assert quantile({10: 1, 20: 98, 90: 1}, 0.5) == 20
    assert quantile({10: 1, 20: 98, 90: 1}, 1.0) == 90
    assert quantile({}, 0.5) == 0


def test_cards_of_winners_have_an_effect() -> None:
    tally = Tally()
    for _ in range(100):
        tally.add(game((0,)))
    good, bad = card_figures(tally, 2)
    assert {(good.code, good.effect), (bad.code, bad.effect)} == {("R1", 0.5), ("R2", -0.5)}
    assert good.clear
    assert by_kind(tally, {"R1": "number", "R2": "number"}).card_plays == {"number": 300}
