"""The post's speed: one mail with few and with many open games, many waiting mails, memory.

    python benchmarks/post.py [--games 10 1000 10000] [--folder WHERE] [--json]

Host folders are made by `many_games.py` below WHERE and kept there for the next time; without it
they are temporary.  10,000 games take a quarter of an hour to make.  Every figure is that of a new
process; milliseconds a mail, fsync apart.  The floor parses a mail, checks a signature, signs a
record and fsyncs it, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from post_worker import ROUNDS, in_new_process, median

HERE = Path(__file__).parent
WAITING = 1000


def command(*arguments: str) -> dict[str, float]:
    """A `pbem` command as a whole process: wall and processor milliseconds, peak memory."""
    begun = time.perf_counter()
    program = "import sys; sys.argv[0] = 'pbem'; from pbem.cli import main; main()"
    child = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, arguments
    return {
        "wall_ms": (time.perf_counter() - begun) * 1000,
        "cpu_ms": (used.ru_utime + used.ru_stime) * 1000,
        "peak_mib": used.ru_maxrss // 1024,
    }


def several(runs: int, root: Path, *arguments: str, mail: bool = False) -> dict[str, float]:
    """The medians of a command's figures; with `mail`, one waits each time."""
    found = []
    for _ in range(runs):
        if mail:
            in_new_process("letters", root, 1)
        found.append(command(*arguments))
    return {name: median([one[name] for one in found]) for name in found[0]}


def measured(root: Path, games: int) -> dict[str, dict[str, Any]]:
    """All figures of one folder."""
    where, most = str(root), min(WAITING, games)
    game = next((root / "games").iterdir()).name
    command("run", where)  # draws no cards yet, but leaves nothing to recover
    figures: dict[str, dict[str, Any]] = {
        "one_mail_watching": in_new_process("watch", root, ROUNDS)
    }
    figures["one_mail_alone"] = several(5, root, "run", where, mail=True)
    written = in_new_process("letters", root, most)["letters"]  # fewer where games are over
    figures[f"waiting_{most}"] = in_new_process("waiting", root, written)
    figures["all_tables"] = in_new_process("touch", root, 0)
    figures["run_nothing"] = several(5, root, "run", where)
    figures["status"] = several(1, root, "status", where)
    figures["status_one"] = several(3, root, "status", where, game)
    figures["rank"] = several(1, root, "rank", where)
    return figures


def folder_of(where: Path, games: int) -> Path:
    """A host folder with so many games, made if it is not there."""
    root = where / f"host-{games}"
    make = [sys.executable, str(HERE / "many_games.py"), str(root), "--games", str(games)]
    subprocess.run(make, check=True, stdout=sys.stderr)
    return root


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[10, 1000, 10_000])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        where = args.folder or Path(temporary)
        where.mkdir(parents=True, exist_ok=True)
        floor = in_new_process("floor", where, WAITING)
        tell("floor", 0, floor, args.json)
        first: dict[str, dict[str, Any]] = {}
        for games in args.games:
            for name, found in measured(folder_of(where, games), games).items():
                base = first.setdefault(name, found)
                if "cpu_ms" in found:
                    found["cpu_ratio"] = found["cpu_ms"] / base["cpu_ms"]
                tell(name, games, found, args.json)
    tell("load", 0, {"one_minute": os.getloadavg()[0]}, args.json)


def tell(name: str, games: int, found: dict[str, Any], as_json: bool) -> None:
    figures = {key: round(value, 2) for key, value in found.items()}
    if as_json:
        print(json.dumps({"name": name, "games": games, **figures}), flush=True)
    else:
        shown = "  ".join(f"{key} {value:g}" for key, value in figures.items())
        print(f"{name:20} {games or '':>6}  {shown}", flush=True)


if __name__ == "__main__":
    main()
