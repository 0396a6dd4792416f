"""Rulebooks made once for the tests that look at them."""

from __future__ import annotations

from functools import cache
from typing import Any

from card_specs.language.load import load
from card_specs.language.model import Game
from deckgen.rulebook.make import Press, Wish, once, rulebook
from deckgen.rulebook.pages import Pages
from pbem.replay.book_examples import play_examples

GAMES = ("cinco", "cinquillo", "diez", "cinco_vivos", "seis")
LANGUAGES = ("es", "en")


@cache
def game(name: str) -> Game:
    return load(name)


@cache
def press(name: str, language: str, **more: Any) -> Press:
    return Press(game(name), Wish(language, **more), once(play_examples))


@cache
def pages(name: str, language: str) -> Pages:
    return press(name, language).pages()


@cache
def book(name: str, language: str, form: str = "pdf") -> bytes:
    return rulebook(game(name), Wish(language, form), play_examples)
