"""Bytes on disk: whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from pbem.store import disk
from pbem.store.disk import FolderInUseError, append_line, cut_torn_line, locked, whole_lines


def test_lines_are_appended(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    append_line(log, b"one")
    append_line(log, b"two")
    assert log.read_bytes() == b"one\ntwo\n"
    assert whole_lines(log) == [b"one", b"two"]


@pytest.mark.parametrize("torn", [b"", b"x", b"half a line", b"y" * 200_000])
def test_a_torn_last_line_is_cut(tmp_path: Path, torn: bytes) -> None:
    log = tmp_path / "log.jsonl"
    append_line(log, b"one")
    with log.open("ab") as file:
        file.write(torn)
    assert whole_lines(log) == [b"one"]
    assert cut_torn_line(log) is bool(torn)
    assert log.read_bytes() == b"one\n"


def test_a_file_that_is_nothing_but_torn(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"half")
    assert cut_torn_line(log)
    assert log.read_bytes() == b""
    assert not cut_torn_line(tmp_path / "none")


def test_a_full_disk_leaves_the_log_as_it_was() -> None:
    """On the system's own full device: every write fails with ENOSPC."""
    handle = os.open("/dev/full", os.O_WRONLY)
    with pytest.raises(OSError, match="No space") as caught:
        disk._write_all(handle, b"line\n")
    os.close(handle)
    assert caught.value.errno == errno.ENOSPC


def test_an_append_that_fails_midway_is_taken_back(tmp_path: Path) -> None:
    """A limit on the file's size stands for the full disk: part of the line fits, the rest not."""
    log = tmp_path / "log.jsonl"
    append_line(log, b"one")
    child = os.fork()
    if not child:
        import resource
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        try:
            append_line(log, b"x" * 2000)
        except OSError:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert log.read_bytes() == b"one\n"


def test_a_file_is_replaced_with_its_mode(tmp_path: Path) -> None:
    secret = tmp_path / "host.key"
    disk.replace(secret, b"old", disk.PRIVATE)
    disk.replace(secret, b"new", disk.PRIVATE)
    assert secret.read_bytes() == b"new"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["host.key"]


def test_two_at_once_are_one_too_many(tmp_path: Path) -> None:
    with (
        locked(tmp_path / "lock"),
        pytest.raises(FolderInUseError, match="another `pbem`"),
        locked(tmp_path / "lock"),
    ):
        pass
    with locked(tmp_path / "lock"):
        pass  # free again
