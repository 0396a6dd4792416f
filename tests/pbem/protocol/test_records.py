"""The log's chain: each line continues the one before, and nothing else is accepted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.protocol.canonical import Refusal, from_base64url
from pbem.protocol.records import Head, follow, read_log
from pbem.protocol.signing import key_from_seed, open_line, sign

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "protocol_vectors.json").read_text("utf-8")
)
LINES = [line.encode() for line in VECTORS["files"]["log_lines"]]
HOST = key_from_seed(from_base64url(VECTORS["files"]["host_private_d_b64u"]))


def heads() -> list[Head]:
    """The head before each line of the vectors' log, and the last one."""
    found, head = [Head()], Head()
    for line in LINES:
        head, _ = follow(head, line, {HOST.kid: HOST.jwk})
        found.append(head)
    return found


def test_the_whole_log_is_followed() -> None:
    head, records = read_log(LINES)
    assert (head.n, head.pub, head.kind) == (10, 9, "end")
    assert head.hash == VECTORS["files"]["log_sha256"][-1]
    assert [record.payload["kind"] for record in records][:3] == ["open", "join", "join"]


def test_wrong_prev_of_the_vectors() -> None:
    case = next(c for c in VECTORS["refuse"] if c["refuse"] == "chain")
    line = case["line"].encode()
    n = open_line(line, "pbem-log", {HOST.kid: HOST.jwk}).payload["n"]
    with pytest.raises(Refusal, match="prev"):
        follow(heads()[n], line, {})


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("n", "change", "code"),
    [
        (7, lambda r: r.update(n=8), "chain"),
        (7, lambda r: r.update(at=1), "chain"),
        (7, lambda r: r.update(game="cinco-7k3g"), "chain"),
        (7, lambda r: r.update(pub=9), "pub"),
        (6, lambda r: r.update(pub=5), "pub"),
        (7, lambda r: r.update(more=1), "members"),
        (7, lambda r: r.pop("salt"), "members"),
        (7, lambda r: r.update(moves="play R7"), "members"),
        (7, lambda r: r.update(by="hand"), "members"),
        (7, lambda r: r.update(kind="dance"), "kind"),
        (1, lambda r: r.update(player="host"), "members"),
        (6, lambda r: r.update(v=2), "version"),
        (6, lambda r: r.update(v=True), "members"),
    ],
)
def test_a_changed_record_is_refused(n: int, change: Change, code: str) -> None:
    head = heads()[n]
    record = json.loads(VECTORS["files"]["payloads_canonical"][n])
    change(record)
    with pytest.raises(Refusal) as caught:
        follow(head, sign(HOST, "pbem-log", record), {})
    assert caught.value.code == code


@pytest.mark.parametrize(("at", "line"), [(1, 7), (7, 1), (1, 10), (10, 0), (4, 6)])
def test_records_out_of_order(at: int, line: int) -> None:
    head = heads()[at]
    record = json.loads(VECTORS["files"]["payloads_canonical"][line])
    rise = 1 if line != 8 else 0
    record.update(n=at, prev=head.hash, pub=head.pub + rise, at=head.at)
    if (at, line) == (4, 6):
        record["kind"] = "start"
    with pytest.raises(Refusal) as caught:
        follow(head, sign(HOST, "pbem-log", record), {})
    assert caught.value.code == "order"


def test_nothing_follows_the_end() -> None:
    head = heads()[-1]
    record = json.loads(VECTORS["files"]["payloads_canonical"][7])
    record.update(n=11, prev=head.hash, pub=10, at=head.at)
    with pytest.raises(Refusal, match="after the end"):
        follow(head, sign(HOST, "pbem-log", record), {})


def test_every_flipped_byte_is_found() -> None:
    """Flip each byte of one line (its lowest bit): never the same record again."""
    head, line = heads()[7], LINES[7]
    for place in range(len(line)):
        broken = bytearray(line)
        broken[place] ^= 1
        with pytest.raises(Refusal):
            follow(head, bytes(broken), {})
