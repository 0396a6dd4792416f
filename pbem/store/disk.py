"""Bytes to disk so that a crash or a full disk loses nothing and tears nothing."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from card_specs.language.problems import OutsideError, PersonError
from pbem.protocol.canonical import Refusal, from_base64url

PRIVATE = 0o600
PUBLIC = 0o644


class FolderInUseError(OutsideError):
    """Another process works on this host folder."""


def replace(path: Path, data: bytes, mode: int = PUBLIC, *, durable: bool = True) -> None:
    """Replace a file whole or not at all; not `durable` for what can be made again at any time."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        try:
            os.fchmod(handle, mode)
            _write_all(handle, data)
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if durable:
        sync_folder(path.parent)


def append_line(path: Path, line: bytes) -> None:
    """Add one line and its line end with one write and an fsync.

    A torn last line is cut off before; where the disk is full the file is cut back to what it
    was, and `OSError` is raised.
    """
    new = not path.exists()
    cut_torn_line(path)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, PUBLIC)
    try:
        size = os.fstat(handle).st_size
        try:
            _write_all(handle, line + b"\n")
            os.fsync(handle)
        except OSError:
            os.ftruncate(handle, size)
            raise
    finally:
        os.close(handle)
    if new:
        sync_folder(path.parent)


def whole_lines(path: Path) -> list[bytes]:
    """The lines of a file, without line ends; a torn last line is left out.

    Torn is a line without a line end, and one with zero bytes, which a power cut leaves in
    blocks that never reached the disk.  Neither was ever fsynced.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    lines = data.split(b"\n")[:-1]
    return lines[:-1] if lines and b"\0" in lines[-1] else lines


def cut_torn_line(path: Path) -> bool:
    """Cut off a torn last line (see `whole_lines`).  True if there was one."""
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        size = os.fstat(handle).st_size
        end = _line_start(handle, size)
        if os.pread(handle, 1, max(0, size - 1)) == b"\n":
            last = _line_start(handle, size - 1)
            end = last if b"\0" in os.pread(handle, size - last, last) else size
        if end == size:
            return False
        os.ftruncate(handle, end)
        os.fsync(handle)
        return True
    finally:
        os.close(handle)


def _line_start(handle: int, end: int) -> int:
    """The place after the last line end before `end`."""
    while end > 0:
        start = max(0, end - 65536)
        found = os.pread(handle, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def sync_folder(folder: Path) -> None:
    """Make names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file for as long as the block runs; the system frees it if we are killed."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderInUseError(
                f"{path.parent}: another `pbem` works on this folder now — wait for it, or stop it"
            ) from None
        yield
    finally:
        os.close(handle)


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def read_secret(path: Path) -> bytes:
    """32 secret bytes, kept as base64url.  Raises `PersonError` for anything else."""
    try:
        data = from_base64url(path.read_text("ascii").strip())
    except (OSError, UnicodeDecodeError, Refusal):
        raise PersonError(f"{path}: this key cannot be read — restore it from a copy") from None
    if len(data) != 32:
        raise PersonError(f"{path}: a key has 32 bytes — restore it from a copy")
    return data
