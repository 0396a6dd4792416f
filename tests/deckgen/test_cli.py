"""The console script `deckgen`, as people run it: exit codes, streams, speed, help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deckgen.cli import COMMANDS, PROGRAM

ROOT = Path(__file__).parents[2]


def deckgen(*arguments: str, cwd: Path | None = None, **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", "from deckgen.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd or ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_list_names_every_bundled_game_with_its_totals() -> None:
    code, out, err = deckgen("list", "--lang", "es")
    assert (code, err) == (0, "")
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert "135 cartas" in lines["cinco"]
    assert "40 cartas" in lines["cinquillo"]
    assert "144 cartas, 140 en juego" in lines["diez"]
    assert "108 cartas, 75 en juego" in lines["cinco_vivos"]
    assert "108 cartas" in lines["seis"]
    assert "classic, random, mirror" in lines["seis"]


def test_list_of_one_spec() -> None:
    code, out, _ = deckgen("list", "diez", "--lang", "es")
    assert code == 0
    assert "DIEZ (diez): 2-4 jugadores, 144 cartas, 140 en juego" in out
    assert "Tríada de color" in out
    assert "none, pass, draw2, reserves" in out
    assert any(line.split() == ["draw2", "roba", "dos", "cartas"] for line in out.splitlines())
    assert any(line.split() == ["BUS", "Búsqueda", "4", "4"] for line in out.splitlines())


def test_the_locale_chooses_the_language() -> None:
    assert "jugadores" in deckgen("list", LC_ALL="es_ES.UTF-8")[1]
    assert "players" in deckgen("list", LC_ALL="de_DE.UTF-8")[1]


def test_list_as_json() -> None:
    games = json.loads(deckgen("list", "--json")[1])
    assert {game["game"]: game["cards"] for game in games}["cinco"] == 135
    game = json.loads(deckgen("list", "seis", "--json")[1])
    assert sum(card["copies"] for card in game["deck"]) == 108
    assert game["options"]["reverse_two"]["values"] == ["plain", "skip"]


def test_check_says_what_is_right() -> None:
    code, out, err = deckgen("check", "cinco", "seis")
    assert code == 0
    assert all(": warning: " in line for line in err.splitlines())
    assert out.startswith("cinco: 135 cards, 57 faces, no errors\nseis: 108 cards")


def test_check_reads_rules_back() -> None:
    code, out, err = deckgen("check", "seis", "--words")
    assert (code, err) == (0, "")
    assert "DAD: Before your throw: set the throws of this turn to 2." in out
    assert "DAD: Antes de lanzar: pon los lanzamientos de este turno en 2." in out


def test_check_says_everything_that_is_wrong() -> None:
    name = "tests/bad_specs/structure/several.yaml"
    code, out, err = deckgen("check", name)
    assert (code, out) == (1, "")
    assert err == (ROOT / name).with_suffix(".txt").read_text(encoding="utf-8")


def test_check_as_json() -> None:
    code, out, err = deckgen("check", "--json", "tests/bad_specs/yaml/tab.yaml", "cinco")
    assert (code, err) == (1, "")
    bad, good = json.loads(out)
    assert bad["problems"] == [
        {
            "file": "tests/bad_specs/yaml/tab.yaml",
            "line": 5,
            "column": 1,
            "level": "error",
            "message": "a tab character",
            "hint": "use spaces",
        }
    ]
    assert (good["file"], good["ok"]) == ("cinco", True)
    assert {problem["level"] for problem in good["problems"]} <= {"warning"}


def test_an_unknown_game() -> None:
    code, out, err = deckgen("list", "cinko")
    assert (code, out) == (1, "")
    assert err == "there is no game 'cinko' — did you mean 'cinco'?\n"


def test_new_writes_a_spec_that_checks(tmp_path: Path) -> None:
    assert deckgen("new", "my_game", cwd=tmp_path)[:2] == (0, "my_game.yaml\n")
    assert deckgen("check", "my_game.yaml", cwd=tmp_path)[0] == 0
    code, _, err = deckgen("new", "my_game", cwd=tmp_path)
    assert code == 1
    assert err == "my_game.yaml is there already — choose another name, or move it away\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("My Game", "'My Game' is no name for a game — small letters, digits and _, for example "),
        ("42", "'42' is no name for a game — small letters, digits and _\n"),
        ("seis", "'seis' is the name of a bundled game — choose another\n"),
    ],
)
def test_new_refuses_names(tmp_path: Path, name: str, message: str) -> None:
    code, _, err = deckgen("new", name, cwd=tmp_path)
    assert code == 1
    assert err.startswith(message)
    assert not list(tmp_path.iterdir())


def test_an_output_that_cannot_be_written() -> None:
    code, out, err = deckgen("schema", "-o", "/dev/full")
    assert (code, out) == (3, "")
    assert err == "error: /dev/full cannot be written: no space left on device\n"


def test_schema_is_json(tmp_path: Path) -> None:
    assert json.loads(deckgen("schema")[1])["properties"]["game"]["description"]
    assert deckgen("schema", "-o", "s.json", cwd=tmp_path)[1] == "s.json\n"
    assert json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))


def test_wrong_usage() -> None:
    assert deckgen("list", "--lang", "fr")[0] == 2
    assert deckgen("lits")[0] == 2
    assert deckgen("check")[0] == 2


def test_a_reader_that_stops_reading() -> None:
    command = f"{sys.executable} -c 'from deckgen.cli import main; main()' schema | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    import typer.testing

    result = typer.testing.CliRunner().invoke(PROGRAM.app(), [command, "--help"])
    assert result.exit_code == 0
    assert f"Example: deckgen {command}" in result.output


def test_help_is_quick_and_imports_nothing_heavy() -> None:
    """The aim is 0.3 s; the processor time of the best of three is what a busy machine allows."""
    program = (
        "import sys, time; sys.argv = ['deckgen', '--help']\n"
        "from deckgen.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'yaml', 'reportlab', 'svgwrite', 'openpyxl', 'pypdf', 'PIL', 'rich'}\n"
        "sys.stderr.write(f'{time.process_time()} {sorted(heavy & set(sys.modules))}')\n"
    )
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        seconds.append(float(done.stderr.split()[0]))
        assert done.stderr.endswith("[]")
        assert time.perf_counter() - start < 5
    assert min(seconds) < 0.3


def test_only_the_command_that_is_called_is_loaded() -> None:
    assert PROGRAM.called(["deck", "cinco"], {}) == ["deck"]
    for arguments in ([], ["--help"], ["dekc"], ["cinco", "deck"]):
        assert PROGRAM.called(arguments, {}) == COMMANDS
    assert PROGRAM.called(["deck"], {"_DECKGEN_COMPLETE": "bash_complete"}) == COMMANDS
    code, _, err = deckgen("dekc", "cinco")
    assert code == 2
    assert "Did you mean 'deck'" in err
