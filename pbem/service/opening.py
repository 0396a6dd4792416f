"""A new table or a rematch: spec pinned, seed drawn, `open` signed, everybody invited."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from card_specs.language.model import Game as Spec
from card_specs.language.problems import PersonError, nearest
from card_specs.values import dataclass
from pbem.engine.lexicon import plain
from pbem.identities import is_address, same_address
from pbem.office.competitive import STAKE, is_competitive
from pbem.office.drafts import first, opened
from pbem.protocol.codes import LETTERS, LONGEST_GAME_ID, is_game_id, is_player_id
from pbem.store.config import LANGUAGES
from pbem.store.notebook import Person
from pbem.store.pins import LANGUAGE_VERSION, keep

from .books import Books
from .inviting import AGAIN, check_invited, invite, may_be_invited
from .tables import Table

DAY = 86400
LONGEST_SEAT = 16
NO_NAMES = ("vote", "late")
"""What a `seat` record says in place of a player about why it was written."""

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
    watchers: Mapping[str, str] = field(default_factory=dict)  # who looks on: name -> address
    again: Sequence[str] = ()  # addresses that said no before and want to play after all
    competitive: bool = False  # counts for the ranking; every player needs a key
    stake: int = STAKE  # chips that each player then stakes


def open_table(books: Books, wish: Wish) -> str:
    """Make the table and invite its players; the new game's id.  Raises `PersonError`."""
    folder = books.folder
    wish = _with_ids(wish)
    _check(wish, books.folder.config.address)
    spec, pin = keep(wish.spec, folder.root / "specs")
    if wish.competitive or wish.options.get("competitive"):
        _check_competitive(wish)
        wish = _competitive(wish, spec)
    members = {
        "spec": {"name": pin.name, "sha256": pin.sha256},
        "language": LANGUAGE_VERSION,
        "variant": wish.variant or next(iter(spec.variants), "standard"),
        "options": dict(wish.options),
        "seats": list(wish.seats),
        "house": [seat for seat in wish.seats if seat not in wish.addresses],
        "table": _conditions(wish),
    }
    books.tables.rules(members)  # refuses what this spec, variant or number of players can't do
    check_invited(books, {**wish.addresses, **wish.watchers}.values(), wish.again)
    return _add(books, _new_id(books, spec.id), members, _people(books, wish, spec))


def _conditions(wish: Wish) -> dict[str, Any]:
    """What a table has agreed besides the options of its game."""
    return {
        "deadline": wish.deadline,
        "late": wish.late,
        "undo": wish.undo,
        "away": wish.away,
        **({"watch": list(wish.watchers)} if wish.watchers else {}),
        **({"competitive": True, "stake": wish.stake} if wish.competitive else {}),
    }


def _people(books: Books, wish: Wish, spec: Spec) -> dict[str, Person]:
    """Everybody with an address, in a language that the game has."""
    config, people = books.folder.config, {}
    for player, address in {**wish.addresses, **wish.watchers}.items():
        language = wish.languages.get(player, config.language)
        if language not in spec.languages:
            language = spec.languages[0]
        name = wish.names.get(player, player.capitalize())
        zone = wish.zone or config.zone
        watches = player in wish.watchers
        people[player] = Person(address, name, language, zone, watches=watches)
    return people


def rematch(books: Books, game: str, by: str = "") -> str:
    """The same players are invited to the same game again; the new id, the same each time.

    `by`: the player who asked, nobody for the host's person.  Whoever cannot be invited any more
    (forgotten, or asked never to be) is replaced by a bot.  Raises `PersonError`.
    """
    if not books.folder.has_game(game):
        raise PersonError(f"there is no game '{game}' here")
    ended = books.tables.get(game).game
    if ended.phase != "over" or ended.end["reason"] == "cancelled":
        raise PersonError(f"{game} was not played to an end, so there is no rematch")
    notebook = books.folder.notebook
    known = notebook.note(f"rematch {game}")
    if known and books.folder.has_game(known):
        invite(books, known)
        return known
    people = {
        player: replace(person.reached(), away_until=0, away_used=0, pending={})
        for player, person in notebook.seats(game).items()
        if may_be_invited(books, person.address)
    }
    seats = [player for player in ended.players if player in people]
    if not seats:
        raise PersonError(f"the addresses of {game} are not kept any more — open a new table")
    if is_competitive(ended.opened) and len(seats) < len(ended.players):
        raise PersonError(f"somebody of {game} cannot be invited, and no bots play there")
    watch = [name for name in ended.table.get("watch", ()) if name in people]
    table = {name: value for name, value in ended.table.items() if name != "watch"}
    names = ("spec", "variant", "options", "seats")
    members = {
        **{name: ended.opened[name] for name in names},
        "language": LANGUAGE_VERSION,
        "house": [player for player in ended.players if player not in seats],
        "table": {**table, **({"watch": watch} if watch else {})},
    }
    check_invited(books, (one.address for one in people.values()), _addresses(people))
    fresh = known or _new_id(books, members["spec"]["name"])
    notebook.put_note(f"rematch {game}", fresh)
    notebook.put_note(f"{AGAIN}{fresh}", json.dumps({"of": game, "by": by}))
    return _add(books, fresh, members, people)


