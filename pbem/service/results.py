"""The finished matches of a host folder, from logs whose signatures, chain and replay hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem.auditing import audit_host
from pbem.protocol.canonical import Refusal, from_base64url, read
from pbem.protocol.records import read_log
from pbem.protocol.signing import Signed, thumbprint
from pbem.ranking import Match
from pbem.store.folder import HostFolder

from .keeping import person_code, same_address


def matches(root: Path) -> tuple[list[Match], list[str]]:
    """All matches that count, and a line for each game that was left out."""
    folder = HostFolder(root)
    try:
        found, left_out = [], []
        known = _known(folder)
        for game in folder.games():
            lines = folder.log(game)
            if not _has_ended(lines):
                continue
            _, records = read_log(lines)
            if records[-1].payload["kind"] != "end":
                continue
            if records[-1].payload["reason"] not in ("over", "agreed"):
                continue
            outcome = audit_host(root, game)
            if outcome.findings:
                left_out.append(f"{game}: {outcome.findings[0]}")
            else:
                found.append(_match(folder, game, records, known))
        return found, left_out
    finally:
        folder.close()


def _has_ended(lines: list[bytes]) -> bool:
    """Does the last line say so?  Nothing is proved yet: that costs more than a look."""
    try:
        return bool(lines) and read(from_base64url(read(lines[-1])["payload"]))["kind"] == "end"
    except (Refusal, LookupError, TypeError):
        return True  # spoilt: reading it in full says what is wrong


def _match(folder: HostFolder, game: str, records: list[Signed], known: Mapping[str, str]) -> Match:
    opened, end = records[0].payload, records[-1].payload
    people = dict(_people(folder, game, records, known))
    seat_records = [r.payload for r in records if r.payload["kind"] == "seat"]
    left = {r["player"] for r in seat_records if r["change"] in ("resign", "bot")}
    penalised = {
        r["player"]
        for r in seat_records
        if r["change"] == "resign" and r["votes"] and all(r["votes"].values())
    }
    competitive = opened["options"].get("competitive") or opened["table"].get("competitive")
    return Match(
        game=game,
        at=end["at"],
        people=people,
        winners=end["winners"],
        scores=end["scores"],
        competitive=bool(competitive),
        left=frozenset(left),
        penalised=frozenset(penalised),
        seats=len(opened["seats"]),
    )


def _known(folder: HostFolder) -> dict[str, str]:
    """The addresses that are kept, by what stands for them where they are not kept any more."""
    addresses = {same_address(address) for _, _, address in folder.notebook}
    return {person_code(folder.mail_key, address): address for address in addresses}


def _people(
    folder: HostFolder, game: str, records: list[Signed], known: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Each seat's identity: the key it joined with, else the address (case and +tag ignored).

    A month after the end the address is not kept: what stands for it is the same person's still.
    """
    house = set(records[0].payload["house"])
    for signed in records:
        record = signed.payload
        if record["kind"] != "join" or record["player"] in house:
            continue
        if record["key"]:
            yield record["player"], thumbprint(record["key"])
            continue
        person = folder.notebook.seat(game, record["player"])
        if person is not None:
            yield record["player"], same_address(person.address)
            continue
        code = folder.notebook.note(f"person {game} {record['player']}")
        name = known.get(code) or (f"person {code}" if code else f"{record['player']} of {game}")
        yield record["player"], name
