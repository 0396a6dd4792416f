"""Questions, calls, loops and jumps inside one another; saved, loaded and sampled at every stop."""

from __future__ import annotations

import json

import pytest
from conftest import Make
from tiny_specs import counter, zone

from pbem import engine
from pbem.engine.chance import Fast, Fixed

STOCK = ("R1", "B1", "R2", "B2", "R3", "B3", "R4", "B4", "R5", "B5", "JOK", "JOK")


class Game:
    """A game that is written to JSON and read back before every move, and copied."""

    def __init__(self, table: engine.Table) -> None:
        self.table = table
        self.state = engine.start(table, Fixed(), STOCK)

    def __call__(self, *moves: str) -> Game:
        for line in moves:
            player, _, move = line.partition(": ")
            saved = json.loads(json.dumps(engine.dump(self.table, self.state)))
            copy = engine.load(self.table, saved)
            told = engine.clone(self.state)
            engine.apply(self.table, self.state, player, move, Fixed())
            engine.apply(self.table, copy, player, move, Fixed())
            engine.make(self.table, told, player, move, Fixed())
            assert engine.dump(self.table, copy) == engine.dump(self.table, self.state)
            assert engine.dump(self.table, told) == engine.dump(self.table, self.state)
            self.sampled()
        return self

    def sampled(self) -> None:
        """A state sampled from each reader's view looks to that reader like this one."""
        for reader in (*self.table.players, ""):
            seen = engine.view(self.table, self.state, reader)
            sample = engine.determinize(self.table, seen, Fast(reader))
            assert engine.view(self.table, sample, reader) == seen

    @property
    def asks(self) -> dict[str, list[str]]:
        return engine.asks(self.table, self.state)

    def n(self, name: str = "n") -> object:
        return counter(self.table, self.state, name)

    def zone(self, name: str) -> list[str]:
        return zone(self.table, self.state, name)


ONE = "- deal 1 from stock to hand for players"
SAY = """
say:
  takes: {who: player, base: number}
  do:
    - ask:
        who: who
        moves:
          - move: say much=N
            for:
              N: [base, base + 1]
            do:
              - add N to score
"""


def test_a_question_in_a_rule_in_a_loop_in_a_move(table: Make) -> None:
    turn = """
- ask:
    moves:
      - move: go
        do:
          - for each: player p in players
            do:
              - say(p, 10)
              - add 1 to n
          - add 100 to n
- add 1000 to n
"""
    game = Game(table(players=3, turn=turn, rules=SAY))
    game("ana: go", "ana: say much=10", "beto: say much=11")
    assert (game.asks, game.n()) == ({"carla": ["say much=10", "say much=11"]}, 2)
    game("carla: say much=10")
    assert (game.n(), game.n("turn")) == (1103, "beto")
    assert (game.n("score.ana"), game.n("score.beto")) == (10, 11)


def test_loops_with_questions_keep_their_place(table: Make) -> None:
    turn = """
- repeat: 2 times
  do:
    - repeat: while n < 3
      do:
        - ask:
            moves:
              - move: add
                do:
                  - add 1 to n
    - set n to 0
    - add 1 to score
"""
    game = Game(table(turn=turn))
    game(*["ana: add"] * 5)
    assert (game.n(), game.n("score.ana"), list(game.asks)) == (2, 1, ["ana"])
    game("ana: add")
    assert (game.n("score.ana"), list(game.asks)) == (2, ["beto"])


def test_each_with_a_question_inside_an_answer(table: Make) -> None:
    """Others wait until the question inside is answered; then they are asked as before."""
    turn = """
- ask:
    who: players
    how: each
    moves:
      - move: lay CARD
        for:
          CARD: hand
        do:
          - move CARD from hand to pile
          - say(next(me), CARD.rank)
    after:
      - add 1 to n
- add 50 to n
- game over
"""
    game = Game(table(players=3, setup=ONE, turn=turn, rules=SAY))
    game("beto: lay B1")
    assert game.asks == {"carla": ["say much=1", "say much=2"]}
    assert game.n() == 0
    game("carla: say much=2")
    assert (sorted(game.asks), game.n()) == (["ana", "carla"], 1)
    game("carla: lay R2", "ana: say much=2", "ana: lay R1", "beto: say much=1")
    assert game.n() == 53
    assert (game.n("score.carla"), game.n("score.ana")) == (2, 2)


