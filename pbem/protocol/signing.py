"""One signed file: a flattened JWS (RFC 7515) with Ed25519 (RFC 8037, RFC 9864) on one line.

The line is canonical JSON with exactly `payload`, `protected` and `signature`; the protected
header has exactly `alg`, `kid` and `typ`.  JOSE libraries accept much more (keys twice, further
members, `b64: false`), so the form is read here and the library is asked for Ed25519 alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from card_specs.values import dataclass

from .canonical import Json, Refusal, canonical, from_base64url, read, sha256, to_base64url

Jwk = dict[str, str]
"""A public key: exactly `crv` Ed25519 (or X25519), `kty` OKP and `x`."""

LIMITS = {"pbem-view": 512 * 1024, "pbem-state": 8 * 1024 * 1024}
"""The longest line in bytes, by `typ`; every other kind 64 kB."""
RECORD_LIMIT = 64 * 1024


@dataclass(frozen=True)
class Key:
    """A private signing key with its public JWK and RFC 7638 thumbprint."""

    private: Ed25519PrivateKey
    jwk: Jwk
    kid: str


@dataclass(frozen=True)
class Signed:
    """A line that was read and whose signature holds: who signed it, as what, and what it says."""

    line: bytes
    typ: str
    kid: str
    payload: dict[str, Json]

    @property
    def hash(self) -> str:
        """SHA-256 of the line without its line end."""
        return sha256(self.line)


def key_from_seed(seed: bytes) -> Key:
    """The key of 32 secret bytes."""
    private = Ed25519PrivateKey.from_private_bytes(seed)
    raw = private.public_key().public_bytes_raw()
    jwk = {"crv": "Ed25519", "kty": "OKP", "x": to_base64url(raw)}
    return Key(private, jwk, thumbprint(jwk))


def thumbprint(jwk: Mapping[str, str]) -> str:
    """RFC 7638: SHA-256 of the canonical members, base64url.  Raises `Refusal` for another form."""
    if set(jwk) != {"crv", "kty", "x"} or jwk["kty"] != "OKP" or not isinstance(jwk["x"], str):
        raise Refusal("jwk", "a key has exactly crv, kty and x")
    if len(from_base64url(jwk["x"])) != 32:
        raise Refusal("jwk", "a key has 32 bytes")
    return to_base64url(bytes.fromhex(sha256(canonical(dict(jwk)))))


def sign(key: Key, typ: str, payload: dict[str, Json]) -> bytes:
    """The payload as a signed line, without its line end."""
    header = to_base64url(canonical({"alg": "Ed25519", "kid": key.kid, "typ": typ}))
    body = to_base64url(canonical(payload))
    signature = key.private.sign(f"{header}.{body}".encode("ascii"))
    line = {"payload": body, "protected": header, "signature": to_base64url(signature)}
    return canonical(line)


def open_line(line: bytes, typ: str, keys: Mapping[str, Jwk]) -> Signed:
    """Read a signed line of the kind `typ`, signed by one of `keys` (thumbprint to JWK).

    Raises `Refusal` with the first thing wrong: size, form, header, typ, key, signature, payload.
    """
    if len(line) > LIMITS.get(typ, RECORD_LIMIT):
        raise Refusal("size", f"{len(line)} bytes are too many for {typ}")
    members = _members(line)
    header = _header(members["protected"])
    if header["typ"] != typ:
        raise Refusal("typ", f"this is a {header['typ'][:40]}, expected {typ}")
    jwk = keys.get(header["kid"])
    if jwk is None:
        raise Refusal("key", f"signed by {header['kid'][:60]}, whose key is not known here")
    signature = from_base64url(members["signature"])
    message = f"{members['protected']}.{members['payload']}".encode("ascii", "replace")
    try:
        _public(jwk["x"]).verify(signature, message)
    except InvalidSignature:
        raise Refusal("signature", "the signature is not that of these bytes") from None
    payload = read(from_base64url(members["payload"]))
    if type(payload) is not dict:
        raise Refusal("type", "the payload is no object")
    return Signed(line, typ, header["kid"], payload)


def peek(line: bytes) -> tuple[str, str]:
    """`typ` and `kid` that a line claims, unproved: to know which reader and key to ask for."""
    if len(line) > max(LIMITS.values()):
        raise Refusal("size", f"{len(line)} bytes are too many for a signed file")
    header = _header(_members(line)["protected"])
    return header["typ"], header["kid"]


def _members(line: bytes) -> dict[str, str]:
    members = read(line)
    if type(members) is not dict or set(members) != {"payload", "protected", "signature"}:
        raise Refusal("members", "a signed file has exactly payload, protected and signature")
    if not all(type(text) is str for text in members.values()):
        raise Refusal("members", "payload, protected and signature are texts")
    return members


@lru_cache(maxsize=4096)
def _header(protected: str) -> dict[str, str]:
    raw = from_base64url(protected)
    try:
        header = read(raw)
    except Refusal as refusal:
        raise Refusal("header", str(refusal)) from None
    if type(header) is not dict or set(header) != {"alg", "kid", "typ"}:
        raise Refusal("header", "a protected header has exactly alg, kid and typ")
    if header["alg"] != "Ed25519" or not all(type(text) is str for text in header.values()):
        raise Refusal("header", "alg is Ed25519")
    return header


@lru_cache(maxsize=4096)
def _public(x: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(from_base64url(x))
