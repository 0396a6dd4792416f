"""Votes of a host that is killed again and again: each mail leaves once, each vote counts once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from killing import PLAYERS, Killed, one_life
from test_killed import nothing_lost

from pbem.protocol.records import read_log

HOUR = 3600
KILLS = 40


def test_a_vote_about_a_late_player_survives_kills(tmp_path: Path) -> None:
    """Carla answers nothing; the others play on and call it an abandonment."""
    village, chance = Killed(tmp_path / "host"), random.Random(11)
    game = village.open("cinquillo", PLAYERS)
    village.join(PLAYERS)
    votes: list[tuple[str, str]] = []
    killed, gone = 0, False
    while not gone or killed < KILLS:
        village.folder.close()
        for player in PLAYERS:
            for mailed in village.mails(player):
                if mailed.kind == "vote":
                    votes.append((player, str(mailed.message["Message-ID"])))
                    village.answer(player, mailed, "abandono")
                elif mailed.moves and player != "carla":
                    village.answer(player, mailed, chance.choice(mailed.moves))
        killed += not one_life(village, chance, kill=killed < KILLS or chance.random() < 0.5)
        village.now += 3 * HOUR
        village.reopen()
        gone = village.books.tables.get(game).game.seats["carla"].left
    village.folder.close()
    assert one_life(village, chance, kill=False)
    village.reopen()
    nothing_lost(village)
    said: list[dict[str, Any]] = [one.payload for one in read_log(village.folder.log(game))[1]]
    seats = [record for record in said if record["kind"] == "seat"]
    assert [(one["player"], one["change"], one["by"]) for one in seats] == [
        ("carla", "resign", "vote")
    ]
    assert seats[0]["votes"] == {"ana": True, "beto": True}
    assert len(votes) == len(set(votes)) == 2
    village.folder.close()
