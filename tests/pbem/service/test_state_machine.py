"""Anything by anybody in any order: after each step the books agree with themselves.

A bounded walk with its chance in our hand: moves, old tokens, copies, undo, votes, resigning, new
tokens, orders, absences, deadlines, mails that bounce, digests, signed moves, lost keys, somebody
who looks on, rematches and new starts of the host.  `PBEM_WALKS` walks more of them, from
`PBEM_WALKS_SEED` on.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from village import Mailed, Village, bounce

from pbem.auditing import audit_host, audit_kept
from pbem.player.purse import Purse
from pbem.player.replies import Joining, join, move, new_key, read_mail
from pbem.protocol.canonical import canonical
from pbem.protocol.records import read_log
from pbem.service.ballots import open_votes
from pbem.service.by_hand import end, give_key
from pbem.service.tables import Tables

HOUR, DAY = 3600, 86400
STEPS = 16
COMMANDS = (
    *("estado", "deshacer", "token", "ausente 1d", "orden", "página no", "abandonar", "hola"),
    *("resumen sí", "resumen no", "recibos no", "recibos sí", "revancha", "idioma en"),
)
ANSWERS = ("sí", "no", "seguir", "esperar", "abandono")
TABLES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("cinco", ("ana", "beto", "carla"), {}),
    ("cinco_vivos", ("ana", "beto"), {"late": "bot"}),
    ("cinquillo", ("ana", "beto", "carla"), {"options": {"limit": 1}}),
    ("seis", ("ana", "beto"), {"late": "wait"}),
    ("diez", ("ana", "beto"), {"options": {"idle": 4}}),
)
WATCHER = "eva"
KEYED = "ana"
"""The player who has a key at every second table, and signs whatever can be signed."""


class Walk:
    """A table at which anybody may write anything; all mails are kept."""

    def __init__(self, village: Village, seed: int) -> None:
        self.village, self.chance = village, random.Random(seed)
        spec, self.players, wish = TABLES[seed % len(TABLES)]
        self.purse = Purse(village.root.parent / "purse", random.Random(seed).randbytes)
        self.written: list[bytes] = []
        self.bounces = self.lost = 0
        self.got: dict[str, list[Mailed]] = {one: [] for one in (*self.players, WATCHER)}
        watchers = {WATCHER: f"{WATCHER}@example.org"} if seed % 3 == 0 else {}
        self.game = village.open(spec, self.players, deadline=2 * DAY, watchers=watchers, **wish)
        if seed % 2:
            self.join_with_key(only_signed=self.chance.random() < 0.5)
        village.join(self.players)
        if seed % 2:
            self.join_with_key()
            village.run()
        assert village.books.tables.get(self.game).game.phase == "playing"

    def join_with_key(self, *, only_signed: bool = False) -> None:
        """Answer the invitation, or the roster, with the player's own program."""
        for mailed in self.village.mails(KEYED):
            self.got[KEYED].append(mailed)
            if mailed.kind in ("invitation", "roster"):
                wish = Joining(KEYED, only_signed=only_signed)
                self.signed(mailed, partial(join, purse=self.purse, wish=wish))

    def signed(self, mailed: Mailed, reply: Callable[[Any], bytes]) -> None:
        """Deliver what the player's own program answers."""
        path = self.village.root.parent / "mail.eml"
        path.write_bytes(mailed.raw)
        self.village.deliver(reply(read_mail(path, self.purse)))

    def step(self) -> None:
        self.read()
        acts = {self.play: 12, self.command: 6, self.vote: 4, self.confirm: 3, self.wait: 3}
        acts |= {self.old: 2, self.copy: 2, self.bounce: 2, self.invitation: 1, self.lose_key: 1}
        act = self.chance.choices(list(acts), list(acts.values()))[0]
        act(self.chance.choice(self.players))
        if self.chance.random() < 0.1:
            self.village.reopen()
        self.village.run(self.chance.choice((60, HOUR)))
        self.check()

    def read(self) -> None:
        for player in self.got:
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
                self.answer(player, mails[-1], self.chance.choice(mails[-1].moves))

    def answer(self, player: str, mailed: Mailed, chosen: str) -> None:
        seat = self.village.books.tables.get(self.game).game.seats[player]
        if seat.key and player == KEYED:
            self.signed(mailed, lambda kept: move(kept, self.purse, [chosen]))
        else:
            self.write(player, mailed, chosen)

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

    def bounce(self, player: str) -> None:
        """The mail server of a player sends one of the last mails back."""
        if self.got[player]:
            self.bounces += 1
            self.village.deliver(bounce(self.chance.choice(self.got[player][-4:]), self.bounces))

    def invitation(self, player: str) -> None:
        """The button of the invitation once more, and the answer to one to a rematch."""
        mails = [m for m in self.got[player] if m.kind == "invitation"]
        if mails:
            self.write(player, mails[-1], self.chance.choice(("unirme", "no")))

    def lose_key(self, _: str) -> None:
        """The player with a key makes another, and the host's person puts it in."""
        table = self.village.books.tables.get(self.game).game
        seat, votes = table.seats[KEYED], open_votes(self.village.folder, table)
        free = table.phase == "playing" and not any(vote.what == "seat" for vote in votes)
        if seat.key and free and not (seat.left or seat.bot):
            path = self.village.root.parent / "mail.eml"
            path.write_bytes(next(m.raw for m in self.got[KEYED] if m.kind == "invitation"))
            self.lost += 1
            chance = random.Random(f"{self.game} {self.lost}")
            self.purse = Purse(self.village.root.parent / f"purse{self.lost}", chance.randbytes)
            jwk = new_key(read_mail(path, self.purse), self.purse, KEYED)
            give_key(self.village.books, self.game, KEYED, jwk)

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


WALKS = int(os.environ.get("PBEM_WALKS", "6"))
FIRST = int(os.environ.get("PBEM_WALKS_SEED", "1"))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + WALKS))
def test_anything_by_anybody_in_any_order(tmp_path: Path, seed: int) -> None:
    walk = Walk(Village(tmp_path / "host", seed), seed)
    for _ in range(STEPS):
        walk.step()
        walk.asked_can_answer()
    if walk.village.books.tables.get(walk.game).game.phase != "over":
        end(walk.village.books, walk.game)
    walk.read()
    assert audit_host(walk.village.root, walk.game).findings == []
    log = tmp_path / "log.jsonl"
    log.write_bytes(walk.village.folder.log_bytes(walk.game))
    for player, mails in walk.got.items():
        files: list[Path] = []
        for number, mailed in enumerate(mails):
            if f"[{walk.game}]" in str(mailed.message["Subject"]):
                path = tmp_path / f"{player}-{number}.eml"
                path.write_bytes(mailed.raw)
                files.append(path)
        assert audit_kept(log, files, "", walk.village.folder.key.kid).findings == []
    walk.village.folder.close()
