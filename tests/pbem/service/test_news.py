"""When news leaves: what came to light is told, but not while somebody is asked in secret."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from village import Mailed, Village

TABLES = [("cinco", ("ana", "beto", "carla")), ("seis", ("ana", "beto", "carla", "dani"))]
NEWS = ("news", "watch")


@pytest.mark.parametrize(("spec", "players"), TABLES, ids=[table[0] for table in TABLES])
def test_a_reveal_is_told_when_what_follows_in_secret_is_over(
    tmp_path: Path, spec: str, players: tuple[str, ...]
) -> None:
    held = told = 0
    for seed in range(30):
        more = news_of_a_game(Village(tmp_path / f"host{seed}", seed), spec, players, seed)
        held, told = held + more[0], told + more[1]
        if held and told:
            return
    pytest.fail("nothing was ever held back")


def news_of_a_game(
    village: Village, spec: str, players: tuple[str, ...], seed: int
) -> tuple[int, int]:
    """A game at random: how often news was held back, and how often it was told."""
    chance = random.Random(seed)
    game = village.open(spec, players, watchers={"eva": "eva@example.org"})
    village.join(players)
    asked: dict[str, Mailed] = {}
    held = told = 0
    while True:
        table = village.books.tables.get(game).game
        if table.phase == "over":
            break
        secret = any(player not in table.named for player in table.asks)
        behind = [p for p in players if p not in table.asks and table.told[p] < table.revealed]
        held += bool(secret and behind)
        assert secret or not behind  # nobody who is asked nothing waits for it any longer
        for reader in (*players, "eva"):
            for mailed in village.mails(reader):
                told += mailed.kind in NEWS
                if mailed.kind == "news" and spec == "cinco":  # whose answers are an auction's
                    assert "Subasta: " in str(mailed.message["Subject"])
                assert not (secret and mailed.kind in NEWS)
                if mailed.moves:
                    asked[reader] = mailed
        player = chance.choice([one for one in table.asks if one in asked])
        mailed = asked.pop(player)
        village.answer(player, mailed, chance.choice(mailed.moves))
        village.run()
    village.folder.close()
    return held, told
