"""Do signed files agree with themselves and with each other?  No rules, no network, no clock.

Given what a player kept, everything wrong is named by file and line.  Two genuine files that tell
two stories are a proof against the host that signed both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from card_specs.values import dataclass

from .canonical import Json, Refusal, canonical, sha256
from .log_check import LogCheck
from .records import Head, check_members, follow, host_of, joining_key
from .signing import Jwk, Signed, open_line, peek, thumbprint

HOST_TYPES = frozenset({"pbem-view", "pbem-receipt", "pbem-state"})
PLAYER_TYPES = frozenset({"pbem-join", "pbem-reveal", "pbem-move"})


@dataclass(frozen=True)
class Piece:
    """One signed line and where it was found."""

    file: str
    line: int  # from 1; 0 where a file is one line
    data: bytes
    in_log: bool = False  # a line of a .jsonl, in order
    whole: bool = True  # did it have its line end?


@dataclass(frozen=True, order=True)
class Finding:
    """Something wrong: where, a short code, and what it is."""

    file: str
    line: int
    code: str
    what: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.code}: {self.what}"


@dataclass
class Report:
    """What was found, who the host is, and all that was read as genuine."""

    findings: list[Finding] = field(default_factory=list)
    hosts: dict[str, str] = field(default_factory=dict)  # game -> thumbprint
    views: list[tuple[Piece, Signed]] = field(default_factory=list)
    receipts: list[tuple[Piece, Signed]] = field(default_factory=list)
    others: list[tuple[Piece, Signed]] = field(default_factory=list)  # states, players' own files
    logs: dict[str, list[Signed]] = field(default_factory=dict)
    checks: dict[str, LogCheck] = field(default_factory=dict)

    def add(self, piece: Piece, code: str, what: str) -> None:
        self.findings.append(Finding(piece.file, piece.line, code, what))


def pieces(name: str, data: bytes) -> list[Piece]:
    """The signed lines of a `.jws` (one) or a `.jsonl` (a log)."""
    whole = data.endswith(b"\n")
    if not name.endswith(".jsonl"):
        return [Piece(name, 0, data.removesuffix(b"\n"), whole=whole)]
    lines = data.removesuffix(b"\n").split(b"\n")
    last = len(lines)
    return [
        Piece(name, number, line, True, whole or number < last)
        for number, line in enumerate(lines, 1)
    ]


def verify(found: Sequence[Piece], host: str = "") -> Report:
    """Check all pieces against each other; `host` pins the host's thumbprint."""
    report = Report()
    logs: dict[str, list[Piece]] = {}
    rest: list[Piece] = []
    alone: list[Piece] = []
    for piece in found:
        if not piece.whole:
            report.add(piece, "line-end", "the line end is missing: something was cut off")
        if piece.in_log:
            logs.setdefault(piece.file, []).append(piece)
        elif _typ(piece, report) == "pbem-log":
            alone.append(piece)
        else:
            rest.append(piece)
    for lines in logs.values():
        _check_log(lines, host, report)
    for piece in sorted(alone, key=_is_later):  # each `open` before what names it
        _check_single_record(piece, host, report)
    for piece in rest:
        _check_other(piece, report)
    _two_stories(report)
    report.findings = sorted(set(report.findings))
    return report


def _typ(piece: Piece, report: Report) -> str:
    try:
        return peek(piece.data)[0]
    except Refusal:
        return ""


def _is_later(piece: Piece) -> bool:
    """Is this no record that begins a log?"""
    try:
        follow(Head(), piece.data, host_of(piece.data))
    except Refusal:
        return True
    return False


def _check_log(lines: list[Piece], host: str, report: Report) -> None:
    check, head, signed_lines = LogCheck(), Head(), list[Signed]()
    for piece in lines:
        try:
            keys = _first_key(piece, host) if head.n < 0 else {}
            head, signed = follow(head, piece.data, keys)
            check.take(signed)
        except Refusal as refusal:
            report.add(piece, refusal.code, refusal.what)
            break
        signed_lines.append(signed)
    if not check.opened:
        return
    game = check.opened["game"]
    known = report.checks.get(game)
    if known and known.open_hash != check.open_hash:
        report.add(lines[0], "two-stories", f"another open of {game} than in another file")
    elif known:
        _same_lines(lines, signed_lines, report.logs[game], report)
    report.hosts.setdefault(game, check.host)
    if known is None or len(signed_lines) > len(report.logs.get(game, ())):
        report.checks[game], report.logs[game] = check, signed_lines


def _same_lines(
    lines: Sequence[Piece], mine: Sequence[Signed], known: Sequence[Signed], report: Report
) -> None:
    """Two copies of a log, one perhaps longer, must be the same as far as both go."""
    for piece, one, other in zip(lines, mine, known, strict=False):
        if one.hash != other.hash:
            report.add(piece, "two-stories", "another record than in another file of this log")
            return


def _first_key(piece: Piece, host: str) -> dict[str, Jwk]:
    keys = host_of(piece.data)
    if host and host not in keys:
        raise Refusal("host", f"signed by {next(iter(keys))}, not by the host that was named")
    return keys


