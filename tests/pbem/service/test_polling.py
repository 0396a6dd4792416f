"""Whoever keeps asking the host during a secret question learns nothing: two worlds, equal mails.

In one world another player has answered in secret, in the others not yet or otherwise.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from village import Village

from pbem.store.folder import HostFolder

QUESTIONS = (
    *("estado", "ayuda", "blablabla", "orden", "deshacer", "abandonar", "ausente 2d"),
    *("página sí", "recibos no", "resumen 20", "zona Mars/Phobos", "dirección x@example.org"),
)
TABLES = [
    ("cinco", ("ana", "beto", "carla"), {}),
    ("cinco", ("ana", "beto"), {}),
]


def asked_in_secret(root: Path, spec: str, players: tuple[str, ...], wish: Any) -> Any:
    """A village whose table has come to a secret question to two players or more; its game."""
    village = Village(root)
    chance = random.Random(spec)
    game = village.open(spec, players, watchers={"eva": "eva@example.org"}, **wish)
    village.join(players)
    while True:
        now = village.books.tables.get(game).game
        assert now.phase == "playing"
        secret = not now.named and len(now.asks) > 1
        mails = {player: village.mails(player) for player in (*players, "eva")}
        if secret:
            return village, game, mails
        for player in players:
            for mailed in mails[player]:
                if mailed.moves and mailed.kind != "reminder":
                    village.answer(player, mailed, chance.choice(mailed.moves))
        village.run()


def twin(village: Village, root: Path) -> Village:
    """The same host once more, as it stands on the disk: the world may go on otherwise there."""
    shutil.copytree(village.root, root)
    other = object.__new__(Village)
    other.root, other.random = root, random.Random(9)
    other.now, other.sent = village.now, village.sent
    other.folder = HostFolder(root)
    other._open()
    return other


def polled(village: Village, game: str, pollers: list[str]) -> dict[str, list[bytes]]:
    """Everything that these get who write all they can with the token of their seats."""
    for number, text in enumerate(QUESTIONS):
        for player in pollers:
            token = village.books.post.token(village.books.tables.get(game).game, player, "0")
            where = f"mesa+{game}.0.{token}@host.example.org"
            village.mail(player, where, text, message_id=f"<{number}.{player}@example.org>")
        village.run(1000)
    return {player: [m.raw for m in village.mails(player)] for player in pollers}


@pytest.mark.parametrize(("spec", "players", "wish"), TABLES, ids=["three", "two"])
def test_no_answer_tells_that_another_has_answered(
    tmp_path: Path, spec: str, players: tuple[str, ...], wish: Any
) -> None:
    village, game, mails = asked_in_secret(tmp_path / "host", spec, players, wish)
    first = next(iter(village.books.tables.get(game).game.asks))
    (asked,) = [m for m in mails[first] if m.moves]
    village.folder.close()
    told = []
    for number, move in enumerate(("", asked.moves[0], asked.moves[-1])):
        world = twin(village, tmp_path / str(number))
        if move:
            world.answer(first, asked, move, message_id="<secret@example.org>")
        summary = world.run(1000)
        assert summary.played == bool(move)
        told.append(polled(world, game, [p for p in (*players, "eva") if p != first]))
        world.folder.close()
    assert all(told[0].values())
    assert told[0] == told[1] == told[2]
