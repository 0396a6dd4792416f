"""What the bundled games promise and no scenario can say: who may sit down, and that it ends."""

from __future__ import annotations

import pytest

from card_specs.language.load import load
from card_specs.language.problems import SpecError
from pbem import engine
from pbem.engine.chance import Fast, Fixed

TABLES = [
    ("cinco", "standard", range(2, 7), "CINCO-1.1"),
    ("cinco_vivos", "standard", range(2, 7), "VIVOS-1.1"),
    ("cinco_vivos", "sudden", range(2, 7), "VIVOS-1.1"),
    ("cinco_vivos", "teams", (4, 6), "VIVOS-1.1"),
    ("cinquillo", "classic", range(2, 5), "CINQ-1.1"),
    ("cinquillo", "cabron", (3, 4), "CINQ-1.1"),
    ("diez", "triad", range(2, 5), "DIEZ-1.1"),
    ("diez", "points", range(2, 5), "DIEZ-1.1"),
    ("seis", "classic", range(2, 7), "SEIS-1.1"),
    ("seis", "random", range(2, 7), "SEIS-1.1"),
    ("seis", "mirror", range(2, 7), "SEIS-1.1"),
]


@pytest.mark.parametrize(("game", "variant", "numbers", "clause"), TABLES)
def test_other_numbers_of_players_are_refused(
    game: str, variant: str, numbers: range | tuple[int, ...], clause: str
) -> None:
    for players in set(range(1, 9)) - set(numbers):
        with pytest.raises(engine.TableError, match="players"):
            engine.compile_table(load(game), variant, {}, players)


def test_locked_players_are_an_error_not_endless_passes() -> None:
    """CINQ-4.4: such a position cannot come from a deal."""
    table = engine.compile_table(load("cinquillo"), "classic", {}, ["ana", "beto", "carla"])
    zones = {"hand.ana": ["O2"], "hand.beto": ["C7"], "hand.carla": ["E1"]}
    with pytest.raises(SpecError, match=r"cinquillo\.yaml:\d+:\d+"):
        engine.position(
            table, Fixed(), turn="ana", zones=zones, counters={"round": 2}, rest="aside"
        )


@pytest.mark.parametrize("variant", ["classic", "random", "mirror"])
def test_games_without_a_limit_of_turns_end(variant: str) -> None:
    """SEIS-9.5: nobody uses a wild card, so every throw goes to the end of its questions."""
    table = engine.compile_table(load("seis"), variant, {}, 4)
    for seed in range(5):
        chance = Fast(f"{variant} {seed}")
        state = engine.start(table, chance)
        answers = 0
        while asks := engine.asks(table, state):
            player = min(asks)
            plain = [move for move in asks[player] if not move.startswith("play")]
            engine.apply(table, state, player, plain[0], chance)
            answers += 1
        assert engine.result(table, state).over
        assert 50 < answers < 1500
