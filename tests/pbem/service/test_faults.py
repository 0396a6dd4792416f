"""Full disks, read-only folders, two hosts at once, clocks that jump: nothing is lost, all goes on.

The host is the real command in a process of its own.  As root a small tmpfs is the full disk and a
mount the read-only folder; elsewhere a limit on file sizes and the folder's mode stand for them.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.auditing import audit_host
from pbem.protocol.records import read_log
from pbem.store.disk import locked

PLAYERS = ("ana", "beto")
ROOT = Path(__file__).parents[3]


def run(folder: Path, *, largest: int = 0) -> tuple[int, list[str]]:
    """`pbem run`: its exit code and the lines on stderr; `largest` limits each file, in bytes."""

    def limit() -> None:
        if largest:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

    done = subprocess.run(
        [sys.executable, "-c", "from pbem.cli import main; main()", "run", str(folder)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
    )
    return done.returncode, done.stderr.splitlines()


def mount(*options: str) -> bool:
    """Can this machine mount that?  Only root can, and not in every sandbox."""
    if os.geteuid() != 0 or not shutil.which("mount"):
        return False
    return subprocess.run(["mount", *options], capture_output=True, check=False).returncode == 0


@pytest.fixture
def waiting(village: Any) -> Iterator[Any]:
    """A village whose game has begun, with the answer of whoever is asked in the inbox."""
    village.game = village.open("cinquillo", PLAYERS, options={"limit": 1})
    village.join(PLAYERS)
    answer(village)
    village.folder.close()
    yield village
    village.reopen()


def answer(village: Any) -> int:
    """Everybody who is asked plays the first move; how many mails that were."""
    mails = [(p, mailed) for p in PLAYERS for mailed in village.mails(p) if mailed.moves]
    for player, mailed in mails:
        village.answer(player, mailed, mailed.moves[0])
    return len(mails)


def all_goes_on(village: Any) -> None:
    """The game can be played to its end, and its log proves it."""
    village.reopen()
    village.run()
    while answer(village):
        village.run()
    assert village.books.tables.get(village.game).game.phase == "over"
    assert audit_host(village.root, village.game).findings == []
    assert village.folder.notebook.busy() == []
    village.folder.close()


def records(village: Any) -> int:
    log = village.root / "games" / village.game / "log.jsonl"
    assert log.read_bytes().endswith(b"\n")
    return len(read_log(log.read_bytes().splitlines())[1])


def test_a_full_disk(waiting: Any, tmp_path: Path) -> None:
    before = records(waiting)
    disk = tmp_path / "disk"
    disk.mkdir()
    used = sum(path.stat().st_size for path in waiting.root.rglob("*") if path.is_file())
    codes = []
    if not mount("-t", "tmpfs", "-o", f"size={used + 400_000}", "tmpfs", str(disk)):
        pytest.skip("needs a file system of its own (root): see the test with a limit on sizes")
    try:
        shutil.copytree(waiting.root, disk, dirs_exist_ok=True)
        free = shutil.disk_usage(disk).free
        for left in (0, 8192, 40_000):
            (disk / "ballast").write_bytes(b"x" * max(0, free - left))
            code, said = run(disk)
            codes.append(code)
            if code:
                assert (code, len(said)) == (3, 1), said
            (disk / "ballast").unlink()
        shutil.copytree(disk, waiting.root, dirs_exist_ok=True)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    assert codes[0] == 3
    assert records(waiting) >= before
    all_goes_on(waiting)


@pytest.mark.parametrize("largest", [1, 3000, 6000, 20_000])
def test_a_file_that_cannot_grow(waiting: Any, largest: int) -> None:
    before = records(waiting)
    code, said = run(waiting.root, largest=largest)
    assert (code, len(said)) == (3, 1), said
    assert records(waiting) >= before
    all_goes_on(waiting)


def test_a_read_only_folder(waiting: Any) -> None:
    before = records(waiting)
    root = str(waiting.root)
    if mount("--bind", root, root):
        assert mount("-o", "remount,ro,bind", root)
    elif os.geteuid() != 0:
        waiting.root.chmod(0o500)
    else:
        pytest.skip("root may write anywhere, and nothing can be mounted here")
    try:
        code, said = run(waiting.root)
    finally:
        if os.geteuid() == 0:
            subprocess.run(["umount", root], check=True)
        waiting.root.chmod(0o700)
    assert (code, len(said)) == (3, 1), said
    assert root in said[0]
    assert records(waiting) == before
    all_goes_on(waiting)


def test_two_hosts_at_once(waiting: Any) -> None:
    before = records(waiting)
    with locked(waiting.root / "lock"):
        code, said = run(waiting.root)
    assert (code, len(said)) == (3, 1)
    assert "another `pbem` works on this folder now" in said[0]
    assert records(waiting) == before
    children = [
        subprocess.Popen(
            [sys.executable, "-c", "from pbem.cli import main; main()", "run", str(waiting.root)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(3)
    ]
    codes = sorted(child.wait() for child in children)
    assert codes[0] == 0
    assert set(codes) <= {0, 3}
    all_goes_on(waiting)


@pytest.mark.parametrize("jump", [-10 * 365 * 86400, -3 * 86400, -1])
def test_a_clock_that_jumps_back(village: Any, jump: int) -> None:
    village.game = village.open("cinquillo", PLAYERS, options={"limit": 1})
    village.join(PLAYERS)
    began = village.now
    for turn in range(400):
        if not answer(village):
            break
        village.now += jump if turn % 3 == 2 else 0
        summary = village.run()
        assert (summary.timeouts, summary.reminders) == (0, 0)
    _, found = read_log(village.folder.log(village.game))
    times = [signed.payload["at"] for signed in found]
    assert times == sorted(times)
    assert times[-1] >= began - 60
    assert audit_host(village.root, village.game).findings == []


def test_a_clock_that_jumps_ahead_makes_nobody_late_without_a_reminder(village: Any) -> None:
    village.game = village.open("cinquillo", PLAYERS)
    village.join(PLAYERS)
    village.now += 30 * 86400  # the host was off, or its clock is wrong
    first = village.run()
    assert (first.reminders, first.timeouts) == (1, 0)
    village.now -= 30 * 86400
    for _ in range(3):
        assert village.run().timeouts == 0
    assert answer(village) >= 1
    assert village.run().played == 1
