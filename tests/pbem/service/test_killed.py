"""A host killed at any instant: each mail counts once, each answer is the same, nothing is torn.

The host is a process of its own on a real disk; it is killed (SIGKILL) after a random time, again
and again, while the players go on.  `PBEM_KILLS` says how often (CI: 60; thousands by hand).
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

from pbem.auditing import audit_host
from pbem.protocol.records import read_log
from pbem.service.run import run_once

PLAYERS = ("ana", "beto", "carla")
KILLS = int(os.environ.get("PBEM_KILLS", "60"))


class Witness:
    """Remembers the first bytes of every mail that the host sent."""

    def __init__(self, root: Path) -> None:
        self._people = root / "mail" / "people"
        self._first: dict[str, str] = {}

    def look(self) -> None:
        """Every mail is still what it was when it was first seen."""
        for path in self._people.glob("*/*/*.pbem*"):
            name = path.name.split(":")[0]
            try:
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
            except FileNotFoundError:
                continue  # between `tmp` and `new`
            if path.parent.name == "tmp":
                continue
            assert self._first.setdefault(name, digest) == digest, name


def one_life(village: Any, longest: float, chance: random.Random) -> bool:
    """A host process that lives for a random time; did it finish its run by itself?"""
    child = os.fork()
    if not child:
        try:
            village.reopen()
            with village.folder.writing():
                run_once(village.books, village.transport)
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
    until = time.monotonic() + chance.uniform(0, longest)
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.001)
    else:
        os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the host failed"
    return not os.WIFSIGNALED(status)


def test_killed_again_and_again(village: Any) -> None:
    game = village.open("cinquillo", PLAYERS, options={"limit": 1})
    village.join(PLAYERS)
    village.folder.close()
    chance, witness = random.Random(7), Witness(village.root)
    killed, quiet = 0, 0
    while quiet < 3:
        answered = False
        for player in PLAYERS:
            for mailed in village.mails(player):
                if mailed.moves:
                    village.answer(player, mailed, chance.choice(mailed.moves))
                    answered = True
        finished = one_life(village, 0.08 if killed < KILLS else 60.0, chance)
        killed += not finished
        waiting = any((village.root / "mail" / "inbox" / "new").iterdir())
        quiet = quiet + 1 if finished and not waiting and not answered else 0
        village.now += 1
        witness.look()
    village.reopen()
    lines = village.folder.log(game)
    _, records = read_log(lines)  # whole and chained
    mails = Counter(r.payload["mail"] for r in records if r.payload.get("mail"))
    assert set(mails.values()) == {1}
    assert records[-1].payload["kind"] == "end", f"{len(records)} records, {killed} kills"
    assert audit_host(village.root, game).findings == []
    assert village.folder.notebook.busy() == []
    assert village.folder.notebook.waiting_answers() == []
    for player in PLAYERS:
        assert any(mailed.kind == "end" for mailed in all_mails(village, player)), player


def all_mails(village: Any, player: str) -> list[Any]:
    """Every mail that a player ever got, read or not."""
    box = village.root / "mail" / "people" / f"{player}@example.org"
    for path in (box / "cur").glob("*"):
        path.rename(box / "new" / path.name.split(":")[0])
    return list(village.mails(player))
