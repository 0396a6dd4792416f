"""What happened, told from facts: who did what, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pbem.mails.rich import said
from pbem.mails.scene import Scene, scene
from pbem.mails.since import news_title, since_lines
from pbem.mails.tray import NoPictures

from .tabletop import table_of


def told(facts: Sequence[Mapping[str, object]], lang: str = "es", game: str = "cinco") -> list[str]:
    return [said(line) for line in since_lines(told_scene(facts, lang, game))]


def told_scene(
    facts: Sequence[Mapping[str, object]], lang: str = "es", game: str = "cinco"
) -> Scene:
    """The mail to whom these facts are told."""
    table = table_of(game, 3)
    mail = table.mail("turn", "ana", lang)
    assert mail.view is not None
    mail = replace(mail, view={**mail.view, "since": list(facts)})
    return scene(mail, NoPictures())


def test_moves_of_one_player_share_a_line() -> None:
    facts: list[Any] = [
        {"player": "beto", "move": "draw"},
        {"zone": "hand.beto", "from": "stock", "more": 1},
        {"player": "beto", "move": "play R2"},
        {"zone": "discard", "from": "hand.beto", "gained": ["R2"]},
        {"player": "ana", "move": "play R-WILD7 color=blue"},
    ]
    assert told(facts) == ["Beto robó, jugó R2.", "Jugaste R-COM7 color azul."]
    assert told(facts, "en") == ["Beto drew, played R2.", "You played R-WILD7 color blue."]


def test_cards_that_came_to_the_reader_are_named_and_others_are_not() -> None:
    facts: list[Any] = [
        {"player": "ana", "move": "play R2"},
        {"zone": "hand.ana", "from": "stock", "gained": ["B9", "EMB"]},
        {"zone": "hand.beto", "from": "stock", "more": 2},
    ]
    assert told(facts) == ["Jugaste R2; a tu mano: A9 EMB."]


def test_an_auction_is_told_by_offers_values_and_the_winner() -> None:
    facts: list[Any] = [
        {"player": "beto", "move": "play R2"},
        {"zone": "lot", "from": "stock", "gained": ["G5"]},
        {"player": "ana", "move": "bid G3"},
        {"counter": "value.ana", "value": 6},
        {"zone": "offer.ana", "from": "bid.ana", "gained": ["G3"]},
        {"counter": "value.beto", "value": 16},
        {"zone": "offer.beto", "from": "bid.beto", "gained": ["G8"]},
        {"zone": "fives.beto", "from": "lot", "gained": ["G5"]},
        {"counter": "value.ana", "value": 0},
        {"counter": "value.beto", "value": 0},
    ]
    first, second = told(facts)
    assert first == "Beto jugó R2; cinco a subasta: V5."
    came = "a la oferta de Beto: V8; a los cincos de Beto: V5; valor de la oferta: Ana 6, Beto 16."
    assert second == f"Ofertaste V3; {came}"


AT_STAKE: list[Any] = [
    {"zone": "lot", "from": "stock", "gained": ["G5"]},
    {"zone": "offer.beto", "from": "bid.beto", "gained": ["G8"]},
    {"zone": "fives.beto", "from": "lot", "gained": ["G5"]},
    {"zone": "hand.ana", "from": "stock", "gained": ["B9"]},
]


@pytest.mark.parametrize(
    ("target", "es", "en"),
    [
        ("fives.beto", "Subasta: V5 para Beto", "Auction: G5 to Beto"),
        ("fives.ana", "Subasta: V5 para ti", "Auction: G5 to you"),
        ("discard", "Subasta: V5", "Auction: G5"),
    ],
)
def test_news_are_called_by_what_was_at_stake(target: str, es: str, en: str) -> None:
    facts = [*AT_STAKE[:2], {**AT_STAKE[2], "zone": target}, AT_STAKE[3]]
    assert [news_title(told_scene(facts, lang)) for lang in ("es", "en")] == [es, en]


def test_news_of_many_auctions_name_the_last_ones_and_other_news_nothing() -> None:
    facts = [{**AT_STAKE[2], "gained": [five]} for five in ("R5", "B5", "Y5", "G5")]
    called = "Subasta: A5 para Beto, L5 para Beto, V5 para Beto"
    assert news_title(told_scene(facts)) == called
    assert news_title(told_scene(AT_STAKE[:2])) == ""
    assert news_title(told_scene([{"player": "beto", "die": 4}], game="seis")) == ""


def test_throws_turned_cards_and_undo() -> None:
    facts: list[Any] = [
        {"player": "beto", "die": 4, "counter": "die.beto"},
        {"card": "B4", "zone": "row.beto", "down": True},
        {"player": "ana", "die": 2, "counter": "die.ana"},
        {"undo": "ana", "by": "alone"},
    ]
    assert told(facts, game="seis") == [
        "Beto sacó un 4; A4 de Beto, boca abajo.",
        "Sacaste un 2.",
        "Se deshizo una jugada de Ana.",
    ]


def test_a_sealed_move_is_told_once_and_two_like_moves_twice() -> None:
    shot: list[Any] = [
        {"player": "ana", "move": "play TIR"},  # as it was made, and as it came to light
        {"player": "ana", "move": "play TIR"},
        {"zone": "spent", "from": "wilds.ana", "gained": ["TIR"]},
    ]
    assert told(shot, game="seis") == ["Jugaste TIR."]
    spent = {"zone": "spent", "from": "wilds.ana", "gained": ["SAL"]}
    skips: list[Any] = [{"player": "ana", "move": "play SAL"}, spent] * 2
    assert told(skips, game="seis") == ["Jugaste SAL, SAL."]


def test_what_a_turn_begins_with_is_told_apart() -> None:
    facts: list[Any] = [
        {"player": "beto", "move": "draw"},
        {"turn": "ana"},
        {"zone": "hand.ana", "from": "stock", "gained": ["PRO"]},
        {"player": "ana", "move": "discard PRO"},
    ]
    assert told(facts) == ["Beto robó.", "A tu mano: PRO.", "Descartaste PRO."]


def test_at_most_five_lines_and_the_last_ones() -> None:
    facts: list[Any] = [
        {"player": ("beto", "carla")[n % 2], "move": f"play R{n % 4 + 1}"} for n in range(20)
    ]
    lines = told(facts)
    assert len(lines) == 5
    assert lines[-1] == "Carla jugó R4."


def test_nothing_is_said_of_what_is_not_understood() -> None:
    facts: list[Any] = [
        {"shuffled": "stock"},
        {"turn": "beto"},
        {"first": "ana"},
        {"revealed": True},
        {"new": 1},
    ]
    assert told(facts) == []


def test_several_cards_are_told_one_by_one_and_once() -> None:
    """A sealed answer is told when it is given and again when it is shown."""
    table = table_of("hearts", 4, seed="a")
    player = table.walk(400, "play")
    table.since[player] = 0
    lines = [said(line) for line in since_lines(scene(table.mail("turn", player), NoPictures()))]
    assert sum(line.startswith("Pasaste") for line in lines) == 1
    assert not any("," in line.split(";")[0] for line in lines if line.startswith("Pasaste"))


def test_a_card_that_lies_face_down_is_the_readers_or_somebodys() -> None:
    facts: list[Any] = [
        {"player": "beto", "move": "roll"},
        {"die": 6, "player": "beto"},
        {"card": "R6", "zone": "row.ana", "down": True},
        {"player": "carla", "move": "unflip B3"},
        {"card": "B3", "zone": "row.beto", "down": False},
    ]
    first, last = told(facts, game="seis")
    assert first.endswith("sacó un 6; tu R6, boca abajo.")
    assert last == "Carla destapó A3."  # what the move says is not said again


def test_what_came_to_nothing_is_not_told_and_ones_own_places_are_ones_own() -> None:
    facts = [
        {"player": "ana", "move": "play PTS on=beto"},
        {"zone": "fives.ana", "from": "lot", "gained": ["G5"]},
        {"counter": "value.ana", "value": 0},
        {"counter": "value.beto", "value": 3},
    ]
    (line,) = told(facts)
    assert line == "Jugaste PUN en Beto; a tus cincos: V5; valor de la oferta: Beto 3."


def test_what_several_got_is_told_apart_from_what_the_reader_got() -> None:
    facts = [
        {"player": "beto", "move": "play R2"},
        {"zone": "hand.carla", "from": "offer.beto", "gained": ["B8"]},
        {"zone": "hand.ana", "from": "offer.carla", "gained": ["G9"]},
    ]
    assert told(facts) == ["Beto jugó R2; a tu mano: V9; a la mano de Carla: A8."]
