"""Reactions without waiting: where nobody with a choice is left to ask, play goes on in one run."""

from __future__ import annotations

from typing import Any

PLAYERS = ("ana", "beto", "carla")
NEVER = ("orden numeral nunca", "orden tirador nunca", "order self never", "orden end never")


def seis_with_orders(village: Any, *orders: str) -> str:
    """A SEIS table whose players have all sent these orders; its id."""
    game = village.open("seis", PLAYERS)
    village.join(PLAYERS)
    for order in orders:
        for player in PLAYERS:
            seat = village.books.post.token(village.books.tables.get(game).game, player, "0")
            village.mail(player, f"mesa+{game}.0.{seat}@host.example.org", order)
        village.run()
    state = village.books.tables.get(game)
    given = [state.referee.orders(state.game.state, player) for player in PLAYERS]
    assert all(len(one) == len(orders) for one in given), given
    return str(game)


def asked(village: Any, game: str, player: str) -> str:
    """Where the answer to a player's open question goes."""
    state = village.books.tables.get(game).game
    number = state.asks[player].number
    token = village.books.post.token(state, player, str(number))
    return f"mesa+{game}.{number}.{token}@host.example.org"


def test_a_round_of_seis_needs_one_mail_each(village: Any) -> None:
    game = seis_with_orders(village, *NEVER)
    for player in PLAYERS:
        village.mails(player)  # the turn mail of the start among them
    (player,) = village.books.tables.get(game).game.asks
    for _ in range(9):  # three rounds
        village.mail(player, asked(village, game, player), "lanzar")
        summary = village.run()
        assert (summary.read, summary.played) == (1, 1)
        mails = [(one, mail.kind) for one in PLAYERS for mail in village.mails(one)]
        following = PLAYERS[(PLAYERS.index(player) + 1) % 3]
        assert [kind for one, kind in mails if one == following and kind == "turn"] == ["turn"]
        assert not [one for one, kind in mails if kind == "turn" and one != following]
        player = following


def test_with_orders_for_everything_the_game_plays_itself(village: Any) -> None:
    game = seis_with_orders(village, *NEVER)
    for player in PLAYERS:
        village.mails(player)
        seat = village.books.post.token(village.books.tables.get(game).game, player, "0")
        village.mail(player, f"mesa+{game}.0.{seat}@host.example.org", "orden lanzar auto")
    village.run()
    (player,) = village.books.tables.get(game).game.asks
    village.mail(player, asked(village, game, player), "1")
    assert village.run().read == 1
    assert village.books.tables.get(game).game.phase == "over"
    assert all("end" in [mail.kind for mail in village.mails(player)] for player in PLAYERS)
