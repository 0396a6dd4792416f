"""Pages of real games: a table is played to a decision, its turn mail becomes a page."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest
from mails.tabletop import Tabletop, table_of
from mails.test_links import DECISIONS

from pbem import engine
from pbem.mails.links import ascii_only, mailto, spoken
from pbem.mails.mail import Mail
from pbem.turn_page.ahead import Graph, ahead
from pbem.turn_page.page import page

NOTES = {
    "es": "{title}, turno 12. Basta con pulsar Enviar.",
    "en": "{title}, turn 12. Just press Send.",
}
TURNS = {"es": "Turno", "en": "Turn"}
__all__ = ["DECISIONS", "Made", "data_of", "made"]


@dataclass(frozen=True)
class Made:
    """A table at a decision, the reader's turn mail, and its page."""

    table: Tabletop
    player: str
    mail: Mail
    graph: Graph
    html: str

    @property
    def data(self) -> Any:
        return data_of(self.html)

    def said(self, moves: list[str], lang: str) -> str:
        """The prepared line for some moves."""
        return "; ".join(spoken(self.mail.tablet.lexicon, move, lang) for move in moves)

    def link(self, moves: list[str], lang: str) -> str:
        """The link that the page must make for them."""
        title = ascii_only(self.mail.tablet.spec.title[lang])
        game, token = self.mail.game, self.mail.token
        subject = f"Re: [{game}] {TURNS[lang]} 12 ({game}.12.{token})"
        lines = [self.said(moves, lang), "", NOTES[lang].format(title=title)]
        return mailto(f"mesa+{game}.12.{token}@mesa.example.org", subject, lines)


@lru_cache(maxsize=100)
def made(game: str, variant: str, players: int, until: str, lang: str = "es") -> Made:
    """The page of the first decision of a sort in a random game."""
    for seed in "abcdefgh":
        table = table_of(game, players, variant, seed)
        player = table.walk(400, until)
        if player:
            mail = table.mail("turn", player, lang)
            graph = ahead(table.table, engine.view(table.table, table.state, player), 300)
            return Made(table, player, mail, graph, page(mail, graph))
    pytest.fail(f"{game} never came to {until}")


def data_of(html: str) -> Any:
    """The JSON in a page."""
    found = re.search(r'<script type="application/json" id="turn">(.*?)</script>', html, re.S)
    assert found is not None
    return json.loads(found[1])
