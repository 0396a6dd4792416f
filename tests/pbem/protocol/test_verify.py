"""What `verify` finds: every flipped byte, two stories, and nothing in what is genuine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pbem.protocol.canonical import from_base64url, read
from pbem.protocol.signing import key_from_seed, sign
from pbem.protocol.verify import Finding, Piece, pieces, verify

FILES: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "protocol_vectors.json").read_text("utf-8")
)["files"]
LOG = "\n".join(FILES["log_lines"]).encode() + b"\n"
VIEW = FILES["view_line"].encode() + b"\n"
RECEIPT = FILES["receipt_line"].encode() + b"\n"
OPEN = FILES["log_lines"][0].encode() + b"\n"
HOST = key_from_seed(from_base64url(FILES["host_private_d_b64u"]))


def found(*files: tuple[str, bytes], host: str = "") -> list[Finding]:
    lines: list[Piece] = [piece for name, data in files for piece in pieces(name, data)]
    return verify(lines, host).findings


def changed_view(**members: Any) -> bytes:
    payload = json.loads(FILES["view_payload_canonical"])
    return sign(HOST, "pbem-view", {**payload, **members}) + b"\n"


def test_the_vectors_agree_with_each_other() -> None:
    assert found(("a.jsonl", LOG), ("v.jws", VIEW), ("r.jws", RECEIPT), ("o.jws", OPEN)) == []


def test_a_view_needs_the_open_of_its_game() -> None:
    assert found(("v.jws", VIEW), ("o.jws", OPEN)) == []
    assert [finding.code for finding in found(("v.jws", VIEW))] == ["key"]


def test_a_named_host_is_pinned() -> None:
    assert found(("a.jsonl", LOG), host=HOST.kid) == []
    (finding,) = found(("a.jsonl", LOG), host="x" * 43)
    assert (finding.file, finding.line, finding.code) == ("a.jsonl", 1, "host")


def test_every_flipped_byte_of_a_log_is_found_and_its_line_named() -> None:
    ends = [place for place, byte in enumerate(LOG) if byte == 10]
    for place in range(0, len(LOG), 11):  # every byte of one line: test_records
        broken = bytearray(LOG)
        broken[place] ^= 1
        (finding, *_) = found(("a.jsonl", bytes(broken)))
        line = sum(end < place for end in ends) + 1
        assert finding.line in (line, line + 1), place


def test_two_stories() -> None:
    other_table = changed_view(public={"asked": [], "counters": {}, "over": False, "zones": {}})
    for other in (
        other_table,
        changed_view(head="0" * 64),
        changed_view(since=[{"player": "beto", "move": "pass"}]),
        changed_view(open="0" * 64),
    ):
        codes = {
            finding.code for finding in found(("o.jws", OPEN), ("1.jws", VIEW), ("2.jws", other))
        }
        assert codes == {"two-stories"}


def test_two_rosters_are_two_stories_without_a_log() -> None:
    """Each player with a key is mailed the roster alone: they compare theirs before the start."""
    (line,) = [
        line.encode()
        for line in FILES["log_lines"]
        if read(from_base64url(json.loads(line)["payload"]))["kind"] == "roster"
    ]
    payload = read(from_base64url(json.loads(line)["payload"]))

    def other(**members: Any) -> bytes:
        return sign(HOST, "pbem-log", {**payload, **members}) + b"\n"

    roster = ("1.jws", line + b"\n")
    assert found(roster, ("o.jws", OPEN)) == found(("o.jws", OPEN), roster, roster) == []
    words = [{**seat, "words": "otras"} for seat in payload["seats"]]
    for lie, said in (
        (other(seats=words), "another roster than in another file"),
        (other(open="0" * 64), "the roster names another open"),
    ):
        (finding,) = found(roster, ("2.jws", lie), ("o.jws", OPEN))
        assert (finding.file, finding.code, finding.what) == ("2.jws", "two-stories", said)
        assert found(("a.jsonl", LOG), ("2.jws", lie))[0].code == "two-stories"


def test_a_receipt_whose_moves_the_log_lacks() -> None:
    payload = {
        **json.loads(FILES["view_payload_canonical"]),
    }
    receipt = {
        "v": 1,
        "kind": "receipt",
        "game": payload["game"],
        "player": "ana",
        "ask": 1,
        "at": 1764480000,
        "moves": ["draw"],
        "pub": 7,
        "head": FILES["log_sha256"][7],
    }
    line = sign(HOST, "pbem-receipt", receipt)
    (finding,) = found(("a.jsonl", LOG), ("r.jws", line + b"\n"))
    assert "lacks the moves" in finding.what


def test_a_state_names_a_line_of_its_log() -> None:
    payload = {"v": 1, "kind": "state", "game": "cinco-7k3f", "n": 7, "state": {}}
    right = sign(HOST, "pbem-state", {**payload, "head": FILES["log_sha256"][7]}) + b"\n"
    wrong = sign(HOST, "pbem-state", {**payload, "head": FILES["log_sha256"][6]}) + b"\n"
    assert found(("a.jsonl", LOG), ("s.jws", right)) == []
    (finding,) = found(("a.jsonl", LOG), ("s.jws", wrong))
    assert "hash of line 8" in finding.what
