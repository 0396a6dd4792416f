"""What `post.py` measures, each in a process of its own: one job on a host folder, figures as JSON.

python benchmarks/post_worker.py letters|watch|waiting|touch|floor FOLDER NUMBER
"""

from __future__ import annotations

import email
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from many_games import Builder, answer

from pbem.hosting import opened
from pbem.protocol.signing import key_from_seed, open_line, sign
from pbem.service.run import run_once
from pbem.store.disk import append_line
from pbem.transports.maildir import deliver, make_maildir

ROUNDS = 4
A_ROUND = 10
"""Letters of one round; the first round is not counted: it loads specs and draws cards."""


@dataclass
class Meter:
    """Wall, processor and fsync time since `start`, in seconds."""

    synced: float = 0.0
    syncs: int = 0
    begun: tuple[float, float, float, int] = field(default=(0.0, 0.0, 0.0, 0))

    def __post_init__(self) -> None:
        real = os.fsync

        def timed(handle: int) -> None:
            at = time.perf_counter()
            real(handle)
            self.synced += time.perf_counter() - at
            self.syncs += 1

        os.fsync = timed  # type: ignore[assignment]

    def start(self) -> None:
        self.begun = (time.perf_counter(), time.process_time(), self.synced, self.syncs)

    def found(self, mails: int) -> dict[str, float]:
        """Milliseconds a mail since the start."""
        wall, cpu, synced, syncs = self.begun
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        waited = self.synced - synced
        return {
            "wall_ms": wall * 1000 / mails,
            "fsync_ms": waited * 1000 / mails,
            "cpu_ms": cpu * 1000 / mails,
            "fsyncs": (self.syncs - syncs) / mails,
            "mails_s": mails / wall,
            "mails_s_cpu": mails / cpu,
        }


def letters(root: Path, number: int) -> dict[str, Any]:
    """Put answers to open questions of so many different games into the inbox."""
    builder = Builder(root)
    make_maildir(root / "mail" / "inbox")
    games = builder.folder.games()
    random.shuffle(games)
    written = 0
    for game in games:
        if written == number:
            break
        one = answer(builder.books, game)
        if one:
            deliver(root / "mail" / "inbox", f"{time.time_ns()}", one.data)
            written += 1
    builder.folder.close()
    return {"letters": written}


def watch(root: Path, number: int) -> dict[str, Any]:
    """One mail at a time in a process that runs on: every table is loaded from the disk for it."""
    meter = Meter()
    inbox, aside = root / "mail" / "inbox" / "new", root / "mail" / "aside"
    aside.mkdir(exist_ok=True)
    figures: list[dict[str, float]] = []
    with opened(root) as host:
        for turn in range(number):
            in_new_process("letters", root, A_ROUND)
            waiting = sorted(inbox.iterdir())
            for path in waiting:
                path.rename(aside / path.name)
            for path in waiting:
                (aside / path.name).rename(path)
                host.books.tables.forget_all()
                meter.start()
                summary = run_once(host.books, host.transport)
                assert summary.played == 1, summary
                if turn:
                    figures.append(meter.found(1))
    return {name: median([one[name] for one in figures]) for name in figures[0]}


def waiting(root: Path, number: int) -> dict[str, Any]:
    """So many mails that wait, over as many games: worked off by one run."""
    meter = Meter()
    marks: list[tuple[float, float]] = []
    with opened(root) as host:
        done = host.transport.done

        def marked(handle: str) -> None:
            done(handle)
            marks.append((time.perf_counter(), time.process_time()))

        host.transport.done = marked  # type: ignore[method-assign]
        meter.start()
        marks.append((time.perf_counter(), time.process_time()))
        summary = run_once(host.books, host.transport)
    assert summary.played == summary.read == number, summary.lines[:3]
    part = min(100, number // 2)
    return {
        **meter.found(number),
        "first_cpu_ms": (marks[part][1] - marks[0][1]) * 1000 / part,
        "last_cpu_ms": (marks[-1][1] - marks[-1 - part][1]) * 1000 / part,
        "peak_mib": peak(),
    }


def touch(root: Path, number: int) -> dict[str, Any]:
    """Load every table of the folder, one after the other."""
    with opened(root) as host:
        games = host.folder.games()
        for game in games:
            host.books.tables.get(game)
    return {"peak_mib": peak(), "games": len(games)}


def floor(root: Path, number: int) -> dict[str, Any]:
    """Parse, verify, sign and fsync alone."""
    meter = Meter()
    key = key_from_seed(b"k" * 32)
    raw = b"From: a@b\r\nTo: c@d\r\nMessage-ID: <x@y>\r\nSubject: x\r\n\r\nplay R7\r\n"
    record = {"v": 1, "moves": ["play R7"], "salt": "x" * 22, "prev": "0" * 64}
    line = sign(key, "pbem-log", record)
    with tempfile.TemporaryDirectory(dir=root) as folder:
        meter.start()
        for _ in range(number):
            email.message_from_bytes(raw).get_payload()
            open_line(line, "pbem-log", {key.kid: key.jwk})
            append_line(Path(folder) / "log", sign(key, "pbem-log", record))
        return meter.found(number)


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def in_new_process(job: str, root: Path, number: int) -> dict[str, Any]:
    """The figures of a job."""
    command = [sys.executable, __file__, job, str(root), str(number)]
    found = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(found.stdout))


JOBS: dict[str, Callable[[Path, int], dict[str, Any]]] = {
    one.__name__: one for one in (letters, watch, waiting, touch, floor)
}

if __name__ == "__main__":
    print(json.dumps(JOBS[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))))
