"""A short digest of a table's rules: equal for rules that mean the same, whatever they are called.

Titles, words, places and comments of a spec do not count, so a saved game outlives a better
translation; anything that changes play does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from card_specs.language.rules import Rules
from pbem.engine.cards import Deck

_NOT_MEANING = frozenset(("at", "place", "noun", "words", "title"))
_FIELDS: dict[type, tuple[str, ...]] = {}


def fingerprint(rules: Rules, deck: Deck) -> str:
    """Sixteen hexadecimal digits."""
    digest = hashlib.sha256()
    for piece in (*_said(rules), *_said(deck.copies), *_said(deck.faces), *_said(rules.words)):
        digest.update(piece.encode())
        digest.update(b"\n")
    return digest.hexdigest()[:16]


def _said(value: object) -> Iterator[str]:
    """A value's meaning, piece by piece."""
    if isinstance(value, Enum):
        yield value.name
    elif is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        if kind not in _FIELDS:
            names = (one.name for one in fields(value))
            _FIELDS[kind] = tuple(name for name in names if name not in _NOT_MEANING)
        yield kind.__name__
        for name in _FIELDS[kind]:
            yield from _said(getattr(value, name))
    elif isinstance(value, Mapping):
        yield f"{{{len(value)}"
        for key, item in value.items():
            yield str(key)
            yield from _said(item)
    elif isinstance(value, tuple | list):
        yield f"({len(value)}"
        for item in value:
            yield from _said(item)
    elif isinstance(value, frozenset):
        yield from sorted(map(str, value))
    else:
        yield repr(value)
