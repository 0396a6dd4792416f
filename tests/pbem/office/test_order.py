"""The numbers of the moves in a mail."""

from __future__ import annotations

from pbem.office.order import mail_order


def test_numbers_count_as_numbers_and_a_cards_moves_stand_together() -> None:
    moves = ["end", "place R1", "reserve G10", "reserve G9", "reserve R1", "reserve R10", "take G2"]
    assert mail_order(sorted(moves)) == (
        "place R1",
        "reserve R1",
        "reserve G9",
        "reserve G10",
        "reserve R10",
        "take G2",
        "end",
    )
