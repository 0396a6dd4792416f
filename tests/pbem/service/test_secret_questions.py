"""While a question is secret, nothing that one may ask of the host tells who has answered it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from village import Mailed

from pbem.office.undoing import way_back

PLAYERS = ("ana", "beto", "carla")
WORDS = ["estado", "ayuda", "orden", "página no", "xyzzy", "volver", "abandonar"]
"""What is written to the host: the words that look at the table, and some that fail; `deshacer`
would change it, so the way back is compared instead."""

TABLES = [("cinco", {}), ("seis", {"variant": "random"})]


def in_secret(village: Any, game: str) -> list[str]:
    """Who is asked now, where not everybody may know it."""
    found = village.books.tables.get(game).game
    return [player for player in found.asks if player not in found.named]


def said(mailed: Mailed) -> list[str]:
    """All of a mail but its date and what belongs to the single mail."""
    kind = mailed.kind
    heads = [f"{n}: {v}" for n, v in mailed.message.items() if n not in ("Date", "Message-ID")]
    text = re.sub(r'boundary="[^"]*"', "", "\n".join(heads))
    names = [part.get_filename() for part in mailed.message.walk()]
    return [kind, text, mailed.text, mailed.html, str(names)]


def told(village: Any, game: str, player: str) -> list[list[list[str]]]:
    """What the host answers to each of the words, sent to the seat's address."""
    found = [[[way_back(village.books.tables.get(game).game, player)]]]
    token = village.books.post.token(village.books.tables.get(game).game, player, "0")
    for word in WORDS:
        village.mail(player, f"mesa+{game}.0.{token}@host.example.org", word)
        village.run(0)
        found.append([said(mailed) for mailed in village.mails(player)])
    return found


@pytest.mark.parametrize(("spec", "wish"), TABLES, ids=[spec for spec, _ in TABLES])
def test_what_is_asked_meanwhile_tells_nothing(village: Any, spec: str, wish: Any) -> None:
    chance = random.Random(spec)
    game = village.open(spec, PLAYERS, **wish)
    village.join(PLAYERS)
    waiting: dict[str, Mailed] = {}
    compared = 0
    for _ in range(300):
        for player in PLAYERS:
            for mailed in village.mails(player):
                if mailed.moves:
                    waiting[player] = mailed
        asked = list(village.books.tables.get(game).game.asks)
        first = asked[0] if asked else ""
        secret = in_secret(village, game)
        if compared == 2 or not asked:
            break
        others = [player for player in PLAYERS if player != first]
        if secret and len(asked) > 1:
            compared += 1
            before = {player: told(village, game, player) for player in others}
            village.answer(first, waiting[first], chance.choice(waiting[first].moves))
            village.run(0)
            assert first not in in_secret(village, game)
            for player in others:
                assert not [mailed.kind for mailed in village.mails(player)]
                assert told(village, game, player) == before[player]
            village.now += 86400  # another day: so many answers a day and no more
        else:
            village.answer(first, waiting[first], chance.choice(waiting[first].moves))
        village.run(0)
    assert compared
