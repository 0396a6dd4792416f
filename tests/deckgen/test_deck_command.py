"""`deckgen deck`, `calibrate` and `check FILE.pdf`, as people run them."""

import hashlib
import json
import resource
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest
from test_cli import deckgen


def test_the_main_job(tmp_path: Path) -> None:
    """CINCO's 135 cards with backs, named after game and language, and checked."""
    code, out, err = deckgen("deck", "cinco", cwd=tmp_path)
    assert (code, out) == (0, "output/cinco-es.pdf\n")
    assert "CINCO: 30 pages" in err
    code, out, err = deckgen("check", "output/cinco-es.pdf", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "30 pages a4, 135 cards, all vector" in out


def test_json_is_all_that_is_printed(tmp_path: Path) -> None:
    code, out, _ = deckgen("deck", "diez", "--json", "--lang", "en", "-o", "x.pdf", cwd=tmp_path)
    assert code == 0
    report = json.loads(out)
    assert report["file"] == "x.pdf"
    assert report["bytes"] == (tmp_path / "x.pdf").stat().st_size
    assert (report["cards"], report["sheets"], report["pages"]) == (144, 16, 32)


def test_all_the_options_together(tmp_path: Path) -> None:
    code, _, err = deckgen(
        "deck", "cinco", "--paper", "letter", "--card", "bridge", "--backs", "duplex-short",
        "--bleed", "2", "--marks", "lines", "--marks-on", "both", "--gap", "auto", "--margin", "5",
        "--order", "fronts-then-backs", "--shift", "-0.3,0.2", "--ink", "grey", "--only", "R1",
        "R-COM7", "--only", "PUN,CAM", "--copies", "3", "--players", "4", "--option",
        "ties=rebid", "--variant", "standard", "-o", "x.pdf", cwd=tmp_path,
    )  # fmt: skip
    assert (code, err.count("error")) == (0, 0)
    reader = pypdf.PdfReader(tmp_path / "x.pdf")
    assert len(reader.pages) == 4
    assert [float(v) for v in reader.pages[0].mediabox] == [0, 0, 612, 792]
    assert deckgen("check", "x.pdf", cwd=tmp_path)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--paper", "lettr"), 1, "unknown paper 'lettr' — did you mean 'letter'?"),
        (("--card", "pokr"), 1, "unknown card size 'pokr' — did you mean 'poker'?"),
        (("--only", "R99"), 1, "no card has the code 'R99'"),
        (("--printer", "nowhere"), 1, "unknown printer 'nowhere'"),
        (("--card", "300x300"), 1, "does not fit on a4 (210 x 297 mm) with a margin of 4 mm"),
        (("--backs", "duplex"), 2, "duplex-long"),
        (("--shift", "1"), 2, "two lengths in mm, as in 0.3,-0.2"),
        (("--shift", "1,x"), 2, "is no length in mm"),
        (("--gap", "wide"), 2, "is no length in mm"),
        (("--margin", "nan"), 1, "margin nan mm"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    tmp_path: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    found, out, err = deckgen("deck", "cinquillo", *arguments, cwd=tmp_path, DECKGEN_CONFIG="x")
    assert (found, out) == (code, "")
    assert says in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("a file, not a folder", encoding="utf-8")
    code, out, err = deckgen("deck", "cinquillo", cwd=tmp_path)
    assert (code, out) == (3, "")
    assert "error: output/cinquillo-es.pdf cannot be written" in err
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["output"]


def test_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    """The process may write ten kilobytes a file, so that the deck does not fit."""
    (tmp_path / "x.pdf").write_bytes(b"the old deck")
    command = "from deckgen.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", command, "deck", "cinquillo", "-o", "x.pdf"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)),
        check=False,
    )
    assert done.returncode == 3
    assert "x.pdf cannot be written: file too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["x.pdf"]
    assert (tmp_path / "x.pdf").read_bytes() == b"the old deck"


def test_same_bytes_with_other_hash_seeds(tmp_path: Path) -> None:
    for seed in ("1", "77"):
        code, _, _ = deckgen("deck", "seis", "-o", f"{seed}.pdf", cwd=tmp_path, PYTHONHASHSEED=seed)
        assert code == 0
    made = {hashlib.sha256(path.read_bytes()).hexdigest() for path in tmp_path.glob("*.pdf")}
    assert len(made) == 1


def test_calibrate_prints_and_remembers(tmp_path: Path) -> None:
    here = {"DECKGEN_CONFIG": str(tmp_path / "config"), "cwd": tmp_path}
    code, out, _ = deckgen("calibrate", "--lang", "es", **here)  # type: ignore[arg-type]
    assert (code, out) == (0, "output/calibration-a4-es.pdf\n")
    text = pypdf.PdfReader(tmp_path / "output/calibration-a4-es.pdf").pages[0].extract_text()
    assert "Hoja de calibración: anverso" in text
    asked = ("calibrate", "--printer", "casa", "--shift", "0.4,-0.2", "--ruler", "99.5,100")
    code, out, _ = deckgen(*asked, **here)  # type: ignore[arg-type]
    assert code == 0
    assert out.startswith("casa: backs moved by 0.4,-0.2 mm, scale 100.50,100.00 %\n")
    code, out, err = deckgen(
        "calibrate",
        "--printer",
        "casa",
        "--ruler",
        "100,100",
        "--json",
        **here,  # type: ignore[arg-type]
    )
    assert json.loads(out)["shift_mm"] == [0.4, -0.2]
    code, _, err = deckgen("deck", "cinquillo", "--printer", "casa", **here)  # type: ignore[arg-type]
    assert code == 0, err
    code, out, _ = deckgen(
        "calibrate",
        "--printer",
        "casa",
        "-o",
        "again.pdf",
        **here,  # type: ignore[arg-type]
    )
    text = pypdf.PdfReader(tmp_path / "again.pdf").pages[0].extract_text()
    assert "+0.4" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--shift", "1,1"), "which printer? — add --printer NAME"),
        (("--printer", "a", "--shift", "40,0"), "at most 20 mm each way"),
        (("--printer", "a", "--ruler", "0,100"), "measure both, in mm"),
        (("--printer", "a", "--ruler", "10,100"), "between 0.9 and 1.1"),
        (("--backs", "fold"), "'fold' has no back pages to measure"),
        (("--paper", "100x150"), "too small for the calibration sheet"),
    ],
)
def test_calibrate_refuses(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    code, out, err = deckgen("calibrate", *arguments, cwd=tmp_path, DECKGEN_CONFIG="config")
    assert (code, out) == (1, "")
    assert says in err
    assert list(tmp_path.iterdir()) == []
