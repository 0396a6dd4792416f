"""`deckgen rules` as a person calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckgen.cli import PROGRAM
from deckgen.print_contract import check_pdf

RUN = CliRunner()


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["--format", "md"], "cinco-rules-es.md"),
        (["--format", "html", "--lang", "en"], "cinco-rules-en.html"),
        (["--booklet"], "cinco-rules-es-booklet.pdf"),
        (["--booklet", "--paper", "letter"], "cinco-rules-es-booklet-letter.pdf"),
        (["--paper", "a4"], "cinco-rules-es-a4.pdf"),
        (["--quick"], "cinco-quick-es.pdf"),
        (["--quick", "--paper", "letter", "--lang", "en"], "cinco-quick-en-letter.pdf"),
        (["--aid"], "cinco-aid-es.pdf"),
        (["--ink", "grey"], "cinco-rules-es-grey.pdf"),
    ],
)
def test_each_form(
    arguments: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = RUN.invoke(PROGRAM.app(), ["rules", "cinco", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report["file"] == f"output/{name}"
    assert (tmp_path / "output" / name).stat().st_size == report["bytes"]
    if name.endswith(".pdf"):
        assert check_pdf(tmp_path / "output" / name).problems == ()


def test_all_languages_at_once_are_the_same_books(tmp_path: Path) -> None:
    both, single = tmp_path / "both.pdf", tmp_path / "single.pdf"
    result = RUN.invoke(
        PROGRAM.app(), ["rules", "diez", "--lang", "all", "-o", str(both), "--json"]
    )
    assert result.exit_code == 0, result.output
    files = [Path(json.loads(line)["file"]).name for line in result.stdout.splitlines()]
    assert files == ["both-es.pdf", "both-en.pdf"]
    for language in ("es", "en"):
        RUN.invoke(PROGRAM.app(), ["rules", "diez", "--lang", language, "-o", str(single)])
        assert single.read_bytes() == (tmp_path / f"both-{language}.pdf").read_bytes()


def test_what_does_not_go_together(tmp_path: Path) -> None:
    result = RUN.invoke(PROGRAM.app(), ["rules", "cinco", "--format", "md", "--booklet"])
    assert result.exit_code == 1
    assert "--booklet" in str(result.exception)
    result = RUN.invoke(PROGRAM.app(), ["rules", "cinco", "--variant", "nightly"])
    assert result.exit_code == 1
    assert "unknown variant 'nightly'" in str(result.exception)


def test_a_deck_without_a_rulebook_has_a_short_one(tmp_path: Path) -> None:
    spec = tmp_path / "mine.yaml"
    spec.write_text(
        "game: mine\ntitle: {es: Mío, en: Mine}\nplayers: 2-4\ncards:\n  ONE: {copies: 4}\n",
        encoding="utf-8",
    )
    for arguments in ([], ["--booklet"], ["--quick"], ["--aid"], ["--format", "html"]):
        out = tmp_path / "out.pdf"
        result = RUN.invoke(PROGRAM.app(), ["rules", str(spec), "-o", str(out), *arguments])
        assert result.exit_code == 0, (arguments, result.exception)
        assert out.stat().st_size > 1000
