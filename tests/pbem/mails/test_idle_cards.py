"""Why a card in hand cannot be used now: each is told its own reason."""

from __future__ import annotations

import re

import pytest

from pbem import engine
from pbem.mails import rich
from pbem.mails.blocks import Idle
from pbem.mails.compose import compose
from pbem.mails.idle_cards import held_cards
from pbem.mails.moves_block import moves_blocks
from pbem.mails.scene import scene
from pbem.mails.tray import NoPictures

from .reading import opened
from .tabletop import Tabletop, table_of


def said(table: Tabletop, player: str, lang: str = "es") -> str:
    return opened(compose(table.mail("turn", player, lang), NoPictures())).said


def idle_text(table: Tabletop, player: str) -> str:
    found = scene(table.mail("turn", player, "es"), NoPictures())
    (block,) = (one for one in moves_blocks(found) if isinstance(one, Idle))
    return rich.said(block.text)


def idle(game: str, variant: str, until: str, code: str) -> tuple[Tabletop, str]:
    """A decision of that sort at which somebody holds the card and cannot play it."""
    for seed in map(str, range(200)):
        table = table_of(game, 3, variant, seed)
        player = table.walk(120, until)
        if not player:
            continue
        held = held_cards(scene(table.mail("turn", player), NoPictures()))
        legal = engine.asks(table.table, table.state)[player]
        if code in held and not any(move.startswith(f"play {code}") for move in legal):
            return table, player
    raise AssertionError(f"no idle {code} was dealt")


@pytest.mark.parametrize(
    ("game", "variant", "until", "code", "why"),
    [
        ("cinco", "standard", "draw", "EMB", "no hay en la mesa nada que elegir."),
        ("cinco", "standard", "draw", "PRO", "antes necesitas un cinco en la mesa."),
        ("cinco", "standard", "draw", "PTS", "solo en una subasta."),
        ("cinco", "standard", "?drawn", "PTS", "solo puedes jugar la carta robada."),
        ("cinco", "standard", "?bid", "CHG", "solo se ofrecen cartas numéricas."),
        ("seis", "classic", "roll", "TIR", "solo tras cualquier lanzamiento."),
        ("seis", "classic", "end", "DAD", "solo antes de lanzar."),
        ("seis", "classic", "end", "VOL", "no hay en la mesa nada que elegir."),
    ],
)
def test_each_card_has_its_own_reason(
    game: str, variant: str, until: str, code: str, why: str
) -> None:
    table, player = idle(game, variant, until, code)
    shown = table.tablet().lexicon.shown_code(code, "es")
    reasons = re.findall(r"([^.:]+?)(?:, ahora no)?: ([^.]+\.)", idle_text(table, player))
    assert why in [told for names, told in reasons if shown in names]


def test_only_cards_that_are_shown_are_called_the_hand() -> None:
    table = table_of("seis", 3, "classic", "b")
    for seed in "abcdefgh":
        table = table_of("seis", 3, "classic", seed)
        player = table.walk(400, "unflip")
        if player:
            break
    mail = table.mail("turn", player, "es")
    assert "Tus jugadas</h2>" in opened(compose(mail, NoPictures())).html


def test_a_throw_of_ones_own_is_asked_about_in_other_words() -> None:
    """The order for it is another one than that for the throws of others."""
    titles = {}
    for seed in "abcdefgh":
        table = table_of("seis", 3, "classic", seed)
        player = table.walk(400, "play TIR")
        own = player == table.view(player)["public"]["counters"]["turn"]
        titles[own] = said(table, player)
    assert "¿disparas contra tu lanzamiento?" in titles[True]
    assert "orden propio nunca" in titles[True]
