"""Whatever is changed in a signed file is found and named: flipped bytes, cuts, swaps, copies.

The files are those of a whole game.  Every byte of one file of each kind is flipped; set
`PBEM_FLIPS=all` for every byte of every line (minutes).
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path

from signed_game import SignedGame
from village import Mailed

from pbem.letters.mime import read_letter
from pbem.protocol.canonical import Refusal
from pbem.protocol.log_check import LogCheck
from pbem.protocol.records import Head, follow, host_of
from pbem.protocol.signing import peek
from pbem.protocol.verify import Finding, pieces, verify
from pbem.verifying import check_files, unchecked

ALL = os.environ.get("PBEM_FLIPS") == "all"
FLIPS = (1, 0x20, 0x80) if ALL else (1,)


def flipped(data: bytes, step: int = 1) -> Iterator[tuple[int, bytes]]:
    """The data with one byte changed: each byte (or every `step`-th) in each way."""
    for place in range(0, len(data), step):
        for flip in FLIPS:
            broken = bytearray(data)
            broken[place] ^= flip
            yield place, bytes(broken)


def found(*files: tuple[str, bytes]) -> list[Finding]:
    return verify([piece for name, data in files for piece in pieces(name, data)]).findings


def test_every_byte_of_every_kind_of_record(signed: SignedGame) -> None:
    head, check, kinds = Head(), LogCheck(), set[str]()
    for line in signed.log:
        keys = host_of(line) if head.n < 0 else {}
        after, record = follow(head, line, keys)
        if ALL or record.payload["kind"] not in kinds:
            for place, broken in flipped(line):
                assert refused(head, broken), f"byte {place} of line {head.n + 2}"
        kinds.add(record.payload["kind"])
        check.take(record)
        head = after
    assert kinds == {"open", "join", "roster", "reveal", "start", "move", "end"}


def refused(head: Head, line: bytes) -> bool:
    try:
        follow(head, line, host_of(line) if head.n < 0 else {})
    except Refusal:
        return True
    return False


def test_a_flipped_byte_of_the_log_is_named_by_its_line(signed: SignedGame) -> None:
    log = b"".join(line + b"\n" for line in signed.log)
    assert found(("a.jsonl", log)) == []
    ends = [place for place, byte in enumerate(log) if byte == 10]
    for place in [*range(0, len(log), len(log) // 60), *ends]:
        broken = bytearray(log)
        broken[place] ^= 1
        (finding, *_) = found(("a.jsonl", bytes(broken)))
        line = sum(end < place for end in ends) + 1
        # A line that another host could have signed breaks the chain at the next one.
        assert finding.line in (line, line + 1), place


def one_of_each(signed: SignedGame) -> dict[str, bytes]:
    """A file of each kind beside the log."""
    state = (signed.folder / "state.jws").read_bytes().removesuffix(b"\n")
    lines = [state, *signed.attached("beto", ".jws"), *signed.attached("ana", ".jws")]
    return {peek(line)[0]: line for line in (*lines, *signed.by_ana)}


def test_every_byte_of_every_other_kind_of_file(signed: SignedGame) -> None:
    log = b"".join(line + b"\n" for line in signed.log[:8])
    kinds = one_of_each(signed)
    del kinds["pbem-log"]
    said = {"pbem-join", "pbem-reveal", "pbem-move"}
    assert set(kinds) == {"pbem-view", "pbem-receipt", "pbem-state"} | said
    for typ, line in kinds.items():
        data = line + b"\n"
        assert found(("a.jsonl", log), ("x.jws", data)) == [], typ
        for place, broken in flipped(data, 1 if ALL else max(1, len(data) // 120)):
            findings = found(("a.jsonl", log), ("x.jws", broken))
            assert {finding.file for finding in findings} == {"x.jws"}, (typ, place)


def test_every_byte_of_a_sealed_view(signed: SignedGame, tmp_path: Path) -> None:
    log, sealed = tmp_path / "a.jsonl", tmp_path / "x.jwe"
    log.write_bytes(b"".join(line + b"\n" for line in signed.log[:8]))
    data = signed.sealed[0] + b"\n"
    key = signed.purse.sealing_seed()
    sealed.write_bytes(data)
    assert check_files([log, sealed], "", key)[0].findings == []
    for place, broken in flipped(data, 1 if ALL else 31):
        sealed.write_bytes(broken)
        report, _ = check_files([log, sealed], "", key)
        assert {finding.file for finding in report.findings} == {str(sealed)}, place
    sealed.write_bytes(data)
    report, kept = check_files([log, sealed], "")
    assert report.findings == []
    assert list(unchecked(kept)) == [f"{sealed}: a sealed view, and its key is not here"]


def test_cut_appended_swapped_and_doubled(signed: SignedGame) -> None:
    lines = signed.log
    log = b"".join(line + b"\n" for line in lines)

    def named(*changed: bytes) -> int:
        (finding, *_) = found(("a.jsonl", b"".join(line + b"\n" for line in changed)))
        return finding.line

    for cut in (1, 2, len(lines[-1]) // 2, len(lines[-1])):
        assert found(("a.jsonl", log[:-cut]))[0].line == len(lines)
    for more in (b"\n", b" ", b"x", b"{}\n", lines[-1] + b"\n", b"\0"):
        assert found(("a.jsonl", log + more)), more
    assert named(*lines[:3], lines[4], lines[3], *lines[5:]) == 4
    assert named(*lines[:5], lines[4], *lines[5:]) == 6
    assert named(*lines[:5], *lines[6:]) == 6
    assert named(*lines[1:]) == 1
    for line in one_of_each(signed).values():
        for changed in (line, line + b"\n\n", line[:-1] + b"\n", b" " + line + b"\n", line * 2):
            assert "x.jws" in {one.file for one in found(("a.jsonl", log), ("x.jws", changed))}


def test_files_of_two_tables_exchanged(signed: SignedGame, tmp_path: Path) -> None:
    from signed_game import play_signed

    other = play_signed(tmp_path, seed=2)
    log = b"".join(line + b"\n" for line in signed.log)
    for line in one_of_each(other).values():
        findings = found(("a.jsonl", log), ("x.jws", line + b"\n"))
        assert {finding.file for finding in findings} == {"x.jws"}
    other.village.folder.close()


def mails_with_files(signed: SignedGame) -> list[Mailed]:
    kinds = {
        mailed.kind: mailed
        for mailed in signed.sent["beto"]
        if any(name.endswith((".jws", ".jsonl")) for name in mailed.files)  # rules are a PDF
    }
    return list(kinds.values())


def test_flips_in_mails_are_found_where_they_change_a_signed_file(
    signed: SignedGame, tmp_path: Path
) -> None:
    log, mail = tmp_path / "a.jsonl", tmp_path / "m.eml"
    log.write_bytes(b"".join(line + b"\n" for line in signed.log))
    for mailed in mails_with_files(signed):
        raw = mailed.raw
        was = read_letter(raw, limited=False).attached
        name = next(name for name in mailed.files if name.endswith((".jws", ".jsonl")))
        body = raw.index(base64.b64encode(mailed.files[name])[:40], raw.index(name.encode()))
        places = range(body - 200, min(body + 3000, len(raw)), 1 if ALL else 127)
        for place in places:
            broken = bytearray(raw)
            broken[place] ^= 1
            mail.write_bytes(broken)
            report, kept = check_files([log, mail], "")
            same = read_letter(bytes(broken), limited=False).attached == was
            assert same or report.findings or list(unchecked(kept)), (mailed.kind, place)
