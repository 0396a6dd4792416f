"""Many games: the same for any split, and what is found is said in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from card_specs.language.load import load
from pbem.simulation.simulate import Plan, SimulationError, simulate
from pbem.simulation.simulations import run_simulation

GAME = "cinco_vivos"
PLAN = Plan(GAME, "", {}, 3, ("random", "policy"), games=12, seed=4)


def test_any_number_of_processes_finds_the_same() -> None:
    plan = Plan(GAME, "sudden", {"lives": 3}, 3, ("random",), games=120)
    assert simulate(plan, load, workers=1) == simulate(plan, load, workers=2)


def test_bots_change_seats_from_game_to_game() -> None:
    assert PLAN.seated(0) == ("random", "policy", "random")
    assert PLAN.seated(1) == ("policy", "random", "policy")


def test_the_same_seed_gives_the_same_games() -> None:
    assert simulate(PLAN, load) == simulate(PLAN, load)
    other = Plan(GAME, "", {}, 3, ("random", "policy"), games=12, seed=5)
    assert simulate(PLAN, load) != simulate(other, load)


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(PLAN, load, progress=told.append)
    assert told == [12]


def test_a_bot_that_does_not_exist() -> None:
    with pytest.raises(SimulationError, match=r"there is no bot 'flatt' \(did you mean 'flat'\?\)"):
        simulate(Plan(GAME, "", {}, 2, ("flatt",), games=1), load)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "es",
            ("3 jugadores: 12 partidas", "Victorias por asiento", "Victorias por bot", "jugadas  "),
        ),
        ("en", ("3 players: 12 games", "Wins by seat", "Wins by bot", "plays  ")),
    ],
)
def test_the_report_in_both_languages(lang: str, words: tuple[str, ...]) -> None:
    text = run_simulation(load(GAME), PLAN, lang=lang).text
    assert all(word in text for word in words)
    assert "{" not in text


def test_the_data_of_the_report() -> None:
    data = run_simulation(load(GAME), PLAN, lang="en").data
    assert json.loads(json.dumps(data)) == data
    assert (data["game"], data["variant"], data["games"]) == (GAME, "standard", 12)
    assert sum(int(length) * n for length, n in data["lengths"].items()) == data["verbs"]["play"]
    assert sum(seat["value"] for seat in data["seats"]) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize(("ending", "begins"), [(".pdf", b"%PDF-"), (".png", b"\x89PNG")])
def test_charts(tmp_path: Path, ending: str, begins: bytes) -> None:
    files = [tmp_path / f"{name}{ending}" for name in "ab"]
    for file in files:
        run_simulation(load(GAME), PLAN, lang="es", chart=file)
    assert files[0].read_bytes().startswith(begins)
    assert files[0].read_bytes() == files[1].read_bytes()
