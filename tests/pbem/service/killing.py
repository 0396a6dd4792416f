"""A host that is killed again and again, and players who go on as if nothing had happened.

Each life of the host is a process of its own on a real disk.  It ends by SIGKILL: after a random
time, or at one of its own writes, renames, fsyncs and statements, sometimes with half of the bytes
written.  What it sends is noted before it leaves, so that two mails with one id can be compared.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from village import Mailed, Village

from pbem.mails.compose import compose
from pbem.player.purse import Purse
from pbem.player.replies import Joining, join, move, read_mail
from pbem.service.books import Books, World
from pbem.service.bots import Bots
from pbem.service.duties import DUTIES
from pbem.service.rules import Compiled
from pbem.service.run import run_once
from pbem.store import notebook
from pbem.transports import Delivery, Outgoing

PLAYERS = ("ana", "beto", "carla")
TABLES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("cinquillo", PLAYERS, {"options": {"limit": 1}}),
    ("seis", ("ana", "beto"), {"variant": "random"}),
    ("cinco_vivos", PLAYERS, {"options": {"lives": 3}}),
    ("diez", ("beto", "carla"), {"options": {"idle": 4}}),
)
ODD = (
    *("orden robar auto", "order roll auto", "orden numeral nunca", "orden lanzar preguntar"),
    *("deshacer", "estado", "ausente 2d", "ayuda", "token", "recibos no", "recibos sí"),
    *("una palabra cualquiera", "99", "idioma en", "idioma es", "página sí", "página no"),
    *("resumen sí", "resumen no"),
)
"""What players write besides moves."""

VOTES = ("sí", "no", "confirmar", "esperar", "seguir", "abandono")
"""What they answer to votes and confirmations."""


_READ: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_COMPILED: dict[tuple[Any, ...], Compiled] = {}


def compiled(game: Any, variant: str, options: Any, players: int) -> Compiled:
    """Compiled once in the parent process: each life finds it made."""
    key = (game.id, variant, repr(sorted(options.items())), players)
    if key not in _COMPILED:
        _COMPILED[key] = Compiled(game, variant, options, players)
    return _COMPILED[key]


class Killed(Village):
    """A village whose host writes down what it sends, and compiles each game once."""

    def _open(self) -> None:
        self.transport = self.way()
        send, journal = self.transport.send, self.root / "sent.txt"

        def noting(mail: Outgoing) -> Delivery:
            digest = hashlib.sha256(mail.data).hexdigest()
            with journal.open("a", encoding="utf-8") as file:
                file.write(f"{mail.message_id} {digest}\n")
            return send(mail)  # type: ignore[no-any-return]

        self.transport.send = noting
        world = World(lambda: self.now, lambda length: self.random.randbytes(length))
        self.books = Books(self.folder, self.transport, compiled, compose, Bots(), world, DUTIES)
        self.books.tables._compiled = _READ  # specs are read in the parent process alone

    def sent_otherwise(self) -> list[str]:
        """Ids under which two different mails left."""
        lines = set(self._journal())
        count = Counter(line.split()[0] for line in lines)
        return [mail for mail, found in count.items() if found > 1]

    def mails_sent(self) -> int:
        """How many mails have left so far, those sent twice counted twice."""
        return len(self._journal())

    def _journal(self) -> list[str]:
        return (self.root / "sent.txt").read_text("utf-8").splitlines()


# --- killing -------------------------------------------------------------------------------------


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(step: int, chance: random.Random) -> None:
    """Be killed before, during or after the `step`-th of this process's own acts on the disk."""
    left = [step]

    def watched(act: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*args: Any, **named: Any) -> Any:
            left[0] -= 1
            if left[0] == 0 and chance.random() < 0.5:
                if act is write and len(args[1]) > 1:
                    act(args[0], args[1][: chance.randrange(len(args[1]))])
                _die()
            done = act(*args, **named)
            if left[0] == 0:
                _die()
            return done

        return instead

    write = os.write
    for name in ("write", "fsync", "rename", "replace", "ftruncate", "open", "close"):
        setattr(os, name, watched(getattr(os, name)))
    notebook._Base.execute = watched(notebook._Base.execute)  # type: ignore[method-assign]


