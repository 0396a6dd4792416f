"""A turn mail that comes back as the reply's text, with no quote mark at all, moves nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from village import Mailed, Village

GAMES = ("cinco", "cinquillo", "diez", "seis", "cinco_vivos")
QUOTED = {
    "bare": "{}",
    "under an attribution": "El lun, 3 mar 2025 a las 10:02, Mesa <m@x.org> escribió:\n\n{}",
    "under a signature": "Enviado desde mi iPhone\n\n{}",
    "with blanks before each line": "\n    {}",
}


def first_asked(village: Village, players: tuple[str, ...]) -> tuple[str, Mailed]:
    for player in players:
        for mail in village.mails(player):
            if mail.moves:
                return player, mail
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("spec", GAMES)
def test_it_is_refused_and_nothing_is_played(tmp_path: Path, spec: str, lang: str) -> None:
    village = Village(tmp_path / "host")
    players = ("ana", "beto")
    game = village.open(spec, players, languages=dict.fromkeys(players, lang))
    village.join(players)
    player, asked = first_asked(village, players)
    before = len(village.folder.log(game))
    for form in QUOTED.values():
        village.answer(player, asked, form.format(asked.text))
    page = re.sub(r"\s+", " ", asked.html)
    village.answer(player, asked, page, Content_Type="text/html; charset=utf-8")
    summary = village.run()
    assert (summary.refused, summary.played) == (len(QUOTED) + 1, 0)
    assert len(village.folder.log(game)) == before
