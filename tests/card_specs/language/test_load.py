"""Specs from files: names, includes, what may not be read, and a whole game from a stranger."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from card_specs.language.load import bundled, load, spec_path
from card_specs.language.problems import PersonError, SpecError

HEAD = "game: mine\ntitle: {es: Mío, en: Mine}\nplayers: 2-4\n"


def spec(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(path: Path) -> list[str]:
    with pytest.raises(SpecError) as caught:
        load(path)
    return [str(problem) for problem in caught.value.problems]


def test_a_bundled_game_by_its_name() -> None:
    game = load("seis")
    assert (game.id, game.languages, str(game.players)) == ("seis", ("es", "en"), "2-6")
    assert list(game.variants) == ["classic", "random", "mirror"]
    assert game.options["reverse_two"].default == "plain"
    assert game.words["color"]["purple"].letters == {"es": "M"}
    assert game.words["color"]["red"].paints["base"] == "#D12B38"


def test_an_unknown_name_gets_a_hint() -> None:
    with pytest.raises(PersonError, match="there is no game 'cinc' — did you mean 'cinco'"):
        spec_path("cinc")


def test_variants_have_their_own_players() -> None:
    assert str(load("cinco_vivos").variants["teams"].players) == "4, 6"
    assert str(load("cinquillo").variants["cabron"].players) == "3-4"


def test_marks_name_the_file_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec(tmp_path, HEAD + "cards: {ONE: {}}\n")
    monkeypatch.chdir(tmp_path)
    assert str(load(Path("mine.yaml")).kinds["ONE"].mark) == "mine.yaml:4:9"


def test_an_included_file_is_the_base(tmp_path: Path) -> None:
    spec(tmp_path, "summary: {es: a, en: b}\ncards:\n  ONE: {copies: 2}\n", "base.yaml")
    path = spec(tmp_path, HEAD + "include: base\ncards:\n  ONE: {copies: 3}\n  TWO: {}\n")
    game = load(path)
    assert game.summary == {"es": "a", "en": "b"}
    assert list(game.kinds) == ["ONE", "TWO"]
    assert game.kinds["ONE"].copies.formula is not None
    assert game.kinds["ONE"].copies.formula.text == "3"


def test_later_includes_lie_on_earlier_ones_and_includes_include(tmp_path: Path) -> None:
    spec(tmp_path, "include: [low, deep]\nsummary: {es: b, en: b}\n", "parts/high.yaml")
    spec(tmp_path, "summary: {es: a, en: a}\ncredits: {es: a, en: a}\n", "parts/low.yaml")
    spec(tmp_path, "include: high\ncredits: {es: c, en: c}\n", "parts/deep.yaml")
    game = load(spec(tmp_path, HEAD + "include: parts/high\ncards: {ONE: {}}\n"))
    assert game.summary["es"] == "b"
    assert game.credits["es"] == "c"
    assert len(game.includes) == 3


def test_problems_of_an_included_file_carry_its_name(tmp_path: Path) -> None:
    spec(tmp_path, "options:\n  lives: {values: [3, x]}\n", "base.yaml")
    path = spec(tmp_path, HEAD + "include: base\ncards: {ONE: {copies: x}}\n")
    assert [said.split(": error")[0] for said in problems_of(path)] == [
        f"{tmp_path}/base.yaml:2:19",
        f"{tmp_path}/mine.yaml:5:23",
    ]


def test_a_list_picks_words_in_its_own_order(tmp_path: Path) -> None:
    text = "include: colours\nwords: {color: [yellow, red]}\n"
    path = spec(tmp_path, HEAD + text + 'cards: {NUM: {code: "N{color}", color: all}}\n')
    assert list(load(path).words["color"]) == ["yellow", "red"]


def test_a_spec_of_fifty_megabytes_is_not_parsed(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    start = time.perf_counter()
    message = "error: the file is larger than 1000 kB, which no spec needs — is it the right file?"
    assert problems_of(path) == [f"{path}:1:1: {message}"]
    assert time.perf_counter() - start < 0.5


def test_a_folder_or_nothing_instead_of_a_spec(tmp_path: Path) -> None:
    there = f"{tmp_path}:1:1: error: the file '{tmp_path}' cannot be read: is a directory"
    assert problems_of(tmp_path) == [there]
    path = tmp_path / "no.yaml"
    missing = f"{path}:1:1: error: the file '{path}' cannot be read: no such file or directory"
    assert problems_of(path) == [missing]


def test_a_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    secret = spec(tmp_path, "credits: {es: x, en: x}\n", "outside.yaml")
    path = spec(tmp_path, HEAD + "include: [base]\ncards: {ONE: {}}\n", "inside/mine.yaml")
    (path.parent / "base.yaml").symlink_to(secret)
    message = "'base' leads out of the folder of the spec — put the file beside the spec"
    assert problems_of(path) == [f"{path}:4:11: error: {message}"]


def test_a_table_outside_the_folder(tmp_path: Path) -> None:
    spec(tmp_path, "code\nONE\n", "cards.csv")
    path = spec(tmp_path, HEAD + "cards: {from: ../cards.csv}\n", "inside/mine.yaml")
    message = "'../cards.csv' leads out of the folder of the spec — put the file beside the spec"
    assert problems_of(path) == [f"{path}:4:15: error: {message}"]


def test_too_many_includes(tmp_path: Path) -> None:
    for number in range(30):
        spec(tmp_path, f"include: p{number + 1}\n", f"p{number}.yaml")
    path = spec(tmp_path, HEAD + "include: p0\ncards: {ONE: {}}\n")
    assert problems_of(path) == [
        f"{tmp_path}/p19.yaml:1:10: error: more than 20 files are included"
    ]


@pytest.mark.parametrize("name", bundled())
def test_bundled_games_load_quickly(name: str) -> None:
    """The aim is 30 ms for 600 lines; the bound leaves room for a busy machine."""
    load(name)
    best = min(_seconds(name) for _ in range(3))
    assert best < 0.15


def _seconds(name: str) -> float:
    start = time.process_time()
    load(name)
    return time.process_time() - start
