"""Who is to be told what after a record, and the view that each is sent.

A pure function of the game before and after: computed again after a crash it gives the same
notices, and their views are the same bytes (a view's time is its record's).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from card_specs.values import dataclass
from pbem.protocol.canonical import from_base64url

from .game import Game, Record
from .referee import Referee

KEY_CHANGED = 100_000
"""Added to the number in the ids of mails about a new key, for which `pub` does not rise.

The number is of the record's salt, which nobody sees before the end: its line would tell how many
have answered in secret.
"""


@dataclass(frozen=True)
class Notice:
    """One mail to one player: its kind, the ask it puts (0: none), and facts for its text."""

    kind: str  # joined | roster | start | turn | news | late | undone | seat | end | watch
    player: str  # nobody: everybody who looks on
    ask: int = 0
    no: int = 0  # above 0, with an ask: it goes out again, with the view that it had
    view: bool = False  # a signed view is made for it
    facts: Mapping[str, Any] = field(default_factory=dict)


def after(before: Game, game: Game, record: Record) -> tuple[Notice, ...]:
    """The notices of one record.  The letter's own answer (a receipt, say) is not among them."""
    kind = record["kind"]
    found = list(_EXTRA[kind](before, game, record)) if kind in _EXTRA else []
    asked = {notice.player for notice in found if notice.ask}
    for player in people(game):
        ask = game.asks.get(player)
        was = before.asks.get(player)
        if ask and player not in asked and (was is None or was.number != ask.number):
            found.append(Notice("turn", player, ask.number, view=True))
    return tuple(found)


def watching(
    before: Game, game: Game, record: Record, referee: Referee | None
) -> tuple[Notice, ...]:
    """To whoever looks on (no player): the start, whenever others are asked as all know, the end.

    It depends on what everybody sees alone, and waits as all news does.
    """
    if not game.table.get("watch") or before.phase == "joining" or referee is None:
        return ()
    if record["kind"] == "end":
        return tuple(_told_end(game, record, "")) if before.phase == "playing" else ()
    if game.pub == before.pub or game.phase != "playing" or game.result or _in_secret(game):
        return ()
    if record["kind"] != "start":
        was, now = referee.public(before.state), referee.public(game.state)
        if was["asked"] == now["asked"] and game.told.get("", -1) >= game.revealed:
            return ()
    return (Notice("watch", "", view=True),)


def people(game: Game) -> tuple[str, ...]:
    """Seats that get the mails of play: not bots, not the house's, not those who left."""
    return tuple(player for player in persons(game) if not game.seats[player].left)


def persons(game: Game) -> tuple[str, ...]:
    """Everybody who sits or sat there, save bots and the house: the end is told to leavers, too."""
    return tuple(seat.player for seat in game.seats.values() if not (seat.bot or seat.house))


def _not_asked(before: Game, game: Game) -> list[str]:
    """People who get no turn mail from this record."""
    new = {p for p, ask in game.asks.items() if before.asks.get(p) != ask}
    return [player for player in people(game) if player not in new]


def _in_secret(game: Game) -> bool:
    """Is a question open of which not everybody may know whom it is put to?"""
    return any(player not in game.named for player in game.asks)


def _joined(before: Game, game: Game, record: Record) -> list[Notice]:
    del before
    missing = [seat.player for seat in game.seats.values() if not seat.joined]
    return [Notice("joined", record["player"], facts={"missing": missing})]


def _roster(before: Game, game: Game, record: Record) -> list[Notice]:
    del before, record
    keyed = [seat.player for seat in game.seats.values() if seat.commit]
    return [Notice("roster", player) for player in keyed]


def _start(before: Game, game: Game, record: Record) -> list[Notice]:
    del before, record
    words = {seat.player: seat.words for seat in game.seats.values()}
    found = []
    for player in people(game):
        ask = game.asks.get(player)
        number = ask.number if ask else 0
        facts = {"words": words, "secrets": any(seat.commit for seat in game.seats.values())}
        found.append(Notice("start", player, number, view=True, facts=facts))
    return found


def _news(before: Game, game: Game, record: Record) -> list[Notice]:
    """After a move: sealed answers that came to light are news to those who are asked nothing now.

    While bots are asked, play goes on at once: the news waits until a person is, and tells it all.
    It waits, too, while somebody is asked in secret: no mail more or less tells who that is.
    """
    del record
    if game.result or _in_secret(game):
        return []
    if any(game.seats[p].bot or game.seats[p].house for p in game.asks):
        return []
    waiting = [p for p in _not_asked(before, game) if game.told.get(p, -1) < game.revealed]
    return [Notice("news", player, view=True) for player in waiting]


