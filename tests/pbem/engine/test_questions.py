"""Every sort of question: who is asked, what answers do and when, and when it is over."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from conftest import Make
from tiny_specs import begun, counter, do, zone

from pbem import engine
from pbem.engine.chance import Fixed

HANDS = """
- deal 3 from stock to hand for players
"""
STOCK = ("R1", "B1", "R2", "B2", "R3", "B3", "JOK")


def ask(**keys: str) -> str:
    """A turn with one question."""
    return "- ask:\n" + "\n".join(f"    {key}: {text}" for key, text in keys.items())


def block(*lines: str) -> str:
    return "\n" + "\n".join(f"      {line}" for line in lines)


PLAY = block(
    "- move: lay CARD",
    "  for:",
    "    CARD: hand",
    "  do:",
    "    - move CARD from hand to pile",
)


def test_one_player_is_asked_for_every_legal_move_once(table: Make) -> None:
    made = table(setup="- deal 5 from stock to hand for players", turn=ask(moves=PLAY))
    state = begun(made, ["JOK", "R1", "JOK", "R2", "B5", "R3"])
    assert engine.asks(made, state) == {"ana": ["lay B1", "lay B5", "lay JOK", "lay R4"]}


def test_who_may_be_somebody_else(table: Make) -> None:
    made = table(setup=HANDS, turn=ask(who="next(me)", moves=PLAY))
    state = begun(made, STOCK)
    assert engine.asks(made, state) == {"beto": ["lay B1", "lay B2", "lay B3"]}


def test_later_arguments_use_earlier_ones_and_conditions_filter(table: Make) -> None:
    moves = block(
        "- move: give CARD to=WHO much=N",
        "  for:",
        "    WHO: others",
        "    CARD: hand",
        "    N: [1 .. CARD.rank]",
        "  if: N > 1 and CARD is number and score.WHO == 0",
        "  do:",
        "    - move CARD from hand to row.WHO",
        "    - add N to score.WHO",
    )
    made = table(setup=HANDS, turn=ask(moves=moves))
    state = begun(made, STOCK)
    asked = ["give R2 much=2 to=beto", "give R3 much=2 to=beto", "give R3 much=3 to=beto"]
    assert engine.asks(made, state) == {"ana": asked}
    do(made, state, "ana: give R3 much=2 to=beto")
    assert zone(made, state, "row.beto") == ["R3"]
    assert counter(made, state, "score.beto") == 2


def test_the_or_is_added_to_other_moves_and_not_asked_alone(table: Make) -> None:
    moves = block("- move: take", "  if: n < 2", "  do:", "    - add 1 to n")
    step = ask(moves=moves, **{"or": "stop"}) + "\n    again: true\n- set score to n"
    end = "if: score.(item 2 of players) == 2\nwinners: players"
    made = table(turn=step, end=end)
    state = begun(made)
    assert engine.asks(made, state) == {"ana": ["stop", "take"]}
    do(made, state, "ana: take", "ana: stop")
    assert counter(made, state, "score.ana") == 1
    assert engine.asks(made, state) == {"beto": ["stop", "take"]}
    do(made, state, "beto: take")
    assert state.over is not None


def test_an_or_may_have_a_condition(table: Make) -> None:
    moves = block("- move: take", "  do:", "    - add 1 to n")
    decline = block("move: stop", "if: n > 1").replace("      ", "      ")
    step = f"- ask:\n    again: true\n    moves:{moves}\n    or:{decline}"
    made = table(turn=step)
    state = begun(made)
    assert engine.asks(made, state) == {"ana": ["take"]}
    do(made, state, "ana: take", "ana: take")
    assert engine.asks(made, state) == {"ana": ["stop", "take"]}
    do(made, state, "ana: stop")
    assert counter(made, state, "turn") == "beto"


def test_a_single_move_is_made_unasked_where_the_rules_say_so(table: Make) -> None:
    moves = block(
        "- move: lay CARD", "  for:", "    CARD: '[hand where rank > n]'", "  do:",
        "    - move CARD from hand to pile",
    )  # fmt: skip
    end = "if: count pile == 2\nwinners: players"
    turn = ask(single="auto", moves=moves)
    made = table(setup=HANDS + "- set n to 2", turn=turn, end=end)
    state = begun(made, STOCK)
    assert state.over is not None
    assert zone(made, state, "pile") == ["B3", "R3"]


def test_none_is_carried_out_when_there_is_no_move(table: Make) -> None:
    moves = block("- move: take", "  if: n > 2", "  do:", "    - add 50 to n")
    step = ask(moves=moves) + "\n    none:\n      - add 1 to n\n      - add 1 to score"
    made = table(turn=step)
    state = begun(made)
    assert engine.asks(made, state) == {"beto": ["take"]}
    assert counter(made, state, "score.ana") == 2


def test_before_and_after(table: Make) -> None:
    cards = """
        number:
          code: "{color}{rank}"
          color: all
          rank: 1-5
          title: {es: número, en: number}
          when: action
          if: this.color == 'red'
          do:
            - set n to n * 10
        JOK:
          copies: 2
          title: {es: comodín, en: joker}
        """
    step = ask(plays="action", **{"from": "hand", "to": "pile"})
    step += "\n    before:\n      - add this.rank to n\n    after:\n      - add 1 to n"
    made = table(setup=HANDS, turn=step, cards=cards, moments="action:\n  title: {es: ya, en: now}")
    state = begun(made, STOCK)
    assert engine.asks(made, state) == {"ana": ["play R1", "play R2", "play R3"]}
    do(made, state, "ana: play R3")
    assert counter(made, state, "n") == 3 * 10 + 1
    assert zone(made, state, "pile") == ["R3"]


def test_again_puts_the_question_again(table: Make) -> None:
    moves = block("- move: more", "  do:", "    - add 1 to n", "    - again") + block(
        "- move: done", "  do:", "    - add 10 to n"
    )
    made = table(turn=ask(moves=moves))
    state = begun(made)
    do(made, state, "ana: more", "ana: more", "ana: done", "beto: done")
    assert counter(made, state, "n") == 22


def test_a_question_inside_the_answer_to_another(table: Make) -> None:
    moves = block(
        "- move: lay CARD",
        "  for:",
        "    CARD: hand",
        "  do:",
        "    - move CARD from hand to pile",
        "    - ask:",
        "        who: next(me)",
        "        moves:",
        "          - move: say N",
        "            for:",
        "              N: [CARD.rank, n]",
        "            do:",
        "              - add N to score",
        "    - add CARD.rank to n",
    ).replace("say N", "say much=N")
    made = table(setup=HANDS, turn=ask(moves=moves))
    state = begun(made, STOCK)
    do(made, state, "ana: lay R2")
    assert engine.asks(made, state) == {"beto": ["say much=0", "say much=2"]}
    do(made, state, "beto: say much=2")
    assert counter(made, state, "score.beto") == 2
    assert counter(made, state, "n") == 2


# --- several -------------------------------------------------------------------------------------


def test_each_answers_when_they_like_and_it_counts_at_once(table: Make) -> None:
    made = table(players=3, setup=HANDS, turn=ask(who="players", how="each", moves=PLAY))
    state = begun(made, ("R1", "B1", "R2", "B2", "R3", "B3", "R4", "B4", "R5"))
    assert list(engine.asks(made, state)) == ["ana", "beto", "carla"]
    do(made, state, "carla: lay R2")
    assert zone(made, state, "pile") == ["R2"]
    assert list(engine.asks(made, state)) == ["ana", "beto"]
    with pytest.raises(engine.Refused):
        do(made, state, "carla: lay B3")
    do(made, state, "ana: lay R1", "beto: lay B1")
    assert list(engine.asks(made, state)) == ["ana", "beto", "carla"]
    assert counter(made, state, "turn") == "beto"


def test_each_again_until_nothing_is_left(table: Make) -> None:
    moves = block(
        "- move: drop CARD", "  for:", "    CARD: hand", "  if: count hand > 2", "  do:",
        "    - move CARD from hand to pile",
    )  # fmt: skip
    turn = ask(who="players", how="each", again="true", moves=moves)
    made = table(setup="- deal 4 from stock to hand for players", turn=turn + "\n- game over")
    state = begun(made)
    do(made, state, "beto: drop R2", "ana: drop R1", "ana: drop R3")
    assert list(engine.asks(made, state)) == ["beto"]
    do(made, state, "beto: drop R4")
    assert state.over is not None
    assert zone(made, state, "hand.ana") == ["R5", "B2"]


def test_sealed_answers_change_nothing_until_the_last_is_in(table: Make) -> None:
    turn = ask(who="players_from(next(me))", how="sealed", moves=PLAY)
    made = table(setup=HANDS, turn=turn)
    state = begun(made, STOCK)
    do(made, state, "ana: lay R2")
    assert zone(made, state, "pile") == []
    assert list(engine.asks(made, state)) == ["beto"]
    do(made, state, "beto: lay B1")
    assert zone(made, state, "pile") == ["R2", "B1"]


def first(table: Make) -> engine.Table:
    moves = block("- move: shoot", "  if: hand", "  do:", "    - add seat(me) to n")
    return table(
        players=4,
        setup="- deal 1 from stock to hand for [players where seat(it) != 2]",
        turn=ask(who="players_from(next(me))", how="first", moves=moves, **{"or": "pass"}),
    )


@pytest.mark.parametrize(
    ("answers", "open_", "n"),
    [
        (("dani: shoot",), ["ana", "carla"], 0),
        (("carla: shoot",), [], 3),
        (("carla: pass", "dani: shoot"), [], 4),
        (("ana: shoot", "dani: pass", "carla: pass"), [], 1),
        (("ana: pass", "dani: pass", "carla: pass"), [], 0),
    ],
)
def test_first_closes_as_soon_as_it_is_sure(
    table: Make, answers: tuple[str, ...], open_: list[str], n: int
) -> None:
    made = first(table)
    state = begun(made)
    assert list(engine.asks(made, state)) == ["ana", "carla", "dani"]
    do(made, state, *answers)
    assert counter(made, state, "n") == n
    asked = list(engine.asks(made, state))
    assert asked == (open_ or ["ana", "carla", "dani"])
    assert counter(made, state, "turn") == ("ana" if open_ else "beto")


WINDOW = """
- window:
    who: players_from(turn)
    plays: action
    from: hand
    to: pile
    or: pass
