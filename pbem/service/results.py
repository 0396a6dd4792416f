"""The finished matches of a host folder, from logs whose signatures, chain and replay hold.

Points, ratings and chips are all worked out from these; nothing else is kept that could disagree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pbem.auditing import audit_host
from pbem.identities import Persons, same_address
from pbem.office.competitive import is_competitive, stake_of
from pbem.protocol.canonical import Refusal, from_base64url, read, sha256
from pbem.protocol.records import read_log
from pbem.protocol.signing import Signed, thumbprint
from pbem.ranking import Match, chips
from pbem.store.folder import HostFolder

from .keeping import person_code

Log = list[Signed]
FRIENDLY = "friendly "
"""Notes of games that do not count, so that their logs are not looked at again: `friendly GAME`."""


@dataclass(frozen=True)
class Said:
    """What a log says of its result; noted once it has ended, so that it is not read again."""

    seats: dict[str, str]  # player -> thumbprint of the key, or nothing; in seat order, no bots
    size: int  # seats at the beginning
    competitive: bool
    stake: int
    left: list[str]
    penalised: list[str]
    head: str = ""  # hash of the last record of a log that has ended
    at: int = 0  # seconds UTC of the end
    reason: str = ""
    winners: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)


@dataclass
class Results:
    """What a folder's games give: matches that count, why others don't, stakes under way."""

    matches: list[Match] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)  # person -> chips
    persons: Persons = field(default_factory=Persons)


def results(
    folder: HostFolder, *, competitive: bool = False, known: Iterable[Iterable[str]] = ()
) -> Results:
    """All results of a folder; `competitive`: only of tables that count.

    `known`: further marks (addresses, keys) that belong together.
    """
    logs = {}
    friendly = set(folder.notebook.notes(FRIENDLY)) if competitive else set()
    for game in folder.games():
        if FRIENDLY + game in friendly:
            continue
        lines = folder.log(game)
        if _counts(lines) or (not competitive and _has_ended(lines)):
            logs[game] = _said(folder, game, lines)
        elif competitive and lines:
            folder.notebook.put_note(FRIENDLY + game, "1")
    addresses = _known(folder)
    marks = {game: _marks(folder, game, said.seats, addresses) for game, said in logs.items()}
    persons = Persons([*(one for seats in marks.values() for one in seats.values()), *known])
    found = Results(persons=persons)
    for game, said in logs.items():
        people = {player: persons.name(one[0]) for player, one in marks[game].items()}
        _take(folder, game, said, people, found)
    return found


def chips_of(folder: HostFolder, address: str, kid: str) -> int:
    """The chips of whoever has this address or this key, less their stakes at open tables."""
    mark = same_address(address)
    found = results(folder, competitive=True, known=[(mark, kid)])
    person = found.persons.name(mark)
    total = folder.config.chips - found.held.get(person, 0)
    for match in found.matches:
        changes = chips(match)
        total += sum(changes[player] for player, one in match.people.items() if one == person)
    return total


def _glance(line: bytes) -> dict[str, Any]:
    """What a record says; nothing is proved yet: that costs more than a look."""
    return dict(read(from_base64url(read(line)["payload"])))


def _counts(lines: list[bytes]) -> bool:
    """Is it a competitive table?"""
    try:
        return bool(lines) and is_competitive(_glance(lines[0]))
    except (Refusal, LookupError, TypeError, ValueError, AttributeError):
        return True  # spoilt: reading it in full says what is wrong


def _has_ended(lines: list[bytes]) -> bool:
    """Does the last line say so?"""
    try:
        return bool(lines) and _glance(lines[-1])["kind"] == "end"
    except (Refusal, LookupError, TypeError, ValueError):
        return True


def _take(
    folder: HostFolder, game: str, said: Said, people: Mapping[str, str], found: Results
) -> None:
    """One game into the results."""
    if not said.head:
        for person in people.values():
            stake = found.held.get(person, 0) + said.stake
            found.held.update({person: stake} if stake else {})
        return
    if said.reason not in ("over", "agreed") and not said.winners:
        return
    wrong = _contradiction(folder, game, said.head)
    if wrong:
        found.left_out.append(f"{game}: {wrong}")
    else:
        found.matches.append(_match(game, said, people))


def _said(folder: HostFolder, game: str, lines: list[bytes]) -> Said:
    """What a log says.  One that has ended is read once and noted: it never changes."""
    key = f"result {game}"
    noted = folder.notebook.note(key)
    if noted:
        known = Said(**json.loads(noted))
        if known.head == sha256(lines[-1]):
            return known
    said = _read(read_log(lines)[1])
    if said.head:
        folder.notebook.put_note(key, json.dumps(asdict(said)))
    return said


def _read(records: Log) -> Said:
    opened, end = records[0].payload, records[-1].payload
    keys: dict[str, str] = {}
    left: set[str] = set()
    penalised: set[str] = set()
    for record in (signed.payload for signed in records):
        player, change = record.get("player", ""), record.get("change", "")
        if record["kind"] == "join":
            keys[player] = thumbprint(record["key"]) if record["key"] else ""
        elif change in ("resign", "bot"):
            (penalised if player in left else left).add(player)
        elif change == "player":  # another person's seat is nobody's result
            keys.pop(player, None)
            left.discard(player)  # whoever won in that seat had not left it
    mine = [one for one in opened["seats"] if one in keys and one not in opened["house"]]
    said = Said(
        seats={player: keys[player] for player in mine},
        size=len(opened["seats"]),
        competitive=is_competitive(opened),
        stake=stake_of(opened),
        left=sorted(left),
        penalised=sorted(penalised),
    )
    if end["kind"] != "end":
        return said
    ended = {name: end[name] for name in ("at", "reason", "winners", "scores")}
    return replace(said, head=records[-1].hash, **ended)


def _contradiction(folder: HostFolder, game: str, head: str) -> str:
    """The first finding of a game's audit, nothing if it holds.  A log that ended never changes."""
    key = f"audited {game}"
    known, _, said = folder.notebook.note(key).partition(" ")
    if known == head:
        return said
    findings = audit_host(folder.root, game).findings
    said = findings[0] if findings else ""
    folder.notebook.put_note(key, f"{head} {said}")
    return said


def _match(game: str, said: Said, people: Mapping[str, str]) -> Match:
    return Match(
        game=game,
        at=said.at,
        people=people,
        winners=said.winners,
        scores=said.scores,
        competitive=said.competitive,
        left=frozenset(said.left),
        penalised=frozenset(said.penalised),
        seats=said.size,
        stake=said.stake,
    )


def _known(folder: HostFolder) -> dict[str, str]:
    """The addresses that are kept, by what stands for them where they are not kept any more."""
    addresses = {same_address(address) for _, _, address in folder.notebook}
    return {person_code(folder.mail_key, address): address for address in addresses}


def _marks(
    folder: HostFolder, game: str, seats: Mapping[str, str], known: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """What everybody at a table is known by, in seat order: the address, and the key if any.

    A month after the end the address is not kept: what stands for it is the same person's still.
    """
    found = {}
    for player, key in seats.items():
        person = folder.notebook.seat(game, player)
        code = folder.notebook.note(f"person {game} {player}")
        kept = [f"person {code}"] if code else []
        address = same_address(person.address) if person else known.get(code, "")
        marks = [address] if address else kept
        marks += [key] if key else []
        found[player] = tuple(marks) or (f"{player} of {game}",)
    return found
