"""Whoever keeps asking the host during a secret question learns nothing: two worlds, equal mails.

In one world another player has answered in secret, in the others not yet or otherwise; or the
deadline answers, or the mails of another player come back.
"""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from village import Mailed, Village, bounce

from pbem.store.folder import HostFolder

QUESTIONS = (
    *("estado", "ayuda", "blablabla", "orden", "deshacer", "abandonar", "ausente 2d"),
    *("página sí", "recibos no", "resumen 20", "zona Mars/Phobos", "dirección x@example.org"),
)
TABLES = [
    ("cinco", ("ana", "beto", "carla"), {}),
    ("cinco", ("ana", "beto"), {}),
    ("seis", ("ana", "beto", "carla"), {}),
    ("diez", ("ana", "beto", "carla"), {"options": {"idle": 6}}),
]
NAMES = ["auction of three", "auction of two", "window", "gift"]
HOUR = 3600
CODE = re.compile(r"\b(\w{4}-){3}\w{4}\b")


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


def read(mailed: Mailed) -> tuple[Any, ...]:
    """A mail without what differs in any two worlds: heads (in the table code, too), signatures."""
    headers = [(name, text) for name, text in mailed.message.items() if name != "Content-Type"]
    bodies = [CODE.sub("CODE", body.replace("<wbr>", "")) for body in (mailed.text, mailed.html)]
    view = {name: part for name, part in (mailed.view or {}).items() if name != "head"}
    return headers, " ".join(bodies[0].split()), bodies[1], view


def polled(village: Village, game: str, pollers: list[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that these get who write all they can with the token of their seats."""
    for number, text in enumerate(QUESTIONS):
        for player in pollers:
            token = village.books.post.token(village.books.tables.get(game).game, player, "0")
            where = f"mesa+{game}.0.{token}@host.example.org"
            village.mail(player, where, text, message_id=f"<{number}.{player}@example.org>")
        village.run(1000)
    return {player: [read(mailed) for mailed in village.mails(player)] for player in pollers}


@pytest.mark.parametrize(("spec", "players", "wish"), TABLES, ids=NAMES)
def test_no_answer_tells_that_another_has_answered(
    tmp_path: Path, spec: str, players: tuple[str, ...], wish: Any
) -> None:
    village, game, mails = asked_in_secret(tmp_path / "host", spec, players, wish)
    asks = village.books.tables.get(game).game.asks
    *others, first = asks  # in SEIS a shot of the first in turn would end the question at once
    (asked,) = [m for m in mails[first] if m.moves]
    village.folder.close()
    told = []
    for number, move in enumerate(("", asked.moves[0], asked.moves[-1])):
        world = twin(village, tmp_path / str(number))
        if move:
            world.answer(first, asked, move, message_id="<secret@example.org>")
        summary = world.run(1000)
        assert summary.played == bool(move)
        assert set(others) <= set(world.books.tables.get(game).game.asks)
        told.append(polled(world, game, [p for p in (*players, "eva") if p != first]))
        world.folder.close()
    assert all(told[0].values())
    assert told[0] == told[1] == told[2]


def until_the_deadline(village: Village, readers: list[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Whatever these are sent while nobody writes any more, till the host has played for all."""
    for _ in range(16):
        village.run(6 * HOUR)
    return {reader: [read(mailed) for mailed in village.mails(reader)] for reader in readers}


@pytest.mark.parametrize(("spec", "players", "wish"), TABLES, ids=NAMES)
def test_no_deadline_tells_who_was_late_in_secret(
    tmp_path: Path, spec: str, players: tuple[str, ...], wish: Any
) -> None:
    """Who answers with the move that the host would play has the same mails sent to the others."""
    village, game, mails = asked_in_secret(tmp_path / "host", spec, players, wish)
    table = village.books.tables.get(game)
    assert table.referee is not None
    first = next(iter(table.game.asks))
    (asked,) = [m for m in mails[first] if m.moves]
    move = table.referee.late(table.game.state, first)
    village.folder.close()
    told = []
    for number, answers in enumerate((True, False)):
        world = twin(village, tmp_path / str(number))
        if answers:
            world.answer(first, asked, move)
        world.run(HOUR)
        told.append(until_the_deadline(world, [p for p in (*players, "eva") if p != first]))
        world.folder.close()
    assert told[0] == told[1]
    assert any(mails for mails in told[0].values())


def test_a_bounce_does_not_tell_whose_mail_came_back(tmp_path: Path) -> None:
    players = ("ana", "beto", "carla")
    village, game, mails = asked_in_secret(tmp_path / "host", "cinco", players, {})
    asks = list(village.books.tables.get(game).game.asks)
    village.folder.close()
    told = []
    for number, player in enumerate(asks[:2]):
        world = twin(village, tmp_path / str(number))
        (asked,) = [m for m in mails[player] if m.moves]
        world.deliver(bounce(asked, 1))
        world.run(HOUR)
        others = [p for p in (*players, "eva") if p not in asks[:2]]
        told.append({one: [read(mailed) for mailed in world.mails(one)] for one in others})
        world.folder.close()
    assert told[0] == told[1]
    assert any(mails for mails in told[0].values())
