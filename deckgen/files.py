"""Files on the disk: whole or not at all, and each one named on stdout.

What is written stands beside its place under another name until it is complete, so that a full
disk, an unwritable folder or a pulled plug leaves the old file or none, never half of one.  Several
files of one output appear together: none of them if one cannot be written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path


class CannotWriteError(OSError):
    """The disk refused a file; nothing of it is left.  Not the program's fault, nor a spec's."""

    def __init__(self, path: Path, error: OSError) -> None:
        self.path = path
        super().__init__(f"{path} cannot be written: {(error.strerror or str(error)).lower()}")


def write_whole(path: Path, data: bytes, *, tell: bool = True) -> None:
    """Write one file, making its folder; see `write_all`."""
    write_all({path: data}, tell=tell)


def write_all(files: Mapping[Path, bytes], *, tell: bool = True) -> None:
    """Write all the files or none, and name each on stdout (unless `tell` is false).

    Old files are replaced only by complete new ones.  Raises `CannotWriteError`.
    """
    with ExitStack() as undo:
        ready = [(_beside(path, data, undo), path) for path, data in files.items()]
        for part, path in ready:
            try:
                part.replace(path)
            except OSError as error:
                raise CannotWriteError(path, error) from error
    if tell:
        for path in files:
            sys.stdout.write(f"{path}\n")


def _beside(path: Path, data: bytes, undo: ExitStack) -> Path:
    """The data in a file beside its place, which is gone again when `undo` ends."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(0, "a folder of that name is there")
        if path.exists() and not path.is_file():
            part = path  # a device or a pipe cannot be replaced; it takes what it is given
        else:
            undo.callback(part.unlink, missing_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            if part is not path:
                os.fsync(file.fileno())
    except OSError as error:
        raise CannotWriteError(path, error) from error
    return part
