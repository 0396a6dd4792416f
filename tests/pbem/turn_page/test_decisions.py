"""That the decisions which the browser is driven through are all there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mails.tabletop import Tabletop, spec_of, table_of

from pbem import engine
from pbem.engine.lexicon import take_apart

from .pages import DECISIONS, made

GAMES = sorted({game for game, *_ in DECISIONS})
LINES = "abc"
"""Seeds of the random games in which further sorts are looked for."""


def sorts(table: Tabletop, moves: tuple[str, ...]) -> Iterator[str]:
    """Of a decision: the spec's question, and each verb with its keys."""
    asks = engine.asks(table.table, table.state)
    player = next(one for one, legal in asks.items() if set(legal) == set(moves))
    yield f"?{table.question(player)}"
    for move in moves:
        parts = take_apart(move)
        yield " ".join((parts.verb, *(key for key, _ in parts.keys)))


def shown(game: str) -> set[str]:
    """The sorts that the pages of the tests show."""
    found: set[str] = set()
    for name, *rest in DECISIONS:
        if name == game:
            page = made(name, *rest)
            found |= set(sorts(page.table, tuple(page.mail.view["own"]["moves"])))  # type: ignore[index]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_sort_of_decision_is_among_them(game: str) -> None:
    known = shown(game)
    spec = spec_of(game)
    for variant in spec.variants or ["standard"]:
        for players in (spec.players.least, 4):
            for seed in LINES:
                table = table_of(game, max(players, 4 if variant == "teams" else 3), variant, seed)
                for _ in range(250):
                    asks = engine.asks(table.table, table.state)
                    if not asks:
                        break
                    player, legal = next(iter(asks.items()))
                    new = set(sorts(table, tuple(legal))) - known
                    assert not new, (variant, seed, legal)
                    table.play(player, legal[table.chance.below(len(legal))])


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_and_question_of_the_spec_is_among_them(game: str) -> None:
    assert set(spec_of(game).variants) <= {
        variant for name, variant, *_ in DECISIONS if name == game
    }
    asked = {f"?{one.name}" for one in table_of(game, 4).album.hints.questions}
    assert asked <= shown(game)
