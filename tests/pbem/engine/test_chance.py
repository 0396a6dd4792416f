"""Chance: every number of the deal's vectors, and the four ways in which the engine meets it."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.chance import ChanceError, Fast, Fixed, Recorded, Stream, Words, trace_key

VECTORS = Path(__file__).parents[2] / "data" / "protocol_vectors.json"
DEAL: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))["deal"]
KEY = bytes.fromhex(DEAL["deal_key_hex"])


def test_the_key_is_the_hmac_of_the_canonical_deal_under_the_seed() -> None:
    line = b"pbem/1 deal\n" + DEAL["context_canonical"].encode()
    assert hmac.digest(bytes.fromhex(DEAL["seed_hex"]), line, "sha256") == KEY


@pytest.mark.parametrize("block", [0, 1])
def test_blocks_are_hmacs_of_event_and_number(block: int) -> None:
    digest = hmac.digest(KEY, b"pbem/1 draw\n0\n%d" % block, "sha256")
    assert digest.hex() == DEAL[f"block_0_{block}_hex"]


def test_a_game_begins_as_in_the_vectors() -> None:
    shuffle, dice, first, pick = (
        DEAL[k] for k in ("event_0", "events_1_to_3", "event_4", "event_5")
    )
    stream = Stream(KEY)
    assert stream.shuffle("stock", shuffle["input"]) == shuffle["output"]
    assert [stream.die("ana", dice["faces"]) for _ in dice["values"]] == dice["values"]
    assert stream.first(first["seats"]) == first["value"]
    assert stream.pick("reserve.beto", pick["zone"]) == pick["value"]
    assert stream.count == 6
    assert stream.take_events() == [
        ["shuffle", "stock", shuffle["output"]],
        *(["die", "ana", value] for value in dice["values"]),
        ["first", first["value"]],
        ["pick", "reserve.beto", pick["value"]],
    ]
    assert stream.take_events() == []


def test_draws_of_a_shuffle() -> None:
    words = Words(KEY, 0)
    assert [words.below(bound) for bound in DEAL["event_0"]["bounds"]] == DEAL["event_0"]["draws"]
    assert words.used == DEAL["event_0"]["words_used"]


def test_first_words_of_the_dice() -> None:
    firsts = [str(Words(KEY, event).below(2**64)) for event in (1, 2, 3)]
    assert firsts == DEAL["events_1_to_3"]["first_words"]


def test_a_draw_of_one_uses_nothing() -> None:
    words = Words(KEY, 0)
    assert (words.below(1), words.used) == (0, 0)


def test_words_beyond_the_last_multiple_are_thrown_away() -> None:
    words = Words(KEY, 6)
    values = [str(words.below(2**63 + 1)) for _ in DEAL["event_6"]["values"]]
    assert values == DEAL["event_6"]["values"]
    assert words.used == DEAL["event_6"]["words_used"]


def test_a_long_shuffle() -> None:
    stream = Stream(KEY)
    stream.count = 7
    order = stream.shuffle("stock", [f"c{n:03}" for n in range(135)])
    assert order[:10] == DEAL["event_7"]["first_ten"]
    line = json.dumps(order, separators=(",", ":")).encode()
    assert hashlib.sha256(line).hexdigest() == DEAL["event_7"]["output_sha256_of_canonical_list"]


def test_the_same_event_comes_out_the_same_after_an_undo() -> None:
    stream = Stream(trace_key(7))
    stream.count = 3
    once = stream.shuffle("stock", list("abcdef"))
    stream.count = 3
    assert stream.shuffle("stock", list("abcdef")) == once
    assert stream.shuffle("stock", list("abcdef")) != once


def test_a_trace_has_the_hash_of_its_seed_as_key() -> None:
    assert trace_key(7) == hashlib.sha256(b"pbem/1 trace\n7").digest()


def test_fixed_chance_leaves_order_and_takes_the_first() -> None:
    fixed = Fixed([4, 2])
    assert fixed.shuffle("stock", ["b", "a"]) == ["b", "a"]
    assert [fixed.die("ana", 6), fixed.die("beto", 6)] == [4, 2]
    assert fixed.pick("reserve.ana", ["G2", "R1"]) == "G2"
    assert fixed.first(["ana", "beto"]) == "ana"
    assert fixed.count == 5


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ([], "ana throws a die, and `dice` has no number left"),
        ([7], "`dice` holds 7, and the die has 6 faces"),
    ],
)
def test_fixed_dice_that_cannot_be(dice: list[int], message: str) -> None:
    with pytest.raises(ChanceError) as caught:
        Fixed(dice).die("ana", 6)
    assert str(caught.value) == message


def test_recorded_chance_repeats_what_it_is_fed() -> None:
    events: list[list[Any]] = [
        ["shuffle", "stock", ["b", "a"]],
        ["die", "ana", 3],
        ["pick", "z", "a"],
        ["first", "p2"],
    ]
    recorded = Recorded(events)
    assert recorded.shuffle("stock", ["a", "b"]) == ["b", "a"]
    assert recorded.die("ana", 6) == 3
    assert recorded.pick("z", ["a", "b"]) == "a"
    assert recorded.first(["p1", "p2"]) == "p2"
    assert (recorded.left, recorded.count, recorded.take_events()) == ([], 4, events)


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([], "the rules have a chance event (die ana) that the trace lacks"),
        ([["die", "beto", 3]], "the rules have die ana where the trace has ['die', 'beto', 3]"),
        ([["die", "ana", 7]], "the trace has ana throw 7 with 6 faces"),
    ],
)
def test_recorded_chance_that_does_not_fit(events: list[list[Any]], message: str) -> None:
    with pytest.raises(ChanceError) as caught:
        Recorded(events).die("ana", 6)
    assert str(caught.value) == message


def test_recorded_cards_must_be_those_of_the_zone() -> None:
    with pytest.raises(ChanceError, match="shuffles other cards"):
        Recorded([["shuffle", "stock", ["a", "c"]]]).shuffle("stock", ["a", "b"])
    with pytest.raises(ChanceError, match="picks c, and z holds"):
        Recorded([["pick", "z", "c"]]).pick("z", ["a"])
    with pytest.raises(ChanceError, match="draws p3 by lot"):
        Recorded([["first", "p3"]]).first(["p1", "p2"])


def test_fast_chance_depends_on_its_seed_alone() -> None:
    cards = [str(n) for n in range(700)]
    orders = [Fast(seed).shuffle("stock", cards) for seed in ("1/0", "1/0", "1/1")]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[2]) == sorted(cards)
    numbers = [Fast("7").below(1000) for _ in range(3)]
    assert numbers == [numbers[0]] * 3


def test_fast_dice_picks_and_lots_use_all_there_is() -> None:
    fast = Fast("x")
    assert {fast.die("ana", 6) for _ in range(200)} == set(range(1, 7))
    assert {fast.pick("z", ["a", "b"]) for _ in range(50)} == {"a", "b"}
    assert {fast.first(["p1", "p2", "p3"]) for _ in range(100)} == {"p1", "p2", "p3"}
    assert fast.count == 350
