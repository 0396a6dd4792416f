"""A seat in which only signed moves count: nothing to press that would be refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote

import pytest

from pbem.mails.compose import compose
from pbem.mails.digest import digest
from pbem.mails.tray import NoPictures

from .reading import opened
from .samples import sample
from .tabletop import MONDAY, table_of

PRESS = ("Pulsa una jugada", "Press a move", "primera línea", "first line", "PRIMERA", "FIRST LINE")
RUN = {"es": "pbem move turno.eml 1", "en": "pbem move turn.eml 1"}


def moves_linked(links: Sequence[str]) -> list[str]:
    """Links to the open question, other than those by the seat's token."""
    return [link for link in links if re.search(r"\+[a-z0-9-]+\.12\.", unquote(link))]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("kind", ["turn", "start", "reminder", "status"])
def test_moves_are_numbered_and_no_links(kind: str, lang: str) -> None:
    mail = sample(kind, lang)
    linked = opened(compose(mail))
    shown = opened(compose(replace(mail, only_signed=True)))
    assert len(moves_linked(linked.links)) > 1
    assert moves_linked(shown.links) == []
    text = " ".join(shown.text.split())
    html = " ".join(re.sub(r"<[^>]*>", "", shown.html).split())
    for part in (text, html):
        assert RUN[lang] in part
        assert not [word for word in PRESS if word in part]
    assert mail.view is not None
    for number in range(1, len(mail.view["own"]["moves"]) + 1):
        assert f"<b>{number}</b>&nbsp;" in shown.html
        assert re.search(rf"^ +{number}   \S", shown.text, re.M)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_digest_shows_no_buttons_of_such_a_seat(lang: str) -> None:
    first = replace(sample("turn", lang), only_signed=True)
    table = table_of("seis", 3)
    player = table.walk(40, "roll")
    second = replace(table.mail("turn", player, lang), reader=first.reader)
    shown = opened(digest([first, second], "<digest@example.org>", MONDAY, NoPictures()))
    assert [link for link in shown.links if first.game in link] == []
    assert [link for link in shown.links if second.game in link]
    assert RUN[lang] in " ".join(shown.text.split())
    both = [first, replace(second, only_signed=True)]
    shown = opened(digest(both, "<digest@example.org>", MONDAY, NoPictures()))
    assert shown.links == ()
    assert "otones" not in shown.html
    assert "button" not in re.sub(r"<style.*?</style>", "", shown.html, flags=re.S)
