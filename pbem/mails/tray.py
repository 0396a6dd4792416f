"""The pictures that one mail needs: each once, named by what is in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Protocol

from card_specs.language.model import Card, Game, Word


class Pictures(Protocol):
    """Where pictures come from: small PNG files, empty where there is none to be had."""

    def card(self, spec: Game, card: Card, lang: str) -> bytes:
        """A card's face."""
        ...

    def symbol(self, spec: Game, word: Word) -> bytes:
        """A colour's symbol on its own ground."""
        ...


class NoPictures:
    """Mails without pictures: everything is said in words anyway."""

    def card(self, spec: Game, card: Card, lang: str) -> bytes:
        return b""

    def symbol(self, spec: Game, word: Word) -> bytes:
        return b""


class Tray:
    """Collects the pictures of a mail; gives the Content-ID of each, or nothing."""

    def __init__(self, pictures: Pictures, spec: Game, lang: str, domain: str) -> None:
        self._pictures, self._spec = pictures, spec
        self._lang, self._domain = lang, domain
        self._found: dict[str, tuple[str, bytes]] = {}
        self._known: dict[str, str] = {}

    @property
    def files(self) -> Mapping[str, tuple[str, bytes]]:
        """Content-ID -> file name and bytes, in order of use."""
        return self._found

    def card(self, card: Card) -> str:
        name = f"{card.code}-{self._lang}"
        if name not in self._known:
            self._known[name] = self._add(name, self._pictures.card(self._spec, card, self._lang))
        return self._known[name]

    def symbol(self, word: Word) -> str:
        name = f"{word.list}-{word.name}"
        if name not in self._known:
            data = self._pictures.symbol(self._spec, word) if word.symbol else b""
            self._known[name] = self._add(name, data)
        return self._known[name]

    def _add(self, name: str, data: bytes) -> str:
        if not data:
            return ""
        tag = hashlib.sha256(data).hexdigest()[:8]
        plain = re.sub(r"[^A-Za-z0-9-]", "", name)
        cid = f"{plain}.{tag}@{self._domain}"
        self._found[cid] = (f"{plain}.png", data)
        return cid
