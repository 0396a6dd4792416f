"""The house's own phrases in each language, from `phrases/*.toml`, and small grammar."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from pbem.mails.rich import Rich, fill, said

LANGUAGES = ("es", "en")
FALLBACK = "en"


class Phrases:
    """Phrases of one language by `table.key`."""

    def __init__(self, language: str, texts: dict[str, dict[str, str]]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, /, **slots: object) -> Rich:
        """A phrase with its slots filled, with bold words and links."""
        return fill(self.pattern(key), slots)

    def text(self, key: str, /, **slots: object) -> str:
        """A phrase as plain text."""
        return said(self(key, **slots))

    def pattern(self, key: str) -> str:
        """A phrase as it stands in the file."""
        table, _, name = key.partition(".")
        return self._texts[table][name]

    def has(self, key: str) -> bool:
        table, _, name = key.partition(".")
        return name in self._texts.get(table, {})

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        """`a, b y c`; Spanish writes e before the sound of i, and u before that of o."""
        if len(items) < 2:
            return "".join(items)
        word = self.pattern(f"words.{last}")
        if self.language == "es":
            word = _before(word, items[-1])
        return f"{', '.join(items[:-1])} {word} {items[-1]}"

    def quoted(self, text: str) -> str:
        """Words that somebody wrote, in the language's own marks."""
        return f"«{text}»" if self.language == "es" else f"“{text}”"

    def time(self, seconds: int) -> str:
        """A length of time in days or hours: `3 días`."""
        if seconds % 86400 == 0:
            days = seconds // 86400
            return self.text("words.day") if days == 1 else self.text("words.days", count=days)
        return self.text("words.hours", count=round(seconds / 3600))


def _before(word: str, following: str) -> str:
    start = following.lower().lstrip("«\"'")
    if word == "y" and start.startswith(("i", "hi", "í")) and not start.startswith(("hie", "ie")):
        return "e"
    return "u" if word == "o" and start.startswith(("o", "ho", "ó", "8")) else word


@lru_cache(maxsize=8)
def phrases(language: str) -> Phrases:
    """The phrases of a language; English where we have none in it."""
    known = language if language in LANGUAGES else FALLBACK
    text = (files("pbem.mails") / "phrases" / f"{known}.toml").read_text(encoding="utf-8")
    return Phrases(known, tomllib.loads(text))
