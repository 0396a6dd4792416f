"""The audit finds every record that a host had no right to write: seats, votes, deadlines, ends."""

from __future__ import annotations

from typing import Any

import pytest
from village import Village

from pbem.auditing import audit_host
from pbem.office.clock import timeout, waiting_at
from pbem.office.voting import seat, undo
from pbem.service.by_hand import end

PLAYERS = ("ana", "beto", "carla")
YES = {"ana": True, "beto": True}


def a_game(village: Village, **wish: Any) -> str:
    """A table of three at which a move was made."""
    game = village.open("cinquillo", PLAYERS, **wish)
    village.join(PLAYERS)
    village.first_moves(PLAYERS)
    return game


def findings(village: Village, game: str) -> list[str]:
    if village.books.tables.get(game).game.phase != "over":
        end(village.books, game)
    return audit_host(village.root, game).findings


@pytest.mark.parametrize(
    ("drafts", "said"),
    [
        ([seat("carla", "bot", "vote", YES)], ""),
        ([seat("carla", "resign", "vote", YES)], ""),
        ([seat("carla", "resign", "carla")], ""),
        ([seat("carla", "bot", "carla")], ""),
        ([seat("carla", "address", "host")], ""),
        ([seat("carla", "bot", "host")], "without a vote"),
        ([seat("carla", "player", "host")], "without a vote"),
        ([seat("carla", "resign", "host")], "without a vote"),
        ([seat("carla", "resign", "ana")], "without a vote"),
        ([seat("carla", "player", "carla")], "without a vote"),  # nobody takes it back alone
        ([seat("carla", "address", "ana")], "ana changed the seat"),
        ([seat("carla", "bot", "vote", {"ana": True, "beto": False})], "do not suffice"),
        ([seat("carla", "bot", "vote", {"ana": True})], "do not suffice"),
        ([seat("carla", "resign", "vote", {"ana": True, "beto": False})], "do not suffice"),
        ([seat("carla", "bot", "late")], "no bot was agreed"),
        ([seat("carla", "resign", "carla"), seat("carla", "resign", "carla")], "left twice"),
        (
            [seat("carla", "resign", "carla"), seat("carla", "resign", "vote", YES)],
            "a table that does not count",
        ),
        (
            [seat("carla", "resign", "carla"), seat("beto", "bot", "vote", {"ana": True})],
            "",
        ),
        (
            [
                seat("beto", "bot", "vote", {"ana": True, "carla": True}),
                seat("carla", "bot", "vote", YES),
            ],
            "do not suffice",  # whose seat is a bot's has no vote
        ),
    ],
)
def test_seats_change_as_the_others_want(
    village: Village, drafts: list[dict[str, Any]], said: str
) -> None:
    game = a_game(village)
    for draft in drafts:
        village.books.record(game, draft)
    found = findings(village, game)
    assert (said in " ".join(found)) if said else found == []


def test_votes_of_nobody_are_found_without_the_rules(village: Village) -> None:
    game = a_game(village)
    village.books.record(game, seat("carla", "bot", "vote", {"ana": True, "eva": True}))
    assert "by somebody who has none" in findings(village, game)[0]


def test_votes_without_a_vote_are_found(village: Village) -> None:
    game = a_game(village)
    village.books.record(game, seat("carla", "bot", "carla", {"ana": True}))
    assert "votes without a vote" in findings(village, game)[0]


@pytest.mark.parametrize(
    ("by", "votes", "said"),
    [
        ("host", False, ""),
        ("vote", True, ""),
        ("vote", False, "without the votes of all others"),
    ],
)
def test_an_undo_needs_its_votes(village: Village, by: str, votes: bool, said: str) -> None:
    game = a_game(village)
    table = village.books.tables.get(game).game
    step = table.steps[-1]
    others = [p for p in PLAYERS if p != step.player]
    given = dict.fromkeys(others, True) if votes else {others[0]: True}
    village.books.record(game, undo(step.player, step.n - 1, by, given if by == "vote" else {}))
    found = findings(village, game)
    assert (said in " ".join(found)) if said else found == []


def test_what_is_taken_back_must_be_that_players(village: Village) -> None:
    game = a_game(village)
    step = village.books.tables.get(game).game.steps[-1]
    other = next(p for p in PLAYERS if p != step.player)
    village.books.record(game, undo(other, step.n - 1, "host", {}))
    assert f"no move of {other}" in " ".join(findings(village, game))


def test_where_the_table_waits_nobody_is_played_for(village: Village) -> None:
    game = a_game(village, late="wait")
    village.now += 10 * 86400
    table = village.books.tables.get(game)
    (one,) = waiting_at(table.game, {}, {p: [village.now - 86400] for p in PLAYERS}, {})
    assert table.referee is not None
    village.books.record(game, timeout(table.game, one, table.referee))
    assert "agreed otherwise" in " ".join(findings(village, game))


def test_a_leaver_does_not_win_nor_move(village: Village) -> None:
    game = a_game(village)
    player, ask = next(iter(village.books.tables.get(game).game.asks.items()))
    village.books.record(game, seat(player, "resign", player))
    by_host = [
        signed for signed in village.books.tables.get(game).game.steps if signed.player == player
    ]
    assert by_host  # the host moved for the seat at once
    assert ask.number == 1
    assert findings(village, game) == []
