"""`pbem explain` as a host's person uses it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml
from village import Village

from pbem.cli import main

TESTS = Path(__file__).parents[2]
CORPUS, KINDS = TESTS / "mail_corpus", TESTS / "mail_kinds"
OUTCOMES = {"move", "reject", "ignore", "duplicate"}


def explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> list[dict[str, str]]:
    monkeypatch.setattr(sys, "argv", ["pbem", "explain", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (0, None)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_mail_is_one_line_that_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mails = sorted(KINDS.glob("k0[0-6]*.eml"))
    lines = explained(monkeypatch, capsys, *mails, "--asks", CORPUS / "cases.yaml")
    assert [line["file"] for line in lines] == [str(path) for path in mails]
    for line in lines:
        assert line["outcome"] in OUTCOMES
        assert len(line["why"]) > 10, line
        assert "9b1d4c" not in line["why"]
        assert ("move" in line) == (line["outcome"] == "move")
        assert ("code" in line) == (line["outcome"] in ("reject", "ignore"))


def test_the_context_alone_is_a_description_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    context = yaml.safe_load((CORPUS / "cases.yaml").read_text("utf-8"))["context"]
    asks = tmp_path / "asks.yaml"
    asks.write_text(yaml.safe_dump(context, allow_unicode=True), "utf-8")
    (line,) = explained(monkeypatch, capsys, CORPUS / "s01-plain-en.eml", "--asks", asks)
    assert (line["outcome"], line["move"]) == ("move", "play R7")


def test_a_mail_against_a_host_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    village = Village(tmp_path / "host")
    village.open("cinco", ("ana", "beto"))
    village.join(("ana", "beto"))
    who, asked = next(
        (one, mail) for one in ("ana", "beto") for mail in village.mails(one) if mail.moves
    )
    mails = {}
    for name, text in {"move": "1", "words": "¿qué tal?", "help": "ayuda", "quote": "> 1"}.items():
        village.answer(who, asked, text)
        path = max((village.root / "mail" / "inbox" / "new").iterdir())
        mails[name] = path.rename(tmp_path / f"{name}.eml")
    village.folder.close()
    before = sorted(p for p in village.root.rglob("*") if p.is_file())
    order = [mails[name] for name in ("words", "help", "quote", "move", "move")]
    lines = explained(monkeypatch, capsys, *order, village.root)
    assert [(line["outcome"], line.get("code", "")) for line in lines] == [
        ("reject", "not-understood"),
        ("reject", "help"),
        ("reject", "empty"),
        ("move", ""),
        ("duplicate", ""),
    ]
    assert all(len(line["why"]) > 10 for line in lines)
    assert sorted(p for p in village.root.rglob("*") if p.is_file()) == before


def test_mails_without_asks_and_without_a_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pbem", "explain", str(CORPUS / "s01-plain-en.eml")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "--asks" in capsys.readouterr().err
