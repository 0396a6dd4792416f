"""Verbs in the past."""

from __future__ import annotations

import pytest

from pbem.mails.past import past_tense, preterite


@pytest.mark.parametrize(
    ("verb", "other", "mine"),
    [
        ("jugar", "jugó", "jugaste"), ("ofertar", "ofertó", "ofertaste"),
        ("sustituir", "sustituyó", "sustituiste"), ("devolver", "devolvió", "devolviste"),
        ("dar", "dio", "diste"), ("leer", "leyó", "leíste"), ("seguir", "siguió", "seguiste"),
        ("fin", "fin", "fin"), ("pedir", "pidió", "pediste"),
        ("poner a prueba", "puso a prueba", "pusiste a prueba"),
    ],
)  # fmt: skip
def test_spanish(verb: str, other: str, mine: str) -> None:
    assert (preterite(verb, mine=False), preterite(verb, mine=True)) == (other, mine)


@pytest.mark.parametrize(
    ("verb", "done"),
    [
        ("play", "played"), ("draw", "drew"), ("pass", "passed"), ("flip", "flipped"),
        ("unflip", "unflipped"),
        ("place", "placed"), ("discard", "discarded"), ("roll", "rolled"), ("carry", "carried"),
        ("throw", "threw"), ("end", "ended"), ("take back", "took back"), ("skip", "skipped"),
    ],
)  # fmt: skip
def test_english(verb: str, done: str) -> None:
    assert past_tense(verb) == done
