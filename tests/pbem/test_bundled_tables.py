"""Tables that cannot be are refused before anything is dealt."""

from __future__ import annotations

from typing import Any

import pytest

from card_specs.language.load import load
from card_specs.language.problems import PersonError
from pbem import engine
from pbem.engine.chance import Fixed
from pbem.replay.scenario_files import read_file
from pbem.replay.scenarios import play


@pytest.mark.parametrize(
    ("name", "variant", "players", "clause"),
    [
        ("cinco", "standard", 1, "CINCO-1.1"),
        ("cinco", "standard", 7, "CINCO-1.1"),
        ("cinquillo", "classic", 1, "CINQ-1.1"),
        ("cinquillo", "classic", 5, "CINQ-1.1"),
        ("cinquillo", "cabron", 2, "CINQ-1.1"),
        ("diez", "triad", 1, "DIEZ-1.1"),
        ("diez", "points", 5, "DIEZ-1.1"),
        ("seis", "classic", 1, "SEIS-1.1"),
        ("seis", "mirror", 7, "SEIS-1.1"),
        ("cinco_vivos", "standard", 7, "VIVOS-1.1"),
        ("cinco_vivos", "teams", 2, "VIVOS-1.1"),
        ("cinco_vivos", "teams", 5, "VIVOS-1.1"),
    ],
)
def test_the_number_of_players(name: str, variant: str, players: int, clause: str) -> None:
    with pytest.raises(PersonError):
        engine.compile_table(load(name), variant, {}, players)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cinquillo", {"limit": 31}),
        ("cinquillo", {"deal": 16}),
        ("cinquillo", {"competitive": "yes"}),
        ("cinco", {"ties": "maybe"}),
        ("cinco_vivos", {"lives": 6}),
        ("diez", {"custom": "explode"}),
        ("seis", {"no_such_option": 1}),
    ],
)
def test_options_that_cannot_be(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(PersonError):
        engine.compile_table(load(name), "", options, 3)


@pytest.mark.parametrize(
    "standing",
    [{"nobody": {"draw": "auto"}}, {"p1": {"drow": "auto"}}, {"p1": {"draw": "often"}}, 7],
)
def test_orders_that_cannot_be(standing: Any) -> None:
    table = engine.compile_table(load("cinco"), "", {"standing": standing}, 2)
    with pytest.raises(PersonError):
        engine.start(table, Fixed())


STUCK = b"""
scenarios:
  - id: nobody-holds-a-step
    players: [ana, beto, carla]
    given:
      turn: ana
      direction: counterclockwise
      rest: aside
      zones: {hand.ana: [O3], hand.beto: [C1], hand.carla: [E1]}
      counters: {round: 2}
"""


def test_a_position_that_no_deal_leads_to_is_an_error() -> None:
    """CINQ-4.4: an engine that is given one reports it instead of passing for ever."""
    scenario = read_file(STUCK, "stuck.yaml").scenarios[0]
    failure = play(load("cinquillo"), scenario)
    assert failure is not None
    assert "play does not come to a question" in failure.what


def test_orders_are_seen_by_their_owner_alone() -> None:
    """SEIS-13.11: they are secret, and may be changed at any time for questions put afterwards."""
    order = {"p1": {"numeral": "never"}, "p2": {"tirador": "never"}}
    table = engine.compile_table(load("seis"), "classic", {"standing": order}, 2)
    state = engine.start(table, Fixed([3, 3]))
    plain = engine.compile_table(load("seis"), "classic", {}, 2)
    other = engine.start(plain, Fixed([3, 3]))
    for player in ("p2", ""):
        seen, unordered = engine.view(table, state, player), engine.view(plain, other, player)
        assert (seen.public, seen.own) == (unordered.public, unordered.own)
    state = engine.set_orders(table, state, "p1", {})
    state = engine.apply(table, state, "p1", "roll", Fixed([3]))
    assert engine.asks(table, state) == {"p1": ["pass", "play NUM to=2", "play NUM to=4"]}
