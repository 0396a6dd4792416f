"""Points by CINQ-10 and ratings."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.identities import Persons, same_address
from pbem.office.leaving import winners_among
from pbem.ranking import Match, chips, places, points, standings

FOUR = ("ana", "beto", "carla", "dani")


def match(players: tuple[str, ...] = FOUR, **changes: Any) -> Match:
    values: dict[str, Any] = {
        "game": "cinquillo-0001",
        "at": 1,
        "people": {player: f"{player}@example.org" for player in players},
        "winners": ["ana"],
        "scores": {player: 30 - 5 * place for place, player in enumerate(players)},
        "competitive": True,
        "seats": len(players),
    }
    return Match(**{**values, **changes})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [40, -10, -10, -10]),  # CINQ-10.3, CINQ-10.4
        ({"winners": ["ana", "beto"]}, [0, 0, -10, -10]),  # CINQ-10.4
        ({"left": {"dani"}, "penalised": {"dani"}}, [40, -10, -10, -20]),  # CINQ-10.6
        ({"left": {"dani"}}, [40, -10, -10, -10]),
        ({"left": {"ana"}}, [-10, 40, -10, -10]),  # the best of the others wins
        ({"competitive": False}, [0, 0, 0, 0]),  # CINQ-10.1
        (
            {"people": {"ana": "a", "beto": "k", "carla": "k", "dani": "d"}},
            [0, 0, 0, 0],
        ),  # CINQ-10.5
    ],
)
def test_points(changes: dict[str, Any], expected: list[int]) -> None:
    assert list(points(match(**changes)).values()) == expected


def test_two_players_one_leaves() -> None:
    two = match(("ana", "beto"), left={"beto"}, penalised={"beto"})
    assert points(two) == {"ana": 20, "beto": -20}


def test_totals_may_fall_below_zero_and_equal_totals_share_a_place() -> None:
    table = standings([match(), match(at=2, game="cinquillo-0002")])
    assert [(one.person[:3], one.points) for one in table] == [
        ("ana", 80),
        ("bet", -20),
        ("car", -20),
        ("dan", -20),
    ]
    assert places(table) == [1, 2, 2, 2]  # CINQ-10.8


def test_ratings_follow_the_order_of_the_scores() -> None:
    table = {one.person[:3]: one.rating for one in standings([match()])}
    assert table["ana"] > table["bet"] > table["car"] > table["dan"]


def test_one_person_in_two_seats_is_not_rated() -> None:
    people = {"ana": "x", "beto": "x"}
    (one,) = standings([match(("ana", "beto"), people=people)])
    assert (one.mu, one.points) == (25.0, 0)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [30, -10, -10, -10]),  # CINQ-10.7: paid to the winner
        ({"winners": ["ana", "beto"]}, [10, 10, -10, -10]),  # equal whole parts
        ({"winners": ["carla", "beto", "ana"]}, [4, 3, 3, -10]),  # the rest: first in seat order
        ({"left": {"dani"}, "penalised": {"dani"}}, [30, -10, -10, -10]),  # a stake stays in
        ({"left": {"ana"}}, [-10, 30, -10, -10]),
        ({"winners": [], "scores": {}}, [0, 0, 0, 0]),  # nobody won: everybody has it back
        ({"competitive": False}, [0, 0, 0, 0]),
        ({"stake": 0}, [0, 0, 0, 0]),
    ],
)
def test_chips(changes: dict[str, Any], expected: list[int]) -> None:
    found = chips(match(**{"stake": 10, **changes}))
    assert list(found.values()) == expected
    assert sum(found.values()) == 0


def test_chips_stand_beside_the_points_less_what_is_staked_now() -> None:
    table = standings([match(stake=10)], 100, {"ana@example.org": 30, "eva@example.org": 5})
    assert {one.person[:3]: one.chips for one in table} == {
        "ana": 100,
        "bet": 90,
        "car": 90,
        "dan": 90,
        "eva": 95,
    }


def test_the_best_of_the_others_wins_where_few_points_are_good_too() -> None:
    scores = {"ana": 3, "beto": 20, "carla": 9}
    assert winners_among(["ana"], scores, {"ana"}) == ("carla",)
    assert winners_among(["beto"], scores, {"beto"}) == ("carla",)
    assert winners_among(["ana"], scores, {"beto"}) == ("ana",)
    assert winners_among(["ana"], scores, set(scores)) == ()


def test_one_person_is_who_shares_an_address_or_a_key() -> None:
    persons = Persons([("ana@x", "key1"), ("beto@x",), ("other@x", "key1"), ("key2",)])
    assert persons.name("other@x") == persons.name("key1") == "ana@x"
    assert persons.name("beto@x") == "beto@x"
    assert persons.name("key2") == "key2"
    assert same_address("Ana+Juegos@Example.org") == "ana@example.org"
