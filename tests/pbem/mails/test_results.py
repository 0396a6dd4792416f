"""The end of a game as a mail tells it, and what cards say in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from card_specs.language.load import bundled
from pbem.mails.blocks import Place, Results, Seats
from pbem.mails.mail import Mail
from pbem.mails.scene import scene
from pbem.mails.table_pages import end
from pbem.mails.tray import NoPictures

from .samples import sample
from .tabletop import spec_of, table_of


def places(mail: Mail) -> list[Place]:
    (found,) = [
        block for block in end(scene(mail, NoPictures())).blocks if isinstance(block, Results)
    ]
    return list(found.places)


@pytest.mark.parametrize(
    ("winners", "scores", "ranks"),
    [
        (["carla"], {"ana": 3, "beto": 3, "carla": 6}, "carla 1, ana 2, beto 2"),
        (["ana"], {"ana": 5, "beto": 1, "carla": 4}, "ana 1, carla 2, beto 3"),
        (["ana"], {"ana": 12, "beto": 101, "carla": 40}, "ana 1, carla 2, beto 3"),  # low wins
        (["ana", "beto"], {"ana": 5, "beto": 5, "carla": 1}, "ana 1, beto 1, carla 3"),
        ([], {"ana": 2, "beto": 4, "carla": 2}, "beto 1, ana 2, carla 2"),
    ],
)
def test_ranks(winners: list[str], scores: dict[str, Any], ranks: str) -> None:
    found = places(sample("end", "es", winners=winners, scores=scores))
    assert ", ".join(f"{one.name.lower()} {one.rank}" for one in found) == ranks
    assert {one.name.lower() for one in found if one.winner} == set(winners)


def test_after_the_end_it_is_nobodys_turn() -> None:
    mail = sample("end", "es")
    assert mail.view is not None
    view = {**mail.view, "public": {**mail.view["public"], "over": True}}
    page = end(scene(type(mail)(**{**vars(mail), "view": view}), NoPictures()))
    (seats,) = [block for block in page.blocks if isinstance(block, Seats)]
    assert not any(seat.turn for seat in seats.seats)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("game", bundled())
def test_what_cards_say_has_no_braces_left(game: str, lang: str) -> None:
    table = table_of(game, max(3, spec_of(game).players.least))
    made = scene(table.mail("turn", table.walk(1), lang), NoPictures())
    for card in made.album.cards:
        told = made.words.card_text(card) + made.words.card_title(card)
        assert not set("{}*") & set(told), told
        assert not re.search(r"\bcards? (?:seven|two)|(?:siete|dos) carta\b", told), told
