"""One mail for several tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.letters.commands import Chain
from pbem.mails.digest import digest
from pbem.mails.mail import Mail
from pbem.mails.tray import NoPictures

from .reading import Doorman, as_android, opened, received, sent
from .samples import sample
from .tabletop import DAY, MONDAY, table_of


def tables(lang: str) -> list[Mail]:
    first = sample("turn", lang)
    table = table_of("seis", 3)
    player = table.walk(40, "roll")
    token = "h3t9q6d8rk4w2c7z"
    second = table.mail("turn", player, lang, token=token, asks="5", ask=5, deadline=MONDAY + DAY)
    return [first, replace(second, reader=first.reader)]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_each_button_has_the_token_of_its_own_table(lang: str) -> None:
    mails = tables(lang)
    shown = opened(digest(mails, "<digest@example.org>", MONDAY, NoPictures()))
    doorman = Doorman({(mail.game, mail.asks, mail.token): mail.reader.player for mail in mails})
    answered = set()
    for link in shown.links:
        token, said = received(sent(as_android(link), "carla@example.org"), doorman)
        assert isinstance(said, Chain)
        answered.add(token.game)
    assert answered == {"cinco-7k3f", "seis-7k3f"}
    assert shown.text.index("seis-7k3f") < shown.text.index("cinco-7k3f")  # by deadline
    assert shown.message["Reply-To"] == "Mesa CINCO <mesa@mesa.example.org>"
    count = {"es": "Te esperan 2 mesas", "en": "2 tables wait for you"}
    assert shown.subject == count[lang]
    assert max(map(len, shown.text.splitlines())) <= 72
    assert len(shown.html.encode()) < 60_000


def test_many_tables_do_not_make_an_enormous_mail() -> None:
    first, second = tables("es")
    many = [
        replace(second, game=f"seis-{number:04}", deadline=MONDAY + number * DAY)
        for number in range(1000, 1030)
    ]
    shown = opened(digest([first, *many], "<digest@example.org>", MONDAY, NoPictures()))
    assert len(shown.html.encode()) < 60_000
    assert all(mail.game in shown.text for mail in many)
    assert "También te esperan" in shown.html
    assert "Pulsa" not in shown.text
