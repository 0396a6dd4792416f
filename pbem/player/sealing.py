"""Sealed views: a flattened JWE around a view's line, to a player's X25519 key (RFC 7516, 8037).

A line sealed again gives the same bytes: a mail that leaves twice after a crash is one mail.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from card_specs.language.problems import PersonError
from pbem.protocol.canonical import Refusal, canonical, from_base64url, read, to_base64url

ALGORITHMS = ["ECDH-ES", "A256GCM"]
LARGEST = 1024 * 1024
_MEMBERS = {"ciphertext", "iv", "protected", "tag"}


def public_jwk(seed: bytes) -> dict[str, str]:
    """The JWK that joins carry as `seal`."""
    raw = X25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    return {"crv": "X25519", "kty": "OKP", "x": to_base64url(raw)}


def seal(line: bytes, jwk: dict[str, str], mail_key: bytes) -> bytes:
    """A view's line, readable by the owner of the key alone; one canonical line.

    The ephemeral key is made of the line and the host's secret mail key instead of chance, so
    each line has its own key and no key ever encrypts two texts.
    """
    about = jwk["x"].encode() + b"\n" + line
    ephemeral = hmac.digest(mail_key, b"pbem/1 seal\n" + about, "sha256")
    iv = hmac.digest(mail_key, b"pbem/1 seal iv\n" + about, "sha256")[:12]
    header = {"alg": "ECDH-ES", "enc": "A256GCM", "epk": public_jwk(ephemeral)}
    protected = to_base64url(canonical(header))
    public = X25519PublicKey.from_public_bytes(from_base64url(jwk["x"]))
    shared = X25519PrivateKey.from_private_bytes(ephemeral).exchange(public)
    found = AESGCM(_content_key(shared)).encrypt(iv, line, protected.encode())
    sealed = {
        "protected": protected,
        "iv": to_base64url(iv),
        "ciphertext": to_base64url(found[:-16]),
        "tag": to_base64url(found[-16:]),
    }
    return canonical(sealed)


def _content_key(shared: bytes) -> bytes:
    """Concat KDF of RFC 7518 4.6.2 for A256GCM, without party information: one round."""
    name = b"A256GCM"
    info = len(name).to_bytes(4, "big") + name + bytes(8) + (256).to_bytes(4, "big")
    return hashlib.sha256((1).to_bytes(4, "big") + shared + info).digest()


def unseal(data: bytes, seed: bytes) -> bytes:
    """The line inside a sealed view.

    Raises `Refusal` where it is no sealed view, `PersonError` where this key does not open it.
    """
    from joserfc import jwe
    from joserfc.errors import JoseError
    from joserfc.jwk import OKPKey

    sealed = read_sealed(data)
    private: dict[str, str | list[str]] = {**public_jwk(seed), "d": to_base64url(seed)}
    try:
        opened = jwe.decrypt_json(sealed, OKPKey.import_key(private), algorithms=ALGORITHMS)
    except (JoseError, ValueError, KeyError) as error:
        raise PersonError(f"the sealed view does not open with this key: {error}") from None
    return bytes(opened.plaintext or b"")


def read_sealed(data: bytes) -> Any:
    """The members of a sealed view, read as strictly as a signed file.  Raises `Refusal`."""
    if len(data) > LARGEST:
        raise Refusal("size", f"{len(data)} bytes are too many for a sealed view")
    sealed = read(data)
    if type(sealed) is not dict or set(sealed) != _MEMBERS:
        raise Refusal("members", "a sealed view has exactly ciphertext, iv, protected and tag")
    if not all(type(text) is str for text in sealed.values()):
        raise Refusal("members", "ciphertext, iv, protected and tag are texts")
    for text in sealed.values():
        from_base64url(text)
    header = read(from_base64url(sealed["protected"]))
    if type(header) is not dict or set(header) != {"alg", "enc", "epk"}:
        raise Refusal("header", "a sealed view's header has exactly alg, enc and epk")
    if [header["alg"], header["enc"]] != ALGORITHMS:
        raise Refusal("header", "a sealed view is ECDH-ES and A256GCM")
    return sealed


def is_sealed(data: bytes) -> bool:
    """Is this a JWE and no JWS?"""
    return data.lstrip().startswith(b"{") and b'"ciphertext"' in data
