"""Canonical JSON (RFC 8785, restricted) and its strict reading.

Values are objects, arrays, strings, booleans and integers between -(2**53 - 1) and 2**53 - 1;
no null, no floats; at most 32 levels; keys are printable ASCII without space, so that sorting
by code point is RFC 8785's order.  Reading writes the value again and compares the bytes, so
there is exactly one text for a value.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable
from typing import Any, NoReturn

from card_specs.language.problems import PersonError

LARGEST = 2**53 - 1
DEEPEST = 32

Json = Any
"""Objects, arrays, strings, booleans and integers, nested (mypy has no finite type for it)."""


class Refusal(PersonError):
    """A signed file that is not what it should be: a short code and what was found."""

    def __init__(self, code: str, what: str) -> None:
        self.code, self.what = code, what
        super().__init__(f"{code}: {what}")


def canonical(value: Json) -> bytes:
    """The one UTF-8 text of a value.  Raises `Refusal` for a value that has none."""
    _check(value, 1)
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def read(data: bytes) -> Json:
    """The value of canonical bytes.  Raises `Refusal`: everything but the one text is refused."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal("utf-8", f"byte {error.start} is not UTF-8") from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=lambda digits: _refuse("number", f"{digits[:40]} is no integer"),
            parse_int=_integer,
            parse_constant=lambda name: _refuse("number", f"{name} is no integer"),
        )
    except RecursionError:
        raise Refusal("depth", f"more than {DEEPEST} levels") from None
    except ValueError as error:
        raise Refusal("json", str(error)) from None
    if canonical(value) != data:
        raise Refusal("not-canonical", "the same value has another text")
    return value


def sha256(data: bytes) -> str:
    """SHA-256 as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def to_base64url(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64url(text: str) -> bytes:
    """The bytes of base64url without padding, where encoding them gives the same text again."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Refusal("base64url", f"'{text[:20]}…' is not base64url") from None
    if to_base64url(data) != text:
        raise Refusal("base64url", f"'{text[:20]}…' has another text when written again")
    return data


def _refuse(code: str, what: str) -> NoReturn:
    raise Refusal(code, what)


def _integer(digits: str) -> int:
    if len(digits) > 17:
        raise Refusal("number", f"{digits[:20]}… is beyond 2^53-1")
    return int(digits)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Refusal("duplicate-key", f"the key '{twice[:40]}' stands twice")
    return value


def _check(value: Json, level: int) -> None:
    if level > DEEPEST:
        raise Refusal("depth", f"more than {DEEPEST} levels")
    kind = type(value)
    if kind is dict:
        for key in value:
            _check_key(key)
        _check_items(value.values(), level + 1)
    elif kind is list or kind is tuple:
        _check_items(value, level + 1)
    elif kind is not bool:
        _check_leaf(value)


def _check_items(items: Iterable[Json], level: int) -> None:
    for item in items:
        if type(item) is not str or not item.isascii():  # most are plain texts: nothing to check
            _check(item, level)


def _check_key(key: object) -> None:
    if type(key) is not str or not (key.isascii() and key.isprintable() and " " not in key):
        raise Refusal("key", f"{key!r} is no key: printable ASCII without space")


def _check_leaf(value: Json) -> None:
    kind = type(value)
    if kind is str:
        if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise Refusal("string", "a lone surrogate is no character")
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:
            raise Refusal("number", f"{value} is beyond 2^53-1")
    else:
        code = "number" if kind is float else "type"
        raise Refusal(code, f"{value!r} has no place in a signed file")
