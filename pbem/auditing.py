"""Files for `pbem audit`: a log with what a player kept, or a game of a host folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from card_specs.language.model import Game as Spec
from card_specs.language.problems import PersonError
from pbem.office.auditing import Audit, Expected, audit_log, audit_views, missing_asks
from pbem.office.referee import Referee
from pbem.protocol.signing import Signed
from pbem.service.rules import Compiled
from pbem.store.folder import HostFolder
from pbem.store.pins import Pin, check_language, kept, same_spec
from pbem.verifying import Kept, check_files


@dataclass
class Outcome:
    """Everything an audit has to say, a line each."""

    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def audit_kept(
    log: Path, mails: Sequence[Path], spec: str, host: str, sealing: bytes = b""
) -> Outcome:
    """A player's audit: the log from the last mail against the mails that were kept.

    `sealing` is the seed of the key that opens sealed views, where the player has one.
    """
    report, files = check_files([log, *mails], host, sealing)
    if report.findings:
        return Outcome([str(finding) for finding in report.findings])
    game, records = _log_of(report.logs, files[0])
    opened = records[0].payload
    pinned = opened["spec"]
    audit, expected = _replayed(records, same_spec(spec or pinned["name"], pinned["sha256"]))
    mine = [(piece.file, signed) for piece, signed in report.views if _game(signed) == game]
    audit_views(audit, expected, [(name, signed.payload) for name, signed in mine])
    for player in sorted({signed.payload["player"] for _, signed in mine} - {""}):
        asks = [s.payload["ask"] for _, s in mine if s.payload["player"] == player]
        missing_asks(audit, player, asks)
    return Outcome(audit.findings, audit.notes)


def audit_host(root: Path, game: str) -> Outcome:
    """The host's own audit of a game in its folder, with all views that it sent."""
    folder = HostFolder(root)
    try:
        if not folder.has_game(game):
            raise PersonError(f"there is no game '{game}' in {root}")
        place = root / "games" / game
        views = sorted((place / "views").glob("*.jws"))
        report, _ = check_files([place / "log.jsonl", *views], folder.key.kid)
        if report.findings:
            return Outcome([str(finding) for finding in report.findings])
        records = report.logs[game]
        pin = records[0].payload["spec"]
        spec = kept(Pin(pin["name"], pin["sha256"]), root / "specs")
        audit, expected = _replayed(records, spec)
        kept_views = [(piece.file, signed.payload) for piece, signed in report.views]
        audit_views(audit, expected, kept_views)
        return Outcome(audit.findings, audit.notes)
    finally:
        folder.close()


def _replayed(records: Sequence[Signed], spec: Spec) -> tuple[Audit, Expected]:
    opened = records[0].payload
    check_language(opened)
    if records[-1].payload["kind"] != "end":
        hint = "its seed is secret until then"
        raise PersonError(f"{opened['game']} has not ended, so it can't be audited yet — {hint}")
    seats = tuple(opened["seats"])
    compiled = Compiled(spec, opened["variant"], opened["options"], len(seats))

    def referee_with(key: bytes) -> Referee:
        return compiled.referee(seats, key)

    return audit_log(records, referee_with)


def _log_of(logs: dict[str, list[Signed]], kept_log: Kept) -> tuple[str, list[Signed]]:
    found = {piece.data for piece in kept_log.pieces}
    for game, records in logs.items():
        if records and records[0].line in found:
            return game, records
    raise PersonError(f"{kept_log.name}: no log of a game")


def _game(signed: Signed) -> str:
    return str(signed.payload["game"])
