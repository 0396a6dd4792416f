"""Files for `pbem verify`: signed files, logs, and mails with signed files attached."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.letters.mime import SetAside, read_letter
from pbem.player.sealing import is_sealed, read_sealed, unseal
from pbem.protocol.canonical import Json, Refusal
from pbem.protocol.codes import table_code
from pbem.protocol.verify import Finding, Piece, Report, pieces, verify

LARGEST_FILE = 64 * 1024 * 1024
_NAMED = re.compile(r"\b[a-z][a-z0-9]*-[0-9a-z]{4,8}[a-z0-9-]*\.(?:jws|jwe|jsonl)\b")
"""A signed file that the text of a mail names."""

_TABLE_CODE = re.compile(r"\b([0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4})\b", re.I)


@dataclass(frozen=True)
class Kept:
    """What was in one file: its signed lines, and the text if it is a mail."""

    name: str
    pieces: tuple[Piece, ...]
    text: str = ""
    refused: tuple[Finding, ...] = ()  # sealed views that are spoilt
    closed: tuple[str, ...] = ()  # sealed views for which no key is here


def read_kept(path: Path, sealing: bytes = b"") -> Kept:
    """Read a `.jws`, `.jwe`, `.jsonl` or a mail, whatever its name; `sealing` opens sealed views.

    Raises `PersonError` where there is nothing to check.
    """
    name = str(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise PersonError(f"{name}: larger than {LARGEST_FILE} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise PersonError(f"{name}: {(error.strerror or str(error)).lower()}") from None
    if not _is_mail(path, data):
        return _kept(name, [(name, data)], "", sealing)
    try:
        letter = read_letter(data, limited=False)
    except SetAside as error:
        raise PersonError(f"{name}: {error}") from None
    files = [
        (f"{name} (attachment {number})", attached.replace(b"\r\n", b"\n"))
        for number, attached in enumerate(letter.attached, 1)
    ]
    return _kept(name, files, letter.text or "", sealing)


def _is_mail(path: Path, data: bytes) -> bool:
    """Mail programs name the mails of a Maildir as they like; signed files begin with a brace."""
    return path.suffix.lower() not in (".jws", ".jwe", ".jsonl") and not data.startswith(b"{")


def all_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The files, and for a folder (a Maildir, say) all that are in it."""
    for path in paths:
        if path.is_dir():
            yield from (file for file in sorted(path.rglob("*")) if file.is_file())
        else:
            yield path


def _kept(name: str, files: Sequence[tuple[str, bytes]], text: str, sealing: bytes) -> Kept:
    found: list[Piece] = []
    refused: list[Finding] = []
    closed: list[str] = []
    for part, data in files:
        if is_sealed(data):
            try:
                found += _opened(part, data, sealing)
            except Refusal as refusal:
                refused.append(Finding(part, 0, refusal.code, refusal.what))
            if not sealing:
                closed.append(part)
            continue
        ending = ".jsonl" if name.endswith(".jsonl") or data.count(b"\n") > 1 else ".jws"
        found += [replace(piece, file=part) for piece in pieces(part + ending, data)]
    return Kept(name, tuple(found), text, tuple(refused), tuple(closed))


def _opened(part: str, data: bytes, sealing: bytes) -> list[Piece]:
    """The view inside a sealed one; without the key only its form can be looked at."""
    if not data.endswith(b"\n"):
        raise Refusal("line-end", "the line end is missing: something was cut off")
    line = data.removesuffix(b"\n")
    if not sealing:
        read_sealed(line)
        return []
    try:
        return [Piece(part, 0, unseal(line, sealing))]
    except Refusal:
        raise
    except PersonError as error:
        raise Refusal("sealed", str(error)) from None


def check_files(
    paths: Sequence[Path], host: str, sealing: bytes = b""
) -> tuple[Report, list[Kept]]:
    """Verify all files against themselves and each other, mails' table codes included."""
    kept = [read_kept(path, sealing) for path in all_files(paths)]
    report = verify([piece for one in kept for piece in one.pieces], host)
    for one in kept:
        report.findings += one.refused
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


def unchecked(kept: Sequence[Kept]) -> Iterator[str]:
    """What was handed in and could not be checked."""
    for one in kept:
        yield from (f"{part}: a sealed view, and its key is not here" for part in one.closed)
        if not (one.pieces or one.refused or one.closed):
            yield f"{one.name}: no signed file in it"
        named = set(_NAMED.findall(one.text))
        read = {piece.file for piece in one.pieces} | {finding.file for finding in one.refused}
        if named and len(read | set(one.closed)) < len(named):
            yield f"{one.name}: not all of {', '.join(sorted(named))} could be read in it"


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
    for piece, signed in report.others:
        yield f"{piece.file}: {signed.typ.removeprefix('pbem-')} of {signed.payload['game']}"


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 2000 else text[:2000] + " …"
