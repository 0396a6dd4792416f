"""A new table: the spec is pinned, the seed drawn, `open` signed, everybody invited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from card_specs.language.problems import PersonError
from pbem.office.drafts import first, opened
from pbem.protocol.codes import LETTERS, LONGEST_GAME_ID, is_game_id, is_player_id
from pbem.store.notebook import Person
from pbem.store.pins import keep

from .books import Books
from .tables import Table
from .wishes import person_hash

LANGUAGE_VERSION = 1
"""The version of the rules language that new games are pinned to."""

DAY = 86400
NAME = re.compile(r"[^\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069<>]{1,40}")


@dataclass(frozen=True)
class Wish:
    """What `pbem open` was asked for.  Seats clockwise; a seat without an address is a bot's."""

    spec: str
    seats: Sequence[str]
    addresses: Mapping[str, str]
    variant: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    languages: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    deadline: int = 3 * DAY
    late: str = "play"  # play | bot | wait
    undo: str = "agree"  # agree | never
    away: int = 14 * DAY
    zone: str = ""


def open_table(books: Books, wish: Wish) -> str:
    """Make the table and invite its players; the new game's id.  Raises `PersonError`."""
    folder, now = books.folder, books.world.now()
    _check(books, wish, now)
    spec, pin = keep(wish.spec, folder.root / "specs")
    variant = wish.variant or next(iter(spec.variants), "standard")
    members = {
        "spec": {"name": pin.name, "sha256": pin.sha256},
        "language": LANGUAGE_VERSION,
        "variant": variant,
        "options": dict(wish.options),
        "seats": list(wish.seats),
        "house": [seat for seat in wish.seats if seat not in wish.addresses],
        "table": {
            "deadline": wish.deadline,
            "late": wish.late,
            "undo": wish.undo,
            "away": wish.away,
        },
    }
    books.tables.rules(members)  # refuses what this spec, variant or number of players can't do
    game = _new_id(books, spec.id)
    seed = books.world.random(32)
    record, line = opened(folder.key, seed, now, lambda: books.world.random(16), game, members)
    # Who sits there is noted first: killed after `open` is on disk, the next run still invites.
    for player, address in wish.addresses.items():
        language = wish.languages.get(player, folder.config.language)
        if language not in spec.languages:
            language = spec.languages[0]
        name = wish.names.get(player, player.capitalize())
        zone = wish.zone or folder.config.zone
        folder.notebook.put_seat(game, player, Person(address, name, language, zone))
    folder.notebook.put_busy(game, "joining")
    folder.add_game(game, line, seed)
    table = Table(first(record, line, folder.key), books.tables.rules(record), None)
    books.tables.put(table)
    books.invite(table)
    books.settle(table)
    return game


def _check(books: Books, wish: Wish, now: int) -> None:
    if not wish.addresses:
        raise PersonError("a table needs a player with an address — --player ana=ana@example.org")
    for seat in wish.seats:
        if not is_player_id(seat):
            hint = "a to z, 0 to 9 and _, at most 16; not host, table or all"
            raise PersonError(f"'{seat}' is no name for a seat — {hint}")
        if not NAME.fullmatch(wish.names.get(seat, seat)):
            raise PersonError(f"the name of {seat} has more than 40 characters or odd ones")
    if len(set(wish.seats)) != len(wish.seats):
        raise PersonError("two seats have the same name")
    for player, address in wish.addresses.items():
        if not re.fullmatch(r"[^\s@<>,;\"]{1,64}@[A-Za-z0-9.-]{1,190}", address):
            raise PersonError(f"'{address[:60]}' of {player} is no mail address")
        if books.folder.notebook.never(person_hash(address)):
            raise PersonError(f"{address} asked never to be invited again")
    invited = books.folder.notebook.count_answer("", now // DAY, "invited")
    most = books.folder.config.invitations
    if invited > most:
        hint = "try tomorrow, or raise `invitations` in host.yaml"
        raise PersonError(f"more than {most} tables opened today — {hint}")


def _new_id(books: Books, spec: str) -> str:
    """`<name>-<4 code letters>`, never used before in this folder."""
    name = re.sub(r"[^a-z0-9]", "", spec)[: LONGEST_GAME_ID - 9] or "game"
    for letters in (4, 4, 4, 4, 6, 6, 8, 8):
        code = "".join(LETTERS[byte & 31] for byte in books.world.random(letters))
        game = f"{name}-{code}"
        if is_game_id(game) and not books.folder.has_game(game):
            return game
    raise PersonError("no free game id was found — try again")
