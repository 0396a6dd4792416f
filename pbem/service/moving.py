"""Seats on their way to another address: the new one confirms before anything is shown there.

A player's own wish was confirmed from the registered address first; the host's person moves a
player whose mailbox is gone two days after all were told; another person gets a seat by the
others' vote.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.office import voting
from pbem.office.moving import Move, read_moves, write_moves
from pbem.office.notices import people
from pbem.office.voting import Vote, seat
from pbem.store.folder import HostFolder
from pbem.store.notebook import Person

from . import daily
from .books import Books
from .outbox import Cause
from .tables import Table

DAY = 86400
NOTICE = 2 * DAY
"""Seconds between telling all that the host's person moves a player, and the move."""

CONFIRM_WITHIN = 14 * DAY
"""Seconds that an address has to confirm."""


def moves_of(folder: HostFolder, game: str) -> dict[str, Move]:
    """The moves that are under way at a table, by seat."""
    return read_moves(folder.notebook.note(f"moving {game}"))


def _put(books: Books, game: str, player: str, move: Move | None) -> None:
    found = {p: m for p, m in moves_of(books.folder, game).items() if p != player}
    if move:
        found[player] = move
    with books.folder.notebook.together():
        books.folder.notebook.put_note(f"moving {game}", write_moves(found))
        books.folder.notebook.set_busy(game)


def begin(books: Books, game: str, player: str, address: str, by: str, name: str = "") -> None:
    """Ask the new address to confirm; for another person the others are asked first."""
    now, table = books.world.now(), books.tables.get(game)
    wait = NOTICE if by == "host" and not name else 0
    issue = table.game.seats[player].issue
    known = moves_of(books.folder, game).get(player)
    if known and (known.address, known.by, known.issue) == (address, by, issue):
        return
    move = Move(address, by, now, now + wait, issue, name, approved=by != "vote")
    _put(books, game, player, move)
    books.go_on(books.tables.get(game))


def approved(books: Books, table: Table, vote: Vote) -> None:
    """The others agree to another person: now that person is asked."""
    move = moves_of(books.folder, table.game.id).get(vote.player)
    if move and not move.approved:
        asked = voting.voters(table.game, vote.player)
        votes = {player: vote.said.get(player) == voting.YES for player in asked}
        _put(books, table.game.id, vote.player, replace(move, approved=True, votes=votes))


def confirmed(books: Books, game: str, player: str) -> None:
    """The new address has answered; the move takes place when its time has come."""
    move = moves_of(books.folder, game).get(player)
    if move:
        _put(books, game, player, replace(move, confirmed=True))
        carry_out(books, game)


def carry_out(books: Books, game: str) -> bool:
    """Every move at a table whose time has come; those never confirmed lapse."""
    done = False
    for player, move in moves_of(books.folder, game).items():
        table, now = books.tables.get(game), books.world.now()
        changed = table.game.seats[player].issue > move.issue
        lapsed = not move.confirmed and now >= move.at + CONFIRM_WITHIN
        if changed or lapsed or table.game.phase == "over":
            _put(books, game, player, None)
        elif move.confirmed and now >= move.not_before:
            _seat(books, table, player, move)
            done = True
    return done


def _seat(books: Books, table: Table, player: str, move: Move) -> None:
    """The address first, then the record, which makes new tokens and mails the question again."""
    game, notebook = table.game.id, books.folder.notebook
    old = notebook.seat(game, player)
    notebook.put_seat(game, player, _person(books, table, player, move))
    if old and not move.name:
        daily.move(books.folder, old.address, move.address)
    change = "player" if move.name else "address"
    table = books.record(game, seat(player, change, move.by, move.votes))
    books.mail(table, player, Cause("address", "0", table.game.seats[player].issue, "0"))
    _put(books, game, player, None)
    books.settle(books.tables.get(game))


def _person(books: Books, table: Table, player: str, move: Move) -> Person:
    """Whoever is at the new address: the same player with the same habits, or somebody new."""
    old, config = books.folder.notebook.seat(table.game.id, player), books.folder.config
    if old and (not move.name or old.address == move.address):
        return replace(old.reached(), address=move.address, pending={})
    language = old.language if old else config.language
    return Person(move.address, move.name or player.capitalize(), language, config.zone)


def mail(books: Books, table: Table) -> bool:
    """Ask new addresses, and tell the others of a move by the host's person, once each."""
    left = True
    for player, move in moves_of(books.folder, table.game.id).items():
        if not move.approved or move.confirmed:
            continue
        person = _person(books, table, player, move)
        cause = Cause("confirm", "address", move.at, "address")
        facts = {"what": "seat" if move.name else "moved", "who": player}
        left &= books.outbox.send(table, player, person, cause, facts=facts, date=move.at)
        if move.by == "host" and not move.name:
            soon = Cause("moving-soon", "0", move.at, "0")
            for one in people(table.game):
                left &= books.mail(table, one, soon, who=player, when=move.not_before)
    return left


def next_due(folder: HostFolder, game: str) -> int:
    """When a move takes place or lapses next (seconds UTC), 0: none is under way."""
    times = [
        move.not_before if move.confirmed else move.at + CONFIRM_WITHIN
        for move in moves_of(folder, game).values()
    ]
    return min(times, default=0)
