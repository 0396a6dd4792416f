"""All rulebooks of the five games: whole processes, one a game, each in both languages.

    python benchmarks/rulebooks.py [--runs 3] [--json] [--apart]

Each process is `deckgen rules GAME --lang all`: it loads the spec, compiles tables, plays the
book's examples, sets and writes two PDFs.  `--apart` starts a process for each language instead.
Figures are medians of processor time; the aim is 5 s in all.  `--json` prints an object a line.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

GAMES = ("cinco", "seis", "diez", "cinco_vivos", "cinquillo")
MAIN = "from deckgen.cli import main; main()"
AIM = 5.0


def seconds(arguments: Sequence[str], folder: Path) -> float:
    """Processor time of `deckgen rules` with these arguments."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", MAIN, "rules", *arguments]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"deckgen rules {' '.join(arguments)}: exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def cost(game: str, languages: Sequence[str], runs: int, folder: Path) -> float:
    """The median over the runs; a first one, which compiles the modules, is not counted."""
    found = []
    for _ in range(runs + 1):
        out = str(folder / f"{game}.pdf")
        found.append(sum(seconds([game, "--lang", one, "-o", out], folder) for one in languages))
    return statistics.median(found[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--apart", action="store_true")
    asked = parser.parse_args()
    languages = ("es", "en") if asked.apart else ("all",)
    total = 0.0
    with tempfile.TemporaryDirectory() as name:
        for game in GAMES:
            taken = cost(game, languages, asked.runs, Path(name))
            total += taken
            _say(asked.json, f"rulebooks_{game}", taken)
    _say(asked.json, "rulebooks", total)


def _say(as_json: bool, name: str, taken: float) -> None:
    if as_json:
        print(json.dumps({"name": f"{name}_cpu_s", "ours": round(taken, 3), "aim": AIM}))
    else:
        print(f"{name:24} {taken:6.2f} s")


if __name__ == "__main__":
    main()
