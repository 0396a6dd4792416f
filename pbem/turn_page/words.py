"""The page's own words in each language, from `words/*.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=8)
def words_of(language: str) -> dict[str, Any]:
    """The words of a language (`es` or `en`)."""
    text = (files("pbem.turn_page") / "words" / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
