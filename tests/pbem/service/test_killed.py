"""A host killed at any instant: each mail counts once, each answer is the same, nothing is torn.

`PBEM_KILLS` says how often (CI: 60; thousands by hand: `nice -n 19 env PBEM_KILLS=5000 pytest
tests/pbem/service/test_killed.py --log-cli-level=INFO` tells how far it is), `PBEM_KILLS_SEED`
another course of events.
"""

from __future__ import annotations

import logging
import os
import random
from collections import Counter
from collections.abc import Set
from pathlib import Path

from killing import TABLES, Killed, Villagers, one_life, warm

from pbem.auditing import audit_host
from pbem.office.ledger import dump
from pbem.protocol.canonical import canonical
from pbem.protocol.records import read_log
from pbem.transports import Delivery, Outgoing

KILLS = int(os.environ.get("PBEM_KILLS", "60"))
SEED = int(os.environ.get("PBEM_KILLS_SEED", "7"))
LOG = logging.getLogger(__name__)
AT_ONCE = 3
"""Tables that go on at the same time."""


def test_killed_again_and_again(tmp_path: Path) -> None:
    warm(tmp_path / "warm")
    village, chance = Killed(tmp_path / "host"), random.Random(SEED)
    villagers = Villagers(village, chance)
    checked: set[str] = set()
    killed = opened = quiet = 0
    while quiet < 3:
        if killed < KILLS and quiet == 0 and len(going_on(village)) < AT_ONCE:
            spec, players, wish = TABLES[opened % len(TABLES)]
            village.open(spec, players, **wish)
            opened += 1
        village.folder.close()
        answered = villagers.answer_all()
        finished = one_life(village, chance, kill=killed < KILLS)
        killed += not finished
        waiting = any((village.root / "mail" / "inbox" / "new").iterdir())
        quiet = quiet + 1 if finished and not waiting and not answered else 0
        village.now += chance.choice([1, 1, 1, 60, 3600])
        village.reopen()
        if quiet == 1:
            checked |= nothing_lost(village, checked)
            LOG.info("%d kills, %d tables, %d mails", killed, opened, village.mails_sent())
        if quiet and killed < KILLS:
            village.now += 86400  # whoever answered with anything but a move is reminded, then late
            quiet = 0
    nothing_lost(village)
    assert killed >= KILLS
    assert len(going_on(village)) < opened, f"{opened} tables, {villagers.written} mails"
    village.folder.close()


def going_on(village: Killed) -> list[str]:
    return [game for game, phase, _, _ in village.folder.notebook.games() if phase != "over"]


def nothing_lost(village: Killed, checked: Set[str] = frozenset()) -> set[str]:
    """What must hold whenever the host had time to finish; the games that are over.

    `checked`: games that were over and whole before, which are not replayed once more.
    """
    book = village.folder.notebook
    assert village.sent_otherwise() == []
    assert book.busy() == []
    assert book.waiting_answers() == []
    over: set[str] = set()
    for game in set(village.folder.games()) - checked:
        _, records = read_log(village.folder.log(game))  # whole and chained
        mails = Counter(r.payload["mail"] for r in records if r.payload.get("mail"))
        assert set(mails.values()) <= {1}, game
        table = village.books.tables.get(game)
        replayed = village.books.tables.replayed(game)
        now, then = (dump(t.game, t.referee) for t in (table, replayed))
        assert {k: v for k, v in now.items() if canonical(v) != canonical(then[k])} == {}
        all_told(village, game)
        if table.game.phase == "over":
            assert audit_host(village.root, game).findings == []
            over.add(game)
    return over


def all_told(village: Killed, game: str) -> None:
    """Every notice of the log lies in its reader's mailbox, once."""
    outbox, way = village.books.outbox, village.books.deliveries
    transport, way.transport = way.transport, NothingLeft()
    for before, table, notice in village.books.tables.notices(game):
        outbox.notice(before, table, notice)
    way.transport = transport


class NothingLeft:
    """A way out by which nothing may leave: all of it was sent before."""

    def send(self, mail: Outgoing) -> Delivery:
        raise AssertionError(f"never sent: {mail.message_id}")

    def ready(self, message_id: str) -> bool:
        return True