def one_life(village: Killed, chance: random.Random, kill: bool) -> bool:
    """A host process that is killed at a random moment; did it finish its run by itself?"""
    seed, at_step = chance.random(), chance.random() < 0.7
    child = os.fork()
    if not child:
        try:
            village.random.seed(seed)
            village.reopen()
            if kill and at_step:
                die_at(1 + int(chance.expovariate(1 / chance.choice([30, 100, 400]))), chance)
            with village.folder.writing():
                run_once(village.books, village.transport)
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
    until = time.monotonic() + (chance.uniform(0, 0.5) if kill and not at_step else 300)
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


# --- the players ---------------------------------------------------------------------------------


class Villagers:
    """Everybody answers what they are sent, mostly with a move; Ana often with her key."""

    def __init__(self, village: Killed, chance: random.Random) -> None:
        self.village, self.chance = village, chance
        self.purse = Purse(village.root.parent / "purse", chance.randbytes)
        self.written: Counter[str] = Counter()

    def answer_all(self) -> bool:
        """Answer every new mail; was there one?"""
        mails = [(one, mailed) for one in PLAYERS for mailed in self.village.mails(one)]
        for player, mailed in mails:
            if mailed.kind == "invitation":
                self._join(player, mailed)
            elif mailed.kind == "roster":
                self._signed(mailed, lambda kept: join(kept, self.purse, Joining("ana")))
            elif mailed.kind in ("vote", "confirm"):
                self._write(player, mailed, self.chance.choice(VOTES))
            elif mailed.moves:
                self._play(player, mailed)
            elif mailed.kind == "end" and self.chance.random() < 0.2:
                self._write(player, mailed, "revancha")
        return bool(mails)

    def _play(self, player: str, mailed: Mailed) -> None:
        if self.chance.random() < 0.15:
            self._write(player, mailed, self.chance.choice(ODD))
        chosen = self.chance.choice(mailed.moves)
        if player == "ana" and self._joined_with_key(mailed):
            self._signed(mailed, lambda kept: move(kept, self.purse, [chosen]))
        else:
            self._write(player, mailed, chosen)

    def _join(self, player: str, mailed: Mailed) -> None:
        if player == "ana" and self.chance.random() < 0.5:
            wish = Joining("ana", "gatos", sealed=False, only_signed=self.chance.random() < 0.5)
            self._signed(mailed, lambda kept: join(kept, self.purse, wish))
        else:
            self._write(player, mailed, f"unirme palabras de {player}")

    def _joined_with_key(self, mailed: Mailed) -> bool:
        view = mailed.view
        kid = self.village.folder.key.kid
        return bool(view) and self.purse.seat(kid, str(view and view["game"])) is not None

    def _signed(self, mailed: Mailed, reply: Callable[[Any], bytes]) -> None:
        path = self.village.root.parent / "mail.eml"
        path.write_bytes(mailed.raw)
        self._deliver(reply(read_mail(path, self.purse)))

    def _write(self, player: str, mailed: Mailed, text: str) -> None:
        self.written["written"] += 1
        for _ in range(1 + (self.chance.random() < 0.1)):  # now and then a mail comes twice
            self.village.answer(
                player, mailed, text, message_id=f"<{self.written['written']}@example.org>"
            )

    def _deliver(self, data: bytes) -> None:
        for _ in range(1 + (self.chance.random() < 0.1)):
            self.village.deliver(data)


def warm(root: Path) -> None:
    """Compile and draw everything once in this process, so that each life finds it made."""
    village = Killed(root)
    for spec, players, wish in TABLES:
        village.open(spec, players, **wish)
    village.join(PLAYERS)
    for _ in range(3):
        village.first_moves(PLAYERS)
    village.folder.close()
