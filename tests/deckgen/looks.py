"""Specs for the tests of faces: a small game whose look a test adds to."""

from __future__ import annotations

from pathlib import Path

from card_specs.language.deck import deck
from card_specs.language.load import load
from card_specs.language.model import Card, Game
from card_specs.language.problems import SpecError
from deckgen.drawing import Drawing
from deckgen.face import Faces

HEAD = """\
game: mine
title: {es: Mío, en: Mine}
players: 2
include: [colours, icons]
words:
  color: [red, yellow]
cards:
  number:
    code: "{color}{rank}"
    color: all
    rank: 1-9
    title: {es: número, en: number}
  TRP:
    title: {es: Trampa, en: Trap}
    chip: {es: EN TU TURNO, en: ON YOUR TURN}
    text: {es: "Cada {player} roba **dos** {card}.", en: "Each {player} draws **two** {card}."}
    look: {emblem: bomb}
"""
FIRST_LINE = HEAD.count("\n") + 1
"""The line at which what a test adds begins."""


def spec(folder: Path, style: str = "", head: str = HEAD) -> Path:
    """A spec in a file, its style added."""
    path = folder / "mine.yaml"
    path.write_text(head + style, encoding="utf-8")
    return path


def game(folder: Path, style: str = "", head: str = HEAD) -> Game:
    return load(spec(folder, style, head))


def card(of: Game, code: str) -> Card:
    return next(card for card in deck(of) if card.id == code)


def drawn(folder: Path, code: str, style: str = "", ink: str = "full", lang: str = "es") -> Drawing:
    """One card's front."""
    found = game(folder, style)
    return Faces(found).draw(card(found, code), lang, ink)


def problems(folder: Path, code: str, style: str, lang: str = "es") -> list[str]:
    """What is said about a card that cannot be drawn, without the folder's name."""
    try:
        drawn(folder, code, style, lang=lang)
    except SpecError as error:
        return [str(problem).replace(f"{folder}/", "") for problem in error.problems]
    return []
