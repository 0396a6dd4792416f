"""The post's speed: one mail handled with few and with many open games, and many waiting mails.

    python benchmarks/post.py [--games 300] [--mails 100] [--json]

The floor parses a mail, checks a signature, signs a record and fsyncs it, and nothing else.
Figures are wall seconds, since waiting for the disk is part of it; `cpu` is processor time.
"""

from __future__ import annotations

import argparse
import email
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "pbem"))

from village import Village

from pbem.protocol.signing import key_from_seed, open_line, sign
from pbem.store.config import Config
from pbem.store.disk import append_line

PLAYERS = ("ana", "beto")


def tables(village: Village, number: int) -> None:
    """So many games of two players, all being played."""
    for _ in range(number):
        village.open("cinquillo", PLAYERS)
    village.join(PLAYERS)


def answers(village: Village, number: int) -> int:
    """Write up to so many answers to open questions; how many there are."""
    written = 0
    for player in PLAYERS:
        for mailed in village.mails(player):
            if mailed.moves and written < number:
                village.answer(player, mailed, mailed.moves[0])
                written += 1
    return written


def handled(village: Village, mails: int) -> tuple[float, float]:
    """Seconds (wall, processor) a mail, over so many mails that wait."""
    written = answers(village, mails)
    wall, cpu = time.perf_counter(), time.process_time()
    summary = village.run()
    assert summary.played == written, (summary.played, written)
    return (time.perf_counter() - wall) / written, (time.process_time() - cpu) / written


def floor(mails: int) -> tuple[float, float]:
    """Parse, verify, sign and fsync alone."""
    key = key_from_seed(b"k" * 32)
    raw = b"From: a@b\r\nTo: c@d\r\nMessage-ID: <x@y>\r\nSubject: x\r\n\r\nplay R7\r\n"
    record = {"v": 1, "moves": ["play R7"], "salt": "x" * 22, "prev": "0" * 64}
    line = sign(key, "pbem-log", record)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(mails):
            email.message_from_bytes(raw).get_payload()
            open_line(line, "pbem-log", {key.kid: key.jwk})
            append_line(log, sign(key, "pbem-log", record))
        return (time.perf_counter() - wall) / mails, (time.process_time() - cpu) / mails


def median_of(runs: int, measure: Callable[[], tuple[float, float]]) -> tuple[float, float]:
    found = [measure() for _ in range(runs)]
    return statistics.median(w for w, _ in found), statistics.median(c for _, c in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--mails", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures: dict[str, tuple[float, float]] = {"floor": median_of(3, lambda: floor(args.mails))}
    for number in (10, args.games):
        with tempfile.TemporaryDirectory() as folder:
            config = Config("Mesa", "mesa@host.example.org", invitations=10**6)
            village = Village(Path(folder) / "host", config=config)
            tables(village, number)
            least = min(args.mails, number)
            figures[f"{number} games"] = median_of(3, lambda v=village, m=least: handled(v, m))  # type: ignore[misc]
            village.folder.close()
    random.seed(0)
    floor_wall, floor_cpu = figures["floor"]
    for name, (wall, cpu) in figures.items():
        line = {
            "name": f"mail_{name.replace(' ', '_')}",
            "ours": round(wall * 1000, 2),
            "floor": round(floor_wall * 1000, 2),
            "ratio": round(wall / floor_wall, 2),
            "cpu_ms": round(cpu * 1000, 2),
            "cpu_floor_ms": round(floor_cpu * 1000, 2),
        }
        print(json.dumps(line) if args.json else line)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"name": "peak_mib", "ours": peak, "floor": 0, "ratio": 0}))


if __name__ == "__main__":
    main()
