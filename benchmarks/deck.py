"""The deck against its floor: whole processes, side by side, in pairs.

    python benchmarks/deck.py [--runs 7] [--json] [--no-scaling]

`ours` is `deckgen deck` on `deck_of_108.yaml` (54 faces, two copies each, one back), `floor` is
`deck_floor.py`, which draws the same marks with reportlab alone.  Both run as installed programs
do, from compiled modules (a folder of our own holds them, whatever PYTHONDONTWRITEBYTECODE says).
The ratio is the median of the pairs' ratios.  Aims: 1.5 times the time, 1.2 times the size.
Scaling: 100, 1,000 and 10,000 cards of at most 200 faces, against the floor with forms.
`--json` prints one object a line: {"name", "ours", "floor", "ratio"}.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SPEC = HERE / "deck_of_108.yaml"
FLOOR = HERE / "deck_floor.py"
MAIN = "from deckgen.cli import main; main()"

MORE_GUILDS = """\
    buoy:   {letter: B, name: {en: Buoy}, paints: {base: "#1B5E7A"}, has: {sides: 9}}
    mast:   {letter: M, name: {en: Mast}, paints: {base: "#8A5A1E"}, has: {sides: 10}}
"""


@dataclass(frozen=True)
class Cost:
    """What one process took, and the size of the file it wrote."""

    seconds: float
    mib: float
    size: int


def cost(command: Sequence[str], out: Path, environment: dict[str, str]) -> Cost:
    """Run a program to its end; processor time of the whole process, peak memory."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, env=environment, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{' '.join(command)}:\n{said.read().decode(errors='replace')}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.stat().st_size)


def pairs(ours: Sequence[str], floor: Sequence[str], folder: Path, runs: int) -> list[list[Cost]]:
    """Cost of both, run in turn; a first pair, which compiles the modules, is not counted."""
    environment = dict(os.environ, PYTHONPYCACHEPREFIX=str(folder / "compiled"))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    found = []
    for _ in range(runs + 1):
        mine, theirs = folder / "ours.pdf", folder / "floor.pdf"
        found.append(
            [
                cost([*ours, "-o", str(mine)], mine, environment),
                cost([*floor, str(theirs)], theirs, environment),
            ]
        )
    return found[1:]


def lines(name: str, costs: list[list[Cost]]) -> Iterator[dict[str, object]]:
    """The three figures of a comparison."""
    for what, digits in (("seconds", 3), ("mib", 1), ("size", 0)):
        both = [[float(getattr(one, what)) for one in pair] for pair in costs]
        ours, floor = (statistics.median(pair[side] for pair in both) for side in (0, 1))
        ratio = statistics.median(mine / theirs for mine, theirs in both)
        yield {
            "name": f"{name}_{'bytes' if what == 'size' else 'cpu_s' if digits == 3 else 'mib'}",
            "ours": round(ours, digits or None),
            "floor": round(floor, digits or None),
            "ratio": round(ratio, 2),
        }


def larger_deck(folder: Path, guilds: int, ranks: int, copies: int) -> Path:
    """The same kind of deck with other numbers of faces and copies."""
    text = SPEC.read_text(encoding="utf-8")
    text = text.replace("rank: 1-9", f"rank: 1-{ranks}").replace("copies: 2", f"copies: {copies}")
    text = text.replace("cards:\n", MORE_GUILDS + "cards:\n", 1)
    if guilds < 8:
        names = re.findall(r"^    (\w+): +\{letter", text, flags=re.MULTILINE)[:guilds]
        text = text.replace("guild: all", f"guild: [{', '.join(names)}]")
    path = folder / "larger.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def measured(runs: int, scaling: bool) -> Iterator[dict[str, object]]:
    deck = [sys.executable, "-c", MAIN, "deck"]
    floor = [sys.executable, str(FLOOR)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from lines("deck_108", pairs([*deck, str(SPEC)], floor, folder, runs))
        for cards, guilds, copies in ((100, 4, 1), (1_000, 8, 5), (10_000, 8, 50)):
            if not scaling:
                break
            spec = larger_deck(folder, guilds, 25, copies)
            numbers = ["--guilds", str(guilds), "--ranks", "25", "--copies", str(copies)]
            bare = [sys.executable, str(FLOOR), *numbers, "--mode", "forms"]
            costs = pairs([*deck, str(spec)], bare, folder, max(runs // 2, 1))
            yield from lines(f"cards_{cards}", costs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--no-scaling", dest="scaling", action="store_false")
    args = parser.parse_args()
    if not args.json:
        print(f"{'':22}{'ours':>12}{'floor':>12}{'ratio':>8}")
    for line in measured(args.runs, args.scaling):
        if args.json:
            print(json.dumps(line), flush=True)
        else:
            name, ours, floor, ratio = line.values()
            print(f"{name:22}{ours:>12}{floor:>12}{ratio:>8}", flush=True)


if __name__ == "__main__":
    main()