def test_sealed_answers_that_ask_are_carried_out_one_after_the_other(table: Make) -> None:
    turn = """
- ask:
    who: players
    how: sealed
    moves:
      - move: lay CARD
        for:
          CARD: hand
        do:
          - say(me, CARD.rank)
          - move CARD from hand to pile
- add 50 to n
- game over
"""
    game = Game(table(setup=ONE, turn=turn, rules=SAY))
    game("beto: lay B1", "ana: lay R1")
    assert game.asks == {"ana": ["say much=1", "say much=2"]}
    assert game.zone("pile") == []
    game("ana: say much=2")
    assert list(game.asks) == ["beto"]
    game("beto: say much=1")
    assert (game.zone("pile"), game.n()) == (["B1", "R1"], 50)


CARDS = """
number:
  code: "{color}{rank}"
  color: all
  rank: 1-5
  title: {es: número, en: number}
  when: action
  do:
    - add this.rank to n
    - ask:
        who: next(me)
        moves:
          - move: nod
            do:
              - add 100 to n
          - move: back
            do:
              - again
          - move: flee
            do:
              - end turn
    - add this.rank to score
JOK:
  copies: 2
  title: {es: comodín, en: joker}
"""
PLAY = """
- ask:
    plays: action
    from: hand
    to: pile
    or: pass
    again: true
- add 1000 to n
"""
ACTION = "action:\n  title: {es: ya, en: now}"
DEAL = "- deal 2 from stock to hand for players"


def test_a_card_whose_effect_asks(table: Make) -> None:
    game = Game(table(setup=DEAL, turn=PLAY, cards=CARDS, moments=ACTION))
    game("ana: play R2")
    assert game.asks == {"beto": ["back", "flee", "nod"]}
    game("beto: back", "beto: nod")
    assert (game.n(), game.n("score.ana")) == (102, 2)
    assert game.asks == {"ana": ["pass", "play R1"]}
    game("ana: play R1", "beto: flee")
    assert (game.n(), game.n("score.ana"), game.n("turn")) == (103, 2, "beto")


def test_a_window_whose_cards_ask(table: Make) -> None:
    turn = """
- window:
    who: players_from(turn)
    plays: action
    from: hand
    to: pile
    or: pass
    after:
      - add 10 to score
- add 1000 to n
"""
    setup = "- deal 1 from stock to hand for [players where seat(it) != 2]"
    game = Game(table(players=3, setup=setup, turn=turn, cards=CARDS, moments=ACTION))
    game("ana: pass", "carla: play B1")
    assert game.asks == {"ana": ["back", "flee", "nod"]}
    game("ana: nod")
    assert game.n("score.carla") == 11
    game("ana: pass")
    assert game.n() == 1101


def test_none_that_asks_each_who_has_no_move(table: Make) -> None:
    turn = """
- ask:
    who: players
    how: each
    moves:
      - move: lay CARD
        for:
          CARD: hand
        do:
          - move CARD from hand to pile
    none:
      - say(me, 5)
- add 50 to n
"""
    setup = "- deal 1 from stock to hand for [next(turn)]"
    game = Game(table(players=3, setup=setup, turn=turn, rules=SAY))
    assert game.asks == {"ana": ["say much=5", "say much=6"]}
    game("ana: say much=5")
    assert list(game.asks) == ["carla"]
    game("carla: say much=6")
    assert list(game.asks) == ["beto"]
    game("beto: lay R1")
    assert game.n() == 50


