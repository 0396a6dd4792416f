"""Maildir folders: what is said to have left is on the disk, with its name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.letters.mime import LARGEST
from pbem.transports import Outgoing
from pbem.transports.maildir import MaildirTransport


def test_a_mail_that_was_taken_outlives_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bytes, then its name, and the first time the names of its folders, too."""
    transport, real = MaildirTransport(tmp_path / "mail", LARGEST), os.fsync
    synced: list[tuple[Path, int]] = []

    def noted(handle: int) -> None:
        path = Path(f"/proc/self/fd/{handle}").readlink()
        synced.append((path, len(list(path.iterdir())) if path.is_dir() else path.stat().st_size))
        real(handle)

    monkeypatch.setattr(os, "fsync", noted)
    for number in range(2):
        mail = Outgoing("ana@example.org", "mesa@h.org", f"<{number}@h>", b"Subject: x\r\n\r\n")
        assert transport.send(mail).taken
        box = tmp_path / "mail" / "people" / "ana@example.org"
        (file, size), (folder, names) = synced[-2:]
        assert (file.parent, size) == (box / "tmp", len(mail.data))
        assert (folder, names) == (box / "new", number + 1)
        made = [path for path, _ in synced[:-2]]
        assert made == ([box, box.parent, box.parent.parent] if number == 0 else [])
        synced.clear()
