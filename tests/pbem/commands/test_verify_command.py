"""`pbem verify` says that all agrees only where something was checked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.cli import main


def test_files_without_anything_signed_do_not_agree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mail = tmp_path / "mail.eml"
    mail.write_text("From: ana@example.org\nSubject: x\n\nhello\n", "utf-8")
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "purse"))
    monkeypatch.setattr(sys, "argv", ["pbem", "verify", str(mail)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    said = capsys.readouterr()
    assert said.out == f"{mail}: no signed file in it\n"
    assert said.err.startswith("no signed file in any of these — ")
    assert said.err.count("\n") == 1