def test_draws_that_are_interrupted_by_questions(table: Make) -> None:
    cards = """
number:
  code: "{color}{rank}"
  color: all
  rank: 1-5
  title: {es: número, en: number}
JOK:
  copies: 2
  title: {es: comodín, en: joker}
  when_drawn:
    - move top of stock to pile
    - say(next(me), 1)
"""
    turn = """
- draw 3 to hand as got
- draw up to 4 to hand
- draw to hand as one
- ask:
    moves:
      - move: go
        do:
          - set n to count got * 10 + one.rank
"""
    made = table(turn=turn, cards=cards, rules=SAY)
    game = Game(made)
    game.state = engine.start(made, Fixed(), ["R1", "JOK", "R2", "R3", "R4", "JOK", "R5"])
    assert game.zone("hand.ana") == ["R1"]
    assert list(game.asks) == ["beto"]
    game("beto: say much=1")
    assert game.zone("hand.ana") == ["R1", "R2", "R3", "R4"]
    assert list(game.asks) == ["beto"]
    game("beto: say much=2", "ana: go")
    assert game.n() == 35
    assert game.n("score.beto") == 3


def test_a_refill_that_asks(table: Make) -> None:
    zones = """
stock:
  order: stack
  seen: nobody
  when_empty:
    - say(turn, 1)
    - move pile to stock
hand: {of: player, order: set, seen: owner}
pile: {order: stack, seen: all}
row: {of: player, order: row, seen: all}
"""
    turn = "- draw 2 to hand\n- ask:\n    moves:\n      - move: go"
    setup = "- move top 2 of stock to pile\n- move stock to row"
    game = Game(table(setup=setup, turn=turn, zones=zones, rules=SAY))
    assert game.asks == {"ana": ["say much=1", "say much=2"]}
    game("ana: say much=1")
    assert game.zone("hand.ana") == ["R1", "B1"]
    assert game.asks == {"ana": ["go"]}


@pytest.mark.parametrize(("jump", "n", "turn"), [
    ("- leave", 5, "ana"),
    ("- end turn", 1, "beto"),
    ("- start turn of me", 1, "ana"),
    ("- pass turn", 7, "beto"),
])  # fmt: skip
def test_jumps_out_of_what_is_nested(table: Make, jump: str, n: int, turn: str) -> None:
    """`leave` leaves the rule; the others the turn (`pass turn` nothing at all)."""
    rules = f"""
inner:
  do:
    - for each: number i in [1 .. 3]
      do:
        - ask:
            who: next(turn)
            moves:
              - move: go
                do:
                  - add 1 to n
        - if: i == 1
          then:
            {jump}
        - add 2 to n
"""
    rules += "outer:\n  do:\n    - inner\n    - add 4 to n\n"
    body = "- ask:\n    moves:\n      - move: start\n        do:\n          - outer\n"
    body += "- ask:\n    moves:\n      - move: rest\n"
    game = Game(table(players=3, turn=body, rules=rules))
    game("ana: start", "beto: go")
    if jump == "- pass turn":
        game("carla: go", "carla: go")
        assert game.n("turn") == "beto"
        return
    assert (game.n(), game.n("turn")) == (n, turn)


def test_a_rule_that_calls_itself_while_asking(table: Make) -> None:
    rules = """
down:
  takes: {left: number}
  do:
    - if: left == 0
      then:
        - leave
    - ask:
        moves:
          - move: step
            do:
              - add left to n
    - down(left - 1)
    - add 100 to n
"""
    turn = "- down(3)"
    game = Game(table(turn=turn, rules=rules))
    game("ana: step", "ana: step")
    assert len(game.state.frames) == 4
    game("ana: step")
    assert (game.n(), list(game.asks)) == (306, ["beto"])


def test_the_game_may_end_anywhere_inside(table: Make) -> None:
    end = "if: n >= 2\nwinners: players\n"
    turn = """
- ask:
    who: players
    how: each
    moves:
      - move: lay CARD
        for:
          CARD: hand
        do:
          - add 1 to n
          - say(me, 1)
"""
    game = Game(
        table(setup="- deal 1 from stock to hand for players", turn=turn, rules=SAY, end=end)
    )
    game("ana: lay R1", "ana: say much=1", "beto: lay B1")
    assert game.state.over is not None
    assert game.asks == {}
    assert game.state.frames == []
