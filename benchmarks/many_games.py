"""A host folder with many open games, made by the real service; only its mails go nowhere.

    python benchmarks/many_games.py FOLDER --games 10000

Every game is opened, joined and started by letters, and some of its questions are answered, so that
its log is as long as that of a game under way.  A folder that exists is filled up.
"""

from __future__ import annotations

import argparse
import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from card_specs.language.deck import deck
from pbem.hosting import PICTURES
from pbem.mails.mail import Mail
from pbem.mails.pictures import Drawn
from pbem.office.game import Ask, Game
from pbem.protocol.codes import plus_address
from pbem.service import opening
from pbem.service.books import Books, World
from pbem.service.bots import Bots
from pbem.service.duties import DUTIES
from pbem.service.editions import edition
from pbem.service.opening import Wish, open_table
from pbem.service.reception import Reception, Summary
from pbem.service.rules import Compiled
from pbem.store.config import Config
from pbem.store.folder import HostFolder
from pbem.transports import Delivery, Incoming, Outgoing

DAY = 86400
ROUNDS = 2
"""How often everybody who is asked has answered."""

PEOPLE_A_GAME = 0.2
"""A fifth of a person for a seat more: everybody plays at some ten tables."""

TABLES = (
    ("cinco", "standard", 3),
    ("cinquillo", "classic", 4),
    ("diez", "triad", 3),
    ("seis", "classic", 3),
    ("cinco_vivos", "standard", 4),
    ("hearts", "standard", 4),
    ("crazy_eights", "standard", 2),
)


class Nowhere:
    """A way out that takes every mail and forgets it; nothing waits in it."""

    trouble = ""

    def send(self, mail: Outgoing) -> Delivery:
        return Delivery(taken=True)

    def ready(self, message_id: str) -> bool:
        return True

    def waiting(self) -> Iterator[Incoming]:
        return iter(())

    def done(self, handle: str) -> None:
        """Nothing to put aside."""

    def remove(self, word: str) -> int:
        return 0

    def wait(self, seconds: float) -> bool:
        return False

    def pause(self, seconds: float) -> None:
        """Nobody to wait for."""

    def close(self) -> None:
        """Nothing is open."""


def _empty(mail: Mail) -> bytes:
    return b""


@dataclass(frozen=True)
class Letter:
    """A mail to the host that is right: whose, for which game, and its bytes."""

    game: str
    data: bytes


def letter(books: Books, game: Game, player: str, asks: str, text: str) -> Letter:
    """What a player's mail program would send as the answer to a mail of ours."""
    config = books.folder.config
    token = books.post.token(game, player, asks)
    to = plus_address(config.box, config.domain, game.id, asks, token)
    number = secrets.token_hex(8)
    lines = (
        f"Return-Path: <{player}@example.org>",
        f"Delivered-To: {to}",
        f"From: {player} <{player}@example.org>",
        f"To: {to}",
        f"Message-ID: <{number}@example.org>",
        f"Subject: Re: [{game.id}]",
        f"Date: {time.strftime('%a, %d %b %Y %H:%M:%S +0000', time.gmtime())}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "",
        text,
        "",
    )
    return Letter(game.id, "\r\n".join(lines).encode())


def answer(books: Books, game: str) -> Letter | None:
    """An answer to a question that is open at a table; None where only bots are asked."""
    table = books.tables.get(game).game
    for player, ask in table.asks.items():
        return letter(books, table, player, str(ask.number), _first(ask))
    return None


def _first(ask: Ask) -> str:
    return ask.moves[0]


class Builder:
    """Fills a host folder."""

    def __init__(self, root: Path) -> None:
        config = Config("Mesa", "mesa@host.example.org", invitations=10**9)
        made, random = (root / "host.yaml").is_file(), secrets.token_bytes
        self.folder = HostFolder(root) if made else HostFolder.make(root, config, random)
        world = World(lambda: int(time.time()), random)
        self.books = Books(self.folder, Nowhere(), Compiled, _empty, Bots(), world, DUTIES)
        self._reception = Reception(self.books, Nowhere())

    def fill(self, number: int) -> Iterator[int]:
        """Open games until there are so many; how many there are, now and then."""
        for count in range(len(self.folder.games()), number):
            self._add(count)
            yield count + 1

    def _add(self, count: int) -> None:
        spec, variant, seats = TABLES[count % len(TABLES)]
        players = [f"p{count * seats * 7919 + seat}" for seat in range(seats)]
        people = max(10, int(count * PEOPLE_A_GAME))
        numbers = [(count * 31 + seat * 17) % people for seat in range(seats)]
        addresses = {
            player: f"person{number}@example.org"
            for player, number in zip(players, numbers, strict=True)
        }
        wish = Wish(spec, players, addresses, variant=variant, deadline=30 * DAY)
        game = open_table(self.books, wish)
        for player in players:
            table = self.books.tables.get(game).game
            self._hand_in(letter(self.books, table, player, "0", f"join words of {player}"))
        for _ in range(ROUNDS * seats):
            found = answer(self.books, game)
            if found:
                self._hand_in(found)

    def _hand_in(self, one: Letter) -> None:
        summary = Summary()
        self._reception.receive(Incoming("", int(time.time()), one.data), summary)
        assert summary.played == 1, (one, summary.lines)

    def check(self) -> None:
        """A folder of another program would be replayed game by game: that is no usual mail."""
        for game in self.folder.games()[:1]:
            found = self.folder.checkpoint(game)
            if found and found[2].get("program") != edition():
                raise SystemExit(f"{self.folder.root} was made by another version — delete it")

    def draw(self) -> None:
        """Draw every card that a mail can show: a host has done so after some days of play."""
        pictures = Drawn(self.folder.root / PICTURES)
        for game in {game.split("-")[0]: game for game in self.folder.games()}.values():
            spec = self.books.tables.get(game).rules.spec
            for card in deck(spec):
                pictures.card(spec, card, "es")
            for word in (word for words in spec.words.values() for word in words.values()):
                pictures.symbol(spec, word)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    args = parser.parse_args()
    os.fsync = lambda handle: None  # this folder need not outlive a power cut
    opening.keep = cache(opening.keep)  # the specs stay what they are
    begun = time.perf_counter()
    builder = Builder(args.folder)
    builder.check()
    for count in builder.fill(args.games):
        if count % 500 == 0:
            print(f"{count} games, {time.perf_counter() - begun:.0f} s", flush=True)
    builder.draw()


if __name__ == "__main__":
    main()