- game over
"""
WINDOW_CARDS = """
    number:
      code: "{color}{rank}"
      color: all
      rank: 1-5
      title: {es: número, en: number}
    JOK:
      copies: 2
      title: {es: comodín, en: joker}
      when: action
      do:
        - add seat(me) to n
    """


def test_a_window_goes_round_until_all_have_passed(table: Make) -> None:
    made = table(
        players=3,
        setup="- deal 2 from stock to hand for players",
        turn=WINDOW,
        cards=WINDOW_CARDS,
        moments="action:\n  title: {es: ya, en: now}",
    )
    state = begun(made, ["JOK", "R1", "JOK", "R2", "R3", "R4"])
    assert engine.asks(made, state) == {"ana": ["pass", "play JOK"]}
    do(made, state, "ana: pass")
    assert engine.asks(made, state) == {"carla": ["pass", "play JOK"]}
    do(made, state, "carla: play JOK")
    assert engine.asks(made, state) == {"ana": ["pass", "play JOK"]}
    do(made, state, "ana: pass")
    assert state.over is not None
    assert counter(made, state, "n") == 3


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "move", "because"),
    [
        ("beto", "lay B1", engine.Because.NOT_ASKED),
        ("zoe", "lay B1", engine.Because.NOT_ASKED),
        ("ana", "lay B1", engine.Because.NOT_LEGAL),
        ("ana", "dance", engine.Because.UNREADABLE),
        ("ana", "", engine.Because.UNREADABLE),
        ("ana", "lay", engine.Because.AMBIGUOUS),
        ("ana", (0, "B1"), engine.Because.NOT_LEGAL),
        ("ana", ("nonsense",), engine.Because.NOT_LEGAL),
    ],
)
def test_a_refused_move_changes_nothing(
    table: Make, player: str, move: Any, because: engine.Because
) -> None:
    made = table(setup=HANDS, turn=ask(moves=PLAY))
    state = begun(made, STOCK)
    before = copy.deepcopy(engine.dump(made, state))
    with pytest.raises(engine.Refused) as refused:
        engine.apply(made, state, player, move, Fixed())
    assert refused.value.reason is because
    assert engine.dump(made, state) == before


def test_moves_by_seat_and_tuple_are_the_same_as_by_name_and_text(table: Make) -> None:
    made = table(setup=HANDS, turn=ask(moves=PLAY))
    one, other = begun(made, STOCK), begun(made, STOCK)
    move = next(m for m in engine.legal_moves(made, one, 0) if made.texts[m] == "lay R2")
    engine.apply(made, one, 0, move)
    engine.apply(made, other, "ana", "lay R2")
    assert engine.dump(made, one) == engine.dump(made, other)


def test_a_question_has_a_number_of_its_own(table: Make) -> None:
    made = table(setup=HANDS, turn=ask(who="players", how="each", moves=PLAY))
    state = begun(made, STOCK)
    first = engine.asked_serial(made, state, "ana")
    do(made, state, "beto: lay B1")
    assert engine.asked_serial(made, state, "ana") == first
    assert engine.asked_serial(made, state, "beto") == -1
    do(made, state, "ana: lay R1")
    assert engine.asked_serial(made, state, "ana") > first


def test_several_cards_in_one_move(table: Make) -> None:
    moves = block(
        "- move: swap CARDS", "  for:", "    CARDS: choose 2 of hand", "  do:",
        "    - move CARDS from hand to pile",
    )  # fmt: skip
    made = table(setup="- deal 3 from stock to hand for players", turn=ask(moves=moves))
    state = begun(made, ["JOK", "R1", "JOK", "R2", "B1", "R3"])
    assert engine.asks(made, state) == {"ana": ["swap B1,JOK", "swap JOK,JOK"]}
    do(made, state, "ana: swap B1,JOK")
    assert zone(made, state, "hand.ana") == ["JOK"]
