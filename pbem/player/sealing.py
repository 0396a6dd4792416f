"""Sealed views: a flattened JWE around a view's line, to a player's X25519 key (RFC 7516, 8037)."""

from __future__ import annotations

import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from card_specs.language.problems import PersonError
from pbem.protocol.canonical import canonical, to_base64url

ALGORITHMS = ["ECDH-ES", "A256GCM"]
LARGEST = 1024 * 1024


def public_jwk(seed: bytes) -> dict[str, str]:
    """The JWK that joins carry as `seal`."""
    raw = X25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    return {"crv": "X25519", "kty": "OKP", "x": to_base64url(raw)}


def seal(line: bytes, jwk: dict[str, str]) -> bytes:
    """A view's line, readable by the owner of the key alone; one canonical line."""
    from joserfc import jwe
    from joserfc.jwk import OKPKey

    sealed = jwe.FlattenedJSONEncryption({"alg": "ECDH-ES", "enc": "A256GCM"}, line)
    sealed.add_recipient(None, OKPKey.import_key(dict(jwk)))
    found: Any = jwe.encrypt_json(sealed, None, algorithms=ALGORITHMS)
    return canonical(found)


def unseal(data: bytes, seed: bytes) -> bytes:
    """The line inside a sealed view.  Raises `PersonError` where this key does not open it."""
    from joserfc import jwe
    from joserfc.errors import JoseError
    from joserfc.jwk import OKPKey

    private: dict[str, str | list[str]] = {**public_jwk(seed), "d": to_base64url(seed)}
    try:
        if len(data) > LARGEST:
            raise ValueError("too large")
        opened = jwe.decrypt_json(
            json.loads(data), OKPKey.import_key(private), algorithms=ALGORITHMS
        )
    except (JoseError, ValueError, KeyError) as error:
        raise PersonError(f"the sealed view does not open with this key: {error}") from None
    return bytes(opened.plaintext or b"")


def is_sealed(data: bytes) -> bool:
    """Is this a JWE and no JWS?"""
    return data.lstrip().startswith(b"{") and b'"ciphertext"' in data
