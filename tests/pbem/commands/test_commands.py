"""The commands as people run them: what is printed, and the exit codes."""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.store.folder import HostFolder

HERE = Path(__file__).parents[2]
SCENARIOS = HERE / "scenarios" / "handed" / "cinco_vivos.scenarios.yaml"
TRACE = HERE / "traces" / "cinco_vivos.teams-4p.trace.jsonl"


def pbem(*words: str, typed: str = "") -> tuple[int, str, str]:
    """Exit code, stdout and stderr of the command in a process of its own."""
    code = "import sys; from pbem.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_help_is_quick_and_names_every_command() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, out, _ = pbem("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert code == 0
    assert all(f"  {name} " in out for name in ("check", "trace", "simulate", "practice"))
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.3


@pytest.mark.parametrize("command", ["check", "trace", "simulate", "practice"])
def test_every_command_has_an_example(command: str) -> None:
    code, out, _ = pbem(command, "--help")
    assert code == 0
    assert f"Example: pbem {command}" in " ".join(out.split())


def test_check_prints_a_line_each_and_the_sum() -> None:
    code, out, err = pbem("check", "cinco_vivos", str(SCENARIOS), str(TRACE))
    assert (code, err) == (0, "")
    assert f"ok    {SCENARIOS}: vivos-deal-three\n" in out
    assert f"ok    {TRACE}: trace\n" in out
    assert out.splitlines()[-1].endswith(" passed, 0 failed")


def test_check_as_json() -> None:
    code, out, _ = pbem("check", "cinco_vivos", str(SCENARIOS), "--json")
    report = json.loads(out)
    assert code == 0
    assert report["failed"] == 0
    assert report["passed"] == len(report["results"]) >= 23


def test_check_shows_the_first_difference_and_fails(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(
        SCENARIOS.read_text("utf-8").replace(
            "counters: {total: 9, turn: carla}", "counters: {total: 8}"
        ),
        "utf-8",
    )
    code, out, _ = pbem("check", "cinco_vivos", str(file))
    assert code == 1
    assert "FAIL  " in out
    assert "counter total: expected 8, got 9" in out
    assert out.splitlines()[-1].endswith(" passed, 1 failed")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["check", "no_such_game"], 1, "there is no game 'no_such_game'"),
        (["check", "cinco", str(SCENARIOS)], 1, "scenarios of 'cinco_vivos', and this is cinco"),
        (["check", "cinco", "no_such_file.yaml"], 2, "does not exist"),
        (["trace", "cinco", "--players", "9"], 1, "2-6"),
        (["trace", "cinco", "--variant", "no"], 1, "no"),
        (["trace", "cinco", "--option", "ties"], 2, "write NAME=VALUE"),
        (["trace", "cinco", "--option", "ties=maybe"], 1, "ties"),
        (["simulate", "cinco", "--bot", "me"], 1, "there is no bot 'me'"),
        (["practice", "cinco", "--seat", "5", "--players", "2"], 2, "there is no seat 5"),
        (["practice", "cinco", "--lang", "fr"], 2, "the languages are es and en"),
        (["no_such_command"], 2, "No such command"),
    ],
)
def test_mistakes_are_said_without_a_traceback(words: Sequence[str], code: int, said: str) -> None:
    got, _, err = pbem(*words)
    assert got == code, err
    assert said in err
    assert "Traceback" not in err


def test_a_broken_scenario_file_names_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("scenarios:\n  - id: a\n    players: [x]\n    given: {turn: y}\n", "utf-8")
    code, out, err = pbem("check", "cinco", str(file))
    assert (code, out) == (1, "")
    assert err == f"{file}:4:19: error: 'y' is no player of this scenario — known: x\n"


TINY = """\
game: tiny
title: {en: Tiny}
players: 2
cards:
  number:
    code: "N{rank}"
    rank: 1-9
    title: {en: number}
zones:
  stock: {order: stack, seen: nobody}
  hand: {of: player, order: set, seen: owner}
  pile: {order: stack, seen: all}
deck: stock
setup:
  - shuffle stock
  - deal 3 from stock to hand for players
turn:
  - ask:
      moves:
        - move: lay CARD
          for:
            CARD: hand
          do:
            - move CARD from hand to pile
end:
  if: "[players where not hand.it]"
  winners: "[players where not hand.it]"
"""