def _timeout(before: Game, game: Game, record: Record) -> list[Notice]:
    """What the host played for somebody.  Of a secret question only its owner learns it."""
    player = record["player"]
    secret = player not in before.named
    facts = {"player": player, "moves": record["moves"]}
    fresh = _not_asked(before, game)
    told = [one for one in ([player] if secret else fresh) if one in people(game)]
    raised = game.pub > before.pub
    found = [Notice("late", one, facts=facts, view=raised and one in fresh) for one in told]
    news = _news(before, game, record) if secret else []
    return found + [notice for notice in news if notice.player not in told]


def _undo(before: Game, game: Game, record: Record) -> list[Notice]:
    facts = {"player": record["player"], "by": record["by"]}
    return [Notice("undone", player, view=True, facts=facts) for player in _not_asked(before, game)]


def _seat(before: Game, game: Game, record: Record) -> list[Notice]:
    """Changes that all see are told; whoever has a new token is sent the open question again."""
    player, found = record["player"], list[Notice]()
    ask = game.asks.get(player)
    if ask and game.seats[player].issue > before.seats[player].issue and player in people(game):
        found.append(Notice("turn", player, ask.number, game.seats[player].issue))
    if record["change"] == "key":  # a host that changed it unasked must not go unseen
        facts = {"player": player, "change": "key", "by": record["by"]}
        no = KEY_CHANGED + int.from_bytes(from_base64url(record["salt"])[:4])
        return [*found, *(Notice("seat", one, no=no, facts=facts) for one in people(game))]
    if game.pub > before.pub:
        change = "penalty" if game.seats[player].penalised else record["change"]
        if change == "player" and before.seats[player].bot:
            change = "person"  # a person plays again where a bot did
        facts = {"player": player, "change": change, "by": record["by"]}
        told = dict.fromkeys(people(game))
        if record["by"] in ("vote", "late"):
            told[player] = None  # who is told that others go on in their place
        found += [Notice("seat", other, facts=facts) for other in told]
    return found


def _end(before: Game, game: Game, record: Record) -> list[Notice]:
    del before
    joined = [player for player in persons(game) if game.seats[player].joined]
    return [notice for player in joined for notice in _told_end(game, record, player)]


def _told_end(game: Game, record: Record, player: str) -> list[Notice]:
    facts = {name: record[name] for name in ("reason", "winners", "scores", "seed")}
    return [Notice("end", player, view=game.state is not None, facts=facts)]


_EXTRA = {
    "join": _joined,
    "roster": _roster,
    "start": _start,
    "move": _news,
    "timeout": _timeout,
    "undo": _undo,
    "seat": _seat,
    "end": _end,
}


def view_of(
    game: Game, player: str, ask: int, since: int, referee: Referee, deadline: int = 0
) -> dict[str, Any]:
    """The payload of a `pbem-view` (protocol 7): what this player may know at this moment.

    `ask` 0 and an empty `player` give the news and the spectator's view; `since` is the `pub` of
    the view that this reader had before; `deadline` (seconds UTC) stands with an ask.
    """
    own: dict[str, Any] = {}
    if player:
        own["zones"] = referee.own(game.state, player)
    opened = game.asks.get(player)
    if ask and opened:
        own["deadline"] = deadline
        own["moves"] = list(opened.moves)
        own["orders"] = referee.orders(game.state, player)
    return {
        "v": 1,
        "kind": "view",
        "game": game.id,
        "player": player,
        "ask": ask,
        "at": game.at,
        "pub": game.pub,
        "head": game.head,
        "open": game.open_hash,
        "public": referee.public(game.state),
        "own": own,
        "since": [fact for pub, fact in news_for(game, player) if pub > since],
    }


def news_for(game: Game, player: str) -> list[tuple[int, dict[str, Any]]]:
    """The facts that this reader may know, without the mark of who may."""
    told = []
    for pub, fact in game.news:
        allowed = fact.get("to")
        if allowed is None or player in allowed:
            told.append((pub, {name: value for name, value in fact.items() if name != "to"}))
    return told


def receipt_of(game: Game, player: str, ask: int, moves: list[str], at: int) -> dict[str, Any]:
    """The payload of a `pbem-receipt`: these moves are recorded."""
    return {
        "v": 1,
        "kind": "receipt",
        "game": game.id,
        "player": player,
        "ask": ask,
        "at": at,
        "moves": moves,
        "pub": game.pub,
        "head": game.head,
    }
