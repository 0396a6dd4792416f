"""One mail, and the host killed at each of its own acts on the disk: the outcome is the same.

`PBEM_KILLS_AT=all` tries every act (minutes); CI every fourth.
"""

from __future__ import annotations

import copy
import json
import os
import random
import shutil
import signal
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from killing import Killed, die_at
from test_killed import all_told

from pbem.protocol.records import read_log
from pbem.service.run import run_once
from pbem.store.folder import HostFolder

PLAYERS = ("ana", "beto")
STEP = 1 if os.environ.get("PBEM_KILLS_AT") == "all" else 4
MOST = 2000


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Killed, str]:
    """A game in which both have moved, kept as it is."""
    village = Killed(tmp_path_factory.mktemp("everywhere") / "host")
    game = str(village.open("cinquillo", PLAYERS))
    village.join(PLAYERS)
    for _ in range(4):
        village.first_moves(PLAYERS)
    village.folder.close()
    return village, game


def again(village: Killed, root: Path) -> Killed:
    """The same village in a fresh folder."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(village.root, root)
    other = copy.copy(village)
    other.root, other.random = root, random.Random(5)
    other.folder = HostFolder(root)
    other._open()
    return other


def write(village: Killed, game: str, text: str) -> None:
    """A mail of whoever is asked; an undo comes from whoever moved last."""
    table = village.books.tables.get(game).game
    (player, ask), *_ = table.asks.items()
    asks = str(ask.number)
    if text == "deshacer":
        player, asks = table.steps[-1].player, "0"
    elif text == "confirmar":
        asks = "resign"
    token = village.books.post.token(table, player, asks)
    to = f"mesa+{game}.{asks}.{token}@host.example.org"
    copies = {"Cc": "friend@example.net"} if text == "estado" else {}  # the token was shown about
    village.mail(player, to, text or ask.moves[0], **copies)


def life(village: Killed, step: int) -> bool:
    """A host process killed at its `step`-th act (0: never); did it live to the end?"""
    child = os.fork()
    if not child:
        village.reopen()
        if step:
            die_at(step, random.Random(step))
        with village.folder.writing():
            run_once(village.books, village.transport)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL
    return status == 0


def outcome(village: Killed, game: str) -> dict[str, Any]:
    village.reopen()
    book = village.folder.notebook
    _, records = read_log(village.folder.log(game))
    people = {player: asdict(person) for player, person in book.seats(game).items()}
    lines = (village.root / "sent.txt").read_text("utf-8").splitlines()
    assert village.sent_otherwise() == []
    assert (book.busy(), book.waiting_answers(), book.note("job"), book.note("leaves")) == (
        [],
        [],
        "",
        "",
    )
    all_told(village, game)
    return {
        "records": [(record.payload["kind"], record.payload.get("player")) for record in records],
        "people": json.dumps(people, sort_keys=True),
        "mails": sorted({line.split()[0] for line in lines}),
        "waiting": len(list((village.root / "mail" / "inbox" / "new").iterdir())),
        "state": village.books.tables.get(game).game.public_hash,
    }


@pytest.mark.parametrize(
    "text", ["", "deshacer", "ausente 2d", "token", "orden robar auto", "abandonar", "estado"]
)
def test_killed_at_each_act(begun: tuple[Killed, str], tmp_path: Path, text: str) -> None:
    village, game = begun
    usual = again(village, tmp_path / "usual")
    write(usual, game, text)
    usual.folder.close()
    assert life(usual, 0)
    expected = outcome(usual, game)
    usual.folder.close()
    kills = 0
    for step in range(1, MOST, STEP):
        killed = again(village, tmp_path / "killed")
        write(killed, game, text)
        killed.folder.close()
        ended = life(killed, step)
        assert life(killed, 0)
        found = outcome(killed, game)
        assert found == expected, step
        killed.folder.close()
        kills += not ended
        if ended:
            break
    assert kills > 4