def test_a_broken_spec_is_said_before_anything_is_played(tmp_path: Path) -> None:
    spec = tmp_path / "tiny.yaml"
    spec.write_text(TINY.replace("- shuffle", "- shuffel"), "utf-8")
    code, out, err = pbem("check", str(spec))
    assert (code, out) == (1, "")
    hint = "there is no step or rule 'shuffel' — did you mean 'shuffle'?"
    assert err == f"{spec}:15:5: error: {hint}\n"


def test_a_spec_of_ones_own_is_played_like_a_bundled_one(tmp_path: Path) -> None:
    spec = tmp_path / "tiny.yaml"
    spec.write_text(TINY, "utf-8")
    assert pbem("check", str(spec))[:2] == (0, "0 passed, 0 failed\n")
    code, out, _ = pbem("trace", str(spec), "--seed", "3")
    assert code == 0
    assert json.loads(out.splitlines()[-1])["over"] is True
    code, out, err = pbem("simulate", str(spec), "--games", "60", "--workers", "2")
    assert (code, err) == (0, "")
    assert "Tiny" in out


def test_trace_prints_what_check_accepts(tmp_path: Path) -> None:
    words = ["--variant", "mirror", "--players", "3", "--seed", "7", "--option", "reverse_two=skip"]
    code, out, err = pbem("trace", "seis", *words)
    assert (code, err) == (0, "")
    assert json.loads(out.splitlines()[0])["options"] == {"reverse_two": "skip"}
    file = tmp_path / "t.jsonl"
    file.write_text(out, "utf-8")
    assert pbem("check", "seis", str(file))[0] == 0


def test_nested_options_are_read_as_yaml() -> None:
    order = "standing={p1: {draw: auto, points: never}, p2: {bid: high}}"
    code, out, _ = pbem("trace", "cinco", "--players", "2", "--option", order)
    assert code == 0
    assert json.loads(out.splitlines()[0])["options"] == {
        "standing": {"p1": {"draw": "auto", "points": "never"}, "p2": {"bid": "high"}}
    }


def test_simulate_prints_a_report_and_names_the_chart(tmp_path: Path) -> None:
    chart = tmp_path / "chart.pdf"
    words = ["--games", "20", "--players", "3", "--lang", "en", "-o", str(chart)]
    code, out, err = pbem("simulate", "seis", *words)
    assert (code, err) == (0, "")
    assert "3 players: 20 games" in out
    assert out.splitlines()[-1] == str(chart)
    assert chart.is_file()


def test_practice_is_a_game_at_the_terminal() -> None:
    typed = "?\nxyz\n" + "1\n" * 400
    words = ["--players", "2", "--bot", "random", "--option", "lives=3"]
    code, out, err = pbem("practice", "cinco_vivos", *words, "--lang", "es", typed=typed)
    assert (code, err) == (0, "")
    assert "Juegas en el asiento «p1» contra p2 (random)" in out
    assert "La mesa no entiende «xyz» como jugada." in out
    assert "Fin de la partida. Gana " in out


def test_practice_can_be_left() -> None:
    code, out, _ = pbem("practice", "seis", "--lang", "en", "--bot", "random", typed="q\n")
    assert code == 0
    assert out.rstrip().endswith("Goodbye.")


def test_a_host_with_wrong_settings_is_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "mesa"
    wrong = ("--address", "mesa@@x", "--zone", "Mars/Base", "--lang", "fr")
    code, out, err = pbem("host", str(folder), *wrong)
    assert (code, out, folder.exists()) == (1, "", False)
    assert err.splitlines() == [
        "an address is BOX@DOMAIN, without a plus part",
        "there is no language 'fr' — es or en",
        "there is no time zone 'Mars/Base' — such as Europe/Madrid, or UTC",
    ]


def test_status_only_looks_while_another_process_works(tmp_path: Path) -> None:
    """`pbem status` beside `pbem run --watch`: no lock, no mail server, nothing written."""
    folder = tmp_path / "mesa"
    assert pbem("host", str(folder), "--zone", "Europe/Madrid")[0] == 0
    code, game, _ = pbem("open", str(folder), "seis", "--player", "ana=ana@localhost", "--bot", "b")
    assert code == 0
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    host = HostFolder(folder)
    with contextlib.closing(host), host.writing():
        code, out, err = pbem("status", str(folder))
        assert pbem("run", str(folder))[0] == 3
    assert (code, err) == (0, "")
    assert out == f"{game.strip()}: joining, 1 record\n  waiting for ana\n"
    after = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    changed = {path.name for path in after if after[path] != before.get(path)}
    assert changed <= {"mesa", "lock", "host.db-shm", "host.db-wal"}  # SQLite's own, for reading
