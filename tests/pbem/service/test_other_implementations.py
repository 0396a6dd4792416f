"""Signatures, keys and sealed views hold for others' implementations: npm `jose` and openssl."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from signed_game import SignedGame

from pbem.player.sealing import unseal
from pbem.protocol.canonical import from_base64url, to_base64url
from pbem.protocol.signing import peek

SCRIPT = Path(__file__).parent / "jose_check.mjs"
SPKI = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410)."""


@cache
def library() -> Path | None:
    """Where npm has `jose` (`.ci/install` puts it there)."""
    if not shutil.which("npm") or not shutil.which("node"):
        return None
    root = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True, check=True)
    found = Path(root.stdout.strip()) / "jose" / "dist" / "webapi" / "index.js"
    return found if found.exists() else None


def jose(tasks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What `jose` makes of each task."""
    if library() is None:
        pytest.skip("needs node with jose: npm install -g jose (.ci/install)")
    asked = "".join(json.dumps(task) + "\n" for task in tasks)
    command = ["node", str(SCRIPT), str(library())]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def all_lines(signed: SignedGame) -> list[bytes]:
    """Every signed line of the game: log, state, views, receipts, and what Ana signed."""
    state = (signed.folder / "state.jws").read_bytes().removesuffix(b"\n")
    views = [line for player in ("beto", "carla") for line in signed.attached(player, ".jws")]
    receipts = [line for line in signed.attached("ana", ".jws") if peek(line)[0] == "pbem-receipt"]
    return [*signed.log, state, *views, *receipts, *signed.by_ana]


def changed(line: bytes, member: str, place: int) -> bytes:
    """The line with one byte of a member's bytes changed, still base64url."""
    parts = json.loads(line)
    data = bytearray(from_base64url(parts[member]))
    data[place % len(data)] ^= 1
    return json.dumps({**parts, member: to_base64url(bytes(data))}).encode()


def verify_all(signed: SignedGame, lines: list[bytes], of: list[bytes]) -> list[dict[str, Any]]:
    return jose(
        [
            {"do": "verify", "line": line.decode(), "jwk": signed.jwk_of(original)}
            for line, original in zip(lines, of, strict=True)
        ]
    )


def test_every_signed_line_holds_for_jose(signed: SignedGame) -> None:
    lines = all_lines(signed)
    kinds = {peek(line)[0] for line in lines}
    said = {"pbem-join", "pbem-reveal", "pbem-move"}
    assert kinds == {"pbem-log", "pbem-view", "pbem-receipt", "pbem-state"} | said
    for line, found in zip(lines, verify_all(signed, lines, lines), strict=True):
        assert found["ok"], (line, found)
        assert found["payload"].encode() == from_base64url(json.loads(line)["payload"])
        assert (found["header"]["typ"], found["header"]["kid"]) == peek(line)


def test_a_changed_byte_is_refused_by_jose(signed: SignedGame) -> None:
    one_of_each = list({peek(line)[0]: line for line in all_lines(signed)}.values())
    places = [(m, at) for m in ("payload", "protected", "signature") for at in (0, 7, -1)]
    broken = [changed(line, *place) for line in one_of_each for place in places]
    of = [line for line in one_of_each for _ in places]
    assert not any(one["ok"] for one in verify_all(signed, broken, of))


def test_sealed_views_open_for_jose(signed: SignedGame) -> None:
    from pbem.player.sealing import public_jwk

    seed = signed.purse.sealing_seed()
    private = {**public_jwk(seed), "d": to_base64url(seed)}
    tasks = [{"do": "decrypt", "line": s.decode(), "jwk": private} for s in signed.sealed]
    found = jose(tasks)
    assert len(found) > 3
    for sealed, one in zip(signed.sealed, found, strict=True):
        assert one["ok"], one
        assert one["payload"].encode() == unseal(sealed, seed)
        assert one["header"]["alg"] == "ECDH-ES"
    for member in ("ciphertext", "iv", "protected", "tag"):
        broken = [changed(sealed, member, 3) for sealed in signed.sealed]
        answers = jose([{**t, "line": b.decode()} for t, b in zip(tasks, broken, strict=True)])
        assert not any(one["ok"] for one in answers), member


def test_thumbprints_are_those_of_jose(signed: SignedGame) -> None:
    host, ana = signed.village.folder.key, signed.purse.key()
    found = jose([{"do": "thumbprint", "jwk": key.jwk} for key in (host, ana)])
    assert [one["payload"] for one in found] == [host.kid, ana.kid]


def openssl(folder: Path, line: bytes, jwk: dict[str, str]) -> bool:
    """Does `openssl` accept the signature of a line?"""
    parts = json.loads(line)
    files = {
        "key.der": SPKI + from_base64url(jwk["x"]),
        "message": f"{parts['protected']}.{parts['payload']}".encode(),
        "signature": from_base64url(parts["signature"]),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in message"
    done = subprocess.run(
        [*command.split(), "-sigfile", "signature"], cwd=folder, capture_output=True, check=False
    )
    return done.returncode == 0


def test_openssl_verifies_one_of_each_kind(signed: SignedGame, tmp_path: Path) -> None:
    if not shutil.which("openssl"):
        pytest.skip("needs openssl (.ci/install)")
    one_of_each = {peek(line)[0]: line for line in all_lines(signed)}
    assert len(one_of_each) == 7
    for line in (*one_of_each.values(), *signed.log):
        assert openssl(tmp_path, line, signed.jwk_of(line))
    for line in one_of_each.values():
        for member in ("payload", "protected", "signature"):
            broken = changed(line, member, len(line) // 3)
            assert not openssl(tmp_path, broken, signed.jwk_of(line)), member
    other = signed.purse.key().jwk
    assert not openssl(tmp_path, signed.log[0], other)
