"""`pbem run` with servers that fail: one clear line, exit 3, and nothing lost."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from faulty import Imap, Smtp, running

from pbem.cli import main
from pbem.store.config import Config
from pbem.store.folder import HostFolder

Cert = tuple[Path, Path]


@pytest.fixture(autouse=True)
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", "palabra")


def host(root: Path, cert: Cert, imap: int, smtp: int) -> Path:
    config = Config(
        "Mesa",
        "mesa@example.org",
        transport="imap",
        imap=f"localhost:{imap}",
        smtp=f"localhost:{smtp}",
        user="mesa@example.org",
        ca=str(cert[0]),
    )
    HostFolder.make(root, config, random.Random(1).randbytes).close()
    return root


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["pbem", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert "palabra" not in said.out + said.err
    return int(ended.value.code or 0), said.err


@pytest.mark.parametrize("words", [(), ("--watch",)])
def test_a_wrong_password(
    words: tuple[str, ...],
    cert: Cert,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = {"LOGIN": ["NO [AUTHENTICATIONFAILED] Invalid credentials"]}
    with running(Imap, cert, script) as server:
        folder = host(tmp_path / "mesa", cert, server.port, 1)
        code, said = run(monkeypatch, capsys, "run", folder, *words)
    assert code == 3
    (line,) = said.splitlines()
    assert f"IMAP server localhost:{server.port} refuses the password of mesa@example.org" in line


def test_a_way_out_that_fails_is_exit_3_and_the_mails_leave_in_a_later_run(
    cert: Cert, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = {"AUTH": ["535 5.7.8 no"] * 2}
    with running(Imap, cert, {}) as imap, running(Smtp, cert, script) as smtp:
        folder = host(tmp_path / "mesa", cert, imap.port, smtp.port)
        run(monkeypatch, capsys, "open", folder, "cinco", "--player", "ana=ana@example.org",
            "--player", "beto=beto@example.org")  # fmt: skip
        assert smtp.mails == []
        code, said = run(monkeypatch, capsys, "run", folder)
        assert code == 3
        assert "refuses the password of mesa@example.org" in said
        assert "later run" in said
        code, said = run(monkeypatch, capsys, "run", folder)
        assert (code, said) == (0, "")
        assert len(smtp.mails) == 2


def test_a_password_that_is_not_set(
    cert: Cert, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PBEM_PASSWORD")
    code, said = run(monkeypatch, capsys, "run", host(tmp_path / "mesa", cert, 1, 1))
    assert code == 1
    assert "PBEM_PASSWORD" in said
