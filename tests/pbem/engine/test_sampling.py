"""States sampled from a view: to its reader they look like the true one."""

from __future__ import annotations

import pytest

from card_specs.language.load import bundled, load
from pbem import engine
from pbem.engine.chance import Fast


def games(name: str, variant: str, players: int, decisions: int = 60) -> list[engine.State]:
    """Positions of one random game, copied."""
    table = engine.compile_table(load(name), variant, {}, players)
    chance = Fast(f"{name} {variant}")
    state = engine.start(table, chance)
    found: list[engine.State] = []
    while state.over is None and len(found) < decisions:
        found.append(engine.clone(state))
        seats = engine.to_move(table, state)
        seat = seats[chance.below(len(seats))]
        moves = engine.legal_moves(table, state, seat)
        engine.apply(table, state, seat, moves[chance.below(len(moves))], chance)
    return found


def numbers(name: str, variant: str) -> int:
    """Three players, or as near to three as may play."""
    allowed = load(name).variants[variant].players.numbers
    return min(allowed, key=lambda n: abs(n - 3))


ALL = [(name, variant) for name in bundled() for variant in load(name).variants]


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_a_sample_looks_like_the_view_it_was_made_from(name: str, variant: str) -> None:
    players = numbers(name, variant)
    table = engine.compile_table(load(name), variant, {}, players)
    same = total = 0
    for number, state in enumerate(games(name, variant, players)[::4]):
        for reader in (*table.players, ""):
            seen = engine.view(table, state, reader)
            sample = engine.determinize(table, seen, Fast(str(number)))
            again = engine.view(table, sample, reader)
            assert again.own == seen.own
            assert again.play == seen.play
            assert again.public["zones"] == seen.public["zones"]
            assert again.public["asked"] == seen.public["asked"]
            total += 1
            same += again.public == seen.public
    assert same >= 0.97 * total


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_equal_views_and_draws_give_equal_samples(name: str, variant: str) -> None:
    players = numbers(name, variant)
    table = engine.compile_table(load(name), variant, {}, players)
    for number, state in enumerate(games(name, variant, players)[::9]):
        seen = engine.view(table, state, table.players[0])
        other = engine.determinize(table, seen, Fast("another world"))
        as_plain = {
            "player": seen.player,
            "public": seen.public,
            "own": seen.own,
            "play": seen.play,
        }
        one = engine.determinize(table, seen, Fast(str(number)))
        two = engine.determinize(table, as_plain, Fast(str(number)))
        assert engine.dump(table, one) == engine.dump(table, two)
        if engine.view(table, other, table.players[0]) == seen:
            again = engine.view(table, other, table.players[0])
            three = engine.determinize(table, again, Fast(str(number)))
            assert engine.dump(table, one) == engine.dump(table, three)


@pytest.mark.parametrize(("name", "variant"), ALL)
def test_a_sample_can_be_played_to_the_end(name: str, variant: str) -> None:
    players = numbers(name, variant)
    table = engine.compile_table(load(name), variant, {}, players)
    cards = sorted(table.program.deck.cards)
    for number, state in enumerate(games(name, variant, players)[::13]):
        seen = engine.view(table, state, table.players[-1])
        luck = Fast(str(number))
        sample = engine.determinize(table, seen, luck)
        engine.playout(table, sample, luck, luck)
        assert sample.over is not None
        loose = [c for zone in sample.zones for card in zone for c in _loose(card)]
        assert sorted(loose) == cards


def _loose(card: str) -> list[str]:
    return card.rstrip("~").partition("=")[0].split("+")