def _check_single_record(piece: Piece, host: str, report: Report) -> None:
    """A record that was mailed alone: the `open` of an invitation, or a roster."""
    try:
        try:
            _, signed = follow(Head(), piece.data, _first_key(piece, host))
        except Refusal as refusal:
            if refusal.code not in ("members", "chain", "order", "key"):
                raise
            signed = _later_record(piece, report, refusal)
    except Refusal as refusal:
        report.add(piece, refusal.code, refusal.what)
        return
    game = signed.payload["game"]
    known = report.checks.get(game)
    if known is None and signed.payload["kind"] == "open":
        check = LogCheck()
        check.take(signed)
        report.checks[game], report.logs[game] = check, [signed]
        report.hosts.setdefault(game, check.host)
    elif known and signed.payload["kind"] == "open" and known.open_hash != signed.hash:
        report.add(piece, "two-stories", f"another open of {game} than in another file")
    elif known and signed.payload["kind"] == "roster":
        if signed.payload["open"] != known.open_hash:
            report.add(piece, "two-stories", "the roster names another open")
        elif (known.roster_hash or signed.hash) != signed.hash:
            report.add(piece, "two-stories", "another roster than in another file")
        else:
            known.roster_hash = signed.hash


def _later_record(piece: Piece, report: Report, refusal: Refusal) -> Signed:
    keys = {kid: jwk for check in report.checks.values() for kid, jwk in check.host_keys.items()}
    if peek(piece.data)[1] not in keys:
        raise refusal
    signed = open_line(piece.data, "pbem-log", keys)
    check_members("pbem-log", signed.payload)
    return signed


def _check_other(piece: Piece, report: Report) -> None:
    try:
        typ, kid = peek(piece.data)
        if typ in PLAYER_TYPES:
            signed = _by_a_player(piece.data, typ, report)
        elif typ not in HOST_TYPES:
            raise Refusal("typ", f"nothing here is signed as a {typ[:40]}")
        else:
            signed = open_line(piece.data, typ, _all_keys(report, kid))
            check_members(typ, signed.payload)
            check = report.checks[signed.payload["game"]]
            if kid not in check.host_keys:
                raise Refusal("key", "signed by the host of another game")
    except KeyError:
        report.add(piece, "open", "no open record of this game is among the files")
        return
    except Refusal as refusal:
        report.add(piece, refusal.code, refusal.what)
        return
    if typ == "pbem-view":
        report.views.append((piece, signed))
    elif typ == "pbem-receipt":
        report.receipts.append((piece, signed))
    else:
        report.others.append((piece, signed))


def _by_a_player(line: bytes, typ: str, report: Report) -> Signed:
    """A file that a player signed, by the key of the log's join, or the one that a join brings."""
    kid = peek(line)[1]
    keys = {thumbprint(key): key for check in report.checks.values() for key in check.all_keys}
    if typ == "pbem-join" and kid not in keys:
        keys = joining_key(line)
    if kid not in keys:
        raise Refusal("key", f"signed by {kid[:60]}; no join among the files names that key")
    signed = open_line(line, typ, keys)
    check_members(typ, signed.payload)
    said, check = signed.payload, report.checks[signed.payload["game"]]
    if said["host"] != check.host:
        raise Refusal("signed", "signed for another host")
    if "open" in said and said["open"] != check.open_hash:
        raise Refusal("two-stories", "the join names another open")
    if check.roster_hash and said.get("roster", check.roster_hash) != check.roster_hash:
        raise Refusal("two-stories", "the reveal names another roster")
    if "head" in said and check.heads.get(said["pub"], said["head"]) != said["head"]:
        raise Refusal("two-stories", "the move answers a position that this log does not have")
    return signed


def _all_keys(report: Report, kid: str) -> dict[str, Jwk]:
    keys = {k: jwk for check in report.checks.values() for k, jwk in check.host_keys.items()}
    if kid not in keys:
        raise Refusal("key", f"signed by {kid[:60]}; no open record among the files names that key")
    return keys


def _two_stories(report: Report) -> None:
    public: dict[tuple[str, int], tuple[Piece, str, str]] = {}
    own: dict[tuple[str, str, int, int], tuple[Piece, bytes]] = {}
    for piece, signed in report.views:
        said = signed.payload
        check = report.checks[said["game"]]
        if said["open"] != check.open_hash:
            report.add(piece, "two-stories", "the view names another open")
        at = (said["game"], said["pub"])
        story = (said["head"], sha256(canonical(said["public"])))
        known = public.setdefault(at, (piece, *story))
        if known[1:] != story:
            what = f"at pub {said['pub']} {known[0].file} shows another head or another table"
            report.add(piece, "two-stories", what)
        key = (said["game"], said["player"], said["pub"], said["ask"])
        other = own.setdefault(key, (piece, signed.line))
        if other[1] != signed.line:
            report.add(piece, "two-stories", f"{other[0].file} is another view for the same ask")
        _check_head(piece, said, check, report)
    for piece, signed in report.receipts:
        _check_receipt(piece, signed.payload, report)
    for piece, signed in report.others:
        said = signed.payload
        lines = report.logs.get(said["game"], [])
        line = lines[said["n"]] if signed.typ == "pbem-state" and said["n"] < len(lines) else None
        if line is not None and line.hash != said["head"]:
            report.add(piece, "two-stories", f"head is not the hash of line {said['n'] + 1}")


def _check_head(piece: Piece, said: dict[str, Json], check: LogCheck, report: Report) -> None:
    head = check.heads.get(said["pub"])
    if head is not None and head != said["head"]:
        report.add(piece, "two-stories", f"head is not the line that raised pub to {said['pub']}")
    elif head is None and check.ended:
        report.add(piece, "two-stories", f"the log never reaches pub {said['pub']}")


def _check_receipt(piece: Piece, said: dict[str, Json], report: Report) -> None:
    check = report.checks[said["game"]]
    _check_head(piece, said, check, report)
    if not check.ended:
        return
    moves = check.played.get((said["player"], said["ask"]))
    if moves is None or list(moves) != list(said["moves"]):
        report.add(piece, "two-stories", "the log lacks the moves of this receipt")
