"""Every failure says in both languages what is wrong and what to write instead."""

from __future__ import annotations

import pytest

from pbem.engine.lexicon import Lexicon
from pbem.engine.moves import Ambiguous, Because, NotLegal, Read, Unreadable
from pbem.engine.refusals import explain

LEXICON = Lexicon(
    languages=("es", "en"),
    verbs={"play": {"es": ("jugar",)}, "draw": {"es": ("robar",)}},
    codes={"B7": {"es": "A7"}, "R7": {}},
)


@pytest.mark.parametrize(
    ("answer", "es", "en"),
    [
        (Unreadable("", ""), "No has escrito ninguna jugada.", "You have written no move."),
        (
            Unreadable("jugra R7", "jugra", "jugar"),
            "La mesa no entiende «jugra». ¿Quizá «jugar»?",
            "The table does not understand “jugra”. Perhaps “jugar”?",
        ),
        (
            Unreadable("hola", "hola"),
            "La mesa no entiende «hola» como jugada.",
            "The table does not understand “hola” as a move.",
        ),
        (
            NotLegal("play B7", Because.NOT_ASKED),
            "Ahora no te toca responder a nada.",
            "Nothing is asked of you now.",
        ),
        (
            NotLegal("draw", Because.VERB, ("play B7", "play R7")),
            "Ahora no se puede «robar». Puedes: jugar A7 o jugar R7.",
            "You cannot “draw” now. You may: play B7 or play R7.",
        ),
        (
            NotLegal("play B7", Because.NOT_HELD),
            "No tienes A7.",
            "You do not have B7.",
        ),
        (
            NotLegal("play B7", Because.CARD, ("play R7",)),
            "Ahora no se puede «jugar» con A7. Puedes: jugar R7.",
            "You cannot “play” B7 now. You may: play R7.",
        ),
        (
            NotLegal("play B7 on=ana", Because.KEY),
            "«jugar A7 on=ana» no es posible.",
            "“play B7 on=ana” is not possible.",
        ),
        (
            Ambiguous("B7", ("play B7", "draw")),
            "«B7» puede querer decir: jugar A7 o robar. Escribe una de ellas.",
            "“B7” may mean: play B7 or draw. Write one of these.",
        ),
        (
            Ambiguous("play", ("play B7",)),
            "¿Quieres decir «jugar A7»? Escríbela entera.",
            "Do you mean “play B7”? Write it in full.",
        ),
        (Read("draw"), "", ""),
    ],
)
def test_every_failure_in_both_languages(answer: object, es: str, en: str) -> None:
    assert explain(LEXICON, answer, "es") == es  # type: ignore[arg-type]
    assert explain(LEXICON, answer, "en") == en  # type: ignore[arg-type]


def test_long_lists_and_long_lines_are_cut() -> None:
    moves = tuple(f"play R{n}" for n in range(9))
    said = explain(LEXICON, Ambiguous("x" * 80, moves), "en")
    assert said.startswith("“" + "x" * 59 + "…” may mean: play R0, play R1")
    assert "play R5 …." in said
    assert "play R6" not in said
