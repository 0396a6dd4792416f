"""What things and moves are called: shared by rules, texts and mails, and light to import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from card_specs.values import dataclass

Words = Mapping[str, str]
"""A text in each of the spec's languages."""

NO_WORDS: Words = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Noun:
    """What a thing is called: `title` by language; gender (m, f) and number matter in Spanish."""

    title: Words = field(default_factory=lambda: NO_WORDS)
    gender: str = ""
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a move begins: its verb, and if named its card (a code) and values of keys."""

    verb: str
    card: str
    keys: tuple[tuple[str, str], ...]
