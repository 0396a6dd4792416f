"""Tokens: what each may do, how often and how long (protocol 3)."""

from __future__ import annotations

from typing import Any

from test_votes import DAY, PLAYERS, Life, a_life, records

from pbem.service.by_hand import ask_undo


def seat_box(life: Life, player: str) -> str:
    token = life.village.books.post.token(life.game_now(), player, "0")
    return f"mesa+{life.game}.0.{token}@host.example.org"


def asked_to_confirm(life: Life, player: str, what: str) -> Any:
    life.village.mail(player, seat_box(life, player), what)
    life.village.run()
    life.read()
    return life.last(player, "confirm")


def test_a_confirmation_holds_for_two_days(village: Any) -> None:
    life = a_life(village, late="wait")
    life.absent = set(life.players)
    confirm = asked_to_confirm(life, "carla", "abandonar")
    life.step(2 * DAY + 60)
    village.answer("carla", confirm, "confirmar")
    life.step(60)
    assert not life.game_now().seats["carla"].left
    assert "dura dos días" in " ".join(life.last("carla", "refused").text.split())
    village.answer("carla", asked_to_confirm(life, "carla", "abandonar"), "confirmar")
    life.step(60)
    assert life.game_now().seats["carla"].left


def test_a_confirmation_holds_once_whatever_was_answered(village: Any) -> None:
    life = a_life(village, late="wait")
    life.absent = set(life.players)
    confirm = asked_to_confirm(life, "carla", "abandonar")
    village.answer("carla", confirm, "no")
    life.step(60)
    assert "kept" in life.kinds("carla")
    village.answer("carla", confirm, "confirmar")
    life.step(60)
    assert not life.game_now().seats["carla"].left
    assert "una sola vez" in " ".join(life.last("carla", "refused").text.split())


def test_a_vote_is_mailed_again_when_its_token_dies(village: Any) -> None:
    life = a_life(village)
    life.step(60)
    life.absent = set(life.players)
    life.step(60)
    ask_undo(village.books, life.game)
    life.read()
    voter = next(p for p in life.players if life.votes(p))
    (old,) = life.votes(voter)
    village.mail(voter, seat_box(life, voter), "token")
    life.step(60)
    assert len(life.votes(voter)) == 2
    village.answer(voter, old, "no")
    life.step(60)
    assert not any("vote-over" in life.kinds(p) for p in life.players)  # the old one does nothing
    village.answer(voter, life.votes(voter)[1], "no")
    life.step(60)
    assert "vote-over" in life.kinds(voter)


def test_a_votes_token_that_others_saw_is_replaced(village: Any) -> None:
    life = a_life(village)
    life.step(60)
    life.absent = set(life.players)
    life.step(60)
    ask_undo(village.books, life.game)
    life.read()
    voter, other = [p for p in life.players if life.votes(p)]
    (old,) = life.votes(voter)
    village.answer(voter, old, "sí", Cc=f"{other}@example.org")
    life.step(60)
    assert [r for r in records(village, life.game) if r["kind"] == "seat"][-1]["change"] == "token"
    village.answer(other, old, "no")  # who read the copy
    life.step(60)
    assert not any("vote-over" in life.kinds(p) for p in life.players)
    village.answer(other, life.votes(other)[0], "sí")
    life.step(60)
    assert [r for r in records(village, life.game) if r["kind"] == "undo"]


def test_two_right_tokens_are_answered_twenty_times_a_day_at_most(village: Any) -> None:
    boxes, player = [], ""
    for _ in range(2):
        game = village.open("cinquillo", PLAYERS)
        village.join(PLAYERS)
        now = village.books.tables.get(game).game
        player, ask = next(iter(now.asks.items()))
        boxes.append(
            f"{game}.{ask.number}.{village.books.post.token(now, player, str(ask.number))}"
        )
    village.now += DAY  # another day's answers
    for one in PLAYERS:
        village.mails(one)
    for _ in range(30):
        village.mail(player, f"mesa+{boxes[0]}@host.example.org", "1", subject=f"Re: ({boxes[1]})")
    assert village.run().refused == 30
    kinds = [mailed.kind for one in PLAYERS for mailed in village.mails(one)]
    assert kinds.count("refused") == 20
