"""The text part: its width, its order, and the main mails as a whole."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mails.compose import compose
from pbem.mails.mail import Mail
from pbem.mails.tray import NoPictures

from .reading import opened
from .samples import KINDS, sample
from .tabletop import table_of

GOLDENS = Path(__file__).parent / "goldens"


def text_of(mail: Mail) -> str:
    return opened(compose(mail, NoPictures())).text.replace("\r\n", "\n")


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("kind", KINDS)
def test_lines_are_narrow_and_clean(kind: str, lang: str) -> None:
    lines = text_of(sample(kind, lang)).split("\n")
    assert max(map(len, lines)) <= 72
    assert [line for line in lines if line != line.rstrip() and line != "-- "] == []
    assert lines.count("-- ") == 1
    assert not any(sign in line for line in lines for sign in "●○▶•│─")


@pytest.mark.parametrize("game", ["cinco", "cinco_vivos", "cinquillo", "diez", "seis"])
def test_long_games_keep_to_the_width(game: str) -> None:
    for seed in "ab":
        table = table_of(game, 4, seed=seed)
        for _ in range(12):
            player = table.walk(9)
            if not player:
                break
            for lang in ("es", "en"):
                lines = text_of(table.mail("turn", player, lang)).split("\n")
                assert max(map(len, lines)) <= 72


def test_moves_come_before_the_table_and_the_reason_before_the_moves() -> None:
    text = text_of(sample("turn", "es"))
    assert text.index("RESPONDE") < text.index("LA MESA") < text.index("CÓMO SE")
    refused = text_of(sample("refused", "es"))
    assert refused.index("Por qué no") < refused.index("     1   ")


MAIN: dict[str, Mail] = {
    "turn-es": sample("turn", "es"),
    "refused-es": sample("refused", "es"),
    "invitation-es": sample("invitation", "es"),
    "receipt-en": sample("receipt", "en"),
    "reminder-en": sample("reminder", "en"),
    "end-en": sample("end", "en"),
    "help-es": sample("help", "es"),
}


def _at(game: str, variant: str, until: str, lang: str) -> Mail:
    for seed in "abcdefgh":
        table = table_of(game, 3, variant, seed)
        player = table.walk(400, until)
        if player:
            return table.mail("turn", player, lang)
    raise AssertionError(f"{game} never came to {until}")


MAIN |= {
    "auction-es": _at("cinco", "standard", "bid", "es"),
    "shot-es": _at("seis", "classic", "?shot", "es"),
    "ladders-en": _at("diez", "triad", "replace", "en"),
    "rows-es": _at("cinquillo", "classic", "play", "es"),
    "lives-en": _at("cinco_vivos", "standard", "play", "en"),
}


@pytest.mark.parametrize("name", MAIN)
def test_the_main_mails_are_as_they_were(name: str) -> None:
    """Goldens: look at the difference, and if it is meant, run with GOLDENS=new."""
    golden = GOLDENS / f"{name}.txt"
    mail = MAIN[name]
    text = f"Subject: {opened(compose(mail, NoPictures())).subject}\n\n{text_of(mail)}"
    if os.environ.get("GOLDENS") == "new":
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


def test_what_a_team_has_together_is_told_with_who_is_in_it() -> None:
    table = table_of("cinco_vivos", 4, variant="teams")
    text = " ".join(text_of(table.mail("status", "ana")).split())
    assert "Vidas · equipo 1 (Ana y Carla): 5 · equipo 2 (Beto y Dani): 5" in text
    text = " ".join(text_of(table.mail("status", "beto", "en")).split())
    assert "Lives · team 1 (Ana and Carla): 5 · team 2 (Beto and Dani): 5" in text
    assert "equipo 1" not in text_of(table_of("cinco_vivos", 4).mail("status", "ana"))


def test_words_of_orders_are_explained_and_an_order_that_stands_is_not_advised() -> None:
    table = table_of("cinco", 3)
    player = table.walk(0)
    text = " ".join(text_of(table.mail("orders", player, facts={"orders": {}})).split())
    assert "orden ofertar preguntar, baja, alta" in text
    assert "Preguntar: la mesa pregunta cada vez; nunca: la mesa pasa siempre por ti;" in text
    mail = table.mail("turn", player)
    assert mail.view is not None
    assert "orden ofertar baja" in text_of(mail)
    own = {**mail.view["own"], "orders": {"bid": "low"}}
    assert "orden ofertar baja" not in text_of(replace(mail, view={**mail.view, "own": own}))


def test_counts_break_over_no_line_and_plain_text_has_plain_spaces() -> None:
    mail = MAIN["auction-es"]
    assert "0\u00a0de\u00a05" in opened(compose(mail, NoPictures())).html
    assert "\u00a0" not in text_of(mail)
