"""What standing orders and the host answer, by hand, from the rules pages.

`by_order` gives the move with which a player's order answers the question now put, or an empty text
if the player has to be asked; `by_host` what the host answers when a deadline has passed.
"""

from __future__ import annotations

from typing import Any

from oracles import cinco, cinco_vivos, cinquillo, diez
from oracles.oracle import Oracle
from oracles.seis import COLOURS as DICE

Orders = dict[str, Any]


def by_order(game: Oracle, player: str, moves: list[str], orders: Orders) -> str:
    return _ORDERS[type(game).__name__](game, player, moves, orders)


def by_host(game: Oracle, player: str, moves: list[str]) -> str:
    return _HOST[type(game).__name__](game, player, moves)


def _card(move: str) -> str:
    return move.split()[1]


# --- CINCO -----------------------------------------------------------------------------------


def _cinco_bid(game: Any, moves: list[str], high: bool) -> str:
    sign = -1 if high else 1
    return min(moves, key=lambda move: (sign * game._worth(_card(move)), move))


def _cinco(game: Any, player: str, moves: list[str], orders: Orders) -> str:
    if moves == ["draw"] and orders.get("draw") == "auto":
        return "draw"
    if moves[0].startswith("bid") and orders.get("bid") in ("low", "high"):
        return _cinco_bid(game, moves, orders["bid"] == "high")
    window = [move.split("=")[1] for move in moves if move.startswith("play PTS")]
    if not window or orders.get("points", "ask") == "ask":
        return ""
    values = {p: game.counters[f"value.{p}"] for p in window}
    mine = values.pop(player, None)
    if orders["points"] == "win" and mine is not None:
        best = max(values.values())
        if mine <= best < mine + 2:
            return f"play PTS on={player}"
    return "pass"


def _cinco_host(game: Any, player: str, moves: list[str]) -> str:
    if moves[0].startswith("bid"):
        return _cinco_bid(game, moves, high=False)
    for move in ("draw", "pass"):
        if move in moves:
            return move
    numbers = [move for move in moves if cinco.is_number(_card(move))]
    return min(numbers, key=lambda move: (cinco.figure(_card(move)), move), default=moves[0])


# --- one question only: a card to play -------------------------------------------------------


def _cards(game: Any, player: str, moves: list[str], orders: Any) -> str:
    if orders == "single":
        return moves[0] if len(moves) == 1 else ""
    if isinstance(orders, list):
        for card in orders:
            if f"play {card}" in moves:
                orders.remove(card)
                return f"play {card}"
    return ""


def _cinquillo_host(game: Any, player: str, moves: list[str]) -> str:
    def harm(move: str) -> tuple[int, int]:
        card = _card(move)
        place, row = cinquillo.step(card), [cinquillo.step(c) for c in game.row(card)]
        if game.variant == "classic":
            far = -abs(place - cinquillo.step("O5"))
        elif not row:
            far = 0
        else:
            far = row[0] - place - 1 if place < row[0] else place - row[-1] - 1
        return far, cinquillo.DECK.index(card)

    return min(moves, key=harm)


_VIVOS_LAST = ("PAS", "SKP", "REV", "T10", "T0", "T21", "N0", "DR1", "DR2", "RDL", "BOM")


def _vivos_host(game: Any, player: str, moves: list[str]) -> str:
    cards = [_card(move) for move in moves]
    numbers = [c for c in cards if c[0] == "N" and c != "N0"]
    card = max(numbers) if numbers else next(c for c in _VIVOS_LAST if c in cards)
    assert card in cinco_vivos.COPIES
    return f"play {card}"


# --- DIEZ ------------------------------------------------------------------------------------


def _can_take(game: Any, player: str, card: str) -> bool:
    rank = int(card[1:])
    piles = game.piles if game.points else [diez.COLOURS[card[0]]]
    for pile in piles:
        row = game.ladder(pile, player)
        if len(row) < rank:
            return True
        place = row[rank - 1]
        if place != card and game._counts_as(pile, place, rank) == card:
            return True
    return False


def spare(game: Any, player: str, cards: list[str]) -> str:
    """The first card of the spare order."""

    def rank(card: str) -> tuple[int, int, int]:
        place = diez.FACES.index(card)
        if card in diez.WILDS:
            return 3, -place, 0
        if not _can_take(game, player, card):
            return 1, place, 0
        return 2, -int(card[1:]), place

    return min(cards, key=rank)


def _shed(game: Any, player: str) -> str:
    card = spare(game, player, game.held(player))
    return f"return {card}" if card in game.received(player) else f"reserve {card}"


def _give(game: Any, player: str, moves: list[str]) -> str:
    admits = any(move.endswith("from=reserve") for move in moves)
    if admits and game.reserve(player):
        return f"give {spare(game, player, game.reserve(player))} from=reserve"
    return f"give {spare(game, player, game.held(player))}"


def _diez(game: Any, player: str, moves: list[str], orders: Orders) -> str:
    if "draw" in moves:
        draw = orders.get("draw")
        room = draw == "room" and len(game.held(player)) <= 6
        return "draw" if draw == "always" or room else ""
    if moves[0].startswith("give") and orders.get("give") == "spare":
        return _give(game, player, moves)
    if player != game.turn and orders.get("shed") == "spare" and "give" not in moves[0]:
        return _shed(game, player)
    return ""


