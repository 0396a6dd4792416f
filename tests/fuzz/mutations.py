"""Mutations of bytes: cut, doubled, spliced, changed; pieces that readers stumble over."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

ODD = [
    *(b"", b"\0", b"\n", b"\r\n\r\n", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x1b[2J"),
    *(b'"', b"\\", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]" * 9, b"[" * 99, b'{"a":' * 40),
    *(b"-1", b"0", b"9007199254740992", b"1e9", b"9" * 400, b"NaN", b"null", b"true", b"0.1"),
    *(b"=", b"==", b"=?utf-8?B?", b"?=", b"=?utf-8?q?=", b"--", b"boundary=", b"charset=zip"),
    *(b"Content-Type: multipart/mixed; boundary=x\r\n", b"Content-Type: message/rfc822\r\n\r\n"),
    *(b"Content-Transfer-Encoding: base64\r\n", b"Content-Type: text/html\r\n\r\n", b"<" * 50),
    *(b"From: \r\n", b"Message-ID: [\r\n", b"> ", b"\xe2\x80\xae", b"\xcc\x81" * 30, b"\t"),
    *(b"&a", b"*a", b"<<: ", b"!!python/object", b"%YAML 1.1", b"---", b"? ", b"- " * 30, b": "),
    *(b"each p in players:", b" where ", b" or " * 20, b"(" * 60, b" + 1" * 60, b"not " * 40),
    *(b"repeat: 999999999", b"draw: 1000000", b"copies: 99999999", b"players: 1-999999"),
]


VALUES = [
    *(0, 1, -1, 2**53, 1.5, True, False, None, "", "x", "ana", "0" * 64, "A" * 43, "A" * 22),
    *(
        [],
        {},
        [[]],
        [{}],
        ["ana"],
        {"x": "A" * 43, "crv": "Ed25519", "kty": "OKP"},
        [1, 2],
        {"": 1},
    ),
]


def other_value(chance: random.Random, text: bytes) -> bytes:
    """JSON with a few of its values, or members, changed for others of any type."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    for _ in range(1 + chance.randrange(3)):
        found = _other(chance, found)
    return json.dumps(found).encode()


def _other(chance: random.Random, found: Any) -> Any:
    if not found or not isinstance(found, dict | list) or chance.random() < 0.15:
        return chance.choice(VALUES)
    copy = dict(found) if isinstance(found, dict) else list(found)
    places: list[Any] = list(copy) if isinstance(copy, dict) else list(range(len(copy)))
    place = chance.choice(places)
    if chance.random() < 0.1:
        del copy[place]
    else:
        copy[place] = _other(chance, copy[place])
    return copy


def mutated(chance: random.Random, seeds: Sequence[bytes], longest: int = 200_000) -> bytes:
    """One of the seeds with a few changes."""
    data = bytearray(chance.choice(seeds))
    for _ in range(1 + int(chance.expovariate(0.5))):
        at = chance.randint(0, len(data))
        end = min(len(data), at + int(chance.expovariate(0.05)))
        _change(chance, seeds, data, at, end)
    return bytes(data[:longest])


def _change(
    chance: random.Random, seeds: Sequence[bytes], data: bytearray, at: int, end: int
) -> None:
    kind = chance.randrange(7)
    if kind == 0:
        data[at:end] = chance.choice(ODD)
    elif kind == 1:
        data[at:at] = chance.choice(ODD)
    elif kind == 2:
        data[at:end] = bytes(data[at:end]) * chance.choice([0, 2, 3, 50])
    elif kind == 3 and at < len(data):
        data[at] ^= 1 << chance.randrange(8)
    elif kind == 4:
        other = chance.choice(seeds)
        start = chance.randint(0, len(other))
        data[at:end] = other[start : start + int(chance.expovariate(0.01))]
    elif kind == 5:
        lines = bytes(data).split(b"\n")
        one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
        data[:] = b"\n".join(lines)
    else:
        data[at:end] = chance.randbytes(chance.randrange(6))
