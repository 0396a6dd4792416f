"""Terms of the spec worked out on a view: right where it is enough, nothing where it is not."""

from __future__ import annotations

import pytest

from pbem import engine
from pbem.mails.scene import scene
from pbem.mails.sight import Sight
from pbem.mails.tray import NoPictures

from .tabletop import Tabletop, table_of


def sight_of(table: Tabletop, player: str) -> Sight:
    return scene(table.mail("turn", player, "es"), NoPictures()).sight


def at(game: str, variant: str, until: str, players: int = 3) -> tuple[Tabletop, str]:
    for seed in "abcdefgh":
        table = table_of(game, players, variant, seed)
        player = table.walk(400, until)
        if player:
            return table, player
    raise AssertionError(until)


def test_what_a_bid_is_worth() -> None:
    table, player = at("cinco", "standard", "bid")
    sight = sight_of(table, player)
    (prize,) = sight.cards("lot")
    for move in engine.asks(table.table, table.state)[player]:
        card = move.split()[1]
        rank = int(card[-1])
        doubled = card[0] == prize[0] or prize == "WILD5"
        assert sight.term("worth", card) == (2 * rank if doubled else rank)


def test_the_open_ends_are_the_legal_cards() -> None:
    table, player = at("cinquillo", "classic", "play", 4)
    sight = sight_of(table, player)
    ends = set(sight.term("open_ends"))
    hand = set(sight.cards(f"hand.{player}"))
    legal = {move.split()[1] for move in engine.asks(table.table, table.state)[player]}
    assert ends & hand == legal


def test_a_throw_and_the_cards_it_hits() -> None:
    table, player = at("seis", "classic", "play TIR")
    sight = sight_of(table, player)
    number = sight.counters[f"die.{sight.turn}"]
    assert sight.term("thrown").endswith(str(number))
    assert all(card.endswith(str(number)) for card in sight.term("hit"))


@pytest.mark.parametrize("term", ["hand_value"])
def test_other_hands_stay_hidden(term: str) -> None:
    table, player = at("cinco_vivos", "standard", "play")
    sight = sight_of(table, player)
    numbers = [int(card[1:]) for card in sight.cards(f"hand.{player}") if card.startswith("N")]
    assert sight.term(term, player) == sum(numbers)
    other = next(one for one in table.players if one != player)
    assert sight.term(term, other) is None


def test_every_term_of_every_game_gives_something_or_nothing() -> None:
    """No term makes the walk stumble, whatever it is about."""
    for game in ("cinco", "cinco_vivos", "cinquillo", "diez", "seis", "crazy_eights", "hearts"):
        table = table_of(game, 4)
        player = table.walk(12)
        sight = sight_of(table, player)
        cards = sight.cards(f"hand.{player}") or ("B1",)
        for name, rules in sight.rules.terms.items():
            if rules.takes:
                continue
            about = [] if rules.of is None else [cards[0]]
            if rules.of is not None and rules.of.kind.value == "a player":
                about = [player]
            sight.term(name, *about)
    assert sight.term("no such term") is None
