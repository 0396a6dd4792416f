"""One-line steps are read by the forms that their classes declare."""

from __future__ import annotations

import pytest

from card_specs.language.lines import line_of, lines, read_form, read_line
from card_specs.language.syntax import Name, Num
from card_specs.language.tokens import NotReadableError
from card_specs.language.vocabulary import STEPS
from card_specs.language.vocabulary.cards import Draw, MoveCards
from card_specs.language.vocabulary.chance import DrawLots


def test_the_longest_beginning_decides() -> None:
    assert read_line("draw lots for turn", {}).step is DrawLots
    assert read_line("draw to hand", {}).step is Draw


def test_optional_parts_may_be_missing() -> None:
    assert read_line("draw to hand", {}).slots == {"target": Name(8, "hand")}
    assert read_line("draw 2 to hand as x", {}).slots == {
        "number": Num(5, 2),
        "target": Name(10, "hand"),
        "name": Name(18, "x"),
    }


def test_words_of_a_form_stop_an_expression() -> None:
    slots = read_line("move a to bottom of b in deck order", {}).slots
    assert slots == {
        "cards": Name(5, "a"),
        "edge": "bottom",
        "target": Name(20, "b"),
        "deck_order": True,
    }


def test_rules_are_called_by_name() -> None:
    read = read_line("award(p, 2)", {"award": 1})
    assert (read.rule, len(read.arguments)) == (Name(0, "award"), 2)


@pytest.mark.parametrize("step", [step for step in STEPS if step.line], ids=lambda s: s.__name__)
def test_the_slots_of_a_form_are_fields(step: type[MoveCards]) -> None:
    named = {part for part in step.__dataclass_fields__ if part not in ("at", "place")}
    written = {
        word.split(":")[0].strip("{") for word in step.line.split() if word.startswith(("{", "[{"))
    }
    slots = {word.strip("[({") for word in written}
    assert slots <= named


def test_every_verb_is_found_by_its_first_word() -> None:
    for word, several in lines().items():
        for line in several:
            assert line.words[0] == word
            assert line_of(line.step) is line


def test_forms_are_read() -> None:
    assert len(read_form("a [b | {x: new}] ({y: zone} | c)")) == 3


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("draw 2 hand", 7, "'to' is missing before 'hand'"),
        ("deal 2 from a to b", 18, "'for' is missing before the end"),
        ("turn a in b", 5, "'down' or 'up' is missing before 'a'"),
        ("draw to hand as 2", 16, "a new name is missing before '2'"),
        ("draw to hand as from", 16, "a new name is missing before 'from'"),
    ],
)
def test_what_is_missing_is_said(text: str, at: int, message: str) -> None:
    with pytest.raises(NotReadableError) as caught:
        read_line(text, {})
    assert (caught.value.at, caught.value.message) == (at, message)
