"""What can't be taken back: sealed answers, and whatever showed somebody a card."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from pbem import engine
from pbem.service.rules import EngineReferee

PLAYERS = ("ana", "beto", "carla")


def test_an_answer_that_brought_the_others_to_light_stays(village: Any) -> None:
    """Otherwise whoever answers last in an auction would see all bids and bid once more."""
    game = village.open("cinco", PLAYERS)
    village.join(PLAYERS)
    chance = random.Random(3)
    tried = 0
    while village.books.tables.get(game).game.phase == "playing" and not tried:
        for player in PLAYERS:
            for mailed in village.mails(player):
                if mailed.moves:
                    village.answer(player, mailed, chance.choice(mailed.moves))
        before = village.books.tables.get(game).game
        village.run()
        now = village.books.tables.get(game).game
        for step in now.steps[len(before.steps) :]:
            if step.sealed and step == now.steps[-1] and now.phase == "playing":
                seat = village.books.post.token(now, step.player, "0")
                village.mail(step.player, f"mesa+{game}.0.{seat}@host.example.org", "deshacer")
                village.run()
                tried += 1
                after = village.books.tables.get(game).game
                assert after.steps == now.steps
    assert tried


def test_a_move_after_which_another_drew_is_put_to_the_vote(village: Any) -> None:
    """The other has seen a card by it, which the mover's own view doesn't tell: not even that the
    card is like one that the mover sees elsewhere, which an undo without a vote would say."""
    game = village.open("cinco", PLAYERS)
    village.join(PLAYERS)
    table = village.books.tables.get(game)
    referee, state = table.referee, table.game.state
    assert isinstance(referee, EngineReferee)
    chance = random.Random(1)
    drew = alike = 0
    start = state
    while not (drew and alike):
        if referee.result(state):
            state = start  # another game of the same deal
        player, moves = chance.choice(sorted(referee.asked(state).items()))
        played = referee.play(state, player, chance.choice(moves))
        for other in PLAYERS:
            old, new = hand(referee, state, other), hand(referee, played.state, other)
            if other != player and new.total() > old.total():
                assert played.shown
                drew += not (played.learned or played.used_chance)
                alike += not new - old - cards(referee, state, player)
        state = played.state


def hand(referee: EngineReferee, state: engine.State, player: str) -> Counter[str]:
    zones = engine.trace_state(referee.table, state)["zones"]
    return Counter(zones[f"hand.{player}"])


def cards(referee: EngineReferee, state: engine.State, player: str) -> Counter[str]:
    return engine.seen_cards(referee.seen(state, player))
