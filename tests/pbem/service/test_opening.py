"""A new table: who sits there, as people write it, and what is refused before anything is sent."""

from __future__ import annotations

from typing import Any

import pytest

from card_specs.language.problems import PersonError
from pbem.service.by_hand import status, told
from pbem.service.opening import Wish, open_table


def test_people_are_called_as_they_are_written(village: Any) -> None:
    addresses = {"José Luis": "jose@example.org", "ana": "ana@example.org"}
    wish = Wish("cinco", ("José Luis", "ana", "Dani"), addresses, languages={"José Luis": "en"})
    game = open_table(village.books, wish)
    assert village.books.tables.get(game).game.players == ("jose_luis", "ana", "dani")
    (mailed,) = village.mails("jose")
    assert "José Luis" in mailed.message["To"]
    assert "At the table: Ana, Dani (bot) and you." in mailed.text
    assert "Se sientan: José Luis, Dani (bot) y tú." in village.mails("ana")[0].text


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"seats": ("ana", "Ana"), "addresses": {"ana": "a@x", "Ana": "b@x"}}, "the same name"),
        ({"seats": ("ana", "host")}, "'host' is no name for a seat"),
        ({"seats": ("ana", "2pac")}, "'2pac' is no name for a seat"),
        ({"seats": ("ana", "♥")}, "'♥' is no name for a seat"),
        ({"languages": {"zoe": "en"}}, "--lang: nobody here is 'zoe' — known: ana, beto"),
        ({"languages": {"ana": "fr"}}, "--lang ana: there is no language 'fr' — es or en"),
        ({"addresses": {"ana": "ana"}}, "'ana' of ana is no mail address"),
        ({"addresses": {"ana": "a..b@x"}}, "'a..b@x' of ana is no mail address"),
        ({"addresses": {"ana": "Mesa@host.example.org"}}, "of ana is the table's own address"),
        ({"addresses": {}}, "a table needs a player with an address"),
    ],
)
def test_mistakes_leave_no_table(village: Any, wish: dict[str, Any], message: str) -> None:
    usual: dict[str, Any] = {"seats": ("ana", "beto"), "addresses": {"ana": "ana@example.org"}}
    with pytest.raises(PersonError) as caught:
        open_table(village.books, Wish("cinco", **{**usual, **wish}))
    assert message in str(caught.value)
    assert village.folder.games() == []
    assert village.mails("ana") == []


def test_the_status_of_a_table_that_was_called_off_waits_for_nobody(village: Any) -> None:
    open_table(village.books, Wish("cinco", ("ana", "beto"), {"ana": "ana@example.org"}))
    (waits,) = status(village.books)
    assert told(waits, "UTC", False).endswith(": joining, 1 record\n  waiting for ana")
    (mailed,) = village.mails("ana")
    village.answer("ana", mailed, "no")
    village.run()
    (over,) = status(village.books)
    assert told(over, "UTC", False).endswith(": over (cancelled), 2 records")
