"""Anything by anybody in any order: after each step the books agree with themselves.

A bounded walk with its chance in our hand: moves, old tokens, copies, undo, votes, resigning, new
tokens, orders, absences, deadlines and new starts of the host.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from village import Mailed, Village

from pbem.auditing import audit_host, audit_kept
from pbem.protocol.canonical import canonical
from pbem.protocol.records import read_log
from pbem.service.by_hand import end
from pbem.service.tables import Tables

HOUR, DAY = 3600, 86400
STEPS = 16
COMMANDS = ("estado", "deshacer", "token", "ausente 1d", "orden", "página no", "abandonar", "hola")
ANSWERS = ("sí", "no", "seguir", "esperar", "abandono")


class Walk:
    """A table at which anybody may write anything; all mails are kept."""

    def __init__(self, village: Village, spec: str, players: tuple[str, ...], seed: int) -> None:
        self.village, self.players, self.chance = village, players, random.Random(seed)
        self.game = village.open(spec, players, deadline=2 * DAY)
        village.join(players)
        self.got: dict[str, list[Mailed]] = {player: [] for player in players}
        self.written: list[bytes] = []

    def step(self) -> None:
        self.read()
        act = self.chance.choices(
            (self.play, self.old, self.command, self.vote, self.copy, self.confirm, self.wait),
            (12, 2, 5, 4, 2, 3, 2),
        )[0]
        act(self.chance.choice(self.players))
        if self.chance.random() < 0.1:
            self.village.reopen()
        self.village.run(self.chance.choice((60, HOUR)))
        self.check()

    def read(self) -> None:
        for player in self.players:
            for mailed in self.village.mails(player):
                assert (
                    str(mailed.message["To"]).rpartition("<")[2].strip(">")
                    == f"{player}@example.org"
                )
                self.got[player].append(mailed)

    def write(self, player: str, mailed: Mailed, text: str) -> None:
        self.village.answer(player, mailed, text)
        newest = max((self.village.root / "mail" / "inbox" / "new").iterdir())
        self.written.append(newest.read_bytes())

    def play(self, _: str) -> None:
        """Whoever is asked answers; the latest mail of the question has the token that lives."""
        for player, ask in self.village.books.tables.get(self.game).game.asks.items():
            mails = [m for m in self.got[player] if m.view and m.view["ask"] == ask.number]
            if mails and self.chance.random() < 0.7:
                self.write(player, mails[-1], self.chance.choice(mails[-1].moves))

    def old(self, player: str) -> None:
        mails = [m for m in self.got[player] if m.moves]
        if mails:
            mailed = self.chance.choice(mails)
            self.write(self.chance.choice(self.players), mailed, self.chance.choice(mailed.moves))

    def command(self, player: str) -> None:
        if self.got[player]:
            mailed = self.chance.choice(self.got[player][-3:])
            self.write(player, mailed, self.chance.choice(COMMANDS))

    def vote(self, _: str) -> None:
        for player in self.players:
            votes = [m for m in self.got[player] if m.kind == "vote"]
            if votes:
                self.write(player, self.chance.choice(votes[-2:]), self.chance.choice(ANSWERS))

    def copy(self, _: str) -> None:
        if self.written:
            self.village.deliver(self.chance.choice(self.written[-20:]))

    def confirm(self, player: str) -> None:
        mails = [m for m in self.got[player] if m.kind == "confirm"]
        if mails:
            self.write(player, mails[-1], self.chance.choice(("confirmar", "no")))

    def wait(self, _: str) -> None:
        for _ in range(4):
            self.village.run(14 * HOUR)

    def check(self) -> None:
        """The log replayed gives what is on the table, and no mail counts twice."""
        books, game = self.village.books, self.game
        table = books.tables.get(game)
        said = [signed.payload for signed in read_log(self.village.folder.log(game))[1]]
        fresh = Tables(self.village.folder, books.tables._compile).replayed(game)
        assert (fresh.game.asks, fresh.game.seats) == (table.game.asks, table.game.seats)
        assert (fresh.game.counts, fresh.game.pub) == (table.game.counts, table.game.pub)
        if fresh.referee and table.referee and fresh.game.state is not None:
            for player in ("", *self.players):
                mine = seen(table, player)
                assert canonical(mine) == canonical(seen(fresh, player))
        mails = Counter(record["mail"] for record in said if record.get("mail"))
        assert not mails or max(mails.values()) == 1
        answered = [
            (r["player"], r["ask"]) for r in said if r["kind"] in ("move", "timeout") and "ask" in r
        ]
        assert len(answered) == len(set(answered))  # no number of a question is used again

    def asked_can_answer(self) -> None:
        """Everybody who is asked has a mail whose token is the right one."""
        self.read()
        table = self.village.books.tables.get(self.game).game
        for player, ask in table.asks.items():
            if table.seats[player].left or table.seats[player].bot:
                continue
            token = self.village.books.post.token(table, player, str(ask.number))
            assert any(f".{ask.number}.{token}@" in m.reply_to for m in self.got[player])


def seen(table: Any, player: str) -> Any:
    if not player:
        return table.referee.public(table.game.state)
    return table.referee.own(table.game.state, player)


@pytest.mark.parametrize(
    ("spec", "players", "seed"),
    [
        ("cinco", ("ana", "beto", "carla"), 1),
        ("cinco_vivos", ("ana", "beto"), 2),
        ("cinquillo", ("ana", "beto", "carla"), 3),
        ("seis", ("ana", "beto"), 4),
    ],
)
def test_anything_by_anybody_in_any_order(
    tmp_path: Path, spec: str, players: tuple[str, ...], seed: int
) -> None:
    walk = Walk(Village(tmp_path / "host", seed), spec, players, seed)
    for _ in range(STEPS):
        walk.step()
        walk.asked_can_answer()
        if walk.village.books.tables.get(walk.game).game.phase == "over":
            break
    if walk.village.books.tables.get(walk.game).game.phase != "over":
        end(walk.village.books, walk.game)
    walk.read()
    assert audit_host(walk.village.root, walk.game).findings == []
    log = tmp_path / "log.jsonl"
    log.write_bytes(walk.village.folder.log_bytes(walk.game))
    for player in players:
        files = []
        for number, mailed in enumerate(walk.got[player]):
            files.append(tmp_path / f"{player}-{number}.eml")
            files[-1].write_bytes(mailed.raw)
        assert audit_kept(log, files, "", walk.village.folder.key.kid).findings == []
    walk.village.folder.close()