def _addresses(people: Mapping[str, Person]) -> list[str]:
    return [one.address for one in people.values()]


def _add(books: Books, game: str, members: dict[str, Any], people: Mapping[str, Person]) -> str:
    """A new table on disk, then its invitations; killed between, they leave in the next run."""
    folder, now = books.folder, books.world.now()
    seed = books.world.random(32)
    record, line = opened(folder.key, seed, now, lambda: books.world.random(16), game, members)
    # Who sits there is noted first: killed after `open` is on disk, the next run still invites.
    for player, person in people.items():
        folder.notebook.put_seat(game, player, person)
    folder.notebook.put_busy(game, "joining")
    folder.add_game(game, line, seed)
    table = Table(first(record, line, folder.key), books.tables.rules(record), None)
    books.tables.put(table)
    left = invite(books, game)
    books.tables.save(table)
    books.index(table, busy=not left)
    return game


def _with_ids(wish: Wish) -> Wish:
    """People are named as they write themselves (`José Luis`); their seats by ids (`jose_luis`)."""
    ids = {name: _seat_id(name) for name in (*wish.seats, *wish.watchers, *wish.languages)}
    names = {ids[name]: name for name in (*wish.seats, *wish.watchers) if ids[name] != name}
    return replace(
        wish,
        seats=[ids[name] for name in wish.seats],
        addresses={ids[name]: address for name, address in wish.addresses.items()},
        languages={ids[name]: language for name, language in wish.languages.items()},
        watchers={ids[name]: address for name, address in wish.watchers.items()},
        names={**names, **wish.names},
    )


def _seat_id(name: str) -> str:
    fit = re.sub(r"[^a-z0-9]+", "_", plain(name)).strip("_")[:LONGEST_SEAT].rstrip("_")
    return name if is_player_id(name) or not fit else fit


def _check(wish: Wish, own: str) -> None:
    if not wish.addresses:
        raise PersonError("a table needs a player with an address — --player ana=ana@example.org")
    everybody = [*wish.seats, *wish.watchers]
    for seat in everybody:
        if not is_player_id(seat) or seat in NO_NAMES:
            hint = "a word such as ana or José; not host, table, all, vote or late"
            raise PersonError(f"'{wish.names.get(seat, seat)}' is no name for a seat — {hint}")
        if not NAME.fullmatch(wish.names.get(seat, seat)):
            raise PersonError(f"the name of {seat} has more than 40 characters or odd ones")
    if len(set(everybody)) != len(everybody):
        raise PersonError("two seats have the same name")
    if wish.late not in ("play", "bot", "wait"):
        raise PersonError(f"late is play, bot or wait, not '{wish.late[:20]}'")
    for player, address in {**wish.addresses, **wish.watchers}.items():
        if not is_address(address):
            raise PersonError(f"'{address[:60]}' of {player} is no mail address")
        if same_address(address) == same_address(own):
            raise PersonError(f"'{address[:60]}' of {player} is the table's own address")
    _check_languages(wish, everybody)


def _check_languages(wish: Wish, everybody: Sequence[str]) -> None:
    for player, language in wish.languages.items():
        if player not in everybody:
            raise PersonError(f"--lang: nobody here is '{player}' — {nearest(player, everybody)}")
        if language not in LANGUAGES:
            raise PersonError(f"--lang {player}: there is no language '{language}' — es or en")


def _check_competitive(wish: Wish) -> None:
    """Everybody has an address, and no bot takes a seat, now or later (CINQ-10.2, 10.6)."""
    without = [seat for seat in wish.seats if seat not in wish.addresses]
    if without:
        raise PersonError(f"{without[0]} has no address — no bots play at a competitive table")
    if wish.late == "bot":
        raise PersonError("no bots play at a competitive table — take --late play or wait")
    if len(wish.seats) < 2:
        raise PersonError("a competitive table needs two players")


def _competitive(wish: Wish, spec: Spec) -> Wish:
    """The flag where a game has its own option for it, and as a condition of the table anyway."""
    stake, same = int(wish.options.get("stake", wish.stake)), _same_people(wish)
    own = {"competitive": True, "stake": stake, **({"same_identity": same} if same else {})}
    known = {name: value for name, value in own.items() if name in spec.options}
    return replace(wish, competitive=True, stake=stake, options={**known, **wish.options})


def _same_people(wish: Wish) -> list[list[str]]:
    """Seats with one address: the match then brings no points to anybody (CINQ-10.5)."""
    seats: dict[str, list[str]] = {}
    for seat in wish.seats:
        seats.setdefault(same_address(wish.addresses[seat]), []).append(seat)
    return [group for group in seats.values() if len(group) > 1]


def _new_id(books: Books, spec: str) -> str:
    """`<name>-<4 code letters>`, never used before in this folder."""
    name = re.sub(r"[^a-z0-9]", "", spec)[: LONGEST_GAME_ID - 9] or "game"
    for letters in (4, 4, 4, 4, 6, 6, 8, 8):
        code = "".join(LETTERS[byte & 31] for byte in books.world.random(letters))
        game = f"{name}-{code}"
        if is_game_id(game) and not books.folder.has_game(game):
            return game
    raise PersonError("no free game id was found — try again")
