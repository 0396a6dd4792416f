"""Every value of the protocol's vectors, computed by ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.protocol import codes
from pbem.protocol.canonical import Refusal, canonical, from_base64url, read, sha256
from pbem.protocol.signing import Jwk, key_from_seed, open_line, sign, thumbprint

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "protocol_vectors.json").read_text("utf-8")
)
FILES = VECTORS["files"]
HOST = key_from_seed(from_base64url(FILES["host_private_d_b64u"]))
CARLA = key_from_seed(from_base64url(FILES["carla_private_d_b64u"]))
KEYS: dict[str, Jwk] = {HOST.kid: HOST.jwk}


def test_keys_and_thumbprints() -> None:
    assert FILES["host_jwk"] == HOST.jwk
    assert FILES["host_kid"] == HOST.kid == thumbprint(HOST.jwk)
    assert (CARLA.jwk, CARLA.kid) == (FILES["carla_jwk"], FILES["carla_kid"])


@pytest.mark.parametrize("n", range(11))
def test_log_lines_open_and_sign_to_the_byte(n: int) -> None:
    line = FILES["log_lines"][n].encode()
    signed = open_line(line, "pbem-log", KEYS)
    assert signed.hash == FILES["log_sha256"][n]
    assert codes.table_code(signed.hash) == FILES["table_codes"][n]
    assert canonical(signed.payload).decode() == FILES["payloads_canonical"][n]
    assert sign(HOST, "pbem-log", signed.payload) == line


def test_view_and_receipt() -> None:
    view = open_line(FILES["view_line"].encode(), "pbem-view", KEYS)
    assert canonical(view.payload).decode() == FILES["view_payload_canonical"]
    assert open_line(FILES["receipt_line"].encode(), "pbem-receipt", KEYS).payload["ask"] == 1


def test_tokens_addresses_and_message_ids() -> None:
    tokens = FILES["tokens"]
    key = bytes.fromhex(tokens["mail_key_hex"])
    game = "cinco-7k3f"
    assert codes.token(key, game, "ana", "0", 0) == tokens["ana invitation (ask 0) issue 0"]
    assert codes.token(key, game, "ana", "0", 1) == tokens["ana seat (ask 0) issue 1"]
    assert codes.token(key, game, "ana", "resign", 1) == tokens["ana resign issue 1"]
    ask = codes.token(key, game, "ana", "1", 1)
    assert ask == tokens["ana ask 1 issue 1"]
    assert codes.plus_address("mesa", "host.example.org", game, "1", ask) == tokens["plus_address"]
    made = codes.message_id(key, "turn", game, "1", "ana", 0, "host.example.org")
    assert made == tokens["message_id"]
    mail = tokens["mail_of_record_7"]
    assert codes.mail_hash(mail["message_id"]) == mail["mail"]


@pytest.mark.parametrize(
    "case", [c for c in VECTORS["refuse"] if c["refuse"] != "chain"], ids=lambda c: str(c["what"])
)
def test_lines_to_refuse(case: dict[str, str]) -> None:
    with pytest.raises(Refusal) as caught:
        open_line(case["line"].encode("utf-8", "surrogatepass"), "pbem-log", KEYS)
    assert caught.value.code == case["refuse"]


def test_context_is_canonical() -> None:
    deal = VECTORS["deal"]
    text = canonical(deal["context"])
    assert text.decode() == deal["context_canonical"]
    assert sha256(text) == deal["context_sha256"]
    assert read(text) == deal["context"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"[" * 40 + b"]" * 40, "depth"),
        (b"[" * 60000, "depth"),
        (b'{"a b":1}', "key"),
        (b"\xff", "utf-8"),
        (b"{", "json"),
        (b"9" * 5000, "number"),
        (b"NaN", "number"),
        (b"\xef\xbb\xbf1", "json"),
    ],
)
def test_strict_reading(text: bytes, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        read(text)
    assert caught.value.code == code