def _diez_host(game: Any, player: str, moves: list[str]) -> str:
    if moves[0].startswith("give"):
        return _give(game, player, moves)
    if moves[0].startswith("take"):
        cards = sorted((_card(move) for move in moves), key=diez.FACES.index)
        useful = [card for card in cards if _useful(game, player, card)]
        return f"take {(useful or cards)[0]}"
    return _shed(game, player) if len(game.held(player)) > 7 else "end"


def _useful(game: Any, player: str, card: str) -> bool:
    """Whether the card, once taken, could be placed without COL or used to replace."""
    game.hand(player).append(card)
    places = [m for m in game._places(player) if _card(m) == card and "with=" not in m]
    replacing = [m for m in game._replacements(player) if _card(m) == card]
    game.hand(player).remove(card)
    return bool(places or replacing)


# --- SEIS ------------------------------------------------------------------------------------


def _seis(game: Any, player: str, moves: list[str], orders: Orders) -> str:
    if moves[0].startswith("unflip"):
        return _turned_back(game, player, moves, orders.get("voltear", "ask"))
    if "roll" in moves:
        word = orders.get("roll", "ask")
        free = word == "auto" or (word == "dado" and "play DAD" not in moves)
        return "roll" if free else ""
    if moves[0].startswith("flip"):
        return _mirror(game, player, moves) if orders.get("flip") == "auto" else ""
    if "end" in moves:
        return "end" if orders.get("end") == "never" else ""
    if "play TIR" in moves:
        return _shot(game, player, orders.get("self" if player == game.turn else "tirador", "ask"))
    word = orders.get("numeral", "ask")
    die = game.counters[f"die.{player}"]
    up = [int(card[1]) for card in game.row(player) if not card.endswith("~")]
    rescue = die not in up and (die - 1 in up or die + 1 in up)
    return "pass" if word == "never" or (word == "rescue" and not rescue) else ""


def _shot(game: Any, player: str, order: Any) -> str:
    if order in ("ask", "never"):
        return "pass" if order == "never" else ""
    for rule in order if isinstance(order, list) else [order]:
        ((what, conditions),) = rule.items()
        if all(_holds(game, player, one) for one in conditions):
            return "play TIR" if what == "shoot" else ""
    return "pass"


def _up(game: Any, player: str) -> list[str]:
    return [card for card in game.row(player) if not card.endswith("~")]


def _holds(game: Any, owner: str, condition: str) -> bool:
    thrower = game.turn
    die = str(game.counters[f"die.{thrower}"])
    fitting = [card for card in _up(game, thrower) if card[1] == die]
    if condition.startswith("on="):
        return thrower == condition[3:]
    if condition.startswith("up<="):
        return len(_up(game, thrower)) <= int(condition[4:])
    if condition == "flip":
        return bool(fitting)
    if condition == "leader":
        return all(len(_up(game, p)) >= len(_up(game, thrower)) for p in game.players)
    if condition == "dado":
        return game.counters["throws"] == 2 and game.counters["throw"] == 1
    return any(winner != owner for winner in _winners(game, thrower, fitting, die))


def _winners(game: Any, thrower: str, fitting: list[str], die: str) -> set[str]:
    """Who wins if the throw stands, or can by the thrower's choice."""
    found = set()
    if game.variant != "mirror":
        return {thrower} if fitting and len(_up(game, thrower)) == 1 else set()
    own = game.counters[f"color.{thrower}"]
    twin = next(letter for letter, word in DICE.items() if word == own) + die
    for first in fitting or [""]:
        left = {p: [c for c in _up(game, p) if c != first] for p in game.players}
        if first and not left[thrower]:
            found.add(thrower)
            continue
        found |= {p for p in game.players if twin in left[p] and len(left[p]) == 1}
    return found


def _mirror(game: Any, player: str, moves: list[str]) -> str:
    own = game.counters[f"color.{player}"]
    fitting = [card for card in game.row(player) if f"flip {card}" in moves]
    others = [card for card in fitting if DICE[card[0]] != own]
    return f"flip {(others or fitting)[0]}"


def _turned_back(game: Any, player: str, moves: list[str], word: str) -> str:
    down = [c[:-1] for c in game.row(player) if c.endswith("~")]
    if word == "ask":
        return ""
    rank = {
        "low": lambda card: int(card[1]),
        "high": lambda card: -int(card[1]),
        "mid": lambda card: abs(2 * int(card[1]) - 7),
    }[word]
    return f"unflip {min(down, key=rank)}"


def _seis_host(game: Any, player: str, moves: list[str]) -> str:
    for move in ("roll", "end", "pass"):
        if move in moves:
            return move
    if moves[0].startswith("flip"):
        return _mirror(game, player, moves)
    return _turned_back(game, player, moves, "mid")


_ORDERS = {
    "Cinco": _cinco,
    "Cinquillo": _cards,
    "CincoVivos": _cards,
    "Diez": _diez,
    "Seis": _seis,
}
_HOST = {
    "Cinco": _cinco_host,
    "Cinquillo": _cinquillo_host,
    "CincoVivos": _vivos_host,
    "Diez": _diez_host,
    "Seis": _seis_host,
}
