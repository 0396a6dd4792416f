"""Files for `pbem verify`: signed files, logs, and mails with signed files attached."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from card_specs.language.problems import PersonError
from pbem.letters.mime import SetAside, read_letter
from pbem.protocol.canonical import Json
from pbem.protocol.codes import table_code
from pbem.protocol.verify import Finding, Piece, Report, pieces, verify

LARGEST_FILE = 64 * 1024 * 1024
_TABLE_CODE = re.compile(r"\b([0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4})\b", re.I)


@dataclass(frozen=True)
class Kept:
    """What was in one file: its signed lines, and the text if it is a mail."""

    name: str
    pieces: tuple[Piece, ...]
    text: str = ""


def read_kept(path: Path) -> Kept:
    """Read a `.jws`, `.jsonl` or `.eml`.  Raises `PersonError` where there is nothing to check."""
    name = str(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise PersonError(f"{name}: larger than {LARGEST_FILE} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise PersonError(f"{name}: {(error.strerror or str(error)).lower()}") from None
    if path.suffix.lower() != ".eml":
        return Kept(name, tuple(pieces(name, data)))
    try:
        letter = read_letter(data, limited=False)
    except SetAside as error:
        raise PersonError(f"{name}: {error}") from None
    found: list[Piece] = []
    for number, attached in enumerate(letter.attached, 1):
        part = f"{name} (attachment {number})"
        ending = ".jsonl" if attached.count(b"\n") > 1 else ".jws"
        found += [
            Piece(part, piece.line, piece.data, piece.in_log)
            for piece in pieces(part + ending, attached.replace(b"\r\n", b"\n"))
        ]
    return Kept(name, tuple(found), letter.text or "")


def check_files(paths: Sequence[Path], host: str) -> tuple[Report, list[Kept]]:
    """Verify all files against themselves and each other, mails' table codes included."""
    kept = [read_kept(path) for path in paths]
    report = verify([piece for one in kept for piece in one.pieces], host)
    for one in kept:
        if one.text:
            report.findings += _table_codes(one, report)
    report.findings = sorted(set(report.findings))
    return report, kept


def _table_codes(kept: Kept, report: Report) -> Iterator[Finding]:
    """The code printed in a mail is that of the view (or receipt) attached to it."""
    files = {piece.file for piece in kept.pieces}
    heads = [
        signed.payload["head"]
        for piece, signed in (*report.views, *report.receipts)
        if piece.file in files
    ]
    if not heads:
        return
    printed = {code.lower() for code in _TABLE_CODE.findall(kept.text)}
    wanted = {table_code(head) for head in heads}
    if printed and not printed & wanted:
        said = ", ".join(sorted(printed)[:2])
        yield Finding(kept.name, 0, "table-code", f"the mail says {said}, its view another code")


def told(report: Report) -> Iterator[str]:
    """What was found genuine, for people: hosts and views (a mail's own words are not signed)."""
    for game, host in sorted(report.hosts.items()):
        records = len(report.logs.get(game, ()))
        yield f"{game}: host {host}, {records} record{'s' if records != 1 else ''}"
    for piece, signed in report.views:
        view = signed.payload
        yield f"{piece.file}: view of {view['player'] or 'spectators'} at pub {view['pub']}"
        yield "  " + _short(view["public"])
    for piece, signed in report.receipts:
        receipt = signed.payload
        moves = "; ".join(receipt["moves"])
        yield f"{piece.file}: receipt of {receipt['player']} for ask {receipt['ask']}: {moves}"


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 2000 else text[:2000] + " …"
